import { isActiveAt, isTimed, type Plan } from '@fairway/road'
import type { TrafficHandle } from '../../../maps/regions/handles.ts'
import { isDepartingNow } from '../../../maps/regions/region.ts'
import type { RouteQuery } from './api/request.ts'
import type { Trip } from './trip.ts'

/** Minimum delay that justifies another search, in hundredths of a second. */
const MIN_RELEVANT_DELAY_CS = 3000

const timeDependenceCache = new WeakMap<TrafficHandle, boolean>()

/** Returns whether road conditions change over time. */
export function changesOverTime(handle: TrafficHandle): boolean {
  const cachedResult = timeDependenceCache.get(handle)
  if (cachedResult !== undefined) return cachedResult
  const { events, typical } = handle.state
  const isTimeDependent = typical !== undefined || events.closes.some((_, event) => isTimed(events, event))
  timeDependenceCache.set(handle, isTimeDependent)
  return isTimeDependent
}

export function isOpen({ traffic }: Trip): boolean {
  return (traffic?.closedBy ?? -1) < 0
}

/** Returns the trip indices ordered by arrival, with drivable trips first. */
export function sortByArrival(trips: readonly Trip[]): number[] {
  const order = Array.from(trips.keys())
  const cost = (index: number): number => {
    const trip = trips[index]
    return trip && isOpen(trip) ? trip.durationCs : Number.POSITIVE_INFINITY
  }
  // On a tie, the best path stays first.
  return order.sort((a, b) => Math.sign(cost(a) - cost(b)) || a - b)
}

/**
 * Reorders the paths: the path that arrives first becomes the main path, and the other drivable paths become
 * alternatives.
 */
export function reorderByArrival(path: Plan, trips: readonly Trip[], order: readonly number[]): Plan {
  const [first = 0, ...otherIndexes] = order
  const openIndexes = otherIndexes.filter((index) => trips[index] && isOpen(trips[index]))
  if (first === 0) {
    const keptIndexes = new Set(openIndexes)
    return { ...path, alternatives: path.alternatives.filter((_, index) => keptIndexes.has(index + 1)) }
  }
  const chosenAlternative = path.alternatives[first - 1]
  const bestTrip = trips[first]
  if (!chosenAlternative || !bestTrip) return path
  const alternatives = openIndexes.map((index) => {
    const legs = index === 0 ? path.legs : (path.alternatives[index - 1]?.legs ?? path.legs)
    const stretch = Math.max(0, (trips[index]?.durationCs ?? 0) / Math.max(1, bestTrip.durationCs) - 1)
    return {
      legs,
      stretch,
      sharing: index === 0 ? chosenAlternative.sharing : (path.alternatives[index - 1]?.sharing ?? 0),
    }
  })
  return { ...path, legs: chosenAlternative.legs, alternatives }
}

/** Lists the events that close or slow the path and were not active when the metric was built. */
export function listUnexpectedEvents(
  { traffic }: Trip,
  { state }: TrafficHandle,
  { time }: RouteQuery,
  forcedEvents: readonly number[],
): number[] {
  if (!traffic) return []
  const metricAtMs = isDepartingNow(time.atMs, time.nowMs) ? state.takenAtMs : time.atMs
  const isOutsideMetric = (event: number) =>
    !isActiveAt(state.events, event, metricAtMs) && !forcedEvents.includes(event)
  const slowdowns = traffic.encounteredEvents.filter(
    ({ event, delayCs }) => delayCs >= MIN_RELEVANT_DELAY_CS && isOutsideMetric(event),
  )
  const closures = traffic.closedBy >= 0 && !forcedEvents.includes(traffic.closedBy) ? [traffic.closedBy] : []
  return [...new Set([...closures, ...slowdowns.map(({ event }) => event)])]
}
