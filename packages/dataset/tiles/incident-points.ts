import type { Position } from '@fairway/geo'
import { isActiveAt, type RoadNetwork, type TrafficState } from '@fairway/road'

const DEGREES_PER_UNIT = 1e-6

export interface IncidentPoint {
  readonly event: number
  readonly position: Position
}

/** Returns the start positions of the events that are active at a given time. */
export function listIncidentPoints(network: RoadNetwork, { events }: TrafficState, nowMs: number): IncidentPoint[] {
  const firstPlacement = new Int32Array(events.count).fill(-1)
  events.sectionEvent.forEach((event, placementIndex) => {
    if (firstPlacement[event] < 0) firstPlacement[event] = placementIndex
  })
  const points: IncidentPoint[] = []
  for (let event = 0; event < events.count; event++) {
    const placementIndex = firstPlacement[event]
    if (placementIndex < 0 || !isActiveAt(events, event, nowMs)) continue
    points.push({
      event,
      position: findPositionOnArc(network, events.sectionArc[placementIndex], events.sectionFrom[placementIndex]),
    })
  }
  return points
}

/**
 * Returns the position at a fraction of an arc's length. The length is measured in degrees, which is accurate enough
 * for a symbol.
 */
function findPositionOnArc({ edges, arcs }: RoadNetwork, arc: number, share: number): Position {
  const { shapeFirst, shapeLatitude: latitude, shapeLongitude: longitude } = edges
  const edge = arcs.edgeSide[arc] >>> 1
  const isBackwards = (arcs.edgeSide[arc] & 1) === 1
  const [start, end] = [shapeFirst[edge], shapeFirst[edge + 1] - 1]
  const segmentLength = (i: number) => Math.hypot(latitude[i + 1] - latitude[i], longitude[i + 1] - longitude[i])
  let totalLength = 0
  for (let i = start; i < end; i++) totalLength += segmentLength(i)
  let remainingLength = totalLength * (isBackwards ? 1 - share : share)
  for (let i = start; i < end; i++) {
    const length = segmentLength(i)
    if (length >= remainingLength && length > 0) {
      const fraction = remainingLength / length
      const [lat, lon] = [
        latitude[i] + (latitude[i + 1] - latitude[i]) * fraction,
        longitude[i] + (longitude[i + 1] - longitude[i]) * fraction,
      ]
      return [lat * DEGREES_PER_UNIT, lon * DEGREES_PER_UNIT]
    }
    remainingLength -= length
  }
  return [latitude[end] * DEGREES_PER_UNIT, longitude[end] * DEGREES_PER_UNIT]
}
