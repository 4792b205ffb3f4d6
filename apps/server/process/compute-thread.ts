import { serveTasks } from '../platform/compute/serve-tasks.ts'
import { serviceTasks } from './compose-tasks.ts'
import { keepCompiled } from './keep-compiled.ts'

/** Entry point of a compute thread. */
serveTasks(serviceTasks)
keepCompiled()
