import type { RoadNetwork } from '../network/network.ts'
import type { Snap } from '../snap/snapper.ts'
import { fractionAlong, type PlannedLeg } from './leg.ts'
import type { PathStore } from './path-store.ts'

/** Distance in centimeters that a path must exceed on a road. Otherwise, the path only touches the road. */
export const MIN_DRIVEN_CM = 5

/**
 * Converts a path to a leg. The leg excludes roads that the path only touches at a junction where it begins or ends.
 */
export function toLeg(
  network: RoadNetwork,
  store: PathStore,
  path: { readonly arcs: Uint32Array; readonly turns: Uint32Array },
  start: Snap,
  end: Snap,
  weight: number,
): PlannedLeg {
  let first = 0
  let last = path.arcs.length - 1
  let from = start
  let to = end
  if (first < last && drivenShareAtStart(network, path.arcs[first], start) <= MIN_DRIVEN_CM) {
    first++
    from = moveSnapToEnd(network, path.arcs[first], 'beginning', start)
  }
  if (first < last && drivenShareAtEnd(network, path.arcs[last], end) <= MIN_DRIVEN_CM) {
    last--
    to = moveSnapToEnd(network, path.arcs[last], 'end', end)
  }
  const arcs = store.copyPath(path.arcs, first, last + 1)
  return {
    arcs,
    turns: store.copyPath(path.turns, first, last),
    startFraction: fractionAlong(from, sideOf(network, arcs[0])),
    endFraction: fractionAlong(to, sideOf(network, arcs[arcs.length - 1])),
    weight,
    start: from,
    end: to,
  }
}

function sideOf({ arcs }: RoadNetwork, arc: number): number {
  return arcs.edgeSide[arc] & 1
}

function drivenShareAtStart(network: RoadNetwork, arc: number, snap: Snap): number {
  return (1 - fractionAlong(snap, sideOf(network, arc))) * network.edges.lengthCm[network.arcs.edgeSide[arc] >>> 1]
}
function drivenShareAtEnd(network: RoadNetwork, arc: number, snap: Snap): number {
  return fractionAlong(snap, sideOf(network, arc)) * network.edges.lengthCm[network.arcs.edgeSide[arc] >>> 1]
}

/** Moves the snap to the beginning or end of the adjacent arc. */
function moveSnapToEnd({ arcs, edges }: RoadNetwork, arc: number, arcEnd: 'beginning' | 'end', snap: Snap): Snap {
  const edge = arcs.edgeSide[arc] >>> 1
  const isReversed = (arcs.edgeSide[arc] & 1) === 1
  const isAtLastPoint = (arcEnd === 'end') !== isReversed
  const point = isAtLastPoint ? edges.shapeFirst[edge + 1] - 1 : edges.shapeFirst[edge]
  return {
    ...snap,
    edge,
    fraction: isAtLastPoint ? 1 : 0,
    segment: isAtLastPoint ? point - 1 : point,
    segmentShare: isAtLastPoint ? 1 : 0,
    // A stop at a junction is not on a particular side of a road.
    offsetMeters: 0,
    latitude: edges.shapeLatitude[point],
    longitude: edges.shapeLongitude[point],
    sides: isReversed ? 2 : 1,
  }
}
