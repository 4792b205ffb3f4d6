import { serveTasks } from '../platform/compute/serve-tasks.ts'
import { serviceTasks } from './compose-tasks.ts'
import { keepCompiled } from './keep-compiled.ts'

/** A thread of the compute pool. */
serveTasks(serviceTasks)
keepCompiled()
