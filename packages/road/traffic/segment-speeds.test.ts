import { flatDistanceMeters, seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { ArcFlag } from '../network/attributes.ts'
import type { RoadNetwork } from '../network/network.ts'
import { NO_ID } from '../sentinels.ts'
import { randomNetwork } from '../testing/random-network.ts'
import { buildSegmentIndex } from './segment-index.ts'
import { type SegmentRows, segmentRowsOf, speedsOnArcs } from './segment-speeds.ts'

type Row = readonly [from: number, to: number, kmh: number]

const rowsOf = (rows: readonly Row[]): SegmentRows => ({
  fromNode: Float64Array.from(rows, ([from]) => from),
  toNode: Float64Array.from(rows, ([, to]) => to),
  kmh: Float32Array.from(rows, ([, , kmh]) => kmh),
})

/** Draws a random town with signals and gates on its roads. */
function townWithDelays(random: () => number): RoadNetwork {
  const town = randomNetwork(random, { columns: 7, rows: 6 })
  const { edgeSide } = town.arcs
  const ofSide = Uint16Array.from({ length: 2 * town.edges.count }, () => (random() < 0.3 ? random() * 900 : 0))
  const delay = Uint16Array.from(edgeSide, (side) => ofSide[side])
  const duration = town.arcs.duration.map((time, arc) => time + delay[arc])
  return { ...town, arcs: { ...town.arcs, delay, duration } }
}

/** Returns an arc's segments in driving order, with their lengths. */
function segmentsOf({ arcs, edges }: RoadNetwork, arc: number) {
  const edge = arcs.edgeSide[arc] >>> 1
  const { shapeFirst, shapeId, shapeLatitude, shapeLongitude } = edges
  const segments = Array.from({ length: shapeFirst[edge + 1] - shapeFirst[edge] - 1 }, (_, k) => {
    const i = shapeFirst[edge] + k
    const degrees = [shapeLatitude[i], shapeLongitude[i], shapeLatitude[i + 1], shapeLongitude[i + 1]] as const
    const [a, b, c, d] = degrees.map((micro) => micro / 1e6)
    return { from: shapeId[i], to: shapeId[i + 1], meters: flatDistanceMeters(a, b, c, d) }
  })
  if ((arcs.edgeSide[arc] & 1) === 0) return segments
  return segments.map(({ from, to, meters }) => ({ from: to, to: from, meters })).reverse()
}

/**
 * Returns the expected duration by comparing every row with every segment. The result is undefined if the duration is
 * unknown, and 0 if the arc is closed.
 */
function oracle(network: RoadNetwork, rows: readonly Row[], arc: number): number | undefined {
  const segments = segmentsOf(network, arc)
  const told = segments.map(({ from, to }) => rows.findLast((row) => row[0] === from && row[1] === to)?.[2])
  if (told.every((kmh) => kmh === undefined)) return undefined
  if (told.includes(0)) return 0
  const { arcs, edges } = network
  const meters = segments.reduce((sum, segment) => sum + segment.meters, 0)
  const scale = edges.lengthCm[arcs.edgeSide[arc] >>> 1] / 100 / meters
  return segments.reduce((time, segment, k) => {
    const kmh = told[k]
    const empty = (segment.meters / meters) * (arcs.duration[arc] - arcs.delay[arc])
    return time + (kmh === undefined ? empty : (100 * 3.6 * scale * segment.meters) / kmh)
  }, arcs.delay[arc])
}

function drawRows(random: () => number, network: RoadNetwork): Row[] {
  const rows: Row[] = []
  const kmh = () => (random() < 0.08 ? 0 : 3 + 100 * random())
  for (let arc = 0; arc < network.arcs.count; arc++) {
    if (random() < 0.4) continue
    for (const { from, to } of segmentsOf(network, arc)) {
      if (random() < 0.6) rows.push([from, to, kmh()])
      if (random() < 0.1) rows.push([to, from, kmh()])
    }
  }
  const unknown = rows.slice(0, 20).map(([from, , speed]): Row => [from, 77_777_777_777, speed])
  return [...rows, ...unknown, ...rows.slice(0, 30).map(([from, to]): Row => [from, to, kmh()])]
}

describe.each([1, 2, 3, 4, 5, 6])('random town, seed %i', (seed) => {
  const network = townWithDelays(seededRandom(seed))
  const { arcs } = network
  const index = buildSegmentIndex(network)

  test('every arc with rows has their duration, and the others have free flow', () => {
    const rows = drawRows(seededRandom(seed), network)
    const { duration, closed } = speedsOnArcs(network, index, rowsOf(rows))
    const seen = { unknown: 0, closed: 0, known: 0 }
    for (let arc = 0; arc < arcs.count; arc++) {
      const [expected, what] = [oracle(network, rows, arc), `seed ${seed}, arc ${arc}`]
      seen[expected === undefined ? 'unknown' : expected === 0 ? 'closed' : 'known']++
      expect(closed[arc], what).toBe(expected === 0 ? 1 : 0)
      // The expected lengths are measured at one latitude, while the tested code uses several.
      expect(Math.abs(duration[arc] - (expected ?? 0)), what).toBeLessThan(1 + 1e-4 * duration[arc])
      if (expected) expect(duration[arc], what).toBeGreaterThan(0)
    }
    expect(Math.min(seen.unknown, seen.closed, seen.known), `seed ${seed}`).toBeGreaterThan(3)
  })

  test('a row is matched when it names a segment that may be driven in that direction', () => {
    const rows = drawRows(seededRandom(seed), network)
    const driven = new Set<string>()
    for (let arc = 0; arc < arcs.count; arc++) {
      for (const { from, to } of segmentsOf(network, arc)) driven.add(`${from} ${to}`)
    }
    const expected = rows.filter(([from, to]) => driven.has(`${from} ${to}`)).length
    expect(expected).toBeLessThan(rows.length - 20)
    expect(speedsOnArcs(network, index, rowsOf(rows)).matchedCount).toBe(expected)
  })

  test('copies of arcs have the speed and closures of their originals', () => {
    const { duration, closed } = speedsOnArcs(network, index, rowsOf(drawRows(seededRandom(seed), network)))
    const copies = [...arcs.flags.keys()].filter((arc) => (arcs.flags[arc] & ArcFlag.copy) !== 0)
    expect(copies.some((copy) => duration[copy] > 0)).toBe(true)
    for (const copy of copies) {
      const original = network.edges.arc[arcs.edgeSide[copy]]
      const what = `seed ${seed}, arc ${copy}`
      expect([duration[copy], closed[copy]], what).toEqual([duration[original], closed[original]])
    }
  })

  test('durations written as rows round-trip within two centiseconds', () => {
    const random = seededRandom(seed)
    const originals = Uint32Array.from(arcs.flags.keys()).filter((arc) => (arcs.flags[arc] & ArcFlag.copy) === 0)
    const asked = originals.filter((arc) => isAlone(network, arc) && random() < 0.7)
    const wanted = asked.map((arc) => arcs.delay[arc] + (arcs.duration[arc] - arcs.delay[arc]) * (0.2 + 5 * random()))
    const { duration, closed, matchedCount } = speedsOnArcs(network, index, segmentRowsOf(network, asked, wanted))
    expect(asked.length).toBeGreaterThan(30)
    expect(matchedCount).toBe(asked.reduce((sum, arc) => sum + segmentsOf(network, arc).length, 0))
    expect(closed.includes(1)).toBe(false)
    const expected = new Map(Array.from(asked, (arc, i) => [arcs.edgeSide[arc], wanted[i]]))
    for (let arc = 0; arc < arcs.count; arc++) {
      const off = Math.abs(duration[arc] - (expected.get(arcs.edgeSide[arc]) ?? 0))
      expect(off, `seed ${seed}, arc ${arc}`).toBeLessThanOrEqual(2)
    }
  })
})

/** Returns false for roads that overlap another road, because their rows would match both. Copies may overlap. */
function isAlone(network: RoadNetwork, arc: number): boolean {
  const { edgeSide } = network.arcs
  const pairs = new Set(segmentsOf(network, arc).map(({ from, to }) => `${from} ${to}`))
  return edgeSide.every(
    (side, other) =>
      side === edgeSide[arc] || segmentsOf(network, other).every(({ from, to }) => !pairs.has(`${from} ${to}`)),
  )
}

describe('extreme speeds', () => {
  const network = townWithDelays(seededRandom(9))
  const { arcs, edges } = network
  const arc = [...arcs.delay.keys()].find((each) => arcs.delay[each] > 100 && isAlone(network, each)) ?? NO_ID
  const edge = arcs.edgeSide[arc] >>> 1
  const roundTrip = (map: RoadNetwork, duration: number) => {
    const rows = segmentRowsOf(map, Uint32Array.of(arc), Uint32Array.of(duration))
    return { rows, speeds: speedsOnArcs(map, buildSegmentIndex(map), rows) }
  }

  test('yield 500 km/h for an arc whose duration is below its delay', () => {
    for (const duration of [0, 1, arcs.delay[arc], arcs.delay[arc] + 1]) {
      const { rows, speeds } = roundTrip(network, duration)
      expect(new Set(rows.kmh)).toEqual(new Set([500]))
      expect(speeds.duration[arc]).toBe(Math.round(arcs.delay[arc] + (edges.lengthCm[edge] * 3.6) / 500))
    }
  })

  test('keep an edge of zero length open, with a duration of at least a centisecond', () => {
    const lengthCm = edges.lengthCm.with(edge, 0)
    const bare = { ...network, edges: { ...edges, lengthCm }, arcs: { ...arcs, delay: arcs.delay.with(arc, 0) } }
    const { speeds } = roundTrip(bare, 300)
    expect([speeds.duration[arc], speeds.closed[arc]]).toEqual([1, 0])
  })

  test('divide the duration evenly among the segments of an edge whose points coincide', () => {
    const [shapeLatitude, shapeLongitude] = [edges.shapeLatitude.map(() => 41e6), edges.shapeLongitude.map(() => -8e6)]
    const map = { ...network, edges: { ...edges, shapeLatitude, shapeLongitude } }
    expect(Math.abs(roundTrip(map, 5000).speeds.duration[arc] - 5000)).toBeLessThanOrEqual(2)
  })

  test('do not overflow at the lowest speed', () => {
    const segments = segmentsOf(network, arc)
    const rows = rowsOf(segments.map(({ from, to }): Row => [from, to, 1e-30]))
    expect(speedsOnArcs(network, buildSegmentIndex(network), rows).duration[arc]).toBeGreaterThan(1e9)
  })
})
