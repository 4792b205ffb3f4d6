import { bearingAlong } from '@fairway/geo'
import { NO_ID } from '@fairway/road'
import { gather } from './columns.ts'
import type { TurnInput } from './turn-input.ts'

/** Distance along a road over which its bearing is measured, in meters. */
const BEARING_DISTANCE_METERS = 10

/** Bearings in the direction of travel, in degrees clockwise from north. */
export interface ArcBearings {
  readonly atStart: Float32Array
  readonly atEnd: Float32Array
}

/** Computes the bearing at the start and at the end of each arc. */
export function computeBearings({ raw, edges, arcs }: TurnInput): ArcBearings {
  const { shapeNode } = edges
  const latitude = gather(new Int32Array(shapeNode.length), shapeNode, raw.nodes.latitude)
  const longitude = gather(new Int32Array(shapeNode.length), shapeNode, raw.nodes.longitude)
  const startBearings = new Float32Array(arcs.count)
  const endBearings = new Float32Array(arcs.count)
  for (let edge = 0; edge < edges.count; edge++) {
    const begin = edges.shapeFirst[edge]
    const end = edges.shapeFirst[edge + 1] - 1
    const forwardBearing = bearingAlong(latitude, longitude, begin, end, 1, BEARING_DISTANCE_METERS)
    const backwardBearing = bearingAlong(latitude, longitude, end, begin, -1, BEARING_DISTANCE_METERS)
    const forwardArc = arcs.arcByEdgeSide[2 * edge]
    if (forwardArc !== NO_ID) {
      startBearings[forwardArc] = forwardBearing
      endBearings[forwardArc] = (backwardBearing + 180) % 360
    }
    const backwardArc = arcs.arcByEdgeSide[2 * edge + 1]
    if (backwardArc !== NO_ID) {
      startBearings[backwardArc] = backwardBearing
      endBearings[backwardArc] = (forwardBearing + 180) % 360
    }
  }
  return { atStart: startBearings, atEnd: endBearings }
}
