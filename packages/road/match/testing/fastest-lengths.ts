import type { RoadNetwork } from '../../network/network.ts'
import { INFINITE_WEIGHT } from '../../sentinels.ts'

/** Weight and centimeters of a path. Among equal weights the shorter path counts. */
export interface Way {
  readonly weight: number
  readonly lengthCm: number
}

/**
 * Test oracle for transitions: Dijkstra's algorithm without a heap. The fastest paths from the start of an arc, leaving
 * it at its end, to the start of every arc; undefined if unreachable. Copies count as the original arc.
 */
export function fastestWays(network: RoadNetwork, turnWeight: Int32Array, fromArc: number): (Way | undefined)[] {
  const { arcs, edges, turns } = network
  const known: (Way | undefined)[] = Array.from({ length: arcs.count })
  const settled = new Set<number>()
  const leave = (arc: number, { weight, lengthCm }: Way): void => {
    for (let turn = turns.first[arc]; turn < turns.first[arc + 1]; turn++) {
      if (turnWeight[turn] >= INFINITE_WEIGHT) continue
      const way = {
        weight: weight + turnWeight[turn],
        lengthCm: lengthCm + edges.lengthCm[arcs.edgeSide[arc] >>> 1],
      }
      if (isBetter(way, known[turns.to[turn]])) known[turns.to[turn]] = way
    }
  }
  leave(fromArc, { weight: 0, lengthCm: 0 })
  for (;;) {
    let next = -1
    known.forEach((way, arc) => {
      if (way && !settled.has(arc) && (next < 0 || isBetter(way, known[next]))) next = arc
    })
    if (next < 0) break
    settled.add(next)
    leave(next, known[next] as Way)
  }
  return known.map((_, arc) => {
    const same = known.filter((way, other) => way && arcs.edgeSide[other] === arcs.edgeSide[arc])
    return same.reduce((best, way) => (way && isBetter(way, best) ? way : best), undefined)
  })
}

function isBetter(way: Way, than: Way | undefined): boolean {
  return !than || way.weight < than.weight || (way.weight === than.weight && way.lengthCm < than.lengthCm)
}

/** Weights under which the fastest path is the shortest. */
export function lengthsAsWeights({ arcs, edges, turns }: RoadNetwork, turnWeight: Int32Array): Int32Array {
  const weights = new Int32Array(turns.count)
  for (let arc = 0; arc < arcs.count; arc++) {
    for (let turn = turns.first[arc]; turn < turns.first[arc + 1]; turn++) {
      const isOpen = turnWeight[turn] < INFINITE_WEIGHT
      weights[turn] = isOpen ? edges.lengthCm[arcs.edgeSide[arc] >>> 1] : INFINITE_WEIGHT
    }
  }
  return weights
}
