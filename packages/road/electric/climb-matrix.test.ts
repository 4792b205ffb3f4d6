import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { createCells } from '../cch/matrix/matrix-cells.ts'
import { MatrixQuery } from '../cch/matrix/matrix-query.ts'
import { PathQuery } from '../cch/path-query.ts'
import { TravelMode } from '../network/attributes.ts'
import { climbOf } from '../route/climb.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import { buildMetric, buildRoadMap } from '../testing/map-of.ts'
import { randomNetwork } from '../testing/random-network.ts'
import { withRandomTerrain } from '../testing/random-terrain.ts'
import { buildClimbAttributes, buildEnergyAttributes } from './energy-attributes.ts'

const SAMPLES = 14

test.each([81, 82, 83, 84])('cells contain the climbs of their paths on random network %i', (seed) => {
  const random = seededRandom(seed)
  const network = withRandomTerrain(random, randomNetwork(random, { columns: 7, rows: 7 }))
  const map = buildRoadMap(network)
  const { hierarchy } = buildMetric(map)
  const arcs = Array.from({ length: SAMPLES }, () => Math.floor(random() * network.arcs.count))
  const toPoint = (along: number) => (arc: number) => ({ count: 1, arc: [arc], weight: [0], along: [along] })
  const [ascents, descents] = (['ascent', 'descent'] as const).map((kind) => {
    const cells = createCells(SAMPLES, SAMPLES, buildClimbAttributes(network, map.topology, hierarchy, kind))
    new MatrixQuery(map.topology).fill(hierarchy, arcs.map(toPoint(0.25)), arcs.map(toPoint(0.5)), cells)
    return cells.attributes?.durationCs ?? []
  })
  const query = new PathQuery(map.topology)
  const toEnd = (arc: number) => ({ count: 1, arc: Uint32Array.of(arc), weight: Int32Array.of(0) })
  let connected = 0
  for (const [row, from] of arcs.entries()) {
    for (const [column, to] of arcs.entries()) {
      if (from === to || query.search(hierarchy, toEnd(from), toEnd(to)) >= INFINITE_WEIGHT) continue
      const path = query.path()
      if (!path) continue
      connected++
      const climb = climbOf(network, { arcs: path.arcs, turns: path.turns, startFraction: 0.25, endFraction: 0.5 })
      const cell = row * SAMPLES + column
      expect(ascents[cell] / 10, `seed ${seed}`).toBeCloseTo(climb?.ascentMeters ?? 0, 6)
      expect(descents[cell] / 10, `seed ${seed}`).toBeCloseTo(climb?.descentMeters ?? 0, 6)
    }
  }
  expect(connected).toBeGreaterThan(50)
})

test('distances in energy matrices exclude ferries, and those in other matrices include them', () => {
  const random = seededRandom(85)
  const plain = randomNetwork(random, { columns: 4, rows: 4 })
  const ferries = { ...plain, roads: { ...plain.roads, mode: Uint8Array.of(TravelMode.ferry, TravelMode.ferry) } }
  const map = buildRoadMap(ferries)
  const lengthsOf = (attributes: { readonly arcLengthCm: Uint32Array }) => attributes.arcLengthCm.some((cm) => cm > 0)
  expect(lengthsOf(buildEnergyAttributes(ferries, map.topology, buildMetric(map).hierarchy))).toBe(false)
  const roads = { ...ferries, roads: plain.roads }
  expect(lengthsOf(buildEnergyAttributes(roads, map.topology, buildMetric(map).hierarchy))).toBe(false)
})
