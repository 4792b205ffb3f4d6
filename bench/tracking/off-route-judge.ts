import { metersBetween, toVector } from '@fairway/geo'
import { advanceTracker, kindLimits, projectOnRoute, type TrackerState } from '@fairway/tracking'
import { round } from '../bench.ts'
import type { Receiver } from './noisy-receiver.ts'
import { type Drive, positionsOf } from './off-route-drives.ts'

/**
 * Distance in meters beyond which the vehicle has left the route. Within this distance, the tracker reports the vehicle
 * as on route, regardless of noise.
 */
export const LEFT_M = kindLimits.vehicle.offRouteM
/**
 * Minimum distance from the route, in meters. A vehicle that never exceeds this distance counts as driving parallel to
 * the route.
 */
export const AWAY_M = 100
export const WITHIN_S = 15
export const WITHIN_M = 150

/** Detection of a trip that left its route. Undefined where not applicable. */
export interface Leaving {
  /** Whether the detection was in time, counted from the junction. */
  readonly sinceJunction: boolean
  /** Whether the detection was in time, counted from when the vehicle was first more than 30 m away from the route. */
  readonly sinceFirstLeft: boolean | undefined
  /**
   * Whether the detection was in time, counted from when the vehicle left the route for good. Undefined for trips that
   * stayed close to the route.
   */
  readonly sinceLeft: boolean | undefined
}

export interface Seen {
  readonly second: number
  readonly isOff: boolean
  /** Distance driven, in meters. `awayM` is the true distance from the route. */
  readonly drivenM: number
  readonly awayM: number
}

export function follow(drive: Drive, receiver: Receiver): Seen[] {
  let state: TrackerState | undefined
  let drivenM = 0
  let last: ReturnType<typeof toVector> | undefined
  return Array.from(positionsOf(drive), (position) => {
    state = advanceTracker(drive.plan, state, receiver.fix(position), 'vehicle')
    const here = toVector(...position.point)
    drivenM += last === undefined ? 0 : metersBetween(last, here)
    last = here
    const awayM = drive.leavesAtS === undefined ? 0 : projectOnRoute(drive.plan, here).distanceM
    return { second: position.second, isOff: state.progress?.phase === 'off', drivenM, awayM }
  })
}

export function countAlarms(seen: readonly Seen[]): number {
  return seen.filter(({ isOff }, i) => isOff && seen[i - 1]?.isOff !== true).length
}

/** Evaluates the detection of a trip, starting at the junction. */
export function judge(seen: readonly Seen[]): Leaving {
  const noticed = seen.slice(1).find(({ isOff }) => isOff)
  const isInTime = (from: Seen | undefined) =>
    from && (noticed ? noticed.second - from.second <= WITHIN_S && noticed.drivenM - from.drivenM <= WITHIN_M : false)
  const forGood = seen.findLastIndex(({ awayM }) => awayM <= LEFT_M) + 1
  const goesAway = seen.slice(forGood).some(({ awayM }) => awayM > AWAY_M)
  return {
    sinceJunction: isInTime(seen[0]) ?? false,
    sinceFirstLeft: isInTime(seen.find(({ awayM }) => awayM > LEFT_M)),
    sinceLeft: goesAway ? isInTime(seen[forGood]) : undefined,
  }
}

export function share(leaving: readonly Leaving[], which: keyof Leaving): number {
  const asked = leaving.filter((one) => one[which] !== undefined)
  return round((100 * asked.filter((one) => one[which]).length) / Math.max(1, asked.length), 1)
}
