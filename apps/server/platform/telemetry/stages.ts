import { AsyncLocalStorage } from 'node:async_hooks'

/** Timed part of a request. Times are Unix milliseconds with fractions, and comparable between threads. */
export interface Stage {
  readonly name: string
  readonly startMs: number
  readonly endMs: number
}

/**
 * Stages of the current request. While telemetry is off, the storage is empty, and reading it costs only a comparison.
 */
const storage = new AsyncLocalStorage<Stage[]>()

export function epochMs(): number {
  return performance.timeOrigin + performance.now()
}

/** Runs work and adds its stages to the list. */
export function collectStages<T>(stages: Stage[], work: () => T): T {
  return storage.run(stages, work)
}

/** Returns the stage list of the current work, or undefined while telemetry is off. */
export function findStages(): Stage[] | undefined {
  return storage.getStore()
}

/** Runs work as a named stage of its request. */
export function timeStage<T>(name: string, work: () => T): T {
  const stages = storage.getStore()
  if (!stages) return work()
  const startMs = epochMs()
  const record = () => void stages.push({ name, startMs, endMs: epochMs() })
  let result: T
  try {
    result = work()
  } catch (error) {
    record()
    throw error
  }
  if (result instanceof Promise) result.then(record, record)
  else record()
  return result
}
