import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { buildMatchMap } from '../match/match-map.ts'
import { Matcher } from '../match/matcher.ts'
import { randomLeg, simulate } from '../match/testing/simulate.ts'
import { Planner } from '../route/planner.ts'
import { buildMetric, buildRoadMap } from '../testing/map-of.ts'
import { randomNetwork } from '../testing/random-network.ts'
import { listPassages, Passages } from './passages.ts'
import { SpeedEstimator } from './speed-estimator.ts'

test.each([1, 1.8])('estimates road speeds from a fleet that takes %f times as long as free flow', (slower) => {
  const random = seededRandom(12)
  const network = randomNetwork(random, { columns: 12, rows: 10, restrictedShare: 0, unsnappableShare: 0 })
  const map = buildRoadMap(network)
  const metric = buildMetric(map)
  const planner = new Planner(map)
  const matcher = new Matcher(buildMatchMap(map, metric))
  const estimator = new SpeedEstimator()
  for (let vehicle = 0; vehicle < 250; vehicle++) {
    const leg = randomLeg(planner, metric, random)
    if (!leg) continue
    const { track } = simulate(network, leg, { everySeconds: 4, noiseMeters: 4, slower }, random)
    const passages = new Passages()
    for (const piece of matcher.match(track).pieces) listPassages(network, track, piece, passages)
    estimator.add(vehicle, passages)
  }
  const ratios: number[] = []
  for (const slot of estimator.listSlots()) {
    const { count, arc, kmh } = estimator.estimate(slot)
    for (let i = 0; i < count; i++) {
      const meters = network.edges.lengthCm[network.arcs.edgeSide[arc[i]] >>> 1] / 100
      ratios.push((3.6 * meters) / kmh[i] / (network.arcs.duration[arc[i]] / 100))
    }
  }
  ratios.sort((a, b) => a - b)
  expect(ratios.length).toBeGreaterThan(100)
  expect(Math.abs(ratios[ratios.length >>> 1] / slower - 1), 'the median').toBeLessThan(0.06)
  const near = ratios.filter((ratio) => Math.abs(ratio / slower - 1) < 0.2)
  expect(near.length / ratios.length).toBeGreaterThan(0.8)
})
