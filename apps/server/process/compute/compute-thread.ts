import { serveTasks } from '../../platform/compute/serve-tasks.ts'
import { saveCompileCache } from '../../platform/keep-compiled.ts'
import { lowerThreadPriority } from '../../platform/thread-priority.ts'
import { serviceTasks } from '../compose-tasks.ts'

/** Entry point of a compute thread. */
lowerThreadPriority()
serveTasks(serviceTasks)
saveCompileCache()
