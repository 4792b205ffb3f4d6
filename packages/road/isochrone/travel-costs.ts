import { lengthsOf } from '../cch/attributes/path-attributes.ts'
import type { RoadNetwork } from '../network/network.ts'
import type { ArcTimes } from '../traffic/arc-times.ts'

/** Costs that a contour compares, in hundredths of a second or in centimeters. */
export interface TravelCosts {
  /** The cost of every arc. */
  readonly arc: Uint32Array
  /** The cost of every turn, or undefined if turns have no cost. */
  readonly turn: Uint16Array | undefined
  /** Returns the cost of an arc at a given time since departure. If defined, this function replaces `arc`. */
  readonly arcAt?: (arc: number, elapsed: number) => number
  /** Maximum speed of any trip, in meters per unit of cost. */
  readonly maxMetersPerUnit: number
}

const METERS_PER_CM = 0.01
/**
 * Maximum speed in traffic data, which corresponds to 300 km/h. Speeds in traffic may exceed the speeds without
 * traffic.
 */
const MAX_TRAFFIC_METERS_PER_CS = 300 / 360

/**
 * Returns durations as costs. `times` contains the durations in traffic. The network contains the durations of the
 * profile.
 */
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

/** Returns lengths as costs, in centimeters along the path with the smallest weight, as in a route. */
export function lengthCosts(network: RoadNetwork): TravelCosts {
  return { arc: lengthsOf(network), turn: undefined, maxMetersPerUnit: METERS_PER_CM }
}

/** Returns the cost of an arc that is entered at departure. */
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
