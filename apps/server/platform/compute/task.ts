import type { AirspaceService } from '../../features/air/runtime/airspace-service.ts'
import type { SeaService } from '../../features/sea/runtime/sea-service.ts'
import type { PlaceDirectory } from '../../maps/places/place-directory.ts'
import type { RegionDirectory } from '../../maps/regions/region-directory.ts'
import type { Stage } from '../telemetry/stages.ts'

/** Data that a task can use in its thread. */
export interface TaskContext {
  /** Maps that every HTTP thread also uses. */
  readonly regions: RegionDirectory
  /** Places on the maps and worldwide. */
  readonly places: PlaceDirectory
  readonly sea: SeaService
  readonly sky: AirspaceService
  /**
   * Returns whether the client has disconnected. Tasks must call this function periodically. Once it returns true, a
   * task may return any value, because the result is discarded.
   */
  isCancelled(): boolean
}

/**
 * Heavy computations by name. Inputs and results are copied between threads, so they are plain data with large arrays
 * in shared memory.
 */
export type Tasks = Readonly<Record<string, Task>>
/** Task function. The method syntax makes the input bivariant, so tasks can declare narrower input types. */
type Task = { run(input: unknown, context: TaskContext): unknown }['run']
export type TaskName<T extends Tasks> = keyof T & string
export type TaskInput<T extends Tasks, K extends TaskName<T>> = Parameters<T[K]>[0]
export type TaskOutput<T extends Tasks, K extends TaskName<T>> = Awaited<ReturnType<T[K]>>

/**
 * Account or network that a task belongs to. Owners share thread time, so that a task does not wait for a hundred tasks
 * of another owner.
 */
export interface TaskOwner {
  readonly id: string
  /** Share of thread time relative to other owners. */
  readonly weight: number
  /** True if the owner may use the threads that are reserved for paying owners. */
  readonly isPaying: boolean
}

export interface TaskOptions {
  readonly owner: TaskOwner
  /** Shared memory of the cancel flag, 4 bytes. See cancel-flag.ts. */
  readonly cancel: SharedArrayBuffer
  /**
   * True if the task takes only milliseconds. Short tasks run in separate threads, so that they never wait for long
   * tasks.
   */
  readonly isShort?: boolean
  /** True if the outcome must list the stages of the task. */
  readonly isTraced?: boolean
}

export interface TaskRequest extends TaskOptions {
  readonly name: string
  readonly input: unknown
}

export interface TracedResult {
  readonly value: unknown
  readonly stages: readonly Stage[]
}

export type TaskOutcome<V> =
  | { readonly kind: 'done'; readonly value: V; readonly stages?: readonly Stage[] }
  /** The queue is full. */
  | { readonly kind: 'busy'; readonly retryAfterSeconds: number }
  /** The task was canceled before it started. */
  | { readonly kind: 'cancelled' }
  /** The thread ended during the task. */
  | { readonly kind: 'lost' }

/** Runs heavy tasks. Rejects if a task throws an error. */
export interface ComputeTasks<T extends Tasks> {
  run<K extends TaskName<T>>(
    name: K,
    input: TaskInput<T, K>,
    options: TaskOptions,
  ): Promise<TaskOutcome<TaskOutput<T, K>>>
}
