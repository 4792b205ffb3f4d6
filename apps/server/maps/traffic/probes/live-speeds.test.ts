import { seededRandom } from '@fairway/geo'
import { buildSegmentIndex, MIN_PROBES, Passages, SLOT_SECONDS, SpeedEstimator, speedsOnArcs } from '@fairway/road'
import { randomNetwork } from '@fairway/road/testing'
import { describe, expect, test } from 'vitest'
import { readFeedBytes } from '../feeds/read-feed.ts'
import { toLiveSegments, toSegmentCsv } from './live-speeds.ts'

const network = randomNetwork(seededRandom(3), { columns: 6, rows: 6, restrictedShare: 0, unsnappableShare: 0 })
/** Original arcs, without their copies. */
const arcs = [...network.edges.arc.keys()]
  .flatMap((side) => network.edges.arc[side] ?? [])
  .filter((arc) => arc < network.arcs.count)

function addPassages(estimator: SpeedEstimator, arc: number, kmh: number, slot: number, vehicles = MIN_PROBES): void {
  for (let vehicle = 0; vehicle < vehicles; vehicle++) {
    const passages = new Passages()
    passages.add(arc, 3.6 / kmh, slot * SLOT_SECONDS + 1, 1)
    estimator.add(vehicle, passages)
  }
}

async function readBack(estimator: SpeedEstimator) {
  const feed = await readFeedBytes(toSegmentCsv(toLiveSegments(network, estimator).rows))
  if (!feed.ok) throw new Error(feed.failure.kind)
  return { speeds: speedsOnArcs(network, buildSegmentIndex(network), feed.value.speeds), content: feed.value }
}

describe('live speeds from probes', () => {
  test('give arcs the same durations when the feed is read back', async () => {
    const estimator = new SpeedEstimator()
    const drivenArcs = arcs.filter((_, i) => i % 3 === 0)
    for (const arc of drivenArcs) addPassages(estimator, arc, 12, 0)
    const { speeds, content } = await readBack(estimator)
    expect(content.skipped.count).toBe(0)
    expect(speeds.matchedCount).toBe(content.speeds.kmh.length)
    for (const arc of drivenArcs) {
      const length = network.edges.lengthCm[(network.arcs.edgeSide[arc] ?? 0) >>> 1] ?? 0
      const expected = (3.6 * length) / 12
      // If signals take longer than the trip, no speed can represent the trip.
      if (expected < 1.2 * (network.arcs.delay[arc] ?? 0)) continue
      expect(Math.abs((speeds.duration[arc] ?? 0) / expected - 1)).toBeLessThan(0.02)
    }
  })

  test('come from the latest five minutes with enough vehicles', () => {
    const estimator = new SpeedEstimator()
    const [first = 0, second = 0] = arcs
    addPassages(estimator, first, 20, 0)
    addPassages(estimator, first, 40, 1)
    addPassages(estimator, first, 60, 2, MIN_PROBES - 1)
    addPassages(estimator, second, 30, 0)
    const { arcCount: count, rows } = toLiveSegments(network, estimator)
    expect(count).toBe(2)
    const shapeOf = (arc: number) => {
      const edge = (network.arcs.edgeSide[arc] ?? 0) >>> 1
      return [network.edges.shapeFirst[edge] ?? 0, (network.edges.shapeFirst[edge + 1] ?? 0) - 1] as const
    }
    expect(rows.kmh.length).toBe([first, second].reduce((sum, arc) => sum + shapeOf(arc)[1] - shapeOf(arc)[0], 0))
  })

  test('are empty without vehicles', () => {
    expect(toLiveSegments(network, new SpeedEstimator()).arcCount).toBe(0)
  })
})

test('mark a road with crawling traffic as slow, not as closed', () => {
  const csv = toSegmentCsv({
    fromNode: Float64Array.of(1, -5),
    toNode: Float64Array.of(2, 9_007_199_254_740_991),
    kmh: Float32Array.of(0.01, 33.349),
  }).toString()
  expect(csv).toBe('from_osm_node,to_osm_node,km/h\n1,2,0.1\n-5,9007199254740991,33.3\n')
})
