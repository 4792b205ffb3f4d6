import { serviceTasks } from '../compose-tasks.ts'
import { serveTasks } from '../engines/compute/serve-tasks.ts'

/** A thread of the compute pool. */
serveTasks(serviceTasks)
