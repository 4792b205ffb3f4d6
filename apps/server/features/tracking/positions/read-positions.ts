import type { Fix, FixNames } from '@fairway/tracking'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { TrackingFailure } from '../api/failures.ts'
import { readInstant } from '../api/instants.ts'
import { OnePosition } from '../api/schemas.ts'
import { show } from '../assets/side-fields.ts'
import { type ForeignPosition, type GivenElement, type GivenList, tellOf } from './given-positions.ts'
import type { GivenFix, RejectedFix } from './take-fixes.ts'

/** Maximum number of warnings per reply. */
const MAX_WARNINGS = 10

export interface ReadPositions {
  readonly fixes: readonly GivenFix[]
  /** Elements that are not positions. */
  readonly rejected: readonly RejectedFix[]
  readonly warnings: readonly string[]
}

/** Validates the fields of a position against its schema and returns the error. */
export type PositionCheck = (value: unknown) => string | undefined

/** The sender's name of an element, and the prefix of its field names. */
interface Called {
  readonly whole: string
  readonly prefix: string
}

/** A fix whose time is optional. */
type UntimedFix = Omit<GivenFix, 'fix'> & { readonly fix: Omit<Fix, 'timeMs'> & { readonly timeMs?: number } }

export interface GivenPositions {
  readonly given: readonly GivenElement[]
  /** Absent for a single position. */
  readonly list?: GivenList
}

/** The positions in a body in our own format. */
export function positionsIn(
  body: Readonly<Record<string, unknown>> & { readonly positions?: readonly unknown[] },
): Result<GivenPositions, TrackingFailure> {
  const { positions, ...own } = body
  const hasOwn = own.at !== undefined || own.lat !== undefined || own.lon !== undefined
  if (positions && hasOwn) return fail({ kind: 'two-shapes' })
  if (positions) return ok({ given: positions.map((value, index) => ({ value, index })), list: 'positions' })
  return hasOwn ? ok({ given: [{ value: own, index: 0 }] }) : fail({ kind: 'no-position', where: 'body' })
}

export function readPositions({ given, list }: GivenPositions, faultOf: PositionCheck, nowMs: number): ReadPositions {
  const fixes: UntimedFix[] = []
  const rejected: RejectedFix[] = []
  const warnings: string[] = []
  for (const element of given) {
    const { index, foreign, mmsi } = element
    const called = callOf(list, index)
    const why = element.why ?? wrongWith(element, called, faultOf)
    if (why !== undefined) {
      rejected.push({ index, why })
      continue
    }
    const position = element.value as OnePosition
    warnings.push(...(foreign?.leftOut ?? ignoredOf(position, list, called)).map((text) => tellOf(list, index, text)))
    const names = foreign?.names ?? namesOf(position, called)
    fixes.push({ fix: readFix(position), index, names, ...(mmsi !== undefined && { mmsi }) })
  }
  return { fixes: stamped(fixes, nowMs), rejected, warnings: warnings.slice(0, MAX_WARNINGS) }
}

function callOf(list: GivenList | undefined, index: number): Called {
  if (list === undefined) return { whole: 'the position', prefix: '' }
  if (list === 'lines') return { whole: 'the line', prefix: '' }
  return { whole: `${list}[${index}]`, prefix: `${list}[${index}].` }
}

/** Fields sent in our own format that are ignored. */
function ignoredOf(position: OnePosition, list: GivenList | undefined, { whole, prefix }: Called): string[] {
  const isTwice = position.at !== undefined && (position.lat !== undefined || position.lon !== undefined)
  const twice = isTwice ? [`lat and lon of ${whole} were ignored: ${prefix}at was given as well`] : []
  // The framework reports unknown fields only for bodies in our own format, which have a schema.
  if (list !== 'lines' && list !== 'location') return twice
  const unknown = Object.keys(position).filter((field) => !Object.hasOwn(OnePosition.properties, field))
  return [...unknown.map((field) => `unknown field '${prefix}${field.slice(0, 60)}' was ignored`), ...twice]
}

/** Positions without a time keep their order, a millisecond apart; the last one is the current position. */
function stamped(fixes: readonly UntimedFix[], nowMs: number): GivenFix[] {
  let untimed = fixes.filter(({ fix }) => fix.timeMs === undefined).length
  return fixes.map(({ fix, ...rest }) => {
    const timeMs = fix.timeMs ?? nowMs - --untimed
    return { fix: { ...fix, timeMs }, ...rest }
  })
}

function wrongWith({ value, foreign }: GivenElement, called: Called, faultOf: PositionCheck): string | undefined {
  const { whole, prefix } = called
  if (foreign) return wrongWithForeign(value as ForeignPosition['value'], foreign.names, faultOf)
  if (value === null) return `${whole} is null; it must be an object`
  const fault = faultOf(value)
  if (fault !== undefined) return fault.startsWith('The body') ? fault.replace('The body', whole) : `${prefix}${fault}`
  const { at, lat, lon } = value as OnePosition
  if (at !== undefined || (lat !== undefined && lon !== undefined)) return undefined
  if (lat === undefined && lon === undefined) {
    return `${whole} has no position; give at: [latitude, longitude], or lat and lon`
  }
  return `${prefix}${lat === undefined ? 'lat' : 'lon'} is missing; give lat and lon, or at: [latitude, longitude]`
}

/** Uses the tracker's field names. Invalid optional fields have already been dropped. */
function wrongWithForeign(
  { lat, lon, time }: ForeignPosition['value'],
  names: FixNames,
  faultOf: PositionCheck,
): string | undefined {
  if (lat === undefined && lon === undefined) {
    return `${names.at} has no position; give ${names.latitude} and ${names.longitude}`
  }
  for (const [name, degrees] of [
    [names.latitude, lat],
    [names.longitude, lon],
  ]) {
    if (degrees === undefined) return `${name} is missing; it must be a number of degrees`
    if (!Number.isFinite(degrees)) return `${name} is ${show(degrees)}; it must be a number of degrees`
  }
  return time === undefined ? undefined : faultOf({ time })?.replace(/^time/, names.time)
}

function namesOf({ at }: OnePosition, { whole, prefix }: Called): FixNames {
  const time = `${prefix}time`
  if (at === undefined) return { at: whole, latitude: `${prefix}lat`, longitude: `${prefix}lon`, time }
  return { at: `${prefix}at`, latitude: `${prefix}at[0]`, longitude: `${prefix}at[1]`, time }
}

function readFix({ at, lat, lon, time, ...rest }: OnePosition): UntimedFix['fix'] {
  const [latitude = Number.NaN, longitude = Number.NaN] = at ?? [lat, lon]
  const fix = {
    latitude,
    longitude,
    timeMs: time === undefined ? undefined : readInstant(time),
    speedMs: rest.speed_ms,
    headingDeg: rest.heading,
    batteryPct: rest.battery_pct,
    altitudeM: rest.altitude_m,
    accuracyM: rest.accuracy_m,
  }
  // Stored as JSON, so undefined and null values are dropped to save space.
  const known = Object.entries(fix).filter(([, value]) => (value ?? undefined) !== undefined)
  return Object.fromEntries(known) as unknown as UntimedFix['fix']
}
