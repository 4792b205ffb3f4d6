import { METRIC_NAME } from './source/layout.ts'
import type { SharedMemory } from './web-assembly.ts'

/** Returns the unique name of a metric, which is identical in all threads. */
export function metricName({ buffer }: SharedMemory): string {
  return new Uint32Array(buffer, METRIC_NAME, 2).join(' ')
}
