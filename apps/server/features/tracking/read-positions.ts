import type { Fix, FixNames } from '@fairway/tracking/fix.ts'
import { fail, ok, type Result } from '../../result.ts'
import type { TrackingFailure } from './failures.ts'
import type { GivenLine } from './read-lines.ts'
import type { OnePosition } from './schemas.ts'
import type { GivenFix, RejectedFix } from './take-fixes.ts'

/** Seconds since 1970 have ten digits for another 260 years, milliseconds thirteen. */
const LEAST_MILLISECONDS = 1e11
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
}

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
  const elements = lines.flatMap(({ index, value, why }) =>
    why === undefined ? [{ value, index, whole: 'the line', prefix: '' }] : [],
  )
  const read = readAll(elements, faultOf, nowMs)
  const unread = lines.flatMap(({ index, why }) => (why === undefined ? [] : [{ index, why }]))
  const rejected = [...unread, ...read.rejected].sort((a, b) => a.index - b.index)
  const [first] = rejected
  if (read.fixes.length === 0 && first) return fail({ kind: 'no-good-line', line: first.index + 1, why: first.why })
  return ok({ ...read, rejected, isSingle: false })
}

function readAll(elements: readonly Element[], faultOf: PositionCheck, nowMs: number) {
  const fixes: GivenFix[] = []
  const rejected: RejectedFix[] = []
  const warnings: string[] = []
  for (const element of elements) {
    const { index, prefix, whole } = element
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
    fixes.push({ fix: readFix(position, nowMs), index, names: namesOf(position, whole, prefix) })
  }
  return { fixes, rejected, warnings }
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

function readFix({ at, lat, lon, time, ...rest }: OnePosition, nowMs: number): Fix {
  const [latitude = Number.NaN, longitude = Number.NaN] = at ?? [lat, lon]
  const fix: Fix = {
    latitude,
    longitude,
    timeMs: readTime(time, nowMs),
    speedMs: rest.speed_ms,
    headingDeg: rest.heading,
    batteryPct: rest.battery_pct,
    altitudeM: rest.altitude_m,
    accuracyM: rest.accuracy_m,
  }
  // Kept as JSON: what is not there takes no room.
  return Object.fromEntries(Object.entries(fix).filter(([, value]) => value !== undefined)) as unknown as Fix
}

function readTime(time: string | number | undefined, nowMs: number): number {
  if (time === undefined) return nowMs
  if (typeof time === 'string') return Date.parse(time)
  return Math.abs(time) < LEAST_MILLISECONDS ? time * 1000 : time
}
