import { findKind } from '@fairway/places'
import { describeLocalTimes, findZoneAt, parseTime } from '../../../platform/http/body/instants.ts'
import { parseLanguage, parsePosition } from '../../../platform/http/position-query.ts'
import { shorten } from '../../../platform/http/problem.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { AnyFailure } from './failures.ts'
import type { NearbyQuery } from './find-nearby.ts'
import type { OpeningTime } from './opening-hours.ts'
import { DEFAULT_PLACES, DEFAULT_RADIUS, type NearbyFields } from './schemas.ts'

/** Validated request. */
export interface NearbyRequest extends NearbyQuery {
  readonly moment: OpeningTime
  readonly byRoad: boolean
  /** Whether to search a larger radius if nothing is found. */
  readonly widens: boolean
  readonly nowMs: number
  /** How a time without a time zone was read. */
  readonly notes: readonly string[]
}

export function readNearbyRequest(fields: NearbyFields, nowMs: number): Result<NearbyRequest, AnyFailure> {
  const position = parsePosition(fields)
  if (!position.ok) return position
  const language = parseLanguage(fields.lang)
  if (!language.ok) return language
  const openingTime = readOpeningTime(fields.open_at, nowMs)
  if (!openingTime.ok) return openingTime
  const { category, q, brand, radius_m, limit = DEFAULT_PLACES, by } = fields
  // An explicitly requested radius is a limit, so the search does not widen it.
  const { widen = radius_m === undefined } = fields
  const kind = q === undefined ? undefined : findKind(q)
  if (q !== undefined && !kind) return fail({ kind: 'kind-unknown', given: shorten(q) })
  return ok({
    ...position.value,
    // The special order of hospitals applies only to a search with their category.
    category: kind?.value === 'hospital' ? (category ?? 'hospital') : category,
    kind,
    brand,
    radiusMeters: radius_m ?? DEFAULT_RADIUS,
    limit,
    language: language.value,
    moment: openingTime.value,
    byRoad: by === 'road',
    widens: widen,
    nowMs,
    notes: openingTime.value.kind === 'local' ? listNotes(fields) : [],
  })
}

function listNotes({ lat, lon }: NearbyFields): string[] {
  return [describeLocalTimes('open_at', 1, findZoneAt([lat, lon])?.name ?? 'UTC')]
}

const MIN_INSTANT_MS = 0
const MAX_INSTANT_MS = Date.UTC(2200, 0)
const instantPattern = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/i

/**
 * Reads a timestamp, or seconds or milliseconds since 1970. A timestamp with a UTC offset is an instant, and a timestamp
 * without one is local time at the place.
 */
function readOpeningTime(input: string | undefined, nowMs: number): Result<OpeningTime, AnyFailure> {
  if (input === undefined) return ok({ kind: 'instant', ms: nowMs })
  const epochTime = /^\d+$/.test(input.trim()) ? parseTime(input.trim()) : undefined
  if (epochTime?.kind === 'instant') return ok({ kind: 'instant', ms: Date.parse(epochTime.text) })
  // An unescaped plus in a URL is decoded as a space.
  const [, day, time, seconds = '00', zone] =
    instantPattern.exec(input.trim().replace(/ (?=\d\d:?\d\d$)(?<=:\d\d )/, '+')) ?? []
  const ms = day && time ? Date.parse(`${day}T${time}:${seconds}Z`) : Number.NaN
  // `Date` would silently turn February 30 into March 1.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== day) {
    return fail({ kind: 'open-at-unreadable', given: input })
  }
  if (!(ms >= MIN_INSTANT_MS && ms < MAX_INSTANT_MS)) return fail({ kind: 'open-at-out-of-range', given: input })
  if (zone === undefined) return ok({ kind: 'local', localMs: ms })
  const offsetMs = parseOffsetMs(zone)
  return offsetMs === undefined
    ? fail({ kind: 'open-at-unreadable', given: input })
    : ok({ kind: 'instant', ms: ms - offsetMs })
}

function parseOffsetMs(zone: string): number | undefined {
  if (/^z$/i.test(zone)) return 0
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))]
  if (hours > 14 || minutes > 59) return undefined
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
}
