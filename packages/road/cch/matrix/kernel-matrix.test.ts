import { seededRandom } from '@fairway/geo'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { RoadMetric } from '../../map.ts'
import { INFINITE_WEIGHT } from '../../sentinels.ts'
import { metricOf } from '../../testing/map-of.ts'
import { buildPathMeasures, type RoadTimes } from '../attributes/path-attributes.ts'
import type { Metric } from '../metric.ts'
import type { PointEnds } from '../points/point-searches.ts'
import { PlainMatrix } from '../reference/matrix.ts'
import { MOST_MEASURES } from '../wasm/attribute-memory.ts'
import { BLOCK_SOURCES, BLOCK_TARGETS } from '../wasm/kernel-matrix.ts'
import { createCells, type MatrixCells } from './matrix-cells.ts'
import { MatrixQuery } from './matrix-query.ts'
import { Town, withoutKernels } from './testing/town.ts'

afterEach(() => vi.restoreAllMocks())

/** Cells as a string, so that NaN and the last bit are compared too. */
const toText = ({ weight, measured }: MatrixCells): string =>
  [weight, measured?.lengthCm ?? [], measured?.durationCs ?? []].map((numbers) => numbers.join()).join('\n')

describe.each([11, 12, 13, 14, 15, 16])('seed %i', (seed) => {
  const random = seededRandom(seed)
  const town = new Town(random, { columns: 4 + (seed % 7), rows: 5, restricted: 0.1 })
  const { network, topology } = town.map
  const byKernels = new MatrixQuery(topology)
  const plainly = new MatrixQuery(topology)
  const roads = metricOf(town.map)
  const pairs = Array.from({ length: 60 }, () => town.pair(roads))
  const some = (count: number, side: 'source' | 'target'): PointEnds[] =>
    Array.from({ length: count }, () => pairs[Math.floor(random() * pairs.length)][side])

  /** Every second arc grows, by a positive or negative rate. */
  const fading = (): RoadTimes => ({
    arcDurationCs: Float64Array.from(network.arcs.duration, (own) => own * (0.5 + random())),
    arcGrowth: Float64Array.from(network.arcs.duration, () => (random() < 0.5 ? 0 : (random() - 0.5) * 0.1)),
  })

  function expectSame(metric: Metric, sources: readonly PointEnds[], targets: readonly PointEnds[], times?: RoadTimes) {
    const spy = vi.spyOn(PlainMatrix.prototype, 'fill')
    const fill = (query: MatrixQuery, of: Metric): string => {
      const cells = createCells(sources.length, targets.length, buildPathMeasures(network, topology, of, times))
      query.fill(of, sources, targets, cells)
      return toText(cells)
    }
    const found = fill(byKernels, metric)
    expect(spy).not.toHaveBeenCalled()
    expect(found === fill(plainly, withoutKernels(metric)), `seed ${seed}`).toBe(true)
    expect(spy).toHaveBeenCalledOnce()
    vi.restoreAllMocks()
  }

  test.each([
    [1, 1],
    [3, 7],
    [5, 9],
    // More points than are processed at a time, but still a small matrix.
    [14, 8],
    [2, 22],
    [40, 60],
    [60, 17],
  ])('%i × %i: weights and path attributes equal the plain ones, to the last bit', (high, wide) => {
    const { hierarchy } = metricOf(town.map)
    expectSame(hierarchy, some(high, 'source'), some(wide, 'target'))
    expectSame(hierarchy, some(high, 'source'), some(wide, 'target'), fading())
  })

  test('equals the plain result for trips too long for packed labels', () => {
    const { hierarchy }: RoadMetric = metricOf(town.map)
    for (let arc = 0; arc < hierarchy.weight.length; arc++) {
      hierarchy.weight[arc] = Math.min(INFINITE_WEIGHT, hierarchy.weight[arc] * 3000)
    }
    expectSame(hierarchy, some(40, 'source'), some(40, 'target'))
  })
})

test('handles more points than fit in one block', () => {
  const town = new Town(seededRandom(21), { columns: 5, rows: 5 })
  const { network, topology } = town.map
  const metric = metricOf(town.map)
  const pairs = Array.from({ length: 20 }, () => town.pair(metric))
  const repeated = (count: number, side: 'source' | 'target') =>
    Array.from({ length: count }, (_, index) => pairs[(7 * index) % pairs.length][side])
  const [high, wide] = [BLOCK_SOURCES + 3, BLOCK_TARGETS + 5]
  const texts = [metric.hierarchy, withoutKernels(metric.hierarchy)].map((of) => {
    const cells = createCells(high, wide, buildPathMeasures(network, topology, of))
    new MatrixQuery(topology).fill(of, repeated(high, 'source'), repeated(wide, 'target'), cells)
    return toText(cells)
  })
  expect(texts[0] === texts[1]).toBe(true)
})

test('computes path attributes beyond the capacity of a metric in plain code, with the same result', () => {
  const town = new Town(seededRandom(22), { columns: 5, rows: 5 })
  const { network, topology } = town.map
  const metric = metricOf(town.map)
  const points = Array.from({ length: 20 }, () => town.pair(metric))
  const all = Array.from({ length: MOST_MEASURES + 2 }, () => buildPathMeasures(network, topology, metric.hierarchy))
  expect(all.filter(({ place }) => place !== undefined)).toHaveLength(MOST_MEASURES)
  const query = new MatrixQuery(topology)
  const texts = all.map((measures) => {
    const cells = createCells(points.length, points.length, measures)
    const [sources, targets] = [points.map(({ source }) => source), points.map(({ target }) => target)]
    query.fill(metric.hierarchy, sources, targets, cells)
    return toText(cells)
  })
  expect(new Set(texts).size).toBe(1)
})
