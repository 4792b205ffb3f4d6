import type { LineOptions } from './route-options.ts'

/** Returns the options with which the route contains exactly the data that the reply needs. */
export function toLineRequest({ steps, annotations, overview, geometries }: LineOptions) {
  const needsSteps = steps || annotations.length > 0 || overview === 'by_legs'
  // Parsing an encoded line takes half as long as parsing a list of points.
  if (needsSteps || overview === 'simplified') return { steps: needsSteps, geometry: 'polyline6' }
  return { steps: false, geometry: overview === 'false' ? 'none' : geometries }
}
