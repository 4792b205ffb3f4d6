import type { RoadNetwork } from '../network/network.ts'
import { NO_ID } from '../sentinels.ts'
import { beginningOfArc, endOfArc } from './line/shape-positions.ts'
import { findTurn } from './thread-copies.ts'
import { beginningOf, type PathPosition, type TracedPath } from './traced-path.ts'

/** A path from one arc of a path to a later one (or a copy of it), both included. */
export interface Splice {
  readonly arcs: Uint32Array
  readonly turns: Uint32Array
  /** Indices of these two arcs in the path. */
  readonly left: number
  readonly joined: number
}

/** The path from a given place onward, with a part of it replaced. */
export function splicePath(
  network: RoadNetwork,
  path: TracedPath,
  startPosition: PathPosition,
  { arcs, turns, left, joined }: Splice,
): TracedPath {
  const before = left - startPosition.index
  const joinIndex = before + arcs.length - 1
  const restCount = path.arcs.length - joined - 1
  const all = new Uint32Array(joinIndex + 1 + restCount)
  all.set(path.arcs.subarray(startPosition.index, left))
  all.set(arcs, before)
  all.set(path.arcs.subarray(joined + 1), joinIndex + 1)
  const allTurns = new Uint32Array(all.length - 1)
  allTurns.set(path.turns.subarray(startPosition.index, left))
  allTurns.set(turns, before)
  allTurns.set(path.turns.subarray(joined), joinIndex)
  // A copy of an arc has its own turns.
  if (restCount > 0 && path.turns[joined] !== NO_ID) {
    allTurns[joinIndex] = findTurn(network, all[joinIndex], path.arcs[joined + 1])
  }
  const isOfPath = (i: number) => i <= before || i > joinIndex
  const indexOf = (i: number) => (i <= before ? i + startPosition.index : i - joinIndex + joined)
  const enter = Float64Array.from(all, (arc, i) =>
    isOfPath(i) ? path.enter[indexOf(i)] : beginningOfArc(network, arc),
  )
  const leave = Float64Array.from(all, (arc, i) =>
    i < before || i >= joinIndex ? path.leave[indexOf(i)] : endOfArc(network, arc),
  )
  enter[0] = startPosition.position
  const start = beginningOf(path)
  const isWhole = startPosition.index === start.index && startPosition.position === start.position
  return { arcs: all, turns: allTurns, enter, leave, first: isWhole ? path.first : undefined, last: path.last }
}
