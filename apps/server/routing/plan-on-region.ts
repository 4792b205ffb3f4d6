import type { Plan, PlanFailure } from '@fairway/road/route/planner.ts'
import { holdsWithin, isTimed } from '@fairway/road/traffic/traffic-state.ts'
import type { RegionDrive } from '../engines/drives.ts'
import type { TrafficHandle } from '../engines/handles.ts'
import type { Region } from '../engines/region.ts'
import type { RouteQuery } from './request.ts'
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

/** So often a trip is led around what will be closed when it comes there, before all that will be closed soon is. */
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
  const planned = planOnce(region, query, options, drive)
  return planned.kind === 'closed' && drive.traffic
    ? planAround(region, query, options, drive.traffic, planned.event)
    : (planned as RegionPlan | NoPlan)
}

/** The trip comes to a road after it has been closed: again, as if it were closed already. */
async function planAround(
  region: Region,
  query: RouteQuery,
  options: PlanOptions,
  traffic: TrafficHandle,
  event: number,
): Promise<RegionPlan | NoPlan> {
  const { profile, avoidAreas, time } = query
  const drive = { profile, avoidAreas, departMs: time.atMs, nowMs: time.nowMs, traffic }
  let forced = [event]
  for (;;) {
    const made = await Promise.resolve(region.driveFor({ ...drive, forced })).catch(() => undefined)
    if (!made) return { kind: 'engine-unavailable' }
    const planned = planOnce(region, query, options, made)
    if (planned.kind !== 'closed') return planned
    const more = forced.length < MOST_DETOURS ? [] : closuresSoon(traffic, time.atMs)
    forced = [...new Set([...forced, planned.event, ...more])].sort((a, b) => a - b)
  }
}

/** The metric knows what is closed at departure; nearly always that is all there is to know. */
function planOnce(
  region: Region,
  query: RouteQuery,
  { radiusMeters, alternatives }: PlanOptions,
  drive: RegionDrive,
): RegionPlan | PlanFailure | { readonly kind: 'closed'; readonly event: number } {
  const plan = region.planner.plan({ metric: drive.metric, stops: query.stops, radiusMeters, alternatives })
  if (plan.kind !== 'plan') return plan
  if (!drive.traffic || !hasTimedClosures(drive.traffic)) return { kind: 'planned', plan, drive }
  const closedBy = (legs: Plan['legs']) => measureTrip(region, drive, query.time, legs, false).traffic?.closedBy ?? -1
  const event = closedBy(plan.legs)
  if (event >= 0) return { kind: 'closed', event }
  const open = plan.alternatives.filter(({ legs }) => closedBy(legs) < 0)
  return { kind: 'planned', plan: { ...plan, alternatives: open }, drive }
}

const timed = new WeakMap<TrafficHandle, boolean>()

function hasTimedClosures(handle: TrafficHandle): boolean {
  const known = timed.get(handle)
  if (known !== undefined) return known
  const { events } = handle.state
  const found = events.closes.some((closes, event) => closes === 1 && isTimed(events, event))
  timed.set(handle, found)
  return found
}

function closuresSoon({ state: { events } }: TrafficHandle, departMs: number): number[] {
  const all = Array.from({ length: events.count }, (_, event) => event)
  return all.filter((event) => events.closes[event] === 1 && holdsWithin(events, event, departMs, departMs + SOON_MS))
}
