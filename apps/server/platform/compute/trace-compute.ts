import { findStages } from '../telemetry/stages.ts'
import type { ComputeTasks, TaskInput, TaskName, TaskOptions, Tasks } from './task.ts'

/** Adds the stages of a task to the stages of its request, if the request is traced. */
export function traceCompute<T extends Tasks>(compute: ComputeTasks<T>): ComputeTasks<T> {
  return {
    async run<K extends TaskName<T>>(name: K, input: TaskInput<T, K>, options: TaskOptions) {
      const stages = findStages()
      if (!stages) return await compute.run(name, input, options)
      const outcome = await compute.run(name, input, { ...options, isTraced: true })
      if (outcome.kind === 'done') stages.push(...(outcome.stages ?? []))
      return outcome
    },
  }
}
