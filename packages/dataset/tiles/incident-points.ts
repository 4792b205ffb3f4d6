import type { Position } from '@fairway/geo'
import { holdsAt, type RoadNetwork, type TrafficState } from '@fairway/road'

const MICRO = 1e-6

export interface IncidentPoint {
  readonly event: number
  readonly at: Position
}

/** Returns the start positions of the events active at an instant. */
export function incidentPoints(network: RoadNetwork, { events }: TrafficState, nowMs: number): IncidentPoint[] {
  const first = new Int32Array(events.count).fill(-1)
  events.placeEvent.forEach((event, place) => {
    if (first[event] < 0) first[event] = place
  })
  const points: IncidentPoint[] = []
  for (let event = 0; event < events.count; event++) {
    const place = first[event]
    if (place < 0 || !holdsAt(events, event, nowMs)) continue
    points.push({ event, at: positionOn(network, events.placeArc[place], events.placeFrom[place]) })
  }
  return points
}

/** Position on an arc at a share of its length, measured in degrees, which is accurate enough for a symbol. */
function positionOn({ edges, arcs }: RoadNetwork, arc: number, share: number): Position {
  const { shapeFirst, shapeLatitude: latitude, shapeLongitude: longitude } = edges
  const edge = arcs.edgeSide[arc] >>> 1
  const isBackwards = (arcs.edgeSide[arc] & 1) === 1
  const [start, end] = [shapeFirst[edge], shapeFirst[edge + 1] - 1]
  const lengthOf = (i: number) => Math.hypot(latitude[i + 1] - latitude[i], longitude[i + 1] - longitude[i])
  let total = 0
  for (let i = start; i < end; i++) total += lengthOf(i)
  let left = total * (isBackwards ? 1 - share : share)
  for (let i = start; i < end; i++) {
    const length = lengthOf(i)
    if (length >= left && length > 0) {
      const part = left / length
      const [lat, lon] = [
        latitude[i] + (latitude[i + 1] - latitude[i]) * part,
        longitude[i] + (longitude[i + 1] - longitude[i]) * part,
      ]
      return [lat * MICRO, lon * MICRO]
    }
    left -= length
  }
  return [latitude[end] * MICRO, longitude[end] * MICRO]
}
