import type { SharedMemory } from './wasm/web-assembly.ts'

/**
 * The weights of one profile at one point in time, in hundredths of a second. A metric that threads share is never
 * modified; updates apply to a copy. A weight of INFINITE_WEIGHT or more means unreachable.
 */
export interface Metric {
  readonly weight: Int32Array
  /**
   * Shortcut children of every arc, for path unpacking; see shortcut-children.ts. The value has no meaning where the
   * weight is infinite.
   */
  readonly children: Float64Array
  /** The memory that contains both arrays and all other data that a search reads. */
  readonly memory: SharedMemory
}
