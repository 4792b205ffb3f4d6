import type { Metric } from './metric.ts'
import type { Triangles } from './triangles.ts'

/**
 * Computes the hierarchy weights from turn weights. A turn weight is the weight of the arc being left plus that of the
 * turn itself, 0 … INFINITE_WEIGHT.
 */
export function customize({ customizer }: Triangles, turnWeight: Int32Array, metric: Metric): void {
  customizer.customize(turnWeight, metric)
}
