import { brokenField } from './broken-record.ts'
import { FASTEST_KMH } from './csv-row.ts'
import { find, isObject, type JsonObject, tidy } from './json-fields.ts'

/** The parts of a feature. */
export interface RoadEvent {
  readonly feature: JsonObject
  readonly properties: JsonObject
  readonly core: JsonObject
  readonly geometry: unknown
}

/**
 * Returns a string or number from wherever a version has it. A merely descriptive field of another type is ignored,
 * because it is not worth losing a work zone.
 */
export function findPlain({ core, properties, feature }: RoadEvent, field: string): string | undefined {
  for (const place of [core, properties, feature]) {
    const value = find(place, field)
    if (typeof value === 'number') return String(value)
    if (typeof value === 'string' && value.trim() !== '') return tidy(value)
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

/** An unknown value might mean that the road is closed. It is better to report it than to treat the road as open. */
export function toImpact({ properties }: RoadEvent): Impact {
  const value = find(properties, 'vehicle_impact') ?? 'unknown'
  const impact = impacts.find((one) => one === value)
  if (impact === undefined) throw brokenField('vehicle_impact', value, impacts.join(', '))
  return impact
}

const KM_PER_MILE = 1.609344

/** Before 4.0 the field name had no unit, and US feeds used miles per hour. */
export function toSpeedKmh({ properties }: RoadEvent): number | undefined {
  return toSpeed(properties, 'reduced_speed_limit_kph', 1) ?? toSpeed(properties, 'reduced_speed_limit', KM_PER_MILE)
}

function toSpeed(properties: JsonObject, field: string, unitKmh: number): number | undefined {
  const value = find(properties, field)
  // Some publishers write 0 for no limit.
  if (value === undefined || value === 0) return undefined
  const kmh = typeof value === 'number' ? value * unitKmh : Number.NaN
  if (kmh > 0 && kmh <= FASTEST_KMH) return kmh
  throw brokenField(field, value, `above 0 and up to ${FASTEST_KMH} km/h`)
}

/** A list since 3.1; before, a name and a number. */
export function toRoadNames(event: RoadEvent): string[] {
  const listed = find(event.core, 'road_names') ?? find(event.properties, 'road_names')
  const names = Array.isArray(listed) ? listed : [findPlain(event, 'road_number'), findPlain(event, 'road_name')]
  return names
    .filter((name) => typeof name === 'string')
    .map(tidy)
    .filter(Boolean)
}

export function toDescription(event: RoadEvent, closed: boolean, roadNames: readonly string[]): string {
  const said = findPlain(event, 'description') ?? findPlain(event, 'name')
  if (said !== undefined) return said
  return `${closed ? 'Road closed by roadworks' : 'Roadworks'}${roadNames.length > 0 ? ` on ${roadNames.join(', ')}` : ''}`
}

/** Restrictions of the road and its lanes, without duplicates. */
export function toRestrictions({ properties }: RoadEvent): string[] {
  const lanes = find(properties, 'lanes')
  const lists: unknown[] = [properties, ...(Array.isArray(lanes) ? lanes : [])]
    .filter(isObject)
    .flatMap((owner) => find(owner, 'restrictions') ?? [])
  return [...new Set(lists.map(toRestriction).filter(Boolean))]
}

/** 4.x: { type, value, unit }; 3.x: a plain string for the road, { restriction_type, … } for lanes. */
function toRestriction(restriction: unknown): string {
  if (typeof restriction === 'string') return tidy(restriction)
  if (!isObject(restriction)) return ''
  const parts = ['type', 'value', 'unit'].map(
    (part) => find(restriction, part) ?? find(restriction, `restriction_${part === 'unit' ? 'units' : part}`),
  )
  if (typeof parts[0] !== 'string') return ''
  return tidy(parts.filter((part) => typeof part === 'string' || typeof part === 'number').join(' '))
}
