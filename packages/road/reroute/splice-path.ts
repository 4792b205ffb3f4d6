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
  at: PathPosition,
  { arcs, turns, left, joined }: Splice,
): TracedPath {
  const before = left - at.index
  const behind = before + arcs.length - 1
  const restCount = path.arcs.length - joined - 1
  const all = new Uint32Array(behind + 1 + restCount)
  all.set(path.arcs.subarray(at.index, left))
  all.set(arcs, before)
  all.set(path.arcs.subarray(joined + 1), behind + 1)
  const allTurns = new Uint32Array(all.length - 1)
  allTurns.set(path.turns.subarray(at.index, left))
  allTurns.set(turns, before)
  allTurns.set(path.turns.subarray(joined), behind)
  // A copy of an arc has its own turns.
  if (restCount > 0 && path.turns[joined] !== NO_ID) {
    allTurns[behind] = findTurn(network, all[behind], path.arcs[joined + 1])
  }
  const isOfPath = (i: number) => i <= before || i > behind
  const indexOf = (i: number) => (i <= before ? i + at.index : i - behind + joined)
  const enter = Float64Array.from(all, (arc, i) =>
    isOfPath(i) ? path.enter[indexOf(i)] : beginningOfArc(network, arc),
  )
  const leave = Float64Array.from(all, (arc, i) =>
    i < before || i >= behind ? path.leave[indexOf(i)] : endOfArc(network, arc),
  )
  enter[0] = at.position
  const start = beginningOf(path)
  const isWhole = at.index === start.index && at.position === start.position
  return { arcs: all, turns: allTurns, enter, leave, first: isWhole ? path.first : undefined, last: path.last }
}
