import tzLookup from '@photostructure/tz-lookup'
import formats from 'ajv-formats'
import { findZoneClock, type ZoneClock } from '../../local-clock.ts'

/** Fields of an object in a request, with the objects around it. */
export interface FieldScope {
  readonly fields: Readonly<Record<string, unknown>>
  readonly parent: FieldScope | undefined
}

/** Time in a request: an instant, or a local time whose zone is not yet known. */
type RequestTime =
  | { readonly kind: 'instant'; readonly text: string }
  | { readonly kind: 'local'; readonly localMs: number }

/**
 * Range of epoch numbers in seconds, from 2001 to 2096. Milliseconds are converted to seconds first. Numbers outside
 * this range are mistakes.
 */
const [MIN_EPOCH_S, MAX_EPOCH_S] = [1e9, 4e9]
const TIME_PATTERN = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?(Z|[+-]\d\d(?::?\d\d)?)?$/i
const EPOCH_PATTERN = /^\d{10,13}$/

/**
 * Returns whether a value has the form of an RFC 3339 timestamp with capital letters, which needs no conversion. The
 * check only looks at a few characters, because it runs for every pushed position.
 */
export function isPlainTimestamp(value: unknown): boolean {
  if (typeof value !== 'string' || value.length < 20 || value[10] !== 'T' || value[16] !== ':') return false
  const last = value.length - 1
  return value[last] === 'Z' || (value[last - 2] === ':' && (value[last - 5] === '+' || value[last - 5] === '-'))
}

const dateTimeFormat = formats.default.get('date-time')
const checkDateTime = (text: string): boolean =>
  typeof dateTimeFormat === 'object' && 'validate' in dateTimeFormat && typeof dateTimeFormat.validate === 'function'
    ? Boolean((dateTimeFormat.validate as (text: string) => unknown)(text))
    : false

/** Returns whether a value is a plain timestamp whose parts are in range, such as the day in its month. */
export function isTimestamp(value: unknown): boolean {
  return isPlainTimestamp(value) && checkDateTime(value as string)
}

/** Parses a time in any accepted form. Returns undefined for other values. */
export function parseTime(value: unknown): RequestTime | undefined {
  const number = typeof value === 'string' && EPOCH_PATTERN.test(value) ? Number(value) : value
  if (typeof number === 'number') {
    const seconds = number >= 1000 * MIN_EPOCH_S ? number / 1000 : number
    if (!(seconds >= MIN_EPOCH_S && seconds < MAX_EPOCH_S)) return undefined
    return { kind: 'instant', text: new Date(Math.round(1000 * seconds)).toISOString() }
  }
  const match = typeof value === 'string' ? TIME_PATTERN.exec(value) : null
  if (!match) return undefined
  const [, date = '', minutes, seconds = ':00', zone] = match
  if (zone !== undefined) {
    const offset = zone.toUpperCase().replace(/^([+-]\d\d):?(\d\d)?$/, (_, hours, rest = '00') => `${hours}:${rest}`)
    return { kind: 'instant', text: `${date}T${minutes}${seconds}${offset}` }
  }
  const localMs = Date.parse(`${date}T${minutes}${seconds}Z`)
  // `Date` would silently turn February 30 into March 2.
  const isDay = Number.isFinite(localMs) && new Date(localMs).toISOString().startsWith(date)
  return isDay ? { kind: 'local', localMs } : undefined
}

export interface ZoneOfRequest {
  readonly name: string
  readonly clock: ZoneClock
}

/**
 * Returns the time zone for times without one: the zone that the request names, or else the zone of its first point.
 * Inner objects take precedence. Returns undefined if there is neither.
 */
export function findZone(scope: FieldScope): ZoneOfRequest | undefined {
  for (let inner: FieldScope | undefined = scope; inner; inner = inner.parent) {
    const { time_zone: name } = inner.fields
    const clock = typeof name === 'string' ? findZoneClock(name) : undefined
    if (clock) return { name: name as string, clock }
  }
  for (let inner: FieldScope | undefined = scope; inner; inner = inner.parent) {
    const point = findFirstPoint(inner.fields)
    if (point) return findZoneAt(point)
  }
  return undefined
}

export function findZoneAt([latitude, longitude]: readonly [number, number]): ZoneOfRequest | undefined {
  const name = tzLookup(latitude, longitude)
  const clock = findZoneClock(name)
  return clock && { name, clock }
}

/** Collects the times without a time zone, so that the reply states how they were read. */
export class LocalTimes {
  private readonly timesByZone = new Map<string, { readonly firstPath: string; count: number }>()

  add(path: string, zone: string): void {
    const times = this.timesByZone.get(zone)
    if (times) times.count++
    else this.timesByZone.set(zone, { firstPath: path, count: 1 })
  }

  /** Returns one sentence per zone, because a request may contain thousands of times. */
  list(): string[] {
    return Array.from(this.timesByZone, ([zone, { firstPath, count }]) => describeLocalTimes(firstPath, count, zone))
  }
}

export function describeLocalTimes(firstPath: string, count: number, zone: string): string {
  if (count === 1) return `${firstPath} has no time zone and was read as local time in ${zone}`
  const others = count === 2 ? '1 other time' : `${count - 1} other times`
  return `${firstPath} and ${others} have no time zone and were read as local time in ${zone}`
}

/** Names of fields with a point whose local time applies, in order of preference. */
const POINT_FIELDS = [
  'from',
  'position',
  'point',
  'at',
  'origin',
  'start',
  'points',
  'origins',
  'stops',
  'depot',
  'near',
]

function findFirstPoint(fields: Readonly<Record<string, unknown>>): readonly [number, number] | undefined {
  for (const name of POINT_FIELDS) {
    const point = readPoint(fields[name])
    if (point) return point
  }
  return toPoint([fields.lat, fields.lon])
}

/** Reads a point from a pair of numbers, from a list or object that contains one, or from text such as `43.73,7.42`. */
function readPoint(value: unknown): readonly [number, number] | undefined {
  if (typeof value === 'string') return toPoint(value.split(','))
  if (Array.isArray(value)) return typeof value[0] === 'number' ? toPoint(value) : readPoint(value[0])
  return typeof value === 'object' && value !== null && 'at' in value ? readPoint(value.at) : undefined
}

function toPoint(parts: readonly unknown[]): readonly [number, number] | undefined {
  if (parts.length !== 2) return undefined
  const [latitude = Number.NaN, longitude = Number.NaN] = parts.map(toNumber)
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? [latitude, longitude] : undefined
}

/** Converts a number or a text. Number() would throw an error for some objects, such as one with a field `toString`. */
function toNumber(part: unknown): number {
  if (typeof part === 'string' && part.trim() !== '') return Number(part)
  return typeof part === 'number' ? part : Number.NaN
}
