import { holdsWithin, type Plan, type PlanFailure } from '@fairway/road'
import type { RegionDrive } from '../../../maps/metrics/metric-cache.ts'
import type { TrafficHandle } from '../../../maps/regions/handles.ts'
import type { Region } from '../../../maps/regions/region.ts'
import type { RouteQuery } from './api/request.ts'
import { changesInTime, inOrderOfArrival, isOpen, reorder, surprisesOf } from './timed-plans.ts'
import { measureTrip } from './trip.ts'

/** A plan, and what it was driven by. */
export interface RegionPlan {
  readonly kind: 'planned'
  readonly plan: Plan
  readonly drive: RegionDrive
}
export type NoPlan = PlanFailure | { readonly kind: 'engine-unavailable' }

export interface PlanOptions {
  readonly radiusMeters: number
  readonly alternatives: number
  /** As if nothing were known of the traffic. */
  readonly onEmptyRoads?: boolean
}

/** So often a trip is led around what it would meet on its way, before all that will be closed soon is closed. */
const MOST_DETOURS = 4
const SOON_MS = 86_400_000

/** Plans on one map. At once when the metric is known, which is nearly always. */
export function planOnRegion(
  region: Region,
  query: RouteQuery,
  options: PlanOptions,
): RegionPlan | NoPlan | Promise<RegionPlan | NoPlan> {
  const { profile, avoidAreas, time } = query
  const traffic = options.onEmptyRoads ? ('ignored' as const) : undefined
  const drive = region.driveFor({ profile, avoidAreas, departMs: time.atMs, nowMs: time.nowMs, traffic })
  const plan = (made: RegionDrive) => planByDrive(region, query, options, made)
  // Why it cannot be had is in the log of the main thread, who failed to make it.
  return drive instanceof Promise ? drive.then(plan, () => ({ kind: 'engine-unavailable' })) : plan(drive)
}

/** For those who compare plans: all of them by one metric, in one traffic. */
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
 * The trip comes to something that has closed or slowed a road since it departed: again, as if that held already. Of all
 * ways that were found the one that arrives first is taken.
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
    if (best && (planned.surprises.length === 0 || tries >= MOST_DETOURS)) return best
    const more = tries < MOST_DETOURS ? [] : closuresSoon(traffic, time.atMs)
    forced = [...new Set([...forced, ...planned.surprises, ...more])].sort((a, b) => a - b)
  }
}

/** A plan that was driven through in time. */
interface TimedPlan extends RegionPlan {
  readonly durationCs: number
  /** Whether nothing on it is closed when one comes there. */
  readonly isOpen: boolean
  /** Events that it meets and the metric knows nothing of. */
  readonly surprises: readonly number[]
}

/** The metric knows how things are at departure; where nothing changes later, that is all there is to know. */
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
  if (!first) throw new Error('a plan that was not measured')
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
