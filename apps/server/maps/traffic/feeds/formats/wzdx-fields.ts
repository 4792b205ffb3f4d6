import { invalidField } from './broken-record.ts'
import { MAX_KMH } from './csv-row.ts'
import { findField, isObject, type JsonObject, normalizeText } from './json-fields.ts'

/** Feature with the parts in which its fields are stored. */
export interface RoadEvent {
  readonly feature: JsonObject
  readonly properties: JsonObject
  readonly core: JsonObject
  readonly geometry: unknown
}

/**
 * Returns a string or number from the object where the feed's version stores it. A descriptive field of another type is
 * ignored, because rejecting the whole work zone would be worse.
 */
export function findCoreText({ core, properties, feature }: RoadEvent, field: string): string | undefined {
  for (const container of [core, properties, feature]) {
    const value = findField(container, field)
    if (typeof value === 'number') return String(value)
    if (typeof value === 'string' && value.trim() !== '') return normalizeText(value)
  }
  return undefined
}

export const impacts = [
  'all-lanes-closed',
  'some-lanes-closed',
  'all-lanes-open',
  'alternating-one-way',
  'some-lanes-closed-merge-left',
  'some-lanes-closed-merge-right',
  'all-lanes-open-shift-left',
  'all-lanes-open-shift-right',
  'some-lanes-closed-split',
  'flagging',
  'temporary-traffic-signal',
  'unknown',
] as const satisfies readonly string[]
export type Impact = (typeof impacts)[number]

/**
 * Returns the impact of an event. An unknown value might mean that the road is closed, so it is reported as an error.
 */
export function toImpact({ properties }: RoadEvent): Impact {
  const value = findField(properties, 'vehicle_impact') ?? 'unknown'
  const impact = impacts.find((candidate) => candidate === value)
  if (impact === undefined) throw invalidField('vehicle_impact', value, impacts.join(', '))
  return impact
}

const KM_PER_MILE = 1.609344

/**
 * Returns the reduced speed limit. Before version 4.0, the field name had no unit, and US feeds used miles per hour.
 */
export function toSpeedKmh({ properties }: RoadEvent): number | undefined {
  return toSpeed(properties, 'reduced_speed_limit_kph', 1) ?? toSpeed(properties, 'reduced_speed_limit', KM_PER_MILE)
}

function toSpeed(properties: JsonObject, field: string, unitKmh: number): number | undefined {
  const value = findField(properties, field)
  // Some publishers write 0 for no limit.
  if (value === undefined || value === 0) return undefined
  const kmh = typeof value === 'number' ? value * unitKmh : Number.NaN
  if (kmh > 0 && kmh <= MAX_KMH) return kmh
  throw invalidField(field, value, `above 0 and up to ${MAX_KMH} km/h`)
}

/** Returns the road names. Since version 3.1 they are a list, and earlier versions have a name and a number. */
export function toRoadNames(event: RoadEvent): string[] {
  const roadNameList = findField(event.core, 'road_names') ?? findField(event.properties, 'road_names')
  const names = Array.isArray(roadNameList)
    ? roadNameList
    : [findCoreText(event, 'road_number'), findCoreText(event, 'road_name')]
  return names
    .filter((name) => typeof name === 'string')
    .map(normalizeText)
    .filter(Boolean)
}

export function toDescription(event: RoadEvent, isRoadClosed: boolean, roadNames: readonly string[]): string {
  const publishedDescription = findCoreText(event, 'description') ?? findCoreText(event, 'name')
  if (publishedDescription !== undefined) return publishedDescription
  return `${isRoadClosed ? 'Road closed for road work' : 'Road work'}${roadNames.length > 0 ? ` on ${roadNames.join(', ')}` : ''}`
}

/** Returns the restrictions on the road and its lanes, without duplicates. */
export function toRestrictions({ properties }: RoadEvent): string[] {
  const lanes = findField(properties, 'lanes')
  const rawRestrictions: unknown[] = [properties, ...(Array.isArray(lanes) ? lanes : [])]
    .filter(isObject)
    .flatMap((owner) => findField(owner, 'restrictions') ?? [])
  return [...new Set(rawRestrictions.map(toRestriction).filter(Boolean))]
}

/**
 * Converts a restriction. Version 4 uses { type, value, unit }. Version 3 uses a plain string for the road and {
 * restriction_type, … } for lanes.
 */
function toRestriction(restriction: unknown): string {
  if (typeof restriction === 'string') return normalizeText(restriction)
  if (!isObject(restriction)) return ''
  const values = ['type', 'value', 'unit'].map(
    (fieldName) =>
      findField(restriction, fieldName) ??
      findField(restriction, `restriction_${fieldName === 'unit' ? 'units' : fieldName}`),
  )
  if (typeof values[0] !== 'string') return ''
  return normalizeText(
    values.filter((fieldName) => typeof fieldName === 'string' || typeof fieldName === 'number').join(' '),
  )
}
