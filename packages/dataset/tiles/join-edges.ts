import type { RoadNetwork } from '@fairway/road'

/**
 * Joins edges of the same class and number that follow each other without a branch. Each list contains `2 * edge`, plus
 * 1 if the edge is traversed against its direction. Each edge is in exactly one list. Labels need long lines, and
 * joined lines make tiles smaller.
 */
export function* joinEdges(network: RoadNetwork, isIncluded: (edge: number) => boolean): Generator<number[]> {
  const { edges, roads } = network
  const isPending = new Uint8Array(edges.count)
  for (let edge = 0; edge < edges.count; edge++) isPending[edge] = isIncluded(edge) ? 1 : 0
  const edgesByNode = groupEdgesByNode(network, isPending)
  const haveSameStyle = (a: number, b: number): boolean => {
    const [firstRoad, secondRoad] = [edges.road[a], edges.road[b]]
    return roads.roadClass[firstRoad] === roads.roadClass[secondRoad] && roads.ref[firstRoad] === roads.ref[secondRoad]
  }
  /** Returns the edge and direction in which the road continues, or -1 if it ends or branches. */
  const findNextSide = (edgeSide: number): number => {
    const edge = edgeSide >>> 1
    const node = (edgeSide & 1) === 1 ? edges.from[edge] : edges.to[edge]
    let next = -1
    for (let i = edgesByNode.first[node]; i < edgesByNode.first[node + 1]; i++) {
      const otherEdge = edgesByNode.edge[i]
      if (otherEdge === edge || !haveSameStyle(edge, otherEdge)) continue
      if (next >= 0) return -1
      next = 2 * otherEdge + (edges.from[otherEdge] === node ? 0 : 1)
    }
    return next >= 0 && isPending[next >>> 1] === 1 ? next : -1
  }
  for (let edge = 0; edge < edges.count; edge++) {
    if (isPending[edge] !== 1) continue
    isPending[edge] = 2
    const followingSides = followEdges(2 * edge, findNextSide, isPending)
    const precedingSides = followEdges(2 * edge + 1, findNextSide, isPending)
    yield [...precedingSides.reverse().map((edgeSide) => edgeSide ^ 1), 2 * edge, ...followingSides]
  }
}

function followEdges(from: number, nextOf: (side: number) => number, isPending: Uint8Array): number[] {
  const sides: number[] = []
  for (let edgeSide = nextOf(from); edgeSide >= 0; edgeSide = nextOf(edgeSide)) {
    isPending[edgeSide >>> 1] = 2
    sides.push(edgeSide)
  }
  return sides
}

function groupEdgesByNode(
  { nodes, edges }: RoadNetwork,
  isPending: Uint8Array,
): { first: Uint32Array; edge: Uint32Array } {
  const first = new Uint32Array(nodes.count + 1)
  const forEachEndpoint = (visit: (node: number, edge: number) => void): void => {
    for (let edge = 0; edge < edges.count; edge++) {
      if (isPending[edge] === 0) continue
      visit(edges.from[edge], edge)
      visit(edges.to[edge], edge)
    }
  }
  forEachEndpoint((node) => first[node + 1]++)
  for (let node = 0; node < nodes.count; node++) first[node + 1] += first[node]
  const next = first.slice(0, nodes.count)
  const edge = new Uint32Array(first[nodes.count])
  forEachEndpoint((node, edgeIndex) => {
    edge[next[node]++] = edgeIndex
  })
  return { first, edge }
}
