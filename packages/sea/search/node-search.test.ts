import { MinHeap, seededRandom } from '@fairway/geo'
import { beforeAll, expect, test } from 'vitest'
import { countNodes, type Sea } from '../schema.ts'
import { makeSea } from '../testing/draw-sea.ts'
import { randomLands } from '../testing/random-lands.ts'
import { BucketSearch } from './bucket-search.ts'
import { Closures } from './closures.ts'
import { NodeSearch } from './node-search.ts'

const SEED = 9
const random = seededRandom(SEED)
let sea: Sea
beforeAll(() => {
  sea = makeSea({ south: 0, west: 10, north: 6, east: 16, lands: randomLands(random, 0.5, 10.5, 5, 1) })
})

test('returns the queue entries in order', () => {
  const heap = new MinHeap()
  const keys = Array.from({ length: 5000 }, () => random())
  for (const [item, key] of keys.entries()) heap.push(key, item)
  const popped = keys.map(() => keys[heap.pop()])
  expect(popped).toEqual([...keys].sort((a, b) => a - b))
})

test(`matches Dijkstra with A* and landmarks, except for rounding, seed ${SEED}`, () => {
  const { linkFirst, body } = sea.nodes
  const graph = { first: linkFirst, head: sea.links.head, cost: sea.links.cost }
  const dijkstra = new BucketSearch(graph)
  const costs = new Int32Array(countNodes(sea))
  const search = new NodeSearch(sea)
  const closures = new Closures(sea, [], new Set(), false)
  const pickNode = (): number => {
    const node = Math.floor(random() * countNodes(sea))
    return body[node] === 1 ? node : pickNode()
  }
  const costOf = (nodes: readonly number[]) =>
    nodes.slice(1).reduce((sum, node, at) => {
      const from = nodes[at]
      for (let link = linkFirst[from]; link < linkFirst[from + 1]; link++) {
        if (sea.links.head[link] === node) return sum + sea.links.cost[link]
      }
      throw new Error(`no link from ${from} to ${node}`)
    }, 0)
  for (let round = 0; round < 15; round++) {
    const start = pickNode()
    dijkstra.computeCostsFrom(start, costs)
    for (let goals = 0; goals < 5; goals++) {
      const goal = pickNode()
      const nodes = search.find(start, goal, closures)
      // Landmarks are rounded to half a nautical mile, which is 32 units.
      expect(costOf(nodes ?? []) - costs[goal]).toBeLessThanOrEqual(32)
      expect(costOf(nodes ?? [])).toBeGreaterThanOrEqual(costs[goal])
      const cost = search.foundCost
      expect(cost).toBe(costOf(nodes ?? []))
      expect(search.lowerBoundCost(start, goal, closures)).toBeLessThanOrEqual(costs[goal] + 32)
      expect(search.find(start, goal, closures, { maxCost: cost + 32 })).toEqual(nodes)
      if (cost > 100) expect(search.find(start, goal, closures, { maxCost: cost - 65 })).toBeUndefined()
    }
  }
})

test('ends when the client has disconnected, before it begins or some thousand nodes later', () => {
  const search = new NodeSearch(sea)
  const closures = new Closures(sea, [], new Set(), false)
  const inBody = sea.nodes.body.indexOf(1)
  const goal = sea.nodes.body.lastIndexOf(1)
  expect(search.find(inBody, goal, closures, { isCancelled: () => true })).toBeUndefined()
  expect(search.settledCount).toBe(0)
  expect(search.find(inBody, goal, closures, { isCancelled: () => false })).toBeDefined()
})
