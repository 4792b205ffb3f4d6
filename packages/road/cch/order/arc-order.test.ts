import { expect, test } from 'vitest'
import { seededRandom } from '../../testing/random.ts'
import { randomTurnGraph } from '../../testing/random-graph.ts'
import { buildTopology } from '../topology.ts'
import { orderArcs } from './arc-order.ts'

test.each([1, 2, 3, 4, 5])('the order ranks every arc once, and the same graph always alike; seed %i', (seed) => {
  const random = seededRandom(seed)
  const graph = randomTurnGraph(random, 1 + Math.floor(random() * 40), 1 + Math.floor(random() * 40))
  const rank = orderArcs(graph)
  expect([...rank].sort((a, b) => a - b)).toEqual(Array.from(rank, (_, index) => index))
  expect(orderArcs(structuredClone(graph))).toEqual(rank)
})

test('separators keep the tree of a large grid low', () => {
  const graph = randomTurnGraph(seededRandom(7), 60, 60)
  const { height } = buildTopology(graph, orderArcs(graph))
  expect(height).toBeLessThan(350)
})
