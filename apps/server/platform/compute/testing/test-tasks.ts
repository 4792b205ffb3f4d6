import { serveTasks } from '../serve-tasks.ts'
import type { TaskContext } from '../task.ts'

export const testTasks = {
  double: (input: number) => 2 * input,
  regions: (_input: undefined, { regions }: TaskContext) => regions.list().map(({ handle }) => handle.dataset),
  /** Waits until the flag is set. */
  wait: (_input: undefined, { isCancelled }: TaskContext) => {
    while (!isCancelled()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    return 'given up'
  },
  throw: () => {
    throw new Error('it cannot be done')
  },
  /** Ends the thread, like a thread that runs out of memory. */
  die: () => process.exit(1),
}

serveTasks(testTasks)
