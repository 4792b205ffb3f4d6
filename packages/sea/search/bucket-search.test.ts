import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { BucketSearch, type Graph, UNREACHABLE } from './bucket-search.ts'

const SEED = 31

/** Creates links in both directions with costs from 1 to `most`. Every tenth link is closed. */
function randomGraph(random: () => number, nodes: number, links: number, most: number): Graph {
  const lists = Array.from({ length: nodes }, (): [number, number][] => [])
  for (let link = 0; link < links; link++) {
    const [a, b] = [Math.floor(random() * nodes), Math.floor(random() * nodes)]
    const cost = random() < 0.1 ? 0 : 1 + Math.floor(random() ** 3 * most)
    lists[a]?.push([b, cost])
    lists[b]?.push([a, cost])
  }
  const first = new Uint32Array(nodes + 1)
  lists.forEach((list, node) => {
    first[node + 1] = (first[node] ?? 0) + list.length
  })
  const flat = lists.flat()
  return { first, head: Uint32Array.from(flat, ([to]) => to), cost: Uint16Array.from(flat, ([, cost]) => cost) }
}

/** Computes costs with the Bellman–Ford algorithm, which repeats until nothing changes. */
function slowCosts({ first, head, cost }: Graph, start: number): Int32Array {
  const costs = new Int32Array(first.length - 1).fill(UNREACHABLE)
  costs[start] = 0
  for (let isChanging = true; isChanging; ) {
    isChanging = false
    for (let node = 0; node < costs.length; node++) {
      if (costs[node] === UNREACHABLE) continue
      for (let link = first[node]; link < first[node + 1]; link++) {
        const sum = costs[node] + cost[link]
        if (cost[link] === 0 || sum >= costs[head[link]]) continue
        costs[head[link]] = sum
        isChanging = true
      }
    }
  }
  return costs
}

test(`matches Bellman-Ford; uses no closed links, and leaves islands unreachable, seed ${SEED}`, () => {
  const random = seededRandom(SEED)
  for (const [nodes, links, most] of [
    [50, 40, 65534],
    [300, 900, 65534],
    [300, 900, 40],
    [2000, 9000, 3000],
  ] as const) {
    const graph = randomGraph(random, nodes, links, most)
    const search = new BucketSearch(graph)
    const costs = new Int32Array(nodes)
    for (const start of [0, 7, nodes - 1]) {
      search.computeCostsFrom(start, costs)
      expect(costs).toEqual(slowCosts(graph, start))
    }
  }
})

test('grows its queue beyond the initial capacity', () => {
  const leaves = 70_000
  const first = new Uint32Array(leaves + 2).fill(leaves)
  first[0] = 0
  const head = Uint32Array.from({ length: leaves }, (_, leaf) => leaf + 1)
  const cost = Uint16Array.from({ length: leaves }, (_, leaf) => 1 + (leaf % 60_000))
  const costs = new Int32Array(leaves + 1)
  new BucketSearch({ first, head, cost }).computeCostsFrom(0, costs)
  expect([costs[0], costs[1], costs[59_999], costs[leaves]]).toEqual([0, 1, 59_999, 10_000])
})
