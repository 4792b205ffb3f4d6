import { existsSync } from 'node:fs'
import { compileRoads } from '@fairway/dataset'
import { seededRandom } from '@fairway/geo'
import { sharedPath } from '@fairway/geo/testing'
import { buildTopology, orderArcs, type Topology, type TurnGraph, turnGraphOf } from '@fairway/road'
import { buildMetric, checkExactness, randomTurnGraph, randomWeights } from '@fairway/road/testing'
import { describe, expect, test } from 'vitest'
import { openEmbedded } from './embedded-map.ts'

/**
 * These tests are a small version of `npm run bench -- exact`, which runs 10,000 pairs and 100 rounds on real cities.
 */
const monaco = sharedPath('data/roads/monaco-2025.osm.pbf')
const present = existsSync(monaco)
if (!present) console.warn('\n*** SKIPPED: real extracts are not next to the repository (../shared/data/roads) ***\n')

function expectExact(graph: TurnGraph, topology: Topology, turnWeight: Int32Array, seed: number): void {
  const options = { sources: 20, targets: 50, rounds: 10, random: seededRandom(seed), reportProgress() {} }
  const result = checkExactness(graph, topology, turnWeight, options)
  expect(result, `seed ${seed}`).toMatchObject({
    pairs: 1000,
    wrongDistances: 0,
    wrongPaths: 0,
    rounds: 10,
    wrongRounds: 0,
    pairsAfterUpdates: 500,
    wrongAfterUpdates: 0,
  })
  expect(result.connected).toBeGreaterThan(500)
}

describe('distances and paths equal to Dijkstra, even after weight changes', () => {
  test.each([31, 32, 33])('on a random graph, seed %i', (seed) => {
    const random = seededRandom(seed)
    const graph = randomTurnGraph(random, 25, 25)
    expectExact(graph, buildTopology(graph, orderArcs(graph)), randomWeights(random, graph.turnCount), seed)
  })

  test('in Montevideo', async () => {
    const { map, metric } = await openEmbedded()
    expectExact(turnGraphOf(map.network), map.topology, metric.weights.turn, 34)
  })

  test.skipIf(!present)('in Monaco', async () => {
    const map = await compileRoads({ extract: monaco, threads: 1, onProgress() {} })
    expectExact(turnGraphOf(map.network), map.topology, buildMetric(map).weights.turn, 35)
  })
})
