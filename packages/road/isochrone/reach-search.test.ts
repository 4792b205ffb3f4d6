import { seededRandom } from '@fairway/geo'
import { afterAll, describe, expect, test } from 'vitest'
import type { RoadMap, RoadMetric } from '../map.ts'
import { ArcFlag } from '../network/attributes.ts'
import { withArcDurations } from '../profiles/model/modeled-network.ts'
import { travelProfiles } from '../profiles/travel-profiles.ts'
import { NO_ID } from '../sentinels.ts'
import { buildMetric, buildRoadMap, noClosures } from '../testing/map-of.ts'
import { randomNetwork } from '../testing/random-network.ts'
import { ArcTimes } from '../traffic/arc-times.ts'
import { randomState, randomTypical } from '../traffic/testing/draw-state.ts'
import { costBandOf } from './cost-lines.ts'
import type { Direction } from './one-to-all.ts'
import type { Pieces } from './pieces.ts'
import { ReachSearch } from './reach-search.ts'
import { RouteOracle, snapOn } from './testing/route-cost.ts'
import { durationCosts, lengthCosts } from './travel-costs.ts'

const counts = { checked: 0, cut: 0, unreached: 0 }
afterAll(() => {
  expect(counts.cut).toBeGreaterThan(100)
  expect(counts.unreached).toBeGreaterThan(100)
})

/** Returns the contour of a position, or the number of limits if no contour contains it. */
function bandAt({ count, edge, from, to, band }: Pieces, atEdge: number, x: number, limitCount: number): number {
  for (let index = 0; index < count; index++)
    if (edge[index] === atEdge && from[index] <= x && x <= to[index]) return band[index]
  return limitCount
}

interface Case {
  readonly map: RoadMap
  readonly metric: RoadMetric
  readonly direction: Direction
  readonly unit: 'cs' | 'cm'
  readonly random: () => number
  readonly times?: ArcTimes
  /** True if the cost is exactly linear along an edge. */
  readonly isLinear: boolean
}

/** Compares random positions with the routes to them or from them. */
function checkReach({ map, metric, direction, unit, random, times, isLinear }: Case): void {
  const { network } = map
  const search = new ReachSearch(map)
  const oracle = new RouteOracle(map, metric)
  const pick = (): number => Math.floor(random() * network.edges.count)
  const snaps = Array.from({ length: 1 + Math.floor(random() * 3) }, () => [
    snapOn(pick(), random() < 0.2 ? Math.round(random()) : random()),
  ])
  const endpoints = search.toEndpoints(metric, snaps, direction)
  const ownNetwork = withArcDurations(network, metric)
  const costs = unit === 'cs' ? durationCosts(ownNetwork, times) : lengthCosts(network)
  const longest = unit === 'cs' ? 12_000 : 100_000
  const limits = [0.3, 0.6, 1].map((share) => share * longest * (0.5 + random()))
  limits.sort((a, b) => a - b)
  const pieces = search.find({ metric, endpoints, direction, costs, limits, withCosts: random() < 0.5 })
  const all = snaps.flat()
  const costAt = (edge: number, x: number) => {
    const at = [snapOn(edge, Math.min(1, Math.max(0, x)))]
    return direction === 'from' ? oracle.cost(all, at, unit, times) : oracle.cost(at, all, unit, times)
  }
  for (let i = 0; i < pieces.count; i++) if (pieces.from[i] > 0 || pieces.to[i] < 1) counts.cut++
  for (let sample = 0; sample < 120; sample++) {
    const [edge, x] = [pick(), random()]
    const band = bandAt(pieces, edge, x, limits.length)
    const expected = costBandOf(limits, costAt(edge, x))
    counts.checked++
    if (expected === limits.length) counts.unreached++
    // Rounding affects the result where two paths to a position are equally good, and at a limit. In traffic, trips
    // from a road to the endpoint are measured at the ends of the road and interpolated between them.
    const margin = isLinear ? 0.01 : direction === 'from' ? 0.05 : 1
    const nearby = band === expected ? [] : [costAt(edge, x - margin), costAt(edge, x + margin)]
    if (band !== expected)
      expect(
        nearby.map((cost) => costBandOf(limits, cost)),
        `edge ${edge} at ${x}`,
      ).toContain(band)
  }
}

describe.each([1, 2, 3, 5])('every position is in the contour of its route (seed %i)', (seed) => {
  const random = seededRandom(seed)
  const corner = seed > 4 ? { south: -16.5, west: 179.996 } : { south: 41, west: -8 }
  const network = randomNetwork(random, { ...corner, columns: 8, rows: 7, restrictedShare: seed % 2 === 0 ? 0.2 : 0 })
  const map = buildRoadMap(network)
  const metrics = {
    car: buildMetric(map),
    truck: buildMetric(map, noClosures(network), travelProfiles.truck),
    'closed roads': buildMetric(map, randomClosures()),
  }
  function randomClosures() {
    const arcs = Uint8Array.from({ length: network.arcs.count }, () => (random() < 0.15 ? 1 : 0))
    network.arcs.edgeSide.forEach((side, arc) => {
      if ((network.arcs.flags[arc] & ArcFlag.copy) !== 0) arcs[arc] = arcs[network.edges.arc[side]]
    })
    return { ...noClosures(network), arcs }
  }

  for (const direction of ['from', 'to'] as const) {
    for (const unit of ['cs', 'cm'] as const) {
      test.each(Object.entries(metrics))(`${direction}, ${unit}, %s`, (_, metric) => {
        for (let round = 0; round < 2; round++) checkReach({ map, metric, direction, unit, random, isLinear: true })
      })
    }
    test(`${direction}, in traffic`, () => {
      const departMs = Date.UTC(2026, 5, 16, 8, 3)
      const originals = [...network.edges.arc].filter((arc) => arc !== NO_ID)
      const typical = randomTypical(random, network.arcs.count, originals)
      const state = { ...randomState(random, network, departMs), typical }
      const times = new ArcTimes(network, state, { departMs, aheadMs: 0, utcOffsetSeconds: 0 })
      for (let round = 0; round < 2; round++)
        checkReach({ map, metric: metrics.car, direction, unit: 'cs', random, times, isLinear: false })
    })
  }
})
