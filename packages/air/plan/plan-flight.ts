import type { Terrain } from '@fairway/geo'
import type { AirspaceIndex } from '../airspace-index.ts'
import { makeCap } from '../geometry/cap.ts'
import { metersBetween, toVector } from '../geometry/ellipsoid.ts'
import { checkRequest, listStops } from './check-request.ts'
import { listCorridorHeights } from './corridors.ts'
import { type Attempt, attemptFlight, type PlannedResult } from './flight/attempt-flight.ts'
import { findEarliestDeparture } from './flight/earliest-departure.ts'
import { type FlightPlanner, makePlanner } from './planner.ts'
import type { Refusal } from './refusal.ts'
import { DEFAULT_ALTITUDE_M, defaultAircraft, type FlightRequest, getCeiling } from './request.ts'

/** Maximum number of corridor altitudes to try in addition to the default altitude. */
const MAX_CORRIDOR_ALTITUDES = 2

/**
 * Plans a flight around all zones that block it, or returns the reason why no flight is possible. Heights above ground
 * are known where `terrain` has data. Once `isCancelled` returns true, the caller discards the result.
 */
export function planFlight(
  sky: AirspaceIndex,
  request: FlightRequest,
  terrain?: Terrain,
  isCancelled: () => boolean = () => false,
): PlannedResult | Refusal {
  const refusal = checkRequest(request)
  if (refusal) return refusal
  const attemptAt = (departAtMs: number, airspace = sky) =>
    attemptOnce(airspace, request, terrain, { departAtMs, isCancelled })
  const firstAttempt = attemptAt(request.departAtMs)
  if (!dependsOnDeparture(firstAttempt.result)) return firstAttempt.result
  const earliestDepartureMs = findEarliestDeparture({ sky, request, attemptAt, isCancelled }, firstAttempt)
  return earliestDepartureMs === undefined ? firstAttempt.result : { ...firstAttempt.result, earliestDepartureMs }
}

/** Returns whether a different departure time might help. */
function dependsOnDeparture(
  result: PlannedResult | Refusal,
): result is Extract<Refusal, { earliestDepartureMs?: number }> {
  return ['inside-zone', 'no-path', 'no-corridor', 'range-exceeded'].includes(result.kind)
}

/**
 * Plans a flight at the requested altitude. Without a requested altitude, tries the default altitude, and uses the
 * altitude of a corridor if that is better.
 */
function attemptOnce(
  sky: AirspaceIndex,
  request: FlightRequest,
  terrain: Terrain | undefined,
  when: Pick<FlightPlanner, 'departAtMs' | 'isCancelled'>,
): Attempt {
  const corridors = request.corridors ?? 'prefer'
  const stops = listStops(request)
  const attempts = listAltitudes(sky, request).map((altitudeM) =>
    attemptFlight(makePlanner(sky, request, stops, terrain, { altitudeM, corridors, ...when })),
  )
  const bestAttempt = attempts.reduce((best, attempt) => (attempt.cost < best.cost ? attempt : best))
  return bestAttempt.result.kind === 'planned'
    ? bestAttempt
    : { ...bestAttempt, blocking: attempts.flatMap(({ blocking }) => blocking) }
}

function listAltitudes(sky: AirspaceIndex, request: FlightRequest): number[] {
  if (request.altitudeM !== undefined) return [request.altitudeM]
  const { allowedM } = getCeiling({ ...defaultAircraft, ...request.aircraft })
  const defaultAltitudeM = Math.min(DEFAULT_ALTITUDE_M, allowedM)
  if (request.corridors === 'ignore') return [defaultAltitudeM]
  const start = toVector(request.from)
  const farthestMeters = Math.max(...listStops(request).map(({ at }) => metersBetween(start, toVector(at))))
  const nearbyCorridors = sky.corridorsNear(makeCap(start, farthestMeters))
  return [
    defaultAltitudeM,
    ...listCorridorHeights(nearbyCorridors, defaultAltitudeM, allowedM).slice(0, MAX_CORRIDOR_ALTITUDES),
  ]
}
