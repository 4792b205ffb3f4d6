import type { RoadNetwork } from '@fairway/road'

/**
 * Joins edges of the same class and number that follow each other without a branch, as lists of `2 * edge + 1 when
 * against its direction`. Each edge is in one list. Labels need long lines, and tiles become smaller.
 */
export function* joinEdges(network: RoadNetwork, isWanted: (edge: number) => boolean): Generator<number[]> {
  const { edges, roads } = network
  const wanted = new Uint8Array(edges.count)
  for (let edge = 0; edge < edges.count; edge++) wanted[edge] = isWanted(edge) ? 1 : 0
  const around = edgesAround(network, wanted)
  const isSame = (a: number, b: number): boolean => {
    const [one, other] = [edges.road[a], edges.road[b]]
    return roads.roadClass[one] === roads.roadClass[other] && roads.ref[one] === roads.ref[other]
  }
  /** The side on which the road continues, or -1 where it ends or branches. */
  const nextOf = (side: number): number => {
    const edge = side >>> 1
    const node = (side & 1) === 1 ? edges.from[edge] : edges.to[edge]
    let next = -1
    for (let i = around.first[node]; i < around.first[node + 1]; i++) {
      const other = around.edge[i]
      if (other === edge || !isSame(edge, other)) continue
      if (next >= 0) return -1
      next = 2 * other + (edges.from[other] === node ? 0 : 1)
    }
    return next >= 0 && wanted[next >>> 1] === 1 ? next : -1
  }
  for (let edge = 0; edge < edges.count; edge++) {
    if (wanted[edge] !== 1) continue
    wanted[edge] = 2
    const ahead = walk(2 * edge, nextOf, wanted)
    const behind = walk(2 * edge + 1, nextOf, wanted)
    yield [...behind.reverse().map((side) => side ^ 1), 2 * edge, ...ahead]
  }
}

function walk(from: number, nextOf: (side: number) => number, wanted: Uint8Array): number[] {
  const sides: number[] = []
  for (let side = nextOf(from); side >= 0; side = nextOf(side)) {
    wanted[side >>> 1] = 2
    sides.push(side)
  }
  return sides
}

function edgesAround({ nodes, edges }: RoadNetwork, wanted: Uint8Array): { first: Uint32Array; edge: Uint32Array } {
  const first = new Uint32Array(nodes.count + 1)
  const each = (visit: (node: number, edge: number) => void): void => {
    for (let edge = 0; edge < edges.count; edge++) {
      if (wanted[edge] === 0) continue
      visit(edges.from[edge], edge)
      visit(edges.to[edge], edge)
    }
  }
  each((node) => first[node + 1]++)
  for (let node = 0; node < nodes.count; node++) first[node + 1] += first[node]
  const next = first.slice(0, nodes.count)
  const edge = new Uint32Array(first[nodes.count])
  each((node, at) => {
    edge[next[node]++] = at
  })
  return { first, edge }
}
