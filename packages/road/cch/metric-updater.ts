import type { Metric } from './metric.ts'
import type { Triangles } from './triangles.ts'
import type { Customizer } from './wasm/customizer.ts'

/**
 * Customizes a metric partially (Dibbelt, Strasser and Wagner, JEA 2016). After some turn weights change, only the
 * affected arcs are processed. The weights equal those of a full customization byte for byte. Where several paths have
 * equal weights, the shortcut children may differ. Each thread needs its own instance, because an instance owns scratch
 * memory.
 */
export class MetricUpdater {
  private readonly customizer: Customizer

  constructor({ customizer }: Triangles) {
    this.customizer = customizer
    customizer.prepareUpdates()
  }

  /**
   * Updates a metric and returns the number of processed vertices. `turnWeight` already contains the new weights, and
   * `changedTurns` lists the changed turns.
   */
  update(metric: Metric, turnWeight: Int32Array, changedTurns: Uint32Array): number {
    return this.customizer.update(metric, turnWeight, changedTurns)
  }
}
