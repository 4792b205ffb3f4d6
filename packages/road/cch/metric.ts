import type { SharedMemory } from './wasm/web-assembly.ts'

/**
 * The weights of one profile at one point in time, always replaced as a whole. In hundredths of a second;
 * INFINITE_WEIGHT or more means unreachable.
 */
export interface Metric {
  readonly weight: Int32Array
  /**
   * Shortcut children of every arc, for path unpacking; see shortcut-children.ts. The content is undefined where the
   * weight is infinite.
   */
  readonly children: Float64Array
  /** The memory with both arrays and everything else a search reads. */
  readonly memory: SharedMemory
}
