import { ArcTraffic, firstPlaceOn, holdsWithin, type Plan, type TrafficState } from '@fairway/road'
import type { TrafficHandle } from '../../../maps/regions/handles.ts'
import type { TripTime } from './trip.ts'

const MAX_NAMED = 5
const MAX_LETTERS = 80
/** An event that starts during a trip may close its route. */
const SOON_MS = 86_400_000

/** The closures on the best path without traffic, by their feed names. */
export function whatIsClosed({ state, incidents }: TrafficHandle, { atMs }: TripTime, free: Plan): string[] {
  const closures = new Set<string>()
  for (const { arcs } of free.legs) {
    for (const arc of arcs) {
      for (const event of closuresOn(state, arc, atMs)) {
        const incident = incidents[event]
        if (incident) closures.add(tell(incident))
      }
    }
  }
  return [...closures].slice(0, MAX_NAMED)
}

function closuresOn({ events, flags }: TrafficState, arc: number, atMs: number): number[] {
  const found: number[] = []
  if (((flags[arc] ?? 0) & ArcTraffic.event) === 0) return found
  for (let place = firstPlaceOn(events, arc); events.placeArc[place] === arc; place++) {
    const event = events.placeEvent[place] ?? 0
    if (events.closes[event] === 1 && holdsWithin(events, event, atMs, atMs + SOON_MS)) found.push(event)
  }
  return found
}

function tell({ id, description }: TrafficHandle['incidents'][number]): string {
  const short = description.length > MAX_LETTERS ? `${description.slice(0, MAX_LETTERS)}…` : description
  return short === '' ? `the closure ${id}` : `the closure ${id} (${short})`
}
