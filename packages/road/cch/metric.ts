import { customizePlainly } from './reference/customize.ts'
import type { Topology } from './topology.ts'
import { slotCount, type Triangles } from './triangles.ts'
import { copyMetricMemory, createMetricMemory } from './wasm/metric-memory.ts'
import { markSame } from './wasm/metric-state.ts'
import type { SharedMemory } from './wasm/web-assembly.ts'

/**
 * The weights of one profile at one instant, replaced whole. Hundredths of a second; what would be INFINITE_WEIGHT or
 * more cannot be reached.
 */
export interface Metric {
  readonly weight: Int32Array
  /** What every arc stands for, so that paths can be unpacked; see parts.ts. Of no meaning where the weight is infinite. */
  readonly parts: Float64Array
  /** Where both lie, with all that a search reads beside them; undefined where only plain searches are possible. */
  readonly memory?: SharedMemory
}

/** In memory that threads share, and the kernels can work on, where there is WebAssembly. */
export function createMetric(topology: Topology): Metric {
  return createMetricMemory(topology, slotCount(topology)) ?? createPlainMetric(topology)
}

/** The same in memory that threads share, but the kernels cannot reach. */
export function createPlainMetric(topology: Topology): Metric {
  const slots = slotCount(topology)
  return {
    weight: new Int32Array(new SharedArrayBuffer(slots * 4)),
    parts: new Float64Array(new SharedArrayBuffer(slots * 8)),
  }
}

/** One of its own with the same in it, to be changed. */
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
 * From the weights of the turns (that of the arc left behind plus the turn's own, 0 … INFINITE_WEIGHT) to those of the
 * hierarchy.
 */
export function customize(topology: Topology, triangles: Triangles, turnWeight: Int32Array, metric: Metric): void {
  if (triangles.workshop) triangles.workshop.customize(turnWeight, metric)
  else customizePlainly(topology, triangles, turnWeight, metric)
}
