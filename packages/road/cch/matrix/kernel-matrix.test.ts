import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import type { RoadMetric } from '../../map.ts'
import { INFINITE_WEIGHT } from '../../sentinels.ts'
import { buildMetric } from '../../testing/map-of.ts'
import { buildPathAttributes, type RoadTimes } from '../attributes/path-attributes.ts'
import type { Metric } from '../metric.ts'
import type { MatrixPoint } from '../points/matrix-point.ts'
import { joinReference } from '../reference/join-attributes.ts'
import { MAX_ATTRIBUTES } from '../wasm/attribute-memory.ts'
import { BLOCK_SOURCES, BLOCK_TARGETS } from '../wasm/kernel-matrix.ts'
import { createCells, type MatrixCells } from './matrix-cells.ts'
import { MatrixQuery } from './matrix-query.ts'
import { fillReference } from './testing/fill-reference.ts'
import { Town } from './testing/town.ts'

/** Converts cells to a string, so that the comparison is exact to the last bit and treats NaN values as equal. */
const toText = ({ weight, attributes }: MatrixCells): string =>
  [weight, attributes?.lengthCm ?? [], attributes?.durationCs ?? []].map((numbers) => numbers.join()).join('\n')

const cellText = ({ weight, attributes }: MatrixCells, cell: number): string =>
  [weight[cell], attributes?.lengthCm[cell], attributes?.durationCs[cell]].join()

describe.each([11, 12, 13, 14, 15, 16])('seed %i', (seed) => {
  const random = seededRandom(seed)
  const town = new Town(random, { columns: 4 + (seed % 7), rows: 5, restrictedShare: 0.1 })
  const { network, topology } = town.map
  const matrix = new MatrixQuery(topology)
  const roads = buildMetric(town.map)
  const pairs = Array.from({ length: 60 }, () => town.pair(roads))
  const some = (count: number, side: 'source' | 'target'): MatrixPoint[] =>
    Array.from({ length: count }, () => pairs[Math.floor(random() * pairs.length)][side])

  /** Returns times in which the durations of about half of the arcs grow, at a positive or negative rate. */
  const fading = (): RoadTimes => ({
    arcDurationCs: Float64Array.from(network.arcs.duration, (own) => own * (0.5 + random())),
    arcGrowth: Float64Array.from(network.arcs.duration, () => (random() < 0.5 ? 0 : (random() - 0.5) * 0.1)),
  })

  function expectSame(
    metric: Metric,
    sources: readonly MatrixPoint[],
    targets: readonly MatrixPoint[],
    times?: RoadTimes,
  ) {
    const by = buildPathAttributes(network, topology, metric, times)
    expect(by.values.join() === joinReference(topology, metric, by).values.join(), `seed ${seed}, values`).toBe(true)
    const [cells, expected] = [
      createCells(sources.length, targets.length, by),
      createCells(sources.length, targets.length, by),
    ]
    matrix.fill(metric, sources, targets, cells)
    fillReference(topology, metric, sources, targets, expected)
    expect(toText(cells) === toText(expected), `seed ${seed}`).toBe(true)
  }

  test.each([
    [1, 1],
    [3, 7],
    [5, 9],
    // These matrices have more points than the kernels process at a time, but they still count as small.
    [14, 8],
    [2, 22],
    [40, 60],
    [60, 17],
  ])('%i × %i: weights and path attributes equal those of the reference, to the last bit', (high, wide) => {
    const { hierarchy } = buildMetric(town.map)
    expectSame(hierarchy, some(high, 'source'), some(wide, 'target'))
    expectSame(hierarchy, some(high, 'source'), some(wide, 'target'), fading())
  })

  test('equals the reference for trips too long for packed labels', () => {
    const { hierarchy }: RoadMetric = buildMetric(town.map)
    for (let arc = 0; arc < hierarchy.weight.length; arc++) {
      hierarchy.weight[arc] = Math.min(INFINITE_WEIGHT, hierarchy.weight[arc] * 3000)
    }
    expectSame(hierarchy, some(40, 'source'), some(40, 'target'))
  })
})

test('handles more points than fit in one block', () => {
  const town = new Town(seededRandom(21), { columns: 5, rows: 5 })
  const { network, topology } = town.map
  const metric = buildMetric(town.map)
  const pairs = Array.from({ length: 20 }, () => town.pair(metric))
  const repeated = (count: number, side: 'source' | 'target') =>
    Array.from({ length: count }, (_, index) => pairs[(7 * index) % pairs.length][side])
  const [high, wide] = [BLOCK_SOURCES + 3, BLOCK_TARGETS + 5]
  const cells = createCells(high, wide, buildPathAttributes(network, topology, metric.hierarchy))
  const small = createCells(pairs.length, pairs.length, cells.attributes?.pathAttributes)
  const query = new MatrixQuery(topology)
  query.fill(metric.hierarchy, repeated(high, 'source'), repeated(wide, 'target'), cells)
  const [sources, targets] = [pairs.map(({ source }) => source), pairs.map(({ target }) => target)]
  query.fill(metric.hierarchy, sources, targets, small)
  const wrong: string[] = []
  for (let s = 0; s < high; s++) {
    for (let t = 0; t < wide; t++) {
      const [cell, same] = [s * wide + t, ((7 * s) % pairs.length) * pairs.length + ((7 * t) % pairs.length)]
      if (cellText(cells, cell) !== cellText(small, same)) wrong.push(`${s} → ${t}`)
    }
  }
  expect(wrong).toEqual([])
})

test('stores path attributes that do not fit into a metric in a copy of it, with the same result', () => {
  const town = new Town(seededRandom(22), { columns: 5, rows: 5 })
  const { network, topology } = town.map
  const metric = buildMetric(town.map)
  const points = Array.from({ length: 20 }, () => town.pair(metric))
  const all = Array.from({ length: MAX_ATTRIBUTES + 2 }, () => buildPathAttributes(network, topology, metric.hierarchy))
  expect(all.filter(({ copy }) => copy === undefined)).toHaveLength(MAX_ATTRIBUTES)
  const query = new MatrixQuery(topology)
  const texts = all.map((attributes) => {
    const cells = createCells(points.length, points.length, attributes)
    const [sources, targets] = [points.map(({ source }) => source), points.map(({ target }) => target)]
    query.fill(metric.hierarchy, sources, targets, cells)
    return toText(cells)
  })
  expect(new Set(texts).size).toBe(1)
})
