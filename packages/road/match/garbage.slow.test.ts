import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { buildMetric, buildRoadMap } from '../testing/map-of.ts'
import { randomNetwork } from '../testing/random-network.ts'
import { buildMatchMap } from './match-map.ts'
import { Matcher } from './matcher.ts'
import { faultsOfMatch } from './testing/check-match.ts'
import type { Track } from './track.ts'

const places = {
  'a town': { south: 41, west: -8 },
  'a town in the far north': { south: 78.2, west: 15.6 },
  'a town on the date line': { south: -16.5, west: 179.995 },
}

describe.each(Object.entries(places))('%s', (_, { south, west }) => {
  const random = seededRandom(31)
  const network = randomNetwork(random, { columns: 10, rows: 8, south, west })
  const map = buildRoadMap(network)
  const matcher = new Matcher(buildMatchMap(map, buildMetric(map)))

  const odd = [Number.NaN, Number.POSITIVE_INFINITY, -1, 0, 1e9, 359.9, -720]
  const pick = (values: readonly number[]) => values[Math.floor(random() * values.length)]

  /** Draws random tracks that jump, stand still, go back in time, leave the map, and contain invalid values. */
  function randomTrack(count: number): Track {
    const track = {
      count,
      latitude: new Float64Array(count),
      longitude: new Float64Array(count),
      seconds: new Float64Array(count),
      heading: new Float32Array(count),
      accuracy: new Float32Array(count),
    }
    let [y, x, now] = [random() * 0.009, random() * 0.012, 0]
    for (let i = 0; i < count; i++) {
      const kind = random()
      if (kind < 0.05) [y, x] = [random() * 0.009, random() * 0.012]
      else if (kind < 0.8) [y, x] = [y + (random() - 0.5) * 0.001, x + (random() - 0.5) * 0.001]
      now += kind < 0.02 ? -30 : kind < 0.04 ? 1000 : Math.floor(random() * 5)
      const longitude = west + x
      track.latitude[i] = kind > 0.99 ? pick([...odd, 90, -90]) : south + y
      track.longitude[i] = longitude > 180 ? longitude - 360 : longitude
      track.seconds[i] = kind > 0.98 ? pick(odd) : now
      track.heading[i] = random() < 0.3 ? pick(odd) : random() * 360
      track.accuracy[i] = random() < 0.3 ? pick(odd) : random() * 60
    }
    return track
  }

  test('returns a consistent result for any track', () => {
    let fixes = 0
    for (let round = 0; round < 120; round++) {
      const { seconds, heading, accuracy, ...bare } = randomTrack(Math.floor(random() * 60))
      const track: Track = {
        ...bare,
        ...(random() < 0.7 ? { seconds } : {}),
        ...(random() < 0.5 ? { heading } : {}),
        ...(random() < 0.5 ? { accuracy } : {}),
      }
      const matched = matcher.match(track)
      expect(faultsOfMatch(network, track, matched), `round ${round}`).toEqual([])
      fixes += matched.pieces.reduce((sum, piece) => sum + piece.fixes.count, 0)
    }
    expect(fixes).toBeGreaterThan(500)
  })

  test('splits a trip of 10,000 positions, and each piece begins where the previous one ended', () => {
    const count = 10_000
    const track = randomTrack(count)
    let [y, x] = [0.004, 0.005]
    for (let i = 0; i < count; i++) {
      // The trip leads repeatedly around a block.
      const angle = i / 4
      track.latitude[i] = south + y + 0.0006 * Math.sin(angle)
      track.longitude[i] = west + x + 0.0008 * Math.cos(angle)
      if (track.longitude[i] > 180) track.longitude[i] -= 360
      if (i % 500 === 0) [y, x] = [y + 1e-5, x - 1e-5]
    }
    const { seconds: _none, heading: _no, accuracy: _nor, ...bare } = track
    const matched = matcher.match(bare)
    expect(faultsOfMatch(network, bare, matched)).toEqual([])
    const longest = Math.max(...matched.pieces.map(({ fixes }) => fixes.count))
    expect(longest).toBeGreaterThanOrEqual(4096)
    expect(longest).toBeLessThan(4100)
    for (let i = 1; i < matched.pieces.length; i++) {
      const before = matched.pieces[i - 1].fixes
      if (before.count >= 4096) expect(matched.pieces[i].fixes.point[0]).toBe(before.point[before.count - 1])
    }
  })
})
