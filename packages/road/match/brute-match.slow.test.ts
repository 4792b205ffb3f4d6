import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { buildMetric, buildRoadMap } from '../testing/map-of.ts'
import { randomNetwork } from '../testing/random-network.ts'
import { buildMatchMap } from './match-map.ts'
import { Matcher } from './matcher.ts'
import { defaultModel } from './model.ts'
import { BruteMatch } from './testing/brute-match.ts'
import { type Point, trackOf } from './testing/track-of.ts'

describe.each([1, 2, 3])('town %i', (seed) => {
  const random = seededRandom(100 + seed)
  const network = randomNetwork(random, { columns: 5, rows: 4, unsnappableShare: 0 })
  const map = buildRoadMap(network)
  const source = buildMatchMap(map, buildMetric(map))

  /**
   * Draws positions of a random walk through the town. The positions are far enough apart that the vehicle never counts
   * as stationary.
   */
  function wander(count: number): Point[] {
    let [latitude, longitude] = [41e6 + random() * 4000, -8e6 + random() * 5000]
    return Array.from({ length: count }, (): Point => {
      latitude += (random() - 0.5) * 1500
      longitude += (random() - 0.5) * 2000
      return [latitude / 1e6, longitude / 1e6]
    })
  }

  test.each([
    ['by length', defaultModel],
    ['by weight', { ...defaultModel, weightShare: 0.8, shorterSigmas: 3 }],
  ])('finds the most likely sequence of positions %s', (_, model) => {
    // Without a beam, the result is exact.
    const matcher = new Matcher(source, { ...model, beamScore: Number.POSITIVE_INFINITY })
    let compared = 0
    for (let round = 0; round < 100; round++) {
      const track = trackOf(wander(2 + Math.floor(random() * 3)))
      const matched = matcher.match(track)
      const { standingCount, offRoadCount, outlierCount } = matched.counts
      if (matched.pieces.length !== 1 || standingCount + offRoadCount + outlierCount > 0) continue
      const brute = new BruteMatch(source, model, track)
      if (brute.isAmbiguous) continue
      const best = brute.best()
      // If there is no other path, the matcher connects positions by a long detour.
      if (best === Number.NEGATIVE_INFINITY) continue
      expect(Math.abs(brute.scoreOfMatch(matched) - best), `seed ${seed}, round ${round}`).toBeLessThan(0.05)
      compared++
    }
    expect(compared).toBeGreaterThan(20)
  })
})
