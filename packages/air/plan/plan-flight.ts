import { capAround } from '../geometry/cap.ts'
import { metersBetween, toVector } from '../geometry/ellipsoid.ts'
import type { Sky } from '../sky.ts'
import type { Terrain } from '../terrain/terrain.ts'
import { checkRequest, stopsOf } from './check-request.ts'
import { heightsOfCorridors } from './corridors.ts'
import { findEarliest } from './earliest-departure.ts'
import { type Attempt, fly, type Planned } from './fly.ts'
import { makePlanner } from './planner.ts'
import type { Refusal } from './refusal.ts'
import { ceilingOf, DEFAULT_ALTITUDE_M, defaultAircraft, type FlightRequest } from './request.ts'

/** So many altitudes of corridors are tried beside the usual one. */
const MOST_ALTITUDES = 2

/** A flight around everything that is forbidden, or why there is none. Height above ground is known where `terrain` is. */
export function planFlight(sky: Sky, request: FlightRequest, terrain?: Terrain): Planned | Refusal {
  const fault = checkRequest(request)
  if (fault) return fault
  const now = flyAt(sky, request, terrain, request.departAtMs)
  if (now.result.kind !== 'inside-zone' && now.result.kind !== 'no-path') return now.result
  const earliestDepartureMs = findEarliest(sky, request, now, (departAtMs) => flyAt(sky, request, terrain, departAtMs))
  return earliestDepartureMs === undefined ? now.result : { ...now.result, earliestDepartureMs }
}

/** At the altitude asked for; else at the usual one, or at that of a corridor when it is better that way. */
function flyAt(sky: Sky, request: FlightRequest, terrain: Terrain | undefined, departAtMs: number): Attempt {
  const corridors = request.corridors ?? 'prefer'
  const stops = stopsOf(request)
  const attempts = altitudesOf(sky, request).map((altitudeM) =>
    fly(makePlanner(sky, request, stops, terrain, { altitudeM, corridors, departAtMs })),
  )
  return attempts.reduce((best, attempt) => (attempt.cost < best.cost ? attempt : best))
}

function altitudesOf(sky: Sky, request: FlightRequest): number[] {
  if (request.altitudeM !== undefined) return [request.altitudeM]
  const { allowedM } = ceilingOf({ ...defaultAircraft, ...request.aircraft })
  const usual = Math.min(DEFAULT_ALTITUDE_M, allowedM)
  if (request.corridors === 'ignore') return [usual]
  const start = toVector(request.from)
  const farthest = Math.max(...stopsOf(request).map(({ at }) => metersBetween(start, toVector(at))))
  const near = sky.corridorsNear(capAround(start, farthest))
  return [usual, ...heightsOfCorridors(near, usual, allowedM).slice(0, MOST_ALTITUDES)]
}
