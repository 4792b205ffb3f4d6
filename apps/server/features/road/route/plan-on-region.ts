import { holdsWithin, type Plan, type PlanFailure } from '@fairway/road'
import type { RegionDrive } from '../../../maps/metrics/metric-cache.ts'
import type { TrafficHandle } from '../../../maps/regions/handles.ts'
import type { Region } from '../../../maps/regions/region.ts'
import type { RouteQuery } from './api/request.ts'
import { changesInTime, inOrderOfArrival, isOpen, reorder, surprisesOf } from './timed-plans.ts'
import { measureTrip } from './trip.ts'

/** A path with its metric and traffic. */
export interface RegionPlan {
  readonly kind: 'planned'
  readonly plan: Plan
  readonly drive: RegionDrive
}
export type NoPlan = PlanFailure | { readonly kind: 'engine-unavailable' }

export interface PlanOptions {
  readonly radiusMeters: number
  readonly alternatives: number
  /** Ignores traffic. */
  readonly onEmptyRoads?: boolean
}

/** Number of detours around events before everything that closes soon is treated as closed. */
const MAX_DETOURS = 4
const SOON_MS = 86_400_000

/** Computes a path on one map. Synchronous if the metric is cached, which is nearly always. */
export function planOnRegion(
  region: Region,
  query: RouteQuery,
  options: PlanOptions,
): RegionPlan | NoPlan | Promise<RegionPlan | NoPlan> {
  const { profile, avoidAreas, time } = query
  const traffic = options.onEmptyRoads ? ('ignored' as const) : undefined
  const drive = region.driveFor({ profile, avoidAreas, departMs: time.atMs, nowMs: time.nowMs, traffic })
  const plan = (made: RegionDrive) => planByDrive(region, query, options, made)
  // The main thread logs why the metric is unavailable.
  return drive instanceof Promise ? drive.then(plan, () => ({ kind: 'engine-unavailable' })) : plan(drive)
}

/** For comparing paths: all use the same metric and traffic. */
export function planByDrive(
  region: Region,
  query: RouteQuery,
  options: PlanOptions,
  drive: RegionDrive,
): RegionPlan | NoPlan | Promise<RegionPlan | NoPlan> {
  const planned = planOnce(region, query, options, drive, [])
  const { traffic } = drive
  if (planned.kind !== 'planned') return planned
  return traffic && planned.surprises.length > 0 ? planAround(region, query, options, traffic, planned) : planned
}

/**
 * The trip reaches an event that has closed or slowed a road since departure. Search again as if the event were already
 * active, and take the path that arrives first.
 */
async function planAround(
  region: Region,
  query: RouteQuery,
  options: PlanOptions,
  traffic: TrafficHandle,
  first: TimedPlan,
): Promise<RegionPlan | NoPlan> {
  const { profile, avoidAreas, time } = query
  const drive = { profile, avoidAreas, departMs: time.atMs, nowMs: time.nowMs, traffic }
  let best = first.isOpen ? first : undefined
  let forced = [...first.surprises].sort((a, b) => a - b)
  for (let tries = 1; ; tries++) {
    const made = await Promise.resolve(region.driveFor({ ...drive, forced })).catch(() => undefined)
    if (!made) return best ?? { kind: 'engine-unavailable' }
    const planned = planOnce(region, query, options, made, forced)
    if (planned.kind !== 'planned') return best ?? planned
    if (planned.isOpen && (!best || planned.durationCs < best.durationCs)) best = planned
    if (best && (planned.surprises.length === 0 || tries >= MAX_DETOURS)) return best
    const more = tries < MAX_DETOURS ? [] : closuresSoon(traffic, time.atMs)
    forced = [...new Set([...forced, ...planned.surprises, ...more])].sort((a, b) => a - b)
  }
}

/** A path with its time-dependent duration. */
interface TimedPlan extends RegionPlan {
  readonly durationCs: number
  /** Whether no road on it is closed on arrival there. */
  readonly isOpen: boolean
  /** Events that the trip meets and that the metric does not include. */
  readonly surprises: readonly number[]
}

/** The metric reflects the conditions at departure, which is sufficient if nothing changes later. */
function planOnce(
  region: Region,
  query: RouteQuery,
  { radiusMeters, alternatives }: PlanOptions,
  drive: RegionDrive,
  forced: readonly number[],
): TimedPlan | PlanFailure {
  const plan = region.planner.plan({ metric: drive.metric, stops: query.stops, radiusMeters, alternatives })
  if (plan.kind !== 'plan') return plan
  const { traffic } = drive
  if (!traffic || !changesInTime(traffic)) {
    return { kind: 'planned', plan, drive, durationCs: 0, isOpen: true, surprises: [] }
  }
  const measured = (legs: Plan['legs']) => measureTrip(region, drive, query.time, legs, false)
  const trips = [plan.legs, ...plan.alternatives.map(({ legs }) => legs)].map(measured)
  const order = inOrderOfArrival(trips)
  const first = trips[order[0] ?? 0]
  if (!first) throw new Error('the route has no path attributes')
  return {
    kind: 'planned',
    plan: reorder(plan, trips, order),
    drive,
    durationCs: first.durationCs,
    isOpen: isOpen(first),
    surprises: surprisesOf(first, traffic, query, forced),
  }
}

function closuresSoon({ state: { events } }: TrafficHandle, departMs: number): number[] {
  const all = Array.from({ length: events.count }, (_, event) => event)
  return all.filter((event) => events.closes[event] === 1 && holdsWithin(events, event, departMs, departMs + SOON_MS))
}
