import { serveTasks } from '../../platform/compute/serve-tasks.ts'
import { saveCompileCache } from '../../platform/keep-compiled.ts'
import { serviceTasks } from '../compose-tasks.ts'

/** Entry point of a compute thread. */
serveTasks(serviceTasks)
saveCompileCache()
