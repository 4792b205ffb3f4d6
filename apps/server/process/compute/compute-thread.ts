import { lowerThreadPriority } from '../../platform/thread-priority.ts'

/**
 * Entry point of a compute thread. The code is loaded with the lower priority, because loading it takes as long as
 * hundreds of routes, and threads are started while others are busy.
 */
lowerThreadPriority()
const [{ serveTasks }, { serviceTasks }, { saveCompileCache }] = await Promise.all([
  import('../../platform/compute/serve-tasks.ts'),
  import('../compose-tasks.ts'),
  import('../../platform/keep-compiled.ts'),
])
serveTasks(serviceTasks)
saveCompileCache()
