import { encodePolyline } from '@fairway/geo/polyline.ts'
import { maneuverName } from './maneuvers.ts'
import type { RoadLeg, RoadRoute, RoadStep } from './road-route.ts'
import { distanceText, durationText, htmlInstruction } from './texts.ts'

export type Status =
  | 'OK'
  | 'NOT_FOUND'
  | 'ZERO_RESULTS'
  | 'INVALID_REQUEST'
  | 'MAX_WAYPOINTS_EXCEEDED'
  | 'OVER_QUERY_LIMIT'
  | 'REQUEST_DENIED'
  | 'UNKNOWN_ERROR'

/** Failures are told with 200 in this format. */
export interface Refusal {
  readonly status: Exclude<Status, 'OK'>
  readonly error_message: string
  readonly geocoded_waypoints?: readonly object[]
}

export interface Labels {
  readonly units: 'metric' | 'imperial'
  /** Of origin, stops and destination, in the order in which they are visited. */
  readonly addresses: readonly string[]
  /** Which of our legs end at a place that is only led through. */
  readonly isPassing: readonly boolean[]
  readonly waypointOrder: readonly number[]
}

type Point = readonly [number, number]
const place = ([lat, lng]: Point) => ({ lat, lng })
const length = (meters: number, units: Labels['units']) => ({
  value: Math.round(meters),
  text: distanceText(meters, units),
})
const time = (seconds: number) => ({ value: Math.round(seconds), text: durationText(seconds) })

export function toDirectionsRoute(route: RoadRoute, attribution: string, labels: Labels) {
  const [south, west, north, east] = route.bbox
  return {
    summary: summaryOf(route.steps),
    overview_polyline: { points: encodePolyline(thinned(route.geometry), 5) },
    bounds: { northeast: place([north, east]), southwest: place([south, west]) },
    copyrights: attribution,
    warnings: route.incidents.map(({ description }) => description),
    waypoint_order: labels.waypointOrder,
    legs: joinLegs(route, labels),
  }
}

/** Legs of ours that end at a place that is only led through go on in the next one. */
function joinLegs(route: RoadRoute, { units, addresses, isPassing }: Labels) {
  const legs: ReturnType<typeof toLeg>[] = []
  let parts: number[] = []
  route.legs.forEach((_leg, index) => {
    parts.push(index)
    if (isPassing[index]) return
    const label = { start: addresses[legs.length] ?? '', end: addresses[legs.length + 1] ?? '' }
    legs.push(toLeg(route, parts, units, label))
    parts = []
  })
  return legs
}

function toLeg(
  route: RoadRoute,
  parts: readonly number[],
  units: Labels['units'],
  label: { readonly start: string; readonly end: string },
) {
  const own = parts.flatMap((index) => route.legs[index] ?? [])
  const sum = (measure: (leg: RoadLeg) => number) => own.reduce((total, leg) => total + measure(leg), 0)
  const freeSeconds = sum(({ free_flow_min }) => free_flow_min * 60)
  const liveSeconds = sum(({ eta_min }) => eta_min * 60)
  const told = route.steps.filter(({ leg, maneuver }) => parts.includes(leg) && maneuver.type !== 'arrive')
  // Steps say how long they take in the traffic of now; those of the format add up to the time without it.
  const scale = liveSeconds > 0 ? freeSeconds / liveSeconds : 1
  const [first, last] = [own[0], own.at(-1)]
  return {
    distance: length(
      sum(({ distance_km }) => distance_km * 1000),
      units,
    ),
    duration: time(freeSeconds),
    duration_in_traffic: time(liveSeconds),
    start_address: label.start,
    end_address: label.end,
    start_location: place(first?.from ?? [0, 0]),
    end_location: place(last?.to ?? [0, 0]),
    steps: told.map((step) => toStep(route, step, units, scale)),
    via_waypoint: own.slice(0, -1).map((leg, at) => ({
      location: place(leg.to),
      step_index: told.filter(({ leg: index }) => index <= (parts[at] ?? 0)).length,
      step_interpolation: 0,
    })),
    traffic_speed_entry: [],
  }
}

function toStep({ geometry }: RoadRoute, step: RoadStep, units: Labels['units'], scale: number) {
  const [from, to] = step.geometry_range
  const line = geometry.slice(from, to + 1)
  const maneuver = maneuverName(step.maneuver, step.driving_side, step.mode)
  return {
    distance: length(step.distance_m, units),
    duration: time(step.duration_s * scale),
    start_location: place(line[0] ?? [0, 0]),
    end_location: place(line.at(-1) ?? [0, 0]),
    html_instructions: htmlInstruction(step.instruction, step.name),
    ...(maneuver !== undefined && { maneuver }),
    polyline: { points: encodePolyline(line, 5) },
    travel_mode: 'DRIVING',
  }
}

/** The roads on which most of the way is driven. */
function summaryOf(steps: readonly RoadStep[]): string {
  const lengths = new Map<string, number>()
  for (const { name, ref, distance_m } of steps) {
    const road = ref ?? name
    if (road !== '') lengths.set(road, (lengths.get(road) ?? 0) + distance_m)
  }
  const longest = [...lengths].sort((a, b) => b[1] - a[1])
  const [best, second] = longest
  if (!best) return ''
  return second && second[1] > best[1] / 2 ? `${best[0]} and ${second[0]}` : best[0]
}

const MOST_OVERVIEW_POINTS = 500

/** Enough to be drawn on a small map. */
function thinned(line: readonly Point[]): readonly Point[] {
  if (line.length <= MOST_OVERVIEW_POINTS) return line
  const step = (line.length - 1) / (MOST_OVERVIEW_POINTS - 1)
  return Array.from({ length: MOST_OVERVIEW_POINTS }, (_, at) => line[Math.round(at * step)] ?? [0, 0])
}
