import { lengthsOf } from '../cch/attributes/path-attributes.ts'
import type { RoadNetwork } from '../network/network.ts'
import type { ArcTimes } from '../traffic/arc-times.ts'

/** The cost that a contour measures along a path, in hundredths of a second or centimeters. */
export interface TravelCosts {
  /** The cost of every arc. */
  readonly arc: Uint32Array
  /** The cost of every turn; undefined if turns cost nothing. */
  readonly turn: Uint16Array | undefined
  /** Used instead of `arc` if the cost of an arc depends on how long after departure it is entered. */
  readonly arcAt?: (arc: number, elapsed: number) => number
  /** Maximum speed of any trip, in meters per unit of cost. */
  readonly maxMetersPerUnit: number
}

const METERS_PER_CM = 0.01
/** Speeds in traffic data may exceed those without traffic, but not this limit: 300 km/h. */
const MAX_TRAFFIC_METERS_PER_CS = 300 / 360

/** `times` contains the durations in traffic. The network contains the durations of the profile. */
export function durationCosts(network: RoadNetwork, times?: ArcTimes): TravelCosts {
  const { arcs, turns } = network
  const maxMetersPerUnit = maxSpeedOf(network)
  if (!times) return { arc: arcs.duration, turn: turns.duration, maxMetersPerUnit }
  return {
    arc: arcs.duration,
    turn: turns.duration,
    arcAt: (arc, elapsedCs) => times.duration(arc, elapsedCs),
    maxMetersPerUnit: Math.max(maxMetersPerUnit, MAX_TRAFFIC_METERS_PER_CS),
  }
}

/** Centimeters along the path that has the smallest weight, as in a route. */
export function lengthCosts(network: RoadNetwork): TravelCosts {
  return { arc: lengthsOf(network), turn: undefined, maxMetersPerUnit: METERS_PER_CM }
}

/** The cost of an arc that is entered at departure. */
export function costAtDeparture({ arc: arcCost, arcAt }: TravelCosts, arc: number): number {
  return arcAt ? arcAt(arc, 0) : arcCost[arc]
}

const maxSpeeds = new WeakMap<Uint32Array, number>()

function maxSpeedOf(network: RoadNetwork): number {
  const { duration } = network.arcs
  const cached = maxSpeeds.get(duration)
  if (cached !== undefined) return cached
  const lengthCm = lengthsOf(network)
  let speed = 0
  for (let arc = 0; arc < duration.length; arc++) {
    const arcSpeed = (lengthCm[arc] * METERS_PER_CM) / Math.max(1, duration[arc])
    if (arcSpeed > speed) speed = arcSpeed
  }
  maxSpeeds.set(duration, speed)
  return speed
}
