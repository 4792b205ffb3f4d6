import type { RoadNetwork } from '../network/network.ts'
import { NO_ID } from '../sentinels.ts'
import { beginningOfArc, endOfArc } from './line/shape-positions.ts'
import { findTurn } from './thread-copies.ts'
import { type PathPosition, startOfPath, type TracedPath } from './traced-path.ts'

/** A path from one arc of a path to a later arc or a copy of it, including both. */
export interface Splice {
  readonly arcs: Uint32Array
  readonly turns: Uint32Array
  /** Indexes of these two arcs in the path. */
  readonly leaveIndex: number
  readonly rejoinIndex: number
}

/** Returns the path from a given position onward, with a section of it replaced. */
export function splicePath(
  network: RoadNetwork,
  path: TracedPath,
  startPosition: PathPosition,
  { arcs, turns, leaveIndex, rejoinIndex }: Splice,
): TracedPath {
  const keptArcCount = leaveIndex - startPosition.index
  const joinIndex = keptArcCount + arcs.length - 1
  const restCount = path.arcs.length - rejoinIndex - 1
  const allArcs = new Uint32Array(joinIndex + 1 + restCount)
  allArcs.set(path.arcs.subarray(startPosition.index, leaveIndex))
  allArcs.set(arcs, keptArcCount)
  allArcs.set(path.arcs.subarray(rejoinIndex + 1), joinIndex + 1)
  const allTurns = new Uint32Array(allArcs.length - 1)
  allTurns.set(path.turns.subarray(startPosition.index, leaveIndex))
  allTurns.set(turns, keptArcCount)
  allTurns.set(path.turns.subarray(rejoinIndex), joinIndex)
  // A copy of an arc has its own turns.
  if (restCount > 0 && path.turns[rejoinIndex] !== NO_ID) {
    allTurns[joinIndex] = findTurn(network, allArcs[joinIndex], path.arcs[rejoinIndex + 1])
  }
  const isOriginalArc = (i: number) => i <= keptArcCount || i > joinIndex
  const indexOf = (i: number) => (i <= keptArcCount ? i + startPosition.index : i - joinIndex + rejoinIndex)
  const enter = Float64Array.from(allArcs, (arc, i) =>
    isOriginalArc(i) ? path.enter[indexOf(i)] : beginningOfArc(network, arc),
  )
  const leave = Float64Array.from(allArcs, (arc, i) =>
    i < keptArcCount || i >= joinIndex ? path.leave[indexOf(i)] : endOfArc(network, arc),
  )
  enter[0] = startPosition.position
  const start = startOfPath(path)
  const startsAtBeginning = startPosition.index === start.index && startPosition.position === start.position
  return {
    arcs: allArcs,
    turns: allTurns,
    enter,
    leave,
    first: startsAtBeginning ? path.first : undefined,
    last: path.last,
  }
}
