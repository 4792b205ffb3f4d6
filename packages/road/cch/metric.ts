import { customizePlainly } from './reference/customize.ts'
import type { Topology } from './topology.ts'
import { slotCount, type Triangles } from './triangles.ts'
import { copyMetricMemory, createMetricMemory } from './wasm/metric-memory.ts'
import { markSame } from './wasm/metric-state.ts'
import type { SharedMemory } from './wasm/web-assembly.ts'

/**
 * The weights of one profile at one instant, always replaced as a whole. Hundredths of a second; INFINITE_WEIGHT or
 * more means unreachable.
 */
export interface Metric {
  readonly weight: Int32Array
  /**
   * Shortcut children of every arc, for path unpacking; see parts.ts. Undefined content where the weight is infinite.
   */
  readonly parts: Float64Array
  /**
   * The memory with both arrays and everything else a search reads. Undefined when only plain searches are possible.
   */
  readonly memory?: SharedMemory
}

/** Allocates shared memory that the WebAssembly kernels can use, if WebAssembly is available. */
export function createMetric(topology: Topology): Metric {
  return createMetricMemory(topology, slotCount(topology)) ?? createPlainMetric(topology)
}

/** Allocates shared memory that the kernels cannot access. */
export function createPlainMetric(topology: Topology): Metric {
  const slots = slotCount(topology)
  return {
    weight: new Int32Array(new SharedArrayBuffer(slots * 4)),
    parts: new Float64Array(new SharedArrayBuffer(slots * 8)),
  }
}

/** Creates an independent copy for modification. */
export function copyMetric(topology: Topology, metric: Metric): Metric {
  const { weight, parts, memory } = metric
  const copied = memory && copyMetricMemory({ weight, parts, memory })
  const copy = copied ?? createPlainMetric(topology)
  if (!copied) {
    copy.weight.set(weight)
    copy.parts.set(parts)
  }
  markSame(metric, copy)
  return copy
}

/**
 * Computes the hierarchy weights from turn weights. A turn weight is that of the arc left plus the turn itself, 0 …
 * INFINITE_WEIGHT.
 */
export function customize(topology: Topology, triangles: Triangles, turnWeight: Int32Array, metric: Metric): void {
  if (triangles.workshop) triangles.workshop.customize(turnWeight, metric)
  else customizePlainly(topology, triangles, turnWeight, metric)
}
