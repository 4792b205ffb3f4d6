import type { RoadNetwork } from '../../network/network.ts'
import { INFINITE_WEIGHT } from '../../sentinels.ts'
import type { PathLength } from '../hierarchy-rows.ts'

/**
 * Computes the expected transitions with Dijkstra's algorithm without a heap. Returns the fastest path over the whole
 * of one arc to the start of every arc. The entry of an unreachable arc is undefined. Of two paths with equal weights,
 * the shorter one is returned. Copies are treated as their original arcs.
 */
export function fastestPaths(
  network: RoadNetwork,
  turnWeight: Int32Array,
  fromArc: number,
): (PathLength | undefined)[] {
  const { arcs, edges, turns } = network
  const paths: (PathLength | undefined)[] = Array.from({ length: arcs.count })
  const settled = new Set<number>()
  const leave = (arc: number, { weight, lengthCm }: PathLength): void => {
    for (let turn = turns.first[arc]; turn < turns.first[arc + 1]; turn++) {
      if (turnWeight[turn] >= INFINITE_WEIGHT) continue
      const path = {
        weight: weight + turnWeight[turn],
        lengthCm: lengthCm + edges.lengthCm[arcs.edgeSide[arc] >>> 1],
      }
      if (isBetter(path, paths[turns.to[turn]])) paths[turns.to[turn]] = path
    }
  }
  leave(fromArc, { weight: 0, lengthCm: 0 })
  for (;;) {
    let next = -1
    paths.forEach((path, arc) => {
      if (path && !settled.has(arc) && (next < 0 || isBetter(path, paths[next]))) next = arc
    })
    if (next < 0) break
    settled.add(next)
    leave(next, paths[next] as PathLength)
  }
  return paths.map((_, arc) => {
    const same = paths.filter((path, other) => path && arcs.edgeSide[other] === arcs.edgeSide[arc])
    return same.reduce((best, path) => (path && isBetter(path, best) ? path : best), undefined)
  })
}

function isBetter(path: PathLength, than: PathLength | undefined): boolean {
  return !than || path.weight < than.weight || (path.weight === than.weight && path.lengthCm < than.lengthCm)
}

/** Returns weights that make the shortest path the fastest. */
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
