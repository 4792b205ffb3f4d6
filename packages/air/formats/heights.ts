import type { AltitudeBand, Height } from '../model.ts'
import type { Fields } from './fields.ts'

export const METERS_PER_FOOT = 0.3048

/**
 * Range of the difference between the WGS 84 ellipsoid and sea level, in meters. Only a geoid model provides the local
 * value, so bands above the ellipsoid are extended to cover the whole range.
 */
const LOWEST_GEOID_METERS = -107
const HIGHEST_GEOID_METERS = 86

type VerticalReference = 'AGL' | 'AMSL' | 'WGS84'

const verticalReferences: ReadonlyMap<string, VerticalReference> = new Map([
  ['AGL', 'AGL'],
  ['AMSL', 'AMSL'],
  ['WGS84', 'WGS84'],
])

/** Names of the fields that define an altitude band. */
export interface BandFields {
  readonly lower: string
  readonly lowerReference: string
  readonly upper: string
  readonly upperReference: string
}

export function readBand(fields: Fields, names: BandFields, metersPerUnit: number): AltitudeBand {
  const references = [names.lowerReference, names.upperReference].map((name) => fields.oneOf(name, verticalReferences))
  const [lowerReference = 'AGL', upperReference = 'AGL'] = references
  const lower = fields.number(names.lower)
  const upper = fields.number(names.upper)
  if (lower !== undefined && upper !== undefined && lowerReference === upperReference && upper < lower) {
    return fields.reject(names.upper, `at least ${names.lower} (${lower})`)
  }
  return makeBand(
    lower === undefined ? undefined : toHeight(lower * metersPerUnit, lowerReference, -HIGHEST_GEOID_METERS),
    upper === undefined ? undefined : toHeight(upper * metersPerUnit, upperReference, -LOWEST_GEOID_METERS),
  )
}

function toHeight(meters: number, reference: VerticalReference, geoidHeightMeters: number): Height {
  if (reference === 'AGL') return { meters, above: 'ground' }
  return { meters: reference === 'AMSL' ? meters : meters + geoidHeightMeters, above: 'sea' }
}

/** Makes a band. A band that begins at or below the ground has no lower limit. */
export function makeBand(lower: Height | undefined, upper: Height | undefined): AltitudeBand {
  const isFromGround = lower === undefined || (lower.above === 'ground' && lower.meters <= 0)
  return { ...(!isFromGround && { lower }), ...(upper && { upper }) }
}
