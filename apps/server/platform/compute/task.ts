import type { AirspaceService } from '../../features/air/runtime/airspace-service.ts'
import type { SeaService } from '../../features/sea/runtime/sea-service.ts'
import type { PlaceDirectory } from '../../maps/places/place-directory.ts'
import type { RegionDirectory } from '../../maps/regions/region-directory.ts'
import type { Stage } from '../telemetry/stages.ts'

/** The data available to a task in its thread. */
export interface TaskContext {
  /** The same maps as in every HTTP thread. */
  readonly regions: RegionDirectory
  /** Places on these maps and worldwide. */
  readonly places: PlaceDirectory
  readonly sea: SeaService
  readonly sky: AirspaceService
  /**
   * Whether the client has disconnected. Check it periodically. Once it returns true, return any value, because the
   * result is discarded.
   */
  isCancelled(): boolean
}

/**
 * Heavy computations by name. Inputs and results are copied between threads, so they are plain data, with large arrays
 * in shared memory.
 */
export type Tasks = Readonly<Record<string, Task>>
/** Written as a method, because only methods may take narrower inputs than their type says. */
type Task = { run(input: unknown, context: TaskContext): unknown }['run']
export type TaskName<T extends Tasks> = keyof T & string
export type TaskInput<T extends Tasks, K extends TaskName<T>> = Parameters<T[K]>[0]
export type TaskOutput<T extends Tasks, K extends TaskName<T>> = Awaited<ReturnType<T[K]>>

/**
 * The account or network that a task is for. Owners share thread time, so that one owner's task does not wait behind a
 * hundred tasks of another.
 */
export interface TaskOwner {
  readonly id: string
  /** The share of thread time relative to other owners. */
  readonly weight: number
  /** Paying owners have a reserved share of the threads. */
  readonly isPaying: boolean
}

export interface TaskOptions {
  readonly owner: TaskOwner
  /** Four shared bytes; see cancel-flag.ts. */
  readonly cancel: SharedArrayBuffer
  /** The task takes milliseconds. Such tasks have their own thread, so that they never wait for long ones. */
  readonly isShort?: boolean
  /** The outcome must list the stages of the task. */
  readonly isTraced?: boolean
}

export interface TaskRequest extends TaskOptions {
  readonly name: string
  readonly input: unknown
}

/** The reply of a thread to a traced request. */
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

/** Runs heavy work. Rejects when the task throws. */
export interface Compute<T extends Tasks> {
  run<K extends TaskName<T>>(
    name: K,
    input: TaskInput<T, K>,
    options: TaskOptions,
  ): Promise<TaskOutcome<TaskOutput<T, K>>>
}
