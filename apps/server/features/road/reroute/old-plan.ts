import { flatDistanceMeters } from '@fairway/geo'
import {
  beginningOf,
  endOf,
  INFINITE_WEIGHT,
  type PathPlace,
  type PlanCost,
  pointOnPath,
  type Rest,
  type RestOfRoute,
  type Snap,
} from '@fairway/road'
import type { RegionDrive } from '../../../maps/metrics/metric-cache.ts'
import type { Region } from '../../../maps/regions/region.ts'
import type { NamedStop, RouteQuery } from '../route/api/request.ts'
import type { LocalAnswer } from '../route/service.ts'
import { measureTrip, type Trip } from '../route/trip.ts'
import type { RerouteQuery } from './request.ts'
import { findInOrder, ON_PATH_METERS, type Place, type WayAhead } from './way-ahead.ts'

/** Requested changes that the previous route does not satisfy. */
export interface Changes {
  readonly destinationChanged: boolean
  readonly stopsChanged: boolean
  /** The remaining stops of the previous route, if it is still valid. */
  readonly stops: readonly PathPlace[]
}

/** `snaps` are the snapped positions of all currently requested stops. */
export function findChanges(
  { map: { network } }: Region,
  ahead: WayAhead,
  { stops, to }: RerouteQuery,
  snaps: readonly (readonly Snap[])[],
): Changes {
  const { path, at, known, wanted, isShortened } = ahead
  const last = pointOnPath(network, path, endOf(path))
  const destinationChanged =
    to !== undefined && !snaps.at(-1)?.some((snap) => metersBetween(snap, last) <= ON_PATH_METERS)
  const isTold = stops === undefined && (known !== undefined || wanted.length === 2)
  const places = isTold ? (known ?? []) : findInOrder(network, path, candidatesOf(wanted, snaps), at)
  const isOther = !places || (known !== undefined && known.length !== places.length)
  return { destinationChanged, stopsChanged: isShortened || isOther, stops: places ?? [] }
}

/** The rest of the previous route, as one of the two candidates. */
export interface OldPlan extends Changes {
  /** Undefined if the previous route is no longer valid. */
  readonly cost: PlanCost | undefined
  /** Set only if it is drivable. */
  readonly answer: LocalAnswer | undefined
  readonly trip: Trip | undefined
}

export function planOld(
  region: Region,
  rest: RestOfRoute,
  drive: RegionDrive,
  ahead: WayAhead,
  { time, steps }: RouteQuery,
  changes: Changes,
  snaps: readonly (readonly Snap[])[],
): OldPlan {
  const nothing = { ...changes, answer: undefined, trip: undefined }
  if (changes.destinationChanged || changes.stopsChanged) return { ...nothing, cost: undefined }
  const left = restOfOld(rest, drive, ahead, changes.stops, snaps)
  const trip = left && measureTrip(region, drive, time, left.legs, steps)
  // A road that is open now may be closed when the vehicle gets there.
  const isOpen = left && left.weight < INFINITE_WEIGHT && (trip?.traffic?.closedBy ?? -1) < 0
  if (!isOpen || !trip) return { ...nothing, cost: { weight: INFINITE_WEIGHT, durationSeconds: 0 } }
  const plan = { kind: 'plan', legs: left.legs, weight: left.weight, alternatives: [] } as const
  const cost = { weight: left.weight, durationSeconds: trip.durationCs / 100 }
  return { ...changes, cost, trip, answer: { source: 'local', region, plan, drive } }
}

/**
 * The rest of the previous route, including the path back to it if the vehicle has left it. Undefined if no path leads
 * back.
 */
function restOfOld(
  rest: RestOfRoute,
  { metric }: RegionDrive,
  { path, at, isOff }: WayAhead,
  stops: readonly PathPlace[],
  snaps: readonly (readonly Snap[])[],
): Rest | undefined {
  if (!isOff) return rest.from(metric, path, at, stops)
  return rest.backTo(metric, path, { done: beginningOf(path), nearest: at }, stops, snaps[0] ?? [])
}

/**
 * Candidate positions of stops: their snapped positions and their raw positions, because a road that is closed now does
 * not accept a snap.
 */
function candidatesOf(wanted: readonly NamedStop[], snaps: readonly (readonly Snap[])[]): Place[][] {
  return wanted.slice(1, -1).map((stop, index) => {
    const onRoads = snaps[index + 1] ?? []
    return [...onRoads.map((snap) => ({ latitude: snap.latitude / 1e6, longitude: snap.longitude / 1e6 })), stop]
  })
}

function metersBetween(a: { latitude: number; longitude: number }, b: typeof a): number {
  return flatDistanceMeters(a.latitude / 1e6, a.longitude / 1e6, b.latitude / 1e6, b.longitude / 1e6)
}
