import { encodePolyline } from '@fairway/geo'
import { joinSteps, type ToldStep } from './leg-steps.ts'
import { maneuverName } from './maneuvers.ts'
import type { RoadLeg, RoadRoute } from './road-route.ts'
import { distanceText, durationText, htmlInstruction } from './texts.ts'

export interface Labels {
  readonly units: 'metric' | 'imperial'
  readonly language: string
  readonly attribution: string
  /** Addresses of origin, stops and destination, in visiting order. */
  readonly addresses: readonly string[]
  /** Which of our legs end at a via point without a stop. */
  readonly isPassing: readonly boolean[]
  readonly waypointOrder: readonly number[]
}

type Point = readonly [number, number]
const place = ([lat, lng]: Point) => ({ lat, lng })

export function toDirectionsRoute(route: RoadRoute, summary: string, labels: Labels) {
  const [south, west, north, east] = route.bbox
  return {
    summary,
    overview_polyline: { points: encodePolyline(thinned(route.geometry), 5) },
    bounds: { northeast: place([north, east]), southwest: place([south, west]) },
    copyrights: labels.attribution,
    warnings: route.incidents.map(({ description }) => description),
    waypoint_order: labels.waypointOrder,
    legs: joinLegs(route, labels),
  }
}

/** Our legs that end at a via point without a stop are joined with the next leg. */
function joinLegs(route: RoadRoute, labels: Labels) {
  const { addresses, isPassing } = labels
  const legs: ReturnType<typeof toLeg>[] = []
  let parts: number[] = []
  route.legs.forEach((_leg, index) => {
    parts.push(index)
    if (isPassing[index]) return
    const label = { start: addresses[legs.length] ?? '', end: addresses[legs.length + 1] ?? '' }
    legs.push(toLeg(route, parts, labels, label))
    parts = []
  })
  return legs
}

function toLeg(
  route: RoadRoute,
  parts: readonly number[],
  labels: Labels,
  label: { readonly start: string; readonly end: string },
) {
  const own = parts.flatMap((index) => route.legs[index] ?? [])
  const sum = (measure: (leg: RoadLeg) => number) => own.reduce((total, leg) => total + measure(leg), 0)
  const meters = Math.round(sum(({ distance_km }) => distance_km * 1000))
  const seconds = Math.round(sum(({ free_flow_min }) => free_flow_min * 60))
  const { steps, passings } = joinSteps(
    parts.map((index) => route.steps.filter(({ leg }) => leg === index)),
    labels.language,
  )
  const stepMeters = shares(
    meters,
    steps.map((step) => step.meters),
  )
  // Our steps include current traffic. The steps of the format add up to the duration without traffic.
  const stepSeconds = shares(
    seconds,
    steps.map((step) => step.seconds),
  )
  return {
    distance: length(meters, labels),
    duration: time(seconds, labels),
    duration_in_traffic: time(Math.round(sum(({ eta_min }) => eta_min * 60)), labels),
    start_address: label.start,
    end_address: label.end,
    start_location: place(own[0]?.from ?? [0, 0]),
    end_location: place(own.at(-1)?.to ?? [0, 0]),
    steps: steps.map((step, at) => toStep(route, step, stepMeters[at] ?? 0, stepSeconds[at] ?? 0, labels)),
    via_waypoint: passings.map(({ step, share }, at) => ({
      location: place(own[at]?.to ?? [0, 0]),
      step_index: step,
      step_interpolation: Math.round(share * 1e4) / 1e4,
    })),
    traffic_speed_entry: [],
  }
}

function toStep({ geometry }: RoadRoute, step: ToldStep, meters: number, seconds: number, labels: Labels) {
  const [from, to] = step.range
  const line = geometry.slice(from, to + 1)
  const maneuver = maneuverName(step.maneuver, step.drivingSide, step.mode)
  return {
    distance: length(meters, labels),
    duration: time(seconds, labels),
    start_location: place(line[0] ?? [0, 0]),
    end_location: place(line.at(-1) ?? [0, 0]),
    html_instructions: htmlInstruction(step.instruction, step.name),
    ...(maneuver !== undefined && { maneuver }),
    polyline: { points: encodePolyline(line, 5) },
    travel_mode: 'DRIVING',
  }
}

function length(meters: number, { units, language }: Labels) {
  return { value: meters, text: distanceText(meters, units, language) }
}

function time(seconds: number, { language }: Labels) {
  return { value: seconds, text: durationText(seconds, language) }
}

/** Integers proportional to the parts that add up to the whole. Rounding each part separately would not. */
function shares(whole: number, parts: readonly number[]): number[] {
  const sum = parts.reduce((total, part) => total + part, 0)
  let before = 0
  let told = 0
  return parts.map((part) => {
    before += part
    const share = sum > 0 ? Math.round((whole * before) / sum) - told : 0
    told += share
    return share
  })
}

const MAX_OVERVIEW_POINTS = 500

/** Enough points to draw on a small map. */
function thinned(line: readonly Point[]): readonly Point[] {
  if (line.length <= MAX_OVERVIEW_POINTS) return line
  const step = (line.length - 1) / (MAX_OVERVIEW_POINTS - 1)
  return Array.from({ length: MAX_OVERVIEW_POINTS }, (_, at) => line[Math.round(at * step)] ?? [0, 0])
}
