import type { Metric } from './metric.ts'
import { PlainUpdater } from './reference/updater.ts'
import type { Topology } from './topology.ts'
import type { Triangles } from './triangles.ts'
import type { KernelWorkshop } from './wasm/kernel-customizer.ts'

/**
 * Partial customization: after some turn weights change, only the affected arcs are processed. The weights equal those
 * of a full customization byte for byte; among equal paths, the shortcut children may differ. See PlainUpdater for the
 * algorithm. Uses the WebAssembly kernels if the triangles are in their memory. Scratch memory of one thread.
 */
export class MetricUpdater {
  private readonly way: KernelWorkshop | PlainUpdater

  constructor(topology: Topology, triangles: Triangles) {
    this.way = triangles.workshop ?? new PlainUpdater(topology, triangles)
    triangles.workshop?.prepareUpdates()
  }

  /**
   * `turnWeight` already contains the new weights; `changed` lists the changed turns. Returns the number of vertices
   * processed.
   */
  update(metric: Metric, turnWeight: Int32Array, changed: Uint32Array): number {
    return this.way.update(metric, turnWeight, changed)
  }
}
