import { capAround } from '../geometry/cap.ts'
import { metersBetween, toVector } from '../geometry/ellipsoid.ts'
import type { Sky } from '../sky.ts'
import type { Terrain } from '../terrain/terrain.ts'
import { checkRequest, stopsOf } from './check-request.ts'
import { heightsOfCorridors } from './corridors.ts'
import { findEarliest } from './flight/earliest-departure.ts'
import { type Attempt, fly, type Planned } from './flight/fly.ts'
import { type FlightPlanner, makePlanner } from './planner.ts'
import type { Refusal } from './refusal.ts'
import { ceilingOf, DEFAULT_ALTITUDE_M, defaultAircraft, type FlightRequest } from './request.ts'

/** Number of corridor altitudes tried in addition to the default one. */
const MAX_ALTITUDES = 2

/**
 * Plans a flight around everything forbidden, or returns the reason there is none. Heights above ground are known where
 * `terrain` has data. Once `isCancelled` returns true, the result is unused and may be anything.
 */
export function planFlight(
  sky: Sky,
  request: FlightRequest,
  terrain?: Terrain,
  isCancelled: () => boolean = () => false,
): Planned | Refusal {
  const fault = checkRequest(request)
  if (fault) return fault
  const flyAt = (departAtMs: number, among = sky) => flyOnce(among, request, terrain, { departAtMs, isCancelled })
  const now = flyAt(request.departAtMs)
  if (!isTimely(now.result)) return now.result
  const earliestDepartureMs = findEarliest({ sky, request, flyAt, isCancelled }, now)
  return earliestDepartureMs === undefined ? now.result : { ...now.result, earliestDepartureMs }
}

/** Whether a different departure time might help. */
function isTimely(result: Planned | Refusal): result is Extract<Refusal, { earliestDepartureMs?: number }> {
  return ['inside-zone', 'no-path', 'no-corridor', 'range-exceeded'].includes(result.kind)
}

/**
 * Plans at the requested altitude. Without one, it tries the default altitude and uses a corridor's altitude when that
 * is better.
 */
function flyOnce(
  sky: Sky,
  request: FlightRequest,
  terrain: Terrain | undefined,
  when: Pick<FlightPlanner, 'departAtMs' | 'isCancelled'>,
): Attempt {
  const corridors = request.corridors ?? 'prefer'
  const stops = stopsOf(request)
  const attempts = altitudesOf(sky, request).map((altitudeM) =>
    fly(makePlanner(sky, request, stops, terrain, { altitudeM, corridors, ...when })),
  )
  const best = attempts.reduce((best, attempt) => (attempt.cost < best.cost ? attempt : best))
  return best.result.kind === 'planned' ? best : { ...best, blocking: attempts.flatMap(({ blocking }) => blocking) }
}

function altitudesOf(sky: Sky, request: FlightRequest): number[] {
  if (request.altitudeM !== undefined) return [request.altitudeM]
  const { allowedM } = ceilingOf({ ...defaultAircraft, ...request.aircraft })
  const usual = Math.min(DEFAULT_ALTITUDE_M, allowedM)
  if (request.corridors === 'ignore') return [usual]
  const start = toVector(request.from)
  const farthest = Math.max(...stopsOf(request).map(({ at }) => metersBetween(start, toVector(at))))
  const near = sky.corridorsNear(capAround(start, farthest))
  return [usual, ...heightsOfCorridors(near, usual, allowedM).slice(0, MAX_ALTITUDES)]
}
