import { AsyncLocalStorage } from 'node:async_hooks'

/** A timed part of a request. Times are milliseconds since 1970, with fractions, and comparable between threads. */
export interface Stage {
  readonly name: string
  readonly startMs: number
  readonly endMs: number
}

/** Never entered while telemetry is off; reading it then costs only a comparison. */
const storage = new AsyncLocalStorage<Stage[]>()

export function epochMs(): number {
  return performance.timeOrigin + performance.now()
}

/** Runs work, and adds the stages that it times to the list. */
export function collectStages<T>(stages: Stage[], work: () => T): T {
  return storage.run(stages, work)
}

/** The list that the current work adds its stages to; undefined while telemetry is off. */
export function findStages(): Stage[] | undefined {
  return storage.getStore()
}

/** Runs work as a named stage of the request that it belongs to. */
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
