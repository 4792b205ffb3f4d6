import { lowerThreadPriority } from '../../platform/thread-priority.ts'

/**
 * Entry point of a compute thread. The thread lowers its priority before it loads the code, because loading takes as
 * long as hundreds of routes and other threads may be busy.
 */
lowerThreadPriority()
const [{ serveTasks }, { serviceTasks }, { saveCompileCache }] = await Promise.all([
  import('../../platform/compute/serve-tasks.ts'),
  import('../compose-tasks.ts'),
  import('../../platform/keep-compiled.ts'),
])
serveTasks(serviceTasks)
saveCompileCache()
