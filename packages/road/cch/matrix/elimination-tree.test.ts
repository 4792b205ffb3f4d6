import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { randomTurnGraph } from '../../testing/random-graph.ts'
import { orderArcs } from '../order/arc-order.ts'
import { buildTopology, type Topology } from '../topology.ts'
import { commonAncestor, depthOf, isAbove, preorderOf } from './elimination-tree.ts'

function pathOf({ vertexCount, parent }: Topology, vertex: number): number[] {
  const path: number[] = []
  for (let v = vertex; v < vertexCount; v = parent[v]) path.push(v)
  return path
}

describe.each([71, 72, 73, 74])('seed %i', (seed) => {
  const random = seededRandom(seed)
  const graph = randomTurnGraph(random, 4 + Math.floor(random() * 12), 4 + Math.floor(random() * 12))
  const topology = buildTopology(graph, orderArcs(graph))
  const { vertexCount, depth } = topology
  const preorder = preorderOf(topology)
  const any = () => Math.floor(random() * (vertexCount + 1))

  test('returns the depths of the tree, and -1 above all roots', () => {
    for (let v = 0; v < vertexCount; v++) expect(depthOf(preorder, v), `vertex ${v}`).toBe(depth[v])
    expect(depthOf(preorder, vertexCount)).toBe(-1)
  })

  test('finds the same first common ancestor as a walk along both paths', () => {
    for (let round = 0; round < 3000; round++) {
      const [a, b] = [any(), any()]
      const path = pathOf(topology, a)
      const common = pathOf(topology, b).find((v) => path.includes(v)) ?? vertexCount
      expect(commonAncestor(preorder, a, b), `${a} and ${b}`).toBe(common)
      if (a < vertexCount && b < vertexCount) expect(isAbove(preorder, a, b), `${a} and ${b}`).toBe(common === a)
    }
  })
})
