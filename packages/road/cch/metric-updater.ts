import type { Metric } from './metric.ts'
import { PlainUpdater } from './reference/updater.ts'
import type { Topology } from './topology.ts'
import type { Triangles } from './triangles.ts'
import type { KernelWorkshop } from './wasm/kernel-customizer.ts'

/**
 * Partial customization: after some turns have changed their weights, only the arcs that this reaches are looked at.
 * The weights are those of a full customization, byte for byte; of equal ways, the parts may be others. See PlainUpdater
 * for how; by the kernels, where the triangles lie in a memory of theirs. The scratch memory of one thread.
 */
export class MetricUpdater {
  private readonly way: KernelWorkshop | PlainUpdater

  constructor(topology: Topology, triangles: Triangles) {
    this.way = triangles.workshop ?? new PlainUpdater(topology, triangles)
    triangles.workshop?.prepareUpdates()
  }

  /** `turnWeight` is already new; `changed` names the turns where it is. Returns how many vertices were looked at. */
  update(metric: Metric, turnWeight: Int32Array, changed: Uint32Array): number {
    return this.way.update(metric, turnWeight, changed)
  }
}
