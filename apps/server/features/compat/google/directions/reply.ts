import { encodePolyline } from '@fairway/geo'
import { formatDistance, formatDuration, toHtmlInstruction } from '../labels.ts'
import type { DirectionsMode } from '../request.ts'
import { type DirectionsStep, joinLegSteps } from './leg-steps.ts'
import { toManeuverName } from './maneuvers.ts'
import type { RoadLeg, RoadRoute } from './road-route.ts'

export interface ReplyLabels {
  readonly units: 'metric' | 'imperial'
  readonly language: string
  readonly mode: DirectionsMode
  readonly attribution: string
  /** Addresses of origin, stops and destination, in visiting order. */
  readonly addresses: readonly string[]
  /** For each Fairway leg, whether it ends at a via point without a stop. */
  readonly isPassThrough: readonly boolean[]
  readonly waypointOrder: readonly number[]
}

type Point = readonly [number, number]
const toLatLng = ([lat, lng]: Point) => ({ lat, lng })

export function toDirectionsRoute(route: RoadRoute, summary: string, labels: ReplyLabels) {
  const [south, west, north, east] = route.bbox
  return {
    summary,
    overview_polyline: { points: encodePolyline(thinLine(route.geometry), 5) },
    bounds: { northeast: toLatLng([north, east]), southwest: toLatLng([south, west]) },
    copyrights: labels.attribution,
    warnings: route.incidents.map(({ description }) => description),
    waypoint_order: labels.waypointOrder,
    legs: joinLegs(route, labels),
  }
}

/** Joins each leg to the next leg if the vehicle does not stop between them. */
function joinLegs(route: RoadRoute, labels: ReplyLabels) {
  const { addresses, isPassThrough } = labels
  const legs: ReturnType<typeof toLeg>[] = []
  let legIndexes: number[] = []
  route.legs.forEach((_leg, index) => {
    legIndexes.push(index)
    if (isPassThrough[index]) return
    const label = { start: addresses[legs.length] ?? '', end: addresses[legs.length + 1] ?? '' }
    legs.push(toLeg(route, legIndexes, labels, label))
    legIndexes = []
  })
  return legs
}

function toLeg(
  route: RoadRoute,
  legIndexes: readonly number[],
  labels: ReplyLabels,
  label: { readonly start: string; readonly end: string },
) {
  const joinedLegs = legIndexes.flatMap((index) => route.legs[index] ?? [])
  const sum = (getValue: (leg: RoadLeg) => number) => joinedLegs.reduce((total, leg) => total + getValue(leg), 0)
  const meters = Math.round(sum(({ distance_km }) => distance_km * 1000))
  const seconds = Math.round(sum(({ free_flow_min }) => free_flow_min * 60))
  const { steps, passings } = joinLegSteps(
    legIndexes.map((index) => route.steps.filter(({ leg }) => leg === index)),
    labels.language,
  )
  const stepMeters = distributeRounded(
    meters,
    steps.map((step) => step.meters),
  )
  // The durations of Fairway's steps include current traffic, but the durations of Google's steps add up to the
  // duration without traffic.
  const stepSeconds = distributeRounded(
    seconds,
    steps.map((step) => step.seconds),
  )
  return {
    distance: toDistance(meters, labels),
    duration: toDuration(seconds, labels),
    ...(labels.mode === 'driving' && {
      duration_in_traffic: toDuration(Math.round(sum(({ eta_min }) => eta_min * 60)), labels),
    }),
    start_address: label.start,
    end_address: label.end,
    start_location: toLatLng(joinedLegs[0]?.from ?? [0, 0]),
    end_location: toLatLng(joinedLegs.at(-1)?.to ?? [0, 0]),
    steps: steps.map((step, stepIndex) =>
      toStep(route, step, stepMeters[stepIndex] ?? 0, stepSeconds[stepIndex] ?? 0, labels),
    ),
    via_waypoint: passings.map(({ step, share }, viaIndex) => ({
      location: toLatLng(joinedLegs[viaIndex]?.to ?? [0, 0]),
      step_index: step,
      step_interpolation: Math.round(share * 1e4) / 1e4,
    })),
    traffic_speed_entry: [],
  }
}

function toStep({ geometry }: RoadRoute, step: DirectionsStep, meters: number, seconds: number, labels: ReplyLabels) {
  const [from, to] = step.range
  const line = geometry.slice(from, to + 1)
  const maneuver = toManeuverName(step.maneuver, step.drivingSide, step.mode)
  return {
    distance: toDistance(meters, labels),
    duration: toDuration(seconds, labels),
    start_location: toLatLng(line[0] ?? [0, 0]),
    end_location: toLatLng(line.at(-1) ?? [0, 0]),
    html_instructions: toHtmlInstruction(step.instruction, step.name),
    ...(maneuver !== undefined && { maneuver }),
    polyline: { points: encodePolyline(line, 5) },
    travel_mode: labels.mode.toUpperCase(),
  }
}

function toDistance(meters: number, { units, language }: ReplyLabels) {
  return { value: meters, text: formatDistance(meters, units, language) }
}

function toDuration(seconds: number, { language }: ReplyLabels) {
  return { value: seconds, text: formatDuration(seconds, language) }
}

/**
 * Divides a total into integers in proportion to the weights. Parts that are rounded separately might not add up to the
 * total.
 */
function distributeRounded(target: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  let cumulativeWeight = 0
  let assignedTotal = 0
  return weights.map((weight) => {
    cumulativeWeight += weight
    const roundedShare = sum > 0 ? Math.round((target * cumulativeWeight) / sum) - assignedTotal : 0
    assignedTotal += roundedShare
    return roundedShare
  })
}

const MAX_OVERVIEW_POINTS = 500

/** Reduces a line to the number of points that a small map needs. */
function thinLine(line: readonly Point[]): readonly Point[] {
  if (line.length <= MAX_OVERVIEW_POINTS) return line
  const indexStep = (line.length - 1) / (MAX_OVERVIEW_POINTS - 1)
  return Array.from({ length: MAX_OVERVIEW_POINTS }, (_, index) => line[Math.round(index * indexStep)] ?? [0, 0])
}
