import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { buildTurnGraph } from '../network/turn-graph-of.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import { Dijkstra } from '../testing/dijkstra.ts'
import { buildMetric, buildRoadMap } from '../testing/map-of.ts'
import { randomNetwork } from '../testing/random-network.ts'
import { CostSweep } from './cost-sweep.ts'
import { OneToAll } from './one-to-all.ts'
import { PathTree } from './path-tree.ts'
import { SweepOrder } from './sweep-order.ts'
import { durationCosts, lengthCosts } from './travel-costs.ts'

describe.each([1, 2, 3])('seed %i', (seed) => {
  const random = seededRandom(seed)
  const network = randomNetwork(random, { columns: 24, rows: 20, restrictedShare: seed % 2 === 0 ? 0.2 : 0 })
  const map = buildRoadMap(network)
  const metric = buildMetric(map)
  const { count } = network.arcs
  // Comparing in a loop and expecting an empty list of differences is a hundred times as fast as expecting every value.
  const arcs = Array.from({ length: count }, (_, arc) => arc)
  const { positionOf } = SweepOrder.of(map.topology)
  const dijkstra = new Dijkstra(buildTurnGraph(network))
  // All requests use the same instances, so that the tests cover values that are left over from earlier searches.
  const sweep = new CostSweep(map)
  const search = new OneToAll(map.topology)
  const tree = new PathTree(map, search)

  test('weights equal Dijkstra, also in skipped cells', () => {
    const source = Math.floor(random() * count)
    const endpoints = { count: 1, arc: [source], weight: [0], along: [0.5] }
    sweep.build({ metric, endpoints, direction: 'from', costs: durationCosts(network), maxCost: 2000 })
    expect(sweep.count).toBeLessThan(count / 2)
    const expected = dijkstra.run(metric.weights.turn, source)
    const different = arcs.filter((arc) => sweep.weightAt(positionOf[arc]) !== expected[arc])
    expect(different).toEqual([])
  })

  for (const direction of ['from', 'to'] as const) {
    test.each(['time', 'distance'])(`${direction}: equals the path tree for any limit of %s`, (unit) => {
      const costs = unit === 'time' ? durationCosts(network) : lengthCosts(network)
      const wrongWeights: string[] = []
      let [different, reached] = [0, 0]
      for (let round = 0; round < 10; round++) {
        const maxCost = (unit === 'time' ? 10_000 : 80_000) * random()
        const arc = [0, 1].map(() => Math.floor(random() * count))
        // Shares of 0 and 1 lie at a junction, so that paths only touch the arc.
        const along = arc.map(() => (random() < 0.3 ? Math.round(random()) : random()))
        const endpoints = { count: 2, arc, weight: [0, 0], along }
        const request = { metric, endpoints, direction, costs, maxCost }
        sweep.build(request)
        search.search(metric.hierarchy, endpoints, direction)
        tree.build(request)
        for (let position = 0; position < count; position++) {
          const cost = direction === 'from' ? tree.startCostAt(position) : tree.endCostAt(position)
          const weight = tree.weightAt(position)
          if (weight < INFINITE_WEIGHT && sweep.weightAt(position) !== weight)
            wrongWeights.push(`round ${round}, position ${position}`)
          if (cost > maxCost && !sweep.isReached(position)) continue
          reached++
          // Costs are rounded.
          if (!(Math.abs(tree.startCostAt(position) - sweep.startCostAt(position)) <= 0.25)) different++
        }
      }
      expect(wrongWeights).toEqual([])
      expect(reached).toBeGreaterThan(100)
      // Only paths of equal weight may have different costs.
      expect(different).toBeLessThan(reached / 50)
    })
  }

  test('a changed metric replaces the weights of earlier searches', () => {
    const changed = buildMetric(map)
    const turn = metric.weights.turn.map((weight) => (weight < INFINITE_WEIGHT ? 2 * weight : weight))
    const doubled = { ...changed, weights: { ...changed.weights, turn } }
    doubled.hierarchy.weight.forEach((weight, slot) => {
      if (weight < INFINITE_WEIGHT) doubled.hierarchy.weight[slot] = 2 * weight
    })
    const endpoints = { count: 1, arc: [5], weight: [0], along: [0.5] }
    sweep.build({ metric: doubled, endpoints, direction: 'from', costs: durationCosts(network), maxCost: 2000 })
    const expected = dijkstra.run(turn, 5)
    for (let arc = 0; arc < count; arc += 5) expect(sweep.weightAt(positionOf[arc])).toBe(expected[arc])
  })

  test('sums of weights beyond the largest weight count as no path and keep the start', () => {
    const heavy = buildMetric(map)
    heavy.hierarchy.weight.forEach((weight, slot) => {
      if (weight < INFINITE_WEIGHT) heavy.hierarchy.weight[slot] = Math.min(INFINITE_WEIGHT - 1, 150_000 * weight)
    })
    const costs = durationCosts(network)
    const reachedByMistake: string[] = []
    let unreachedCount = 0
    for (let source = 0; source < count; source += 7) {
      const endpoints = { count: 1, arc: [source], weight: [0], along: [0.5] }
      sweep.build({ metric: heavy, endpoints, direction: 'from', costs, maxCost: 2000 })
      expect(sweep.weightAt(positionOf[source]), `source ${source}`).toBe(0)
      expect(sweep.isReached(positionOf[source])).toBe(true)
      for (let position = 0; position < count; position++) {
        if (sweep.weightAt(position) < INFINITE_WEIGHT) continue
        unreachedCount++
        if (sweep.isReached(position)) reachedByMistake.push(`source ${source}, position ${position}`)
      }
    }
    expect(reachedByMistake).toEqual([])
    expect(unreachedCount).toBeGreaterThan(0)
  })
})
