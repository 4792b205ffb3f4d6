import type { RoadMetric } from '../../map.ts'
import type { ArcCopies } from '../../network/copies.ts'
import type { RoadNetwork } from '../../network/network.ts'
import { INFINITE_WEIGHT, NO_ID } from '../../sentinels.ts'
import type { Snap } from '../../snap/snapper.ts'
import type { ClosedPart } from '../closed-part.ts'
import { findTurn } from '../thread-copies.ts'
import type { PathPosition, TracedPath } from '../traced-path.ts'
import { beginningOfArc, endOfArc } from './shape-positions.ts'

const MAX_ENTRIES = 16

/**
 * Target arcs at which a search may rejoin a path. The weight of each arc is that of the remaining path from its
 * beginning. Each thread needs its own instance, because an instance owns scratch memory.
 */
export class PathEntries {
  count = 0
  readonly arc = new Uint32Array(MAX_ENTRIES)
  readonly weight = new Int32Array(MAX_ENTRIES)
  /** Index of the path's arc that each entry equals or is a copy of. */
  readonly index = new Uint32Array(MAX_ENTRIES)
  private readonly network: RoadNetwork
  private readonly copies: ArcCopies

  constructor(network: RoadNetwork, copies: ArcCopies) {
    this.network = network
    this.copies = copies
  }

  /**
   * Chooses entries up to the arc of the next stop or the end of the path. That arc is always included, so that no stop
   * is skipped.
   */
  choose(
    metric: RoadMetric,
    path: TracedPath,
    weightToEnd: Int32Array,
    leftAt: { readonly done: PathPosition; readonly nearest: PathPosition },
    stop: PathPosition | undefined,
  ): void {
    this.count = 0
    const last = stop?.index ?? path.arcs.length - 1
    let first = Math.min(last, leftAt.done.index + 1)
    while (first < last && weightToEnd[first] >= INFINITE_WEIGHT) first++
    const nearest = Math.max(first, leftAt.nearest.index)
    this.add(metric, path, weightToEnd, last)
    for (const distance of [...ARC_DISTANCES, -1]) {
      const index = nearest + distance
      if (index >= first && index < last) this.add(metric, path, weightToEnd, index)
    }
  }

  /** Chooses entries after the closure, at most `width` arcs away and not past the next stop. */
  chooseAfterClosure(
    metric: RoadMetric,
    path: TracedPath,
    weightToEnd: Int32Array,
    closedPart: ClosedPart,
    width: number,
  ): void {
    this.count = 0
    const maxDistance = Math.min(width, closedPart.high - closedPart.last)
    this.add(metric, path, weightToEnd, closedPart.last + maxDistance)
    for (const distance of ARC_DISTANCES)
      if (distance < maxDistance) this.add(metric, path, weightToEnd, closedPart.last + distance)
  }

  private add(metric: RoadMetric, path: TracedPath, weightToEnd: Int32Array, index: number): void {
    const original = this.network.edges.arc[this.network.arcs.edgeSide[path.arcs[index]]]
    this.addArc(original, this.weightFromArc(metric, path, weightToEnd, index, original), index)
    for (const copy of this.copies.get(original) ?? []) {
      this.addArc(copy, this.weightFromArc(metric, path, weightToEnd, index, copy), index)
    }
  }

  private addArc(arc: number, weight: number, index: number): void {
    if (weight >= INFINITE_WEIGHT || this.count === MAX_ENTRIES) return
    this.arc[this.count] = arc
    this.weight[this.count] = weight
    this.index[this.count++] = index
  }

  /** Returns the weight of the remaining path from the beginning of one of its arcs or of a copy of the arc. */
  weightFromArc(metric: RoadMetric, path: TracedPath, weightToEnd: Int32Array, index: number, arc: number): number {
    const { weights } = metric
    if (weights.arc[arc] >= INFINITE_WEIGHT) return INFINITE_WEIGHT
    // At the end of the path and at a U-turn, all copies of the arc are equivalent.
    if (arc === path.arcs[index] || index === path.arcs.length - 1 || path.turns[index] === NO_ID)
      return weightToEnd[index]
    const turn = findTurn(this.network, arc, path.arcs[index + 1])
    return turn === NO_ID ? INFINITE_WEIGHT : Math.min(INFINITE_WEIGHT, weights.turn[turn] + weightToEnd[index + 1])
  }

  /** Returns a path to an arc of the original path, or to a copy of it, followed by the remaining original path. */
  pathTo(path: TracedPath, snap: Snap, arcs: Uint32Array, turns: Uint32Array, index: number): TracedPath {
    const { network } = this
    const entryArc = arcs[arcs.length - 1]
    const lastIndex = arcs.length - 1
    const restCount = path.arcs.length - index - 1
    const allArcs = new Uint32Array(lastIndex + 1 + restCount)
    allArcs.set(arcs)
    allArcs.set(path.arcs.subarray(index + 1), lastIndex + 1)
    const allTurns = new Uint32Array(lastIndex + restCount)
    allTurns.set(turns)
    allTurns.set(path.turns.subarray(index), lastIndex)
    if (restCount > 0 && path.turns[index] !== NO_ID)
      allTurns[lastIndex] = findTurn(network, entryArc, path.arcs[index + 1])
    const enter = Float64Array.from(allArcs, (arc, i) =>
      i === 0
        ? snap.segment + snap.segmentShare
        : i <= lastIndex
          ? beginningOfArc(network, arc)
          : path.enter[i - lastIndex + index],
    )
    const leave = Float64Array.from(allArcs, (arc, i) =>
      i < lastIndex ? endOfArc(network, arc) : path.leave[i - lastIndex + index],
    )
    return { arcs: allArcs, turns: allTurns, enter, leave, first: snap, last: path.last }
  }
}

/**
 * Offsets, in arcs from a position on a path, at which a search may leave or rejoin the path. The offsets are dense
 * nearby and sparse farther away.
 */
export const ARC_DISTANCES = [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377] as const
