import { drawMap } from '@fairway/dataset/testing'
import { describe, expect, test } from 'vitest'
import { alongLetters, matcherOf } from '../match/testing/drawn-trip.ts'
import { type Point, trackOf } from '../match/testing/track-of.ts'
import { listPassages, Passages } from './passages.ts'

const street = { highway: 'residential' }

describe('street with junctions and a signal', async () => {
  const map = await drawMap(
    { cellMeters: 50 },
    `
          E       F       G
          |       |       |
    A-----B-------C-------D-----H
          |
          I
  `,
    { ABCDH: street, EBI: street, FC: street, GD: street },
    { nodes: { C: { highway: 'traffic_signals' } } },
  )
  const matcher = matcherOf(map)
  const { network } = map.roads

  /** Returns speeds in km/h, keyed by the letters of their arcs. */
  function speedsOf(points: readonly Point[], seconds: readonly number[]): Map<string, number> {
    const track = trackOf(points, seconds)
    const passages = new Passages()
    for (const piece of matcher.match(track).pieces) listPassages(network, track, piece, passages)
    return new Map(
      Array.from({ length: passages.count }, (_, i) => {
        const side = network.arcs.edgeSide[passages.arc[i]]
        const letters = map.lettersOfEdge(side >>> 1)
        return [(side & 1) === 0 ? letters : [...letters].reverse().join(''), 3.6 / passages.pace[i]]
      }),
    )
  }

  const points = alongLetters(map, 'ABCDH', 30)

  test.each([1, 3, 6])(
    'has about the same speed everywhere for a vehicle at a constant 10 m/s with a position every %i s',
    (every) => {
      const taken = points.filter((_, i) => i % (every / (every > 2 ? 3 : 1)) === 0)
      const step = every > 2 ? every : 3
      const speeds = speedsOf(
        taken,
        taken.map((_, i) => i * step),
      )
      expect([...speeds.keys()].sort()).toEqual(['AB', 'BC', 'CD', 'DH'])
      // The usual signal delay belongs to the turn, not to the arc before it.
      for (const [letters, kmh] of speeds) {
        expect(kmh, letters).toBeGreaterThan(33)
        expect(kmh, letters).toBeLessThan(60)
      }
    },
  )

  test('is slow only before the signal for a waiting vehicle', () => {
    const before = points.findIndex((point) => point[1] >= map.pointOf('C')[1]) - 1
    const speeds = speedsOf(
      points,
      points.map((_, i) => 3 * i + (i > before ? 60 : 0)),
    )
    expect(speeds.get('BC')).toBeLessThan(25)
    for (const letters of ['AB', 'DH']) expect(speeds.get(letters)).toBeGreaterThan(33)
  })

  test('gets no speed from a parked vehicle', () => {
    const parked = points.findIndex((point) => point[1] >= map.pointOf('BC')[1])
    const waiting = Array.from({ length: 60 }, () => points[parked])
    const all = [...points.slice(0, parked), ...waiting, ...points.slice(parked)]
    const seconds = all.map((_, i) =>
      i < parked ? 3 * i : i < parked + 60 ? 3 * parked + 10 * (i - parked) : 3 * i + 420,
    )
    const speeds = speedsOf(all, seconds)
    expect(speeds.get('BC') ?? 40).toBeGreaterThan(33)
    for (const letters of ['AB', 'CD', 'DH']) expect(speeds.get(letters)).toBeGreaterThan(33)
  })

  test('gets no speed from a vehicle that covers less than half of a short street', () => {
    const part = alongLetters(map, 'ABC', 20).slice(0, 20)
    const speeds = speedsOf(
      part,
      part.map((_, i) => 2 * i),
    )
    expect([...speeds.keys()]).toEqual(['AB'])
  })

  test('gets no speeds from positions without times', () => {
    const track = trackOf(points)
    const passages = new Passages()
    for (const piece of matcher.match(track).pieces) listPassages(network, track, piece, passages)
    expect(passages.count).toBe(0)
  })
})
