import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { DriveRecord } from '../network/drive-column.ts'
import { buildTurnGraph } from '../network/turn-graph-of.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import { Dijkstra } from '../testing/dijkstra.ts'
import { buildMetric, buildRoadMap } from '../testing/map-of.ts'
import { randomNetwork } from '../testing/random-network.ts'
import { OneToAll } from './one-to-all.ts'
import { SubtreeBoxes } from './subtree-boxes.ts'

describe.each([1, 2, 3])('seed %i', (seed) => {
  const random = seededRandom(seed)
  const network = randomNetwork(random, { columns: 16, rows: 14 })
  const map = buildRoadMap(network)
  const metric = buildMetric(map)
  const { count, drive } = network.arcs
  const dijkstra = new Dijkstra(buildTurnGraph(network))
  const search = new OneToAll(map.topology)

  test('equals Dijkstra from several arcs', () => {
    const arc = [0, 1, 2].map(() => Math.floor(random() * count))
    const weight = arc.map(() => -Math.floor(500 * random()))
    search.search(metric.hierarchy, { count: arc.length, arc, weight }, 'from')
    const runs = arc.map((source) => dijkstra.run(metric.weights.turn, source).slice())
    for (let target = 0; target < count; target++) {
      const sums = runs.map((run, index) =>
        run[target] < INFINITE_WEIGHT ? run[target] + weight[index] : INFINITE_WEIGHT,
      )
      const expected = Math.min(...sums)
      const found = search.arcWeight[target]
      expect(found < INFINITE_WEIGHT ? found + search.minWeight : INFINITE_WEIGHT, `arc ${target}`).toBe(expected)
    }
  })

  test('equals Dijkstra to an arc', () => {
    const target = Math.floor(random() * count)
    search.search(metric.hierarchy, { count: 1, arc: [target], weight: [0] }, 'to')
    for (let source = 0; source < count; source += 7)
      expect(search.arcWeight[source], `arc ${source}`).toBe(dijkstra.run(metric.weights.turn, source)[target])
  })

  test.each(['from', 'to'] as const)('%s: a filter changes no weight near the center', (direction) => {
    const boxes = new SubtreeBoxes(network, map.topology)
    const endpoints = { count: 1, arc: [Math.floor(random() * count)], weight: [0] }
    const base = endpoints.arc[0] * DriveRecord.SIZE
    const [latitude, longitude] = [drive[base + DriveRecord.SOUTH], drive[base + DriveRecord.WEST]]
    search.search(metric.hierarchy, endpoints, direction)
    const all = search.arcWeight.slice()
    const filter = boxes.near([{ latitude: latitude / 1e6, longitude: longitude / 1e6 }], 250)
    expect(filter).toBeDefined()
    search.search(metric.hierarchy, endpoints, direction, filter)
    let [near, skipped] = [0, 0]
    for (let arc = 0; arc < count; arc++) {
      const north = drive[arc * DriveRecord.SIZE + DriveRecord.SOUTH] - latitude
      const east = drive[arc * DriveRecord.SIZE + DriveRecord.WEST] - longitude
      // A distance of 250 m is more than 2,000 microdegrees.
      if (Math.max(Math.abs(north), Math.abs(east)) < 2000) {
        near++
        expect(search.arcWeight[arc], `arc ${arc}`).toBe(all[arc])
      } else if (search.arcWeight[arc] >= INFINITE_WEIGHT && all[arc] < INFINITE_WEIGHT) skipped++
    }
    expect(near).toBeGreaterThan(5)
    expect(skipped).toBeGreaterThan(50)
    // The next search covers the whole map again.
    search.search(metric.hierarchy, endpoints, direction)
    expect(search.arcWeight).toEqual(all)
  })

  test('uses no filter if most of the map is within reach', () => {
    const boxes = new SubtreeBoxes(network, map.topology)
    expect(boxes.near([{ latitude: 41.005, longitude: -7.995 }], 5000)).toBeUndefined()
    expect(boxes.near([{ latitude: 41.005, longitude: 179.999 }], 250)).toBeUndefined()
  })
})
