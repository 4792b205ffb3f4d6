import { CancelFlag } from './cancel-flag.ts'
import type { Compute, TaskContext, Tasks } from './task.ts'

/** Runs tasks in the calling thread, for single-threaded setups such as tests. */
export function computeHere<T extends Tasks>(tasks: T, here: Omit<TaskContext, 'isCancelled'>): Compute<T> {
  return {
    async run(name, input, { cancel }) {
      const flag = new CancelFlag(cancel)
      if (flag.isCancelled) return { kind: 'cancelled' }
      const context = { ...here, isCancelled: () => flag.isCancelled }
      return { kind: 'done', value: (await tasks[name]?.(input as never, context)) as never }
    },
  }
}
