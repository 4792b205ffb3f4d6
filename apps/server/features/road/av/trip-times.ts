import type { OddTrip } from '@fairway/road'
import type { Trip } from '../route/trip.ts'
import type { OperationalDomain } from './domains/domain.ts'
import type { AvQuery } from './request.ts'

const NULL_POSITION = { latitude: 0, longitude: 0 }
/**
 * Upper bound for alternatives: no alternative takes longer than this factor times the best duration, plus
 * EXTRA_DURATION_MS.
 */
const MAX_DURATION_FACTOR = 3
const EXTRA_DURATION_MS = 600_000

/** Converts a request to a trip that the domain rules can evaluate. */
export function toOddTrip({ routeQuery, conditions }: AvQuery, departMs: number, arriveMs: number): OddTrip {
  const { stops } = routeQuery
  return { departMs, arriveMs, from: stops[0] ?? NULL_POSITION, to: stops.at(-1) ?? NULL_POSITION, ...conditions }
}

/**
 * Returns whether the rules allow even the longest possible alternative. In that common case, alternatives need no
 * separate check.
 */
export function isAllowedThroughout(
  domain: OperationalDomain,
  query: AvQuery,
  { departMs, durationCs }: Trip,
): boolean {
  const maxDurationMs = durationCs * 10 * MAX_DURATION_FACTOR + EXTRA_DURATION_MS
  const [from, latest] =
    query.routeQuery.time.kind === 'depart'
      ? [departMs, departMs + maxDurationMs]
      : [departMs + durationCs * 10 - maxDurationMs, departMs + durationCs * 10]
  return !domain.findTripViolation(toOddTrip(query, from, latest))
}
