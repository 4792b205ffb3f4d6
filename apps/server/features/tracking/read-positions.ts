import type { Fix, FixNames } from '@fairway/tracking/fix.ts'
import { fail, ok, type Result } from '../../result.ts'
import type { TrackingFailure } from './failures.ts'
import { readInstant } from './instants.ts'
import type { GivenLine } from './read-lines.ts'
import type { OnePosition } from './schemas.ts'
import type { GivenFix, RejectedFix } from './take-fixes.ts'

/** More would be noise. */
const MOST_WARNINGS = 10

export interface GivenPositions {
  readonly fixes: readonly GivenFix[]
  /** Those that are no positions at all. */
  readonly rejected: readonly RejectedFix[]
  readonly warnings: readonly string[]
  /** A single one that is wrong fails the request; of several, only itself. */
  readonly isSingle: boolean
}

/** What is wrong with the fields of a position, by its schema. */
export type PositionCheck = (value: unknown) => string | undefined

/** Something that should be a position, and what its sender calls it. */
interface Element {
  readonly value: unknown
  readonly index: number
  readonly whole: string
  /** Before the names of its fields. */
  readonly prefix: string
  readonly mmsi?: number | undefined
}

/** A fix that need not say when it was. */
type UntimedFix = Omit<GivenFix, 'fix'> & { readonly fix: Omit<Fix, 'timeMs'> & { readonly timeMs?: number } }

type Body = Readonly<Record<string, unknown>> & { readonly positions?: readonly unknown[] }

export function readPositions(
  body: Body,
  lines: readonly GivenLine[] | undefined,
  faultOf: PositionCheck,
  nowMs: number,
): Result<GivenPositions, TrackingFailure> {
  if (lines) return readLined(lines, faultOf, nowMs)
  const { positions, ...own } = body
  const hasOwn = own.at !== undefined || own.lat !== undefined || own.lon !== undefined
  if (positions && hasOwn) return fail({ kind: 'two-shapes' })
  if (!positions && !hasOwn) return fail({ kind: 'no-position' })
  const elements = positions?.map((value, index) => {
    const whole = `positions[${index}]`
    return { value, index, whole, prefix: `${whole}.` }
  })
  const single = { value: own, index: 0, whole: 'the position', prefix: '' }
  return ok({ ...readAll(elements ?? [single], faultOf, nowMs), isSingle: !positions })
}

function readLined(
  lines: readonly GivenLine[],
  faultOf: PositionCheck,
  nowMs: number,
): Result<GivenPositions, TrackingFailure> {
  const elements = lines.flatMap(({ index, value, why, mmsi }) =>
    why === undefined ? [{ value, index, whole: 'the line', prefix: '', mmsi }] : [],
  )
  const read = readAll(elements, faultOf, nowMs)
  const unread = lines.flatMap(({ index, why }) => (why === undefined ? [] : [{ index, why }]))
  const rejected = [...unread, ...read.rejected].sort((a, b) => a.index - b.index)
  const [first] = rejected
  if (read.fixes.length === 0 && first) return fail({ kind: 'no-good-line', line: first.index + 1, why: first.why })
  return ok({ ...read, rejected, isSingle: false })
}

function readAll(elements: readonly Element[], faultOf: PositionCheck, nowMs: number) {
  const fixes: UntimedFix[] = []
  const rejected: RejectedFix[] = []
  const warnings: string[] = []
  for (const element of elements) {
    const { index, prefix, whole, mmsi } = element
    const why = wrongWith(element, faultOf)
    if (why !== undefined) {
      rejected.push({ index, why })
      continue
    }
    const position = element.value as OnePosition
    const isTwice = position.at !== undefined && (position.lat !== undefined || position.lon !== undefined)
    if (isTwice && warnings.length < MOST_WARNINGS) {
      warnings.push(`lat and lon of ${whole} were ignored: ${prefix}at was given as well`)
    }
    const names = namesOf(position, whole, prefix)
    fixes.push({ fix: readFix(position), index, names, ...(mmsi !== undefined && { mmsi }) })
  }
  return { fixes: stamped(fixes, nowMs), rejected, warnings }
}

/** Those without a time come as they were sent, a millisecond apart: the last one is where it is now. */
function stamped(fixes: readonly UntimedFix[], nowMs: number): GivenFix[] {
  let untimed = fixes.filter(({ fix }) => fix.timeMs === undefined).length
  return fixes.map(({ fix, ...rest }) => {
    const timeMs = fix.timeMs ?? nowMs - --untimed
    return { fix: { ...fix, timeMs }, ...rest }
  })
}

function wrongWith({ value, whole, prefix }: Element, faultOf: PositionCheck): string | undefined {
  const fault = faultOf(value)
  if (fault !== undefined) return fault.startsWith('The body') ? fault.replace('The body', whole) : `${prefix}${fault}`
  const { at, lat, lon } = value as OnePosition
  if (at !== undefined || (lat !== undefined && lon !== undefined)) return undefined
  if (lat === undefined && lon === undefined) {
    return `${whole} has no place; give at: [latitude, longitude], or lat and lon`
  }
  return `${prefix}${lat === undefined ? 'lat' : 'lon'} is missing; give lat and lon, or at: [latitude, longitude]`
}

function namesOf({ at }: OnePosition, whole: string, prefix: string): FixNames {
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
  // Kept as JSON: what is not there, or null because it is not known, takes no room.
  const known = Object.entries(fix).filter(([, value]) => (value ?? undefined) !== undefined)
  return Object.fromEntries(known) as unknown as UntimedFix['fix']
}
