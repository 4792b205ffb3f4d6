import type { AltitudeBand, Height } from '../model.ts'
import type { Fields } from './fields.ts'

export const METERS_PER_FOOT = 0.3048

/**
 * Above the ellipsoid of WGS 84, whose distance from the sea level is between -107 and 86 m on earth. Which it is here
 * only a geoid model knows; so such a band is made to hold for all of them.
 */
const LOWEST_GEOID_METERS = -107
const HIGHEST_GEOID_METERS = 86

export type VerticalReference = 'AGL' | 'AMSL' | 'WGS84'

export const verticalReferences: ReadonlyMap<string, VerticalReference> = new Map([
  ['AGL', 'AGL'],
  ['AMSL', 'AMSL'],
  ['WGS84', 'WGS84'],
])

/** Which fields of a file hold a band. */
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
    return fields.refuse(names.upper, `at least ${names.lower} (${lower})`)
  }
  return makeBand(
    lower === undefined ? undefined : toHeight(lower * metersPerUnit, lowerReference, -HIGHEST_GEOID_METERS),
    upper === undefined ? undefined : toHeight(upper * metersPerUnit, upperReference, -LOWEST_GEOID_METERS),
  )
}

function toHeight(meters: number, reference: VerticalReference, ellipsoidShift: number): Height {
  if (reference === 'AGL') return { meters, above: 'ground' }
  return { meters: reference === 'AMSL' ? meters : meters + ellipsoidShift, above: 'sea' }
}

/** What begins at the ground or below has no lower limit. */
export function makeBand(lower: Height | undefined, upper: Height | undefined): AltitudeBand {
  const isFromGround = lower === undefined || (lower.above === 'ground' && lower.meters <= 0)
  return { ...(!isFromGround && { lower }), ...(upper && { upper }) }
}
