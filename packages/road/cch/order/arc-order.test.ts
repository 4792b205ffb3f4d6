import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { randomTurnGraph } from '../../testing/random-graph.ts'
import { buildTopology } from '../topology.ts'
import { orderArcs } from './arc-order.ts'

test.each([1, 2, 3, 4, 5])('ranks every arc once, deterministically (seed %i)', (seed) => {
  const random = seededRandom(seed)
  const graph = randomTurnGraph(random, 1 + Math.floor(random() * 40), 1 + Math.floor(random() * 40))
  const rank = orderArcs(graph)
  expect([...rank].sort((a, b) => a - b)).toEqual(Array.from(rank, (_, index) => index))
  expect(orderArcs(structuredClone(graph))).toEqual(rank)
})

test('keeps the elimination tree of a large grid shallow with separators', () => {
  const graph = randomTurnGraph(seededRandom(7), 60, 60)
  const { height } = buildTopology(graph, orderArcs(graph))
  expect(height).toBeLessThan(350)
})
