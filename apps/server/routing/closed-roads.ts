import type { Plan } from '@fairway/road/route/planner.ts'
import type { ArcTimes } from '@fairway/road/traffic/arc-times.ts'
import type { TrafficHandle } from '../engines/handles.ts'
import type { Region } from '../engines/region.ts'
import type { TripTime } from './trip.ts'

const MOST_NAMED = 5
const MOST_LETTERS = 80

/** The closures on the way that one would take if there were none, as their feeds name them. */
export function whatIsClosed(region: Region, traffic: TrafficHandle, { atMs, nowMs }: TripTime, free: Plan): string[] {
  const times: ArcTimes = region.timesFrom(traffic, atMs, nowMs)
  const closures = new Set<string>()
  for (const { arcs } of free.legs) {
    for (const arc of arcs) {
      const incident = traffic.incidents[times.closedBy(arc, 0)]
      if (incident) closures.add(tell(incident))
    }
  }
  return [...closures].slice(0, MOST_NAMED)
}

function tell({ id, description }: TrafficHandle['incidents'][number]): string {
  const short = description.length > MOST_LETTERS ? `${description.slice(0, MOST_LETTERS)}…` : description
  return short === '' ? `the closure ${id}` : `the closure ${id} (${short})`
}
