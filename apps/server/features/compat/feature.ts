import type { Feature } from '../../operations/feature.ts'
import { type CompatOptions, directionsOperation } from './operation.ts'
import { osrmOperations } from './osrm/operations.ts'

/** The formats of other providers. Their clients change only the URL. */
export function compatFeature(options: CompatOptions): Feature {
  return { operations: [directionsOperation(options), ...osrmOperations(options.call)] }
}
