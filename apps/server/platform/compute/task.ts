import type { SkyDesk } from '../../features/air/runtime/airspace-service.ts'
import type { SeaDesk } from '../../features/sea/runtime/sea-service.ts'
import type { RegionDirectory } from '../../maps/regions/region-directory.ts'

/** What a task finds in the thread that does it. */
export interface TaskContext {
  /** The maps, as every HTTP thread has them. */
  readonly regions: RegionDirectory
  readonly sea: SeaDesk
  readonly sky: SkyDesk
  /** Whoever asked has gone. Look now and then, and come back with anything: nobody reads it. */
  isCancelled(): boolean
}

/**
 * Heavy work by name. What goes in and comes out is copied between threads: plain data, and large arrays in shared
 * memory.
 */
export type Tasks = Readonly<Record<string, (input: never, context: TaskContext) => unknown>>
export type TaskName<T extends Tasks> = keyof T & string
export type TaskInput<T extends Tasks, K extends TaskName<T>> = Parameters<T[K]>[0]
export type TaskOutput<T extends Tasks, K extends TaskName<T>> = Awaited<ReturnType<T[K]>>

export interface TaskOptions {
  /** Whose it is: owners take turns, so that nobody waits behind a hundred tasks of another. */
  readonly owner: string
  /** Four shared bytes; see cancel-flag.ts. */
  readonly cancel: SharedArrayBuffer
}

export interface TaskRequest extends TaskOptions {
  readonly name: string
  readonly input: unknown
}

export type TaskOutcome<V> =
  | { readonly kind: 'done'; readonly value: V }
  /** As much is waiting already as may wait. */
  | { readonly kind: 'busy'; readonly retryAfterSeconds: number }
  /** It was given up before it had begun. */
  | { readonly kind: 'cancelled' }
  /** The thread has ended under it. */
  | { readonly kind: 'lost' }

/** Has heavy work done. Rejects when the task itself throws. */
export interface Compute<T extends Tasks> {
  run<K extends TaskName<T>>(
    name: K,
    input: TaskInput<T, K>,
    options: TaskOptions,
  ): Promise<TaskOutcome<TaskOutput<T, K>>>
}
