import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { Planner } from '../route/planner.ts'
import { buildMetric, buildRoadMap } from '../testing/map-of.ts'
import { randomNetwork } from '../testing/random-network.ts'
import { buildMatchMap } from './match-map.ts'
import { Matcher } from './matcher.ts'
import { agree, randomLeg, type SimulatedTrip, simulate } from './testing/simulate.ts'
import { type Point, trackOf } from './testing/track-of.ts'

describe('simulated trips through a town of 1,200 junctions', () => {
  const random = seededRandom(20_261_115)
  const network = randomNetwork(random, { columns: 40, rows: 30, restrictedShare: 0, unsnappableShare: 0 })
  const map = buildRoadMap(network)
  const metric = buildMetric(map)
  const planner = new Planner(map)
  const matcher = new Matcher(buildMatchMap(map, metric))

  function drives(count: number, everySeconds: number, noiseMeters: number): SimulatedTrip[] {
    const found: SimulatedTrip[] = []
    while (found.length < count) {
      const leg = randomLeg(planner, metric, random)
      if (leg && leg.arcs.length > 8) found.push(simulate(network, leg, { everySeconds, noiseMeters }, random))
    }
    return found
  }

  test.each([
    [1, 4, 0.99],
    [5, 4, 0.99],
    [15, 4, 0.98],
    [30, 4, 0.96],
    [60, 4, 0.93],
    [5, 7, 0.98],
    [15, 7, 0.96],
    [1, 10, 0.95],
    [15, 10, 0.95],
    [30, 10, 0.95],
  ])('every %i s with %i m of noise: matches at least %f of the path', (everySeconds, noiseMeters, bar) => {
    let [driven, matched, common] = [0, 0, 0]
    for (const { leg, track } of drives(30, everySeconds, noiseMeters)) {
      const result = matcher.match(track)
      const agreement = agree(network, leg, result)
      driven += agreement.driven
      matched += agreement.matched
      common += agreement.common
    }
    expect(common / matched, 'share of the matched length').toBeGreaterThan(bar)
    expect(common / driven, 'share of the driven length').toBeGreaterThan(bar)
  })

  test('take ten times as long for 100,000 positions as for 10,000', () => {
    const points: Point[] = []
    while (points.length < 100_000) {
      for (const { track } of drives(20, 1, 4)) {
        for (let i = 0; i < track.count; i++) points.push([track.latitude[i], track.longitude[i]])
      }
    }
    const time = (count: number): number => {
      const track = trackOf(
        points.slice(0, count),
        Array.from({ length: count }, (_, i) => i),
      )
      const before = process.cpuUsage()
      expect(matcher.match(track).points.piece.length).toBe(count)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1e6
    }
    time(10_000)
    const [short, long] = [time(10_000), time(100_000)]
    expect(long / short).toBeLessThan(25)
  })
})
