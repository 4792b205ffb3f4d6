import { holdsAt, isTimed, type Plan } from '@fairway/road'
import type { TrafficHandle } from '../../../maps/regions/handles.ts'
import { isDepartingNow } from '../../../maps/regions/region.ts'
import type { RouteQuery } from './api/request.ts'
import type { Trip } from './trip.ts'

/** A shorter delay is not worth another search. */
const NOTED_DELAY_CS = 3000

const known = new WeakMap<TrafficHandle, boolean>()

/** Whether road conditions change over time. */
export function changesInTime(handle: TrafficHandle): boolean {
  const answer = known.get(handle)
  if (answer !== undefined) return answer
  const { events, typical } = handle.state
  const found = typical !== undefined || events.closes.some((_, event) => isTimed(events, event))
  known.set(handle, found)
  return found
}

export function isOpen({ traffic }: Trip): boolean {
  return (traffic?.closedBy ?? -1) < 0
}

/** Trip indices, drivable ones first, ordered by arrival. */
export function inOrderOfArrival(trips: readonly Trip[]): number[] {
  const order = Array.from(trips.keys())
  const cost = (index: number): number => {
    const trip = trips[index]
    return trip && isOpen(trip) ? trip.durationCs : Number.POSITIVE_INFINITY
  }
  // On a tie, the best path stays first.
  return order.sort((a, b) => Math.sign(cost(a) - cost(b)) || a - b)
}

/** Makes the path that arrives first the main one, and the other drivable ones its alternatives. */
export function reorder(plan: Plan, trips: readonly Trip[], order: readonly number[]): Plan {
  const [first = 0, ...others] = order
  const open = others.filter((index) => trips[index] && isOpen(trips[index]))
  if (first === 0) {
    const isKept = new Set(open)
    return { ...plan, alternatives: plan.alternatives.filter((_, index) => isKept.has(index + 1)) }
  }
  const chosen = plan.alternatives[first - 1]
  const best = trips[first]
  if (!chosen || !best) return plan
  const alternatives = open.map((index) => {
    const legs = index === 0 ? plan.legs : (plan.alternatives[index - 1]?.legs ?? plan.legs)
    const stretch = Math.max(0, (trips[index]?.durationCs ?? 0) / Math.max(1, best.durationCs) - 1)
    return { legs, stretch, sharing: index === 0 ? chosen.sharing : (plan.alternatives[index - 1]?.sharing ?? 0) }
  })
  return { ...plan, legs: chosen.legs, alternatives }
}

/** Events on the path that close or slow it and were not active when the metric was built. */
export function surprisesOf(
  { traffic }: Trip,
  { state }: TrafficHandle,
  { time }: RouteQuery,
  forced: readonly number[],
): number[] {
  if (!traffic) return []
  const metricAtMs = isDepartingNow(time.atMs, time.nowMs) ? state.takenAtMs : time.atMs
  const isNew = (event: number) => !holdsAt(state.events, event, metricAtMs) && !forced.includes(event)
  const slow = traffic.met.filter(({ event, delayCs }) => delayCs >= NOTED_DELAY_CS && isNew(event))
  const closing = traffic.closedBy >= 0 && !forced.includes(traffic.closedBy) ? [traffic.closedBy] : []
  return [...new Set([...closing, ...slow.map(({ event }) => event)])]
}
