import { drawMap } from '@fairway/dataset/testing'
import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { NO_ID } from '../sentinels.ts'
import { alongLetters, blurAll, drivenLetters, matcherOf } from './testing/drawn-trip.ts'
import { type Point, trackOf } from './testing/track-of.ts'

const street = { highway: 'residential' }

function everySeconds(points: readonly Point[], step: number): number[] {
  return points.map((_, i) => 1_000_000 + i * step)
}
function shifted([latitude, longitude]: Point, north: number, east: number): Point {
  return [latitude + north / 111_000, longitude + east / 111_000]
}

describe('street grid', async () => {
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
  const matcher = matcherOf(map)

  test.each(['ABFGKL', 'IEFBCGH', 'DHGCBA', 'LKGFEA'])('%s is matched despite noise', (letters) => {
    const random = seededRandom(5)
    for (const [every, noise] of [
      [10, 4],
      [30, 4],
      [60, 8],
      [120, 4],
    ]) {
      const points = blurAll(alongLetters(map, letters, every), noise, random)
      const matched = matcher.match(trackOf(points, everySeconds(points, every / 10)))
      const [word] = drivenLetters(map, matched)
      expect(matched.pieces.length).toBe(1)
      // Other streets are equally close to the ends.
      expect(word, `${every} m, ${noise} m`).toContain(letters.slice(1, -1))
      expect(matched.pieces[0].confidence).toBeGreaterThan(0.5)
    }
  })

  test('matches the same track identically, regardless of earlier tracks', () => {
    const random = seededRandom(6)
    const track = trackOf(blurAll(alongLetters(map, 'ABFGKL', 20), 6, random))
    const first = matcher.match(track)
    matcher.match(trackOf(blurAll(alongLetters(map, 'LHDCG', 20), 6, random)))
    expect(matcher.match(track)).toEqual(first)
    expect(matcherOf(map).match(track)).toEqual(first)
  })

  test('sorts positions that are out of order, and counts them', () => {
    const points = alongLetters(map, 'ABFGKL', 30)
    const seconds = everySeconds(points, 3)
    const sorted = matcher.match(trackOf(points, seconds))
    const order = points.map((_, i) => i)
    for (let i = 0; i + 1 < order.length; i += 3) [order[i], order[i + 1]] = [order[i + 1], order[i]]
    const mixed = matcher.match(
      trackOf(
        order.map((i) => points[i]),
        order.map((i) => seconds[i]),
      ),
    )
    expect(mixed.counts.unorderedCount).toBeGreaterThan(3)
    expect(mixed.pieces.map(({ stretches }) => stretches)).toEqual(sorted.pieces.map(({ stretches }) => stretches))
    expect(order.map((_, i) => mixed.points.arc[i])).toEqual(order.map((i) => sorted.points.arc[i]))
  })

  test('drops invalid positions, and counts them', () => {
    const points: Point[] = [...alongLetters(map, 'ABC', 30), [Number.NaN, 0], [91, 0], [0, 181]]
    const { counts, points: fates } = matcher.match(trackOf(points))
    expect(counts.invalidCount).toBe(3)
    expect([...fates.piece.slice(-3)]).toEqual([-1, -1, -1])
    expect(matcher.match(trackOf([[0, 0]], [Number.NaN])).counts.invalidCount).toBe(1)
  })

  test('reduces a stationary vehicle to one fix without movement', () => {
    const random = seededRandom(9)
    const here = map.pointOf('BF')
    const before = alongLetters(map, 'AB', 30)
    const points = [
      ...before,
      ...blurAll(
        Array.from({ length: 60 }, () => here),
        3,
        random,
      ),
    ]
    const { pieces, counts, points: fates } = matcher.match(trackOf(points, everySeconds(points, 3)))
    expect(pieces.length).toBe(1)
    expect(counts.standingCount).toBeGreaterThan(45)
    expect(pieces[0].lengthMeters).toBeLessThan(150 + 75 + 30)
    for (const fraction of fates.fraction.slice(before.length + 3)) expect(Math.abs(fraction - 0.5)).toBeLessThan(0.2)
  })

  test('drops an outlier', () => {
    const points = alongLetters(map, 'ABCDHL', 30)
    const wrong = points.map((point, i) => (i === 7 ? shifted(point, -120, 30) : point))
    const matched = matcher.match(trackOf(wrong, everySeconds(points, 1)))
    expect(matched.counts.outlierCount).toBe(1)
    expect(matched.points.arc[7]).toBe(NO_ID)
    expect(drivenLetters(map, matched)).toEqual(['EABCDHLK'])
  })

  test('puts a single position, and two equal ones, on the nearest street', () => {
    const here = shifted(map.pointOf('BC'), 3, 0)
    for (const points of [[here], [here, here], [here, here, here]]) {
      const { pieces, points: fates, counts } = matcher.match(trackOf(points))
      expect(pieces.length).toBe(1)
      expect(pieces[0].stretches.count).toBe(1)
      expect(pieces[0].lengthMeters).toBe(0)
      expect(counts.standingCount).toBe(points.length - 1)
      for (const distance of fates.distanceMeters) expect(distance).toBeCloseTo(3, 1)
      for (const fraction of fates.fraction) expect(fraction).toBeCloseTo(0.5, 2)
    }
  })

  test('returns no pieces without positions, or with none near a street', () => {
    expect(matcher.match(trackOf([])).pieces).toEqual([])
    const far = matcher.match(
      trackOf([
        [48, 11],
        [48.001, 11],
        [-90, 0],
        [90, 180],
      ]),
    )
    expect(far.pieces).toEqual([])
    expect(far.counts.offRoadCount).toBe(4)
  })

  test('chooses the direction of a street by heading', () => {
    const here = map.pointOf('BC')
    for (const [heading, isEast] of [
      [90, true],
      [270, false],
    ] as const) {
      const track = { ...trackOf([here]), heading: Float32Array.of(heading) }
      const { points, pieces } = matcher.match(track)
      const [word] = drivenLetters(map, matcher.match(track))
      expect(word, String(heading)).toBe(isEast ? 'BC' : 'CB')
      expect(pieces[0].confidence).toBeGreaterThan(0.9)
      expect(points.fraction[0]).toBeCloseTo(0.5, 2)
    }
    expect(matcher.match(trackOf([here])).pieces[0].confidence).toBeLessThan(0.6)
  })

  test('uses only roads within the tolerance of a heading, and none if no road is', () => {
    const here = map.pointOf('BC')
    const match = (heading: number, tolerance: number) => {
      const track = { ...trackOf([here]), heading: Float32Array.of(heading) }
      const matched = matcher.match({ ...track, headingTolerance: Float32Array.of(tolerance) })
      return { words: drivenLetters(map, matched), offRoadCount: matched.counts.offRoadCount }
    }
    expect(match(120, 40)).toEqual({ words: ['BC'], offRoadCount: 0 })
    expect(match(120, 20)).toEqual({ words: [], offRoadCount: 1 })
    expect(match(120, Number.NaN).offRoadCount).toBe(0)
    expect(match(300, 40).words).toEqual(['CB'])
  })

  test('searches farther for a position of low accuracy', () => {
    const here = shifted(map.pointOf('BC'), 62, 0)
    expect(matcher.match(trackOf([here])).pieces).toEqual([])
    const track = { ...trackOf([here]), accuracy: Float32Array.of(50) }
    expect(drivenLetters(map, matcher.match(track))[0]).toMatch(/^(BC|CB)$/)
  })

  test('supports a U-turn in the middle of a street', () => {
    const points = [...alongLetters(map, 'ABC', 20).slice(0, -3), ...alongLetters(map, 'CBA', 20).slice(3)]
    expect(drivenLetters(map, matcher.match(trackOf(points, everySeconds(points, 2))))).toEqual(['EABC|CBAE'])
  })

  test('starts a new piece after a gap in distance or time, and after an impossible jump', () => {
    const first = alongLetters(map, 'ABC', 30)
    const later = alongLetters(map, 'CGK', 30)
    const all = [...first, ...later]
    const late = all.map((_, i) => i * 3 + (i < first.length ? 0 : 1000))
    expect(drivenLetters(map, matcher.match(trackOf(all, late))).length).toBe(2)
    const jump = [...alongLetters(map, 'AB', 10), ...alongLetters(map, 'LK', 10)]
    expect(matcher.match(trackOf(jump, everySeconds(jump, 0.2))).pieces.length).toBe(2)
  })
})
