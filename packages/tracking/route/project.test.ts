import { bearingBetween, metersBetween, type Position, seededRandom, toVector, type Vector } from '@fairway/geo'
import { expect, test } from 'vitest'
import { makeTestRoute, toPosition } from '../testing/drawn.ts'
import { pointAt } from './along.ts'
import { type AssetRoute, makeAssetRoute } from './asset-route.ts'
import { forEachNearRun, maxDistanceMeters } from './bounding-balls.ts'
import {
  computeMisfit,
  listProjectionsWithin,
  type ProjectionWindow,
  projectInWindow,
  projectOnRoute,
  projectOnSegment,
  type RouteProjection,
} from './project.ts'

const seed = Number(process.env.SEED ?? 20260616)

/** Samples the route at regular distances. */
function samples(route: AssetRoute, point: Vector, count: number): RouteProjection[] {
  return Array.from({ length: count + 1 }, (_, i) => {
    const alongM = (route.lengthM * i) / count
    return { alongM, distanceM: metersBetween(point, pointAt(route, alongM)) }
  })
}
function randomRoute(random: () => number, count: number, origin: Position, stepM: number): AssetRoute {
  let [east, north] = [0, 0]
  const line = Array.from({ length: count }, () => {
    // One step in eight does not move, so that points repeat.
    const still = random() < 0.125
    east += still ? 0 : stepM * (random() - 0.5)
    north += still ? 0 : stepM * (random() - 0.5)
    return [east, north] as const
  })
  return makeTestRoute(line, 'vehicle', 10, origin)
}
const origins: Position[] = [
  [41.15, -8.61],
  [-17, 179.999],
  [89.9, 10],
  [0.01, 0.01],
]

test('finds the nearest point like a scan of the whole route', () => {
  const random = seededRandom(seed)
  for (let run = 0; run < 60; run++) {
    const origin = origins[run % origins.length]
    const route = randomRoute(random, 2 + Math.floor(random() * 60), origin, 300)
    const point = toVector(...toPosition([600 * (random() - 0.5), 600 * (random() - 0.5)], origin))
    const walked = Math.min(...samples(route, point, 4000).map(({ distanceM }) => distanceM))
    const { alongM, distanceM } = projectOnRoute(route, point)
    expect(distanceM).toBeLessThanOrEqual(walked + 1e-6)
    expect(distanceM).toBeGreaterThan(walked - route.lengthM / 4000)
    expect(metersBetween(point, pointAt(route, alongM))).toBeCloseTo(distanceM, 3)
  }
})

test('finds the best point of a segment within a window, and never leaves the window', () => {
  const random = seededRandom(seed + 1)
  for (let run = 0; run < 300; run++) {
    const route = randomRoute(random, 2 + Math.floor(random() * 30), origins[run % 2], 200)
    const point = toVector(...toPosition([300 * (random() - 0.5), 300 * (random() - 0.5)], origins[run % 2]))
    const fromM = random() * route.lengthM
    const window: ProjectionWindow = {
      fromM,
      toM: fromM + 300 * random(),
      expectedM: fromM + 100 * random(),
      expectedSigmaM: 20,
      sigmaM: 10,
      courseDeg: random() < 0.5 ? null : 360 * random(),
      courseSigmaDeg: 40,
    }
    const { best, driftM } = projectInWindow(route, window, point)
    expect(best.alongM).toBeGreaterThanOrEqual(Math.min(fromM, route.lengthM) - 1e-6)
    expect(best.alongM).toBeLessThanOrEqual(Math.min(window.toM, route.lengthM) + 1e-6)
    const misfits: { bad: number; distanceM: number }[] = []
    for (let i = 0; i + 1 < route.alongM.length; i++) {
      if (route.alongM[i] > window.toM || route.alongM[i + 1] < fromM) continue
      const projection = projectOnSegment(route, i, point)
      const alongM = Math.min(Math.max(projection.alongM, fromM), window.toM)
      const cut = { alongM, distanceM: metersBetween(point, pointAt(route, alongM)) }
      misfits.push({
        bad: computeMisfit(window, cut, bearingBetween(route.vectors[i], route.vectors[i + 1])),
        distanceM: cut.distanceM,
      })
    }
    expect(driftM).toBeCloseTo(Math.min(...misfits.map(({ distanceM }) => distanceM)), 3)
    expect(best.distanceM).toBeGreaterThanOrEqual(driftM)
    const smallest = misfits.toSorted((a, b) => a.bad - b.bad)[0]
    expect(
      misfits.some(({ distanceM, bad }) => Math.abs(distanceM - best.distanceM) < 0.01 && bad <= smallest.bad + 0.01),
    ).toBe(true)
  }
})

test('finds all parts of a route within a radius, each once, in order', () => {
  // The route has five lanes of 1 km, 100 m apart.
  const line = Array.from(
    { length: 5 },
    (_, i) =>
      (i % 2 === 0
        ? [
            [0, 100 * i],
            [1000, 100 * i],
          ]
        : [
            [1000, 100 * i],
            [0, 100 * i],
          ]) as [number, number][],
  ).flat()
  const route = makeTestRoute(line)
  const near = listProjectionsWithin(route, toVector(...toPosition([500, 205])), 150)
  expect(near.map(({ distanceM }) => Math.round(distanceM))).toEqual([105, 5, 95])
  expect(near.map(({ alongM }) => Math.round(alongM / 100))).toEqual([16, 27, 38])
})

test('uses the great circle for a long leg of a vessel, not the chord or the parallel', () => {
  const route = makeAssetRoute({
    kind: 'vessel',
    points: [
      [50, -5],
      [40, -70],
    ],
  })
  const halfway = pointAt(route, route.lengthM / 2)
  expect(projectOnRoute(route, halfway).distanceM).toBeLessThan(0.01)
  expect(projectOnRoute(route, halfway).alongM).toBeCloseTo(route.lengthM / 2, 2)
  const [latitude, longitude] = [
    (Math.asin(halfway.z) * 180) / Math.PI,
    (Math.atan2(halfway.y, halfway.x) * 180) / Math.PI,
  ]
  expect(projectOnRoute(route, toVector(latitude + 1, longitude)).distanceM).toBeGreaterThan(100_000)
})

test('looks only at nearby points of a route of 10,000 points', () => {
  const route = makeTestRoute(Array.from({ length: 10_000 }, (_, i) => [10 * i, 200 * Math.sin(i / 30)] as const))
  let checked = 0
  const point = toVector(...toPosition([40_000, 100]))
  forEachNearRun(
    route.boundingBalls,
    point,
    () => maxDistanceMeters(route.boundingBalls, point),
    (from, to) => {
      checked += to - from
    },
  )
  expect(checked).toBeGreaterThan(0)
  expect(checked).toBeLessThan(100)
})

test('handles a route of one point, and one whose points are all equal', () => {
  const point = toVector(...toPosition([30, 40]))
  for (const route of [
    makeTestRoute([[0, 0]]),
    makeTestRoute([
      [0, 0],
      [0, 0],
      [0, 0],
    ]),
  ]) {
    expect(projectOnRoute(route, point)).toEqual({ alongM: 0, distanceM: expect.closeTo(50, 1) })
  }
})
