import { CancelFlag } from './cancel-flag.ts'
import type { ComputeTasks, TaskContext, TaskInput, TaskName, TaskOptions, TaskOutput, Tasks } from './task.ts'

/** Runs tasks in the calling thread, for single-threaded setups such as tests. */
export function createInlineCompute<T extends Tasks>(
  tasks: T,
  baseContext: Omit<TaskContext, 'isCancelled'>,
): ComputeTasks<T> {
  return {
    async run<K extends TaskName<T>>(name: K, input: TaskInput<T, K>, { cancel }: TaskOptions) {
      const flag = new CancelFlag(cancel)
      if (flag.isCancelled) return { kind: 'cancelled' as const }
      const context = { ...baseContext, isCancelled: () => flag.isCancelled }
      return { kind: 'done' as const, value: (await tasks[name]?.(input, context)) as TaskOutput<T, K> }
    },
  }
}
