import type { Metric } from './metric.ts'
import type { Triangles } from './triangles.ts'
import type { Customizer } from './wasm/customizer.ts'

/**
 * Partial customization (Dibbelt, Strasser and Wagner, JEA 2016): after some turn weights change, only the affected
 * arcs are processed. The weights equal those of a full customization byte for byte; among equal paths, the shortcut
 * children may differ. Owns scratch memory, so each thread needs its own instance.
 */
export class MetricUpdater {
  private readonly customizer: Customizer

  constructor({ customizer }: Triangles) {
    this.customizer = customizer
    customizer.prepareUpdates()
  }

  /**
   * `turnWeight` already contains the new weights; `changedTurns` lists the changed turns. Returns the number of vertices
   * processed.
   */
  update(metric: Metric, turnWeight: Int32Array, changedTurns: Uint32Array): number {
    return this.customizer.update(metric, turnWeight, changedTurns)
  }
}
