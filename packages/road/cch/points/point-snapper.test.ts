import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import type { RoadMap, RoadMetric } from '../../map.ts'
import { montevideo } from '../../reroute/testing/towns.ts'
import { totalsOf } from '../../route/leg-attributes.ts'
import { Planner } from '../../route/planner.ts'
import type { Stop } from '../../route/stop-snaps.ts'
import { INFINITE_WEIGHT } from '../../sentinels.ts'
import { buildMetric, noClosures } from '../../testing/map-of.ts'
import { buildPathAttributes } from '../attributes/path-attributes.ts'
import { createCells } from '../matrix/matrix-cells.ts'
import { MatrixQuery } from '../matrix/matrix-query.ts'
import { Town } from '../matrix/testing/town.ts'
import { PointSnapper } from './point-snapper.ts'
import { fillSnapped, type SnappedMatrix } from './snapped-matrix.ts'

const RADIUS_METERS = 150

/** Compares every cell with the planner's result for the same two stops. Returns the snapped points. */
function expectPlans(
  map: RoadMap,
  metric: RoadMetric,
  sources: readonly Stop[],
  targets: readonly Stop[],
  why: string,
) {
  const planner = new Planner(map)
  const placement = new PointSnapper(map).snap(metric, sources, targets, RADIUS_METERS)
  const cells = createCells(
    sources.length,
    targets.length,
    buildPathAttributes(map.network, map.topology, metric.hierarchy),
  )
  fillSnapped(new MatrixQuery(map.topology), metric.hierarchy, placement, cells)
  const singles = new Set(placement.singleCells)
  sources.forEach((from, s) => {
    targets.forEach((to, t) => {
      const cell = s * targets.length + t
      if (singles.has(cell)) return
      const plan = planner.plan({ metric, stops: [from, to], radiusMeters: RADIUS_METERS, alternatives: 0 })
      const cause = `${why}, cell ${s}, ${t}`
      if (plan.kind === 'not-snapped') {
        const isLost = placement.unsnappedSources.includes(s) || placement.unsnappedTargets.includes(t)
        expect(isLost, cause).toBe(true)
      }
      expect(cells.weight[cell], cause).toBe(plan.kind === 'plan' ? plan.weight : INFINITE_WEIGHT)
      const totals = plan.kind === 'plan' ? totalsOf(map.network, plan.legs[0]) : undefined
      expect(cells.attributes?.lengthCm[cell], cause).toBeCloseTo(totals?.distanceCm ?? Number.POSITIVE_INFINITY, 4)
      expect(cells.attributes?.durationCs[cell], cause).toBeCloseTo(totals?.durationCs ?? Number.POSITIVE_INFINITY, 4)
    })
  })
  return placement
}

/** Draws stops all over a map, many of them on islands, and occasionally a stop far from any road. */
function drawStops({ network }: RoadMap, random: () => number, count: number): Stop[] {
  const { arcs, edges } = network
  const arcsOn = (isWanted: (part: number) => boolean): number[] =>
    [...edges.arc].filter((arc) => arc < arcs.count && isWanted(arcs.part[arc]))
  const islands = arcsOn((part) => part > 0)
  const main = arcsOn((part) => part === 0)
  return Array.from({ length: count }, () => {
    const among = random() < 0.4 && islands.length > 0 ? islands : main
    const point = edges.shapeFirst[arcs.edgeSide[among[Math.floor(random() * among.length)]] >>> 1]
    const away = random() < 0.3 ? 0 : random() < 0.03 ? 5 : 0.0004
    return {
      latitude: edges.shapeLatitude[point] / 1e6 + (random() - 0.5) * away,
      longitude: edges.shapeLongitude[point] / 1e6 + (random() - 0.5) * away,
      heading: random() < 0.2 ? 360 * random() : -1,
      ...(random() < 0.15 && { bearing: { degrees: 360 * random(), toleranceDegrees: 90 * random() } }),
      ...(random() < 0.3 && { approach: random() < 0.5 ? ('curb' as const) : ('opposite' as const) }),
    }
  })
}

describe('every cell equals the route between its two stops', () => {
  const seen: SnappedMatrix[] = []

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('in a drawn town with islands and pockets (seed %i)', (seed) => {
    const random = seededRandom(seed)
    const { map } = new Town(random, { columns: 7, rows: 6, restrictedShare: seed % 2 === 0 ? 0.2 : 0 })
    const closures = noClosures(map.network)
    const isClosed = Array.from({ length: map.network.edges.count * 2 }, () => seed % 3 === 0 && random() < 0.2)
    map.network.arcs.edgeSide.forEach((side, arc) => {
      closures.arcs[arc] = isClosed[side] ? 1 : 0
    })
    const metric = buildMetric(map, closures)
    const same = drawStops(map, random, 25)
    seen.push(expectPlans(map, metric, same, same, `seed ${seed}`))
    const [few, many] = [drawStops(map, random, 12), drawStops(map, random, 30)]
    seen.push(expectPlans(map, metric, few, many, `seed ${seed}`))
  })

  test('in Montevideo', async () => {
    const { map, metric, random } = await montevideo(5)
    const stops = drawStops(map, random, 90)
    seen.push(expectPlans(map, metric, stops, stops, 'Montevideo'))
  })

  test('covers islands, unreachable points and cells left to the planner, while most cells are ordinary', () => {
    expect(seen.some(({ islands }) => islands.length > 0)).toBe(true)
    expect(seen.some(({ unsnappedSources }) => unsnappedSources.length > 0)).toBe(true)
    expect(seen.some(({ singleCells }) => singleCells.length > 0)).toBe(true)
    const cells = seen.reduce((sum, { all }) => sum + all.sources.length * all.targets.length, 0)
    expect(seen.reduce((sum, { singleCells }) => sum + singleCells.length, 0)).toBeLessThan(0.5 * cells)
  })
})
