import { ArcTraffic, firstSectionOn, isActiveWithin, type Plan, type TrafficState } from '@fairway/road'
import type { TrafficHandle } from '../../../maps/regions/handles.ts'
import type { TripTime } from './trip.ts'

const MAX_LISTED_CLOSURES = 5
const MAX_DESCRIPTION_LENGTH = 80
/** Time in milliseconds for which closures are considered. An event that starts during a trip may close its route. */
const CLOSURE_HORIZON_MS = 86_400_000

/** Lists the closures on the best path without traffic, by their names in the feeds. */
export function listClosures({ state, incidents }: TrafficHandle, { atMs }: TripTime, freeFlowPlan: Plan): string[] {
  const closures = new Set<string>()
  for (const { arcs } of freeFlowPlan.legs) {
    for (const arc of arcs) {
      for (const event of findClosuresOnArc(state, arc, atMs)) {
        const incident = incidents[event]
        if (incident) closures.add(describeIncident(incident))
      }
    }
  }
  return [...closures].slice(0, MAX_LISTED_CLOSURES)
}

function findClosuresOnArc({ events, flags }: TrafficState, arc: number, atMs: number): number[] {
  const closures: number[] = []
  if (((flags[arc] ?? 0) & ArcTraffic.event) === 0) return closures
  for (let eventIndex = firstSectionOn(events, arc); events.sectionArc[eventIndex] === arc; eventIndex++) {
    const event = events.sectionEvent[eventIndex] ?? 0
    if (events.closes[event] === 1 && isActiveWithin(events, event, atMs, atMs + CLOSURE_HORIZON_MS))
      closures.push(event)
  }
  return closures
}

function describeIncident({ id, description }: TrafficHandle['incidents'][number]): string {
  const shortDescription =
    description.length > MAX_DESCRIPTION_LENGTH ? `${description.slice(0, MAX_DESCRIPTION_LENGTH)}…` : description
  return shortDescription === '' ? `the closure ${id}` : `the closure ${id} (${shortDescription})`
}
