import { slotCount, type Topology } from '../topology.ts'

/** A metric in ordinary memory, without the data that the kernels need. */
export interface ReferenceMetric {
  readonly weight: Int32Array
  readonly children: Float64Array
}

export function createReferenceMetric(topology: Topology): ReferenceMetric {
  const slots = slotCount(topology)
  return { weight: new Int32Array(slots), children: new Float64Array(slots) }
}
