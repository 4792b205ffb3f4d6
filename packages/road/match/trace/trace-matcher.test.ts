import { type DrawnMap, drawMap } from '@fairway/dataset/testing'
import { flatDistanceMeters, seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { toMatchedLegs } from '../../reroute/line/matched-path.ts'
import { RouteShape } from '../../route/route-shape.ts'
import { buildMatchMap } from '../match-map.ts'
import { alongLetters, blurAll } from '../testing/drawn-trip.ts'
import { type Point, trackOf } from '../testing/track-of.ts'
import type { Track } from '../track.ts'
import { PieceJoiner } from './piece-joiner.ts'
import { PointFate } from './project-trace.ts'
import { type MatchedTrace, TraceMatcher } from './trace-matcher.ts'
import { toTraceModel } from './trace-model.ts'

const street = { highway: 'residential' }

interface Matched {
  readonly trace: MatchedTrace
  /** Letters that each joined path passes. */
  readonly words: readonly string[]
  readonly lines: readonly (readonly Point[])[]
  readonly bridges: ReadonlyMap<number, number>
}

function createMatch(map: DrawnMap): (track: Track, mayBridge?: boolean) => Matched {
  const source = buildMatchMap(map.roads, map.metricFor({}))
  const matcher = new TraceMatcher(source)
  const joiner = new PieceJoiner(source)
  return (track, mayBridge = false) => {
    const trace = matcher.match(track, toTraceModel('car', mayBridge))
    const joined = joiner.join(trace.pieces, mayBridge)
    const lines = joined.stretches.map((stretches) => {
      const shape = new RouteShape()
      for (const leg of toMatchedLegs(source, stretches)) shape.addLeg(map.roads.network, leg)
      return Array.from({ length: shape.length }, (_, i): Point => [shape.latitude[i] / 1e6, shape.longitude[i] / 1e6])
    })
    const words = lines.map((line) =>
      line
        .map(([latitude, longitude]) => map.letterAt(Math.round(latitude * 1e6), Math.round(longitude * 1e6)))
        .join(''),
    )
    return { trace, words, lines, bridges: joined.bridges }
  }
}

function secondsOf(points: readonly Point[], step: number): number[] {
  return points.map((_, i) => 1_700_000_000 + i * step)
}

function lengthOf(line: readonly Point[]): number {
  return line.slice(1).reduce((sum, [a, b], i) => sum + flatDistanceMeters(line[i][0], line[i][1], a, b), 0)
}

describe('street grid of 150 m blocks', async () => {
  const map = await drawMap(
    { cellMeters: 25 },
    `
    A-----B-----C-----D
    |     |     |     |
    |     |     |     |
    E-----F-----G-----H
    |     |     |     |
    |     |     |     |
    I-----J-----K-----L
  `,
    { ABCD: street, EFGH: street, IJKL: street, AEI: street, BFJ: street, CGK: street, DHL: street },
  )
  const match = createMatch(map)

  test.each([
    ['ABFGKL', 1, 14],
    ['IEFBCGH', 1, 1.4],
    ['DHGCBAE', 2, 10],
  ])('finds %s despite 5, 10 and 20 m of noise at one position per %i s', (letters, every, metersPerSecond) => {
    const random = seededRandom(41)
    for (const noise of [5, 10, 20]) {
      const points = blurAll(alongLetters(map, letters, every * metersPerSecond), noise, random)
      const { words, trace, lines } = match(trackOf(points, secondsOf(points, every)))
      expect(words.length, `${noise} m`).toBe(1)
      // The ends may be on either side of the first and last junction.
      expect(words[0], `${noise} m`).toContain(letters.slice(1, -1))
      expect(Math.abs(lengthOf(lines[0]) - lengthOf([...letters].map((letter) => map.pointOf(letter))))).toBeLessThan(
        60,
      )
      expect(trace.sigmaMeters / Math.max(5, noise)).toBeGreaterThan(0.75)
      expect(trace.sigmaMeters / Math.max(5, noise)).toBeLessThan(1.35)
    }
  })

  test('projects every position onto the path, with its distance to the path and its distance along it', () => {
    const points = alongLetters(map, 'ABFG', 10).map(([latitude, longitude]): Point => [latitude + 4e-5, longitude])
    const { trace, lines } = match(trackOf(points, secondsOf(points, 1)))
    const { fate, piece, distanceMeters, alongMeters, latitude, longitude } = trace.points
    expect([...fate].every((each) => each === PointFate.matched)).toBe(true)
    expect([...piece].every((each) => each === 0)).toBe(true)
    points.forEach(([north, east], i) => {
      const meters = flatDistanceMeters(north, east, latitude[i] / 1e6, longitude[i] / 1e6)
      expect(distanceMeters[i]).toBeCloseTo(meters, 0)
      expect(meters).toBeLessThan(6)
      if (i > 0) expect(alongMeters[i]).toBeGreaterThanOrEqual(alongMeters[i - 1] - 6)
    })
    expect(alongMeters[points.length - 1]).toBeCloseTo(lengthOf(lines[0]), -1)
  })

  test('skips a position that jumps away and back, with or without times', () => {
    const points = alongLetters(map, 'ABCDH', 20)
    const wrong = points.map((point, i): Point => (i === 9 ? [point[0] + 0.06, point[1]] : point))
    for (const seconds of [secondsOf(points, 2), undefined]) {
      const { trace, words } = match(trackOf(wrong, seconds))
      expect(words.length).toBe(1)
      expect(words[0]).toContain('BCD')
      expect(trace.points.fate[9]).toBe(PointFate.outlier)
      expect([...trace.points.fate].filter((fate) => fate === PointFate.outlier).length).toBe(1)
    }
  })

  test('reduces the positions of a vehicle that stands for two minutes to one', () => {
    const random = seededRandom(42)
    const [before, after] = [alongLetters(map, 'AB', 10), alongLetters(map, 'BC', 10)]
    const standing = Array.from({ length: 120 }, () => map.pointOf('B'))
    const points = blurAll([...before, ...standing, ...after], 6, random)
    const { lines } = match(trackOf(points, secondsOf(points, 1)))
    expect(lines.length).toBe(1)
    expect(lengthOf(lines[0])).toBeLessThan(300 + 50)
  })

  test('turns around within a street', () => {
    const points = [...alongLetters(map, 'ABC', 15).slice(0, -4), ...alongLetters(map, 'CBA', 15).slice(4)]
    const { words, lines } = match(trackOf(points, secondsOf(points, 2)))
    expect(words).toEqual(['ABBA'])
    expect(lengthOf(lines[0])).toBeCloseTo(2 * 240, -2)
  })

  test('splits at a break of six minutes, or bridges it by the fastest path', () => {
    const parts = [alongLetters(map, 'ABC', 15), alongLetters(map, 'KJI', 15)]
    const points = parts.flat()
    const seconds = points.map((_, i) => 2 * i + (i < parts[0].length ? 0 : 400))
    const split = match(trackOf(points, seconds))
    expect(split.words.length).toBe(2)
    expect(split.bridges.size).toBe(0)
    const bridged = match(trackOf(points, seconds), true)
    expect(bridged.words.length).toBe(1)
    expect(bridged.words[0]).toContain('BCGKJ')
  })

  test('sorts positions by time, and ignores those without a coordinate', () => {
    const points = alongLetters(map, 'ABFG', 20)
    const seconds = secondsOf(points, 2)
    const { words, trace } = match(trackOf([...points].reverse(), [...seconds].reverse()))
    expect(words).toEqual(match(trackOf(points, seconds)).words)
    expect(trace.counts.unorderedCount).toBe(points.length - 1)
    const withHole = match(trackOf([...points.slice(0, 4), [Number.NaN, 0], ...points.slice(4)]))
    expect(withHole.words).toEqual(words)
    expect(withHole.trace.points.fate[4]).toBe(PointFate.invalid)
  })

  test('stops when the caller no longer needs the result', () => {
    const points = Array.from({ length: 30 }, () => alongLetters(map, 'ABFGKL', 10)).flat()
    const source = buildMatchMap(map.roads, map.metricFor({}))
    let calls = 0
    const isCancelled = () => ++calls >= 2
    const { points: matched } = new TraceMatcher(source).match(trackOf(points), toTraceModel(), isCancelled)
    expect(matched.piece[0]).toBe(0)
    expect(matched.piece[points.length - 1]).toBe(-1)
    expect(calls).toBeLessThan(5)
  })

  test('returns no pieces away from all streets', () => {
    const { trace, words } = match(trackOf([[48, 11], [48.001, 11], [48.002, 11]])) // biome-ignore format: one line
    expect(words).toEqual([])
    expect([...trace.points.fate]).toEqual([PointFate.offRoad, PointFate.offRoad, PointFate.offRoad])
  })
})

test('chooses one of two parallel roads by heading', async () => {
  const map = await drawMap(
    { cellMeters: 5 },
    `
    A----------------------------------------B
    C----------------------------------------D
  `,
    { BA: { highway: 'residential', oneway: 'yes' }, CD: { highway: 'residential', oneway: 'yes' } },
  )
  const match = createMatch(map)
  const middle = alongLetters(map, 'CD', 30).slice(1, 2)
  for (const [heading, word] of [
    [90, 'CD'],
    [270, 'BA'],
  ] as const) {
    const track = { ...trackOf(middle), heading: Float32Array.of(heading) }
    const { trace } = match(track)
    const edge = trace.points.edge[0]
    expect(map.lettersOfEdge(edge)).toBe(word)
  }
})

test('crosses a tunnel without positions in it', async () => {
  const map = await drawMap(
    { cellMeters: 100 },
    `
    A--B==========C--D
       |          |
       E----------F
  `.replaceAll('=', '-'),
    {
      AB: { highway: 'primary' },
      BC: { highway: 'primary', tunnel: 'yes' },
      CD: { highway: 'primary' },
      BEFC: { highway: 'residential' },
    },
  )
  const points = [...alongLetters(map, 'AB', 30), ...alongLetters(map, 'CD', 30)]
  const before = alongLetters(map, 'AB', 30).length
  const seconds = points.map((_, i) => 2 * i + (i < before ? 0 : 60))
  expect(createMatch(map)(trackOf(points, seconds)).words).toEqual(['ABCD'])
})

test('prefers the other carriageway to standing still on the wrong one', async () => {
  const oneway = { highway: 'residential', oneway: 'yes' }
  const map = await drawMap(
    { cellMeters: 5 },
    `
    A-B-C-D
    |
    E-F-G-H
  `,
    { ABCD: oneway, HGFE: oneway },
  )
  const match = createMatch(map)
  expect(match(trackOf([...'DCBA'].map((letter) => map.pointOf(letter)))).words).toEqual(['HGFE'])
  expect(match(trackOf([...'EFGH'].map((letter) => map.pointOf(letter)))).words).toEqual(['ABCD'])
})

test('leads to the last position, however near the previous one is', async () => {
  const map = await drawMap({ cellMeters: 4 }, 'A-B-C-D-E', { ABCDE: street })
  const { lines } = createMatch(map)(trackOf([...'ABCDE'].map((letter) => map.pointOf(letter))))
  expect(lengthOf(lines[0])).toBeCloseTo(32, 0)
})
