import type { RoadNetwork } from '../network/network.ts'
import { NO_ID } from '../sentinels.ts'
import type { ExactPoint } from './line/shape-positions.ts'
import { fractionAt } from './line/shape-positions.ts'

/**
 * A path on the map, arc by arc. A position on an arc refers to the shape of its edge. The position is the index of a
 * shape point plus a fraction of the segment after it, regardless of the driving direction.
 */
export interface TracedPath {
  readonly arcs: Uint32Array
  /**
   * The turns of the path: `turns[i]` leads from `arcs[i]` into `arcs[i + 1]`. The value is NO_ID if no turn exists;
   * see `isUturnAt`.
   */
  readonly turns: Uint32Array
  /**
   * Positions where the path enters and leaves each arc. These positions are the ends of the arc, except at the ends of
   * the path and at U-turns in the middle of a road.
   */
  readonly enter: Float64Array
  readonly leave: Float64Array
  /** The exact first and last point of the path, in microdegrees. Positions on a shape are less precise. */
  readonly first: ExactPoint | undefined
  readonly last: ExactPoint | undefined
}

export interface PathPosition {
  /** Index of the arc in the path. */
  readonly index: number
  readonly position: number
}

export function endOfPath({ arcs, leave }: TracedPath): PathPosition {
  return { index: arcs.length - 1, position: leave[arcs.length - 1] }
}
export function startOfPath({ enter }: TracedPath): PathPosition {
  return { index: 0, position: enter[0] }
}

/** Returns the path up to a position on it. */
export function pathUpTo(
  { arcs, turns, enter, leave, first }: TracedPath,
  { index, position }: PathPosition,
): TracedPath {
  const leavePositions = leave.slice(0, index + 1)
  leavePositions[index] = position
  return {
    arcs: arcs.subarray(0, index + 1),
    turns: turns.subarray(0, index),
    enter: enter.subarray(0, index + 1),
    leave: leavePositions,
    first,
    last: undefined,
  }
}

/**
 * Returns true if the path makes a U-turn in the middle of a road after arc `index`. This happens at a stop that the
 * vehicle leaves in the opposite direction.
 */
export function isUturnAt({ arcs: { edgeSide } }: RoadNetwork, path: TracedPath, index: number): boolean {
  if (path.turns[index] !== NO_ID || index + 1 >= path.arcs.length) return false
  const isOppositeArc = edgeSide[path.arcs[index]] === (edgeSide[path.arcs[index + 1]] ^ 1)
  return isOppositeArc && path.leave[index] === path.enter[index + 1]
}

/** Returns true if `a` comes before `b` or equals it. */
export function isAtOrBefore(network: RoadNetwork, path: TracedPath, a: PathPosition, b: PathPosition): boolean {
  if (a.index !== b.index) return a.index < b.index
  const isReversed = (network.arcs.edgeSide[path.arcs[a.index]] & 1) === 1
  return isReversed ? a.position >= b.position : a.position <= b.position
}

/** Returns the fraction of the arc's length that lies before a position. */
export function arcFractionAt(network: RoadNetwork, path: TracedPath, { index, position }: PathPosition): number {
  const edgeSide = network.arcs.edgeSide[path.arcs[index]]
  const fraction = fractionAt(network, edgeSide >>> 1, position)
  return (edgeSide & 1) === 0 ? fraction : 1 - fraction
}

/** Returns the driven length from the beginning of the path to the beginning of each arc, followed by the total. */
export function distancesAlong(network: RoadNetwork, path: TracedPath): Float64Array {
  const { lengthCm } = network.edges
  const { edgeSide } = network.arcs
  const { arcs, turns, enter, leave } = path
  const distancesCm = new Float64Array(arcs.length + 1)
  for (let i = 0; i < arcs.length; i++) {
    const arcLengthCm = lengthCm[edgeSide[arcs[i]] >>> 1]
    const isPartialEntry = i === 0 || turns[i - 1] === NO_ID
    const isPartialExit = i === arcs.length - 1 || turns[i] === NO_ID
    const from = isPartialEntry ? arcFractionAt(network, path, { index: i, position: enter[i] }) : 0
    const to = isPartialExit ? arcFractionAt(network, path, { index: i, position: leave[i] }) : 1
    distancesCm[i + 1] = distancesCm[i] + Math.max(0, to - from) * arcLengthCm
  }
  return distancesCm
}
