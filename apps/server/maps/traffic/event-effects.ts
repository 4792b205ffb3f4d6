import { rulerAt } from '@fairway/geo'
import { NO_ID, type RoadNetwork } from '@fairway/road'
import type { LocatedEvent } from './locate-feed.ts'

/** Effect of an event on one of its arcs. See RoadEvents. */
export interface EventEffect {
  readonly minDurationCs: number
  readonly delayCs: number
}

/** Duration of one centimeter at 1 km/h, in hundredths of a second. */
const CS_PER_CM_AT_1_KMH = 3.6
/**
 * Slowdown if half of the lanes are closed and no speed is given. Traffic does not jam, but vehicles cannot overtake.
 */
const CLOSED_LANES_SLOWDOWN = 0.5

/**
 * Computes one effect per stretch of the event, in order. A speed applies to the part of the arc that the event covers.
 */
export function computeEventEffects(network: RoadNetwork, locatedEvent: LocatedEvent): EventEffect[] {
  const { event, stretches } = locatedEvent
  const { arcs, edges } = network
  const delayPerCm = computeDelayPerCm(network, locatedEvent)
  const pointDelayCs = ((event.delaySeconds ?? 0) * 100) / countRoadsUsed(network, locatedEvent)
  return Array.from({ length: stretches.count }, (_, i) => {
    const arc = stretches.arc[i] ?? 0
    const lengthCm = edges.lengthCm[(arcs.edgeSide[arc] ?? 0) >>> 1] ?? 0
    const affectedFraction = Math.max(0, (stretches.to[i] ?? 1) - (stretches.from[i] ?? 0))
    const fullDurationCs = arcs.duration[arc] ?? 0
    const movingDurationCs = Math.max(0, fullDurationCs - (arcs.delay[arc] ?? 0))
    const slowDurationCs = computeSlowDurationCs(event, movingDurationCs, lengthCm)
    const reducedSpeedCs =
      slowDurationCs === undefined
        ? 0
        : Math.round(fullDurationCs + (slowDurationCs - movingDurationCs) * affectedFraction)
    const delayCs = 'at' in event.where ? pointDelayCs : delayPerCm * lengthCm * affectedFraction
    return { minDurationCs: reducedSpeedCs > fullDurationCs ? reducedSpeedCs : 0, delayCs: Math.round(delayCs) }
  })
}

/**
 * Returns the duration that the whole arc would have if the event covered all of it, or undefined if the event has
 * neither a speed nor closed lanes.
 */
function computeSlowDurationCs({ speedKmh, lanesClosed }: LocatedEvent['event'], movingCs: number, lengthCm: number) {
  if (speedKmh !== undefined) return (lengthCm * CS_PER_CM_AT_1_KMH) / speedKmh
  if (lanesClosed === undefined) return undefined
  const [closedLanes, total] = lanesClosed
  return movingCs / (1 - CLOSED_LANES_SLOWDOWN * Math.min(1, closedLanes / Math.max(1, total)))
}

/** Returns the number of affected roads that a single trip uses. A trip through a junction uses two of its roads. */
function countRoadsUsed({ arcs }: RoadNetwork, { stretches }: LocatedEvent): number {
  const edges = new Set(Array.from(stretches.arc, (arc) => (arcs.edgeSide[arc] ?? 0) >>> 1))
  return edges.size > 1 ? 2 : 1
}

/** Returns the approximate length of a path through an area. */
function estimateAreaCrossingCm(ring: readonly (readonly [number, number])[]): number {
  let [south, north, west, east] = [90, -90, 180, -180]
  for (const [latitude, longitude] of ring) {
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
  }
  const ruler = rulerAt((south + north) / 2)
  const [high, wide] = [(north - south) * ruler.perLatitudeDegree, (east - west) * ruler.perLongitudeDegree]
  return 50 * (high + wide)
}

/**
 * Returns the delay per centimeter. The delay of an event applies once to a trip through the whole event, separately
 * for each direction.
 */
function computeDelayPerCm({ arcs, edges }: RoadNetwork, { event, stretches }: LocatedEvent): number {
  if (event.delaySeconds === undefined || 'at' in event.where) return 0
  if ('area' in event.where) return (event.delaySeconds * 100) / Math.max(1, estimateAreaCrossingCm(event.where.area))
  let lengthCm = 0
  const countedEdges = new Set<number>()
  for (let i = 0; i < stretches.count; i++) {
    const edge = (arcs.edgeSide[stretches.arc[i] ?? 0] ?? 0) >>> 1
    if (countedEdges.has(edge)) continue
    countedEdges.add(edge)
    const isOneWay = edges.arc[2 * edge] === NO_ID || edges.arc[2 * edge + 1] === NO_ID
    const share = event.direction === 'both' && isOneWay ? 0.5 : 1
    lengthCm += share * (edges.lengthCm[edge] ?? 0) * ((stretches.to[i] ?? 1) - (stretches.from[i] ?? 0))
  }
  return lengthCm > 0 ? (event.delaySeconds * 100) / lengthCm : 0
}
