import type { RoadNetwork } from '../network/network.ts'
import { NO_ID } from '../sentinels.ts'
import { fractionAt } from './line/shape-positions.ts'

/**
 * A way on the map, arc after arc. Where it is on an arc is told as a place on the shape of the arc's edge: the number of
 * a shape point plus the share of the piece after it, whichever way one drives.
 */
export interface TracedPath {
  readonly arcs: Uint32Array
  /** turns[i] leads from arcs[i] into arcs[i + 1]; NO_ID where no turn does: see `isTurnedBack`. */
  readonly turns: Uint32Array
  /** Where each arc is entered and left: its ends, but at the ends of the path and where it turns back on the spot. */
  readonly enter: Float64Array
  readonly leave: Float64Array
  /** The very points at which the path begins and ends, in micro-degrees: places on a shape are rounded to get there. */
  readonly first: ExactPoint | undefined
  readonly last: ExactPoint | undefined
}

export interface ExactPoint {
  readonly latitude: number
  readonly longitude: number
}

/** Somewhere on a path. */
export interface PathPlace {
  /** Which of the path's arcs. */
  readonly index: number
  readonly place: number
}

export function endOf({ arcs, leave }: TracedPath): PathPlace {
  return { index: arcs.length - 1, place: leave[arcs.length - 1] }
}
export function beginningOf({ enter }: TracedPath): PathPlace {
  return { index: 0, place: enter[0] }
}

/** The path as far as a place on it. */
export function pathUpTo({ arcs, turns, enter, leave, first }: TracedPath, { index, place }: PathPlace): TracedPath {
  const left = leave.slice(0, index + 1)
  left[index] = place
  return {
    arcs: arcs.subarray(0, index + 1),
    turns: turns.subarray(0, index),
    enter: enter.subarray(0, index + 1),
    leave: left,
    first,
    last: undefined,
  }
}

/** Whether the path turns back on the spot after its arc `index`, as it does at a stop that is left the way one came. */
export function isTurnedBack({ arcs: { edgeSide } }: RoadNetwork, path: TracedPath, index: number): boolean {
  if (path.turns[index] !== NO_ID || index + 1 >= path.arcs.length) return false
  const isBack = edgeSide[path.arcs[index]] === (edgeSide[path.arcs[index + 1]] ^ 1)
  return isBack && path.leave[index] === path.enter[index + 1]
}

/** Whether `a` comes before `b`, or is the same place. */
export function isNotBehind(network: RoadNetwork, path: TracedPath, a: PathPlace, b: PathPlace): boolean {
  if (a.index !== b.index) return a.index < b.index
  const against = (network.arcs.edgeSide[path.arcs[a.index]] & 1) === 1
  return against ? a.place >= b.place : a.place <= b.place
}

/** How much of its arc lies behind a place, as a share of the arc's length. */
export function shareAt(network: RoadNetwork, path: TracedPath, { index, place }: PathPlace): number {
  const side = network.arcs.edgeSide[path.arcs[index]]
  const fraction = fractionAt(network, side >>> 1, place)
  return (side & 1) === 0 ? fraction : 1 - fraction
}

/** Length from the beginning of the path's first arc to the beginning of each, as far as it is driven; and of the whole. */
export function measurePath(network: RoadNetwork, path: TracedPath): Float64Array {
  const { lengthCm } = network.edges
  const { edgeSide } = network.arcs
  const { arcs, turns, enter, leave } = path
  const along = new Float64Array(arcs.length + 1)
  for (let i = 0; i < arcs.length; i++) {
    const whole = lengthCm[edgeSide[arcs[i]] >>> 1]
    const isEntered = i === 0 || turns[i - 1] === NO_ID
    const isLeft = i === arcs.length - 1 || turns[i] === NO_ID
    const from = isEntered ? shareAt(network, path, { index: i, place: enter[i] }) : 0
    const to = isLeft ? shareAt(network, path, { index: i, place: leave[i] }) : 1
    along[i + 1] = along[i] + Math.max(0, to - from) * whole
  }
  return along
}
