import { CancelFlag } from './cancel-flag.ts'
import type { Compute, TaskContext, Tasks } from './task.ts'

/** Does tasks in the thread that asks: where there is one thread only, as in tests. */
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
