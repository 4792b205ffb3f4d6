import type { Metric } from './metric.ts'
import type { Triangles } from './triangles.ts'

/**
 * Computes the hierarchy weights from turn weights between 0 and INFINITE_WEIGHT. A turn weight is the sum of the
 * weights of the turn and of the arc that it leaves.
 */
export function customize({ customizer }: Triangles, turnWeight: Int32Array, metric: Metric): void {
  customizer.customize(turnWeight, metric)
}
