import { distanceMeters, type Position, pointBetween, seededRandom, toVector, wrapLongitude } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { isInBox } from './boxes.ts'
import { FenceIndex } from './fence-index.ts'
import type { FenceShape } from './fence-shape.ts'
import { findRingProblem } from './polygon.ts'
import { makeFenceShape } from './shape.ts'

const SEED = 20_261_117
const random = seededRandom(SEED)
const between = (low: number, high: number) => low + random() * (high - low)
const wrapped = ([latitude, longitude]: Position): Position => [latitude, wrapLongitude(longitude)]

/** Draws a nonconvex ring around a center. Longitudes may exceed 180. */
function drawRing([latitude, longitude]: Position, degrees: number, corners: number): Position[] {
  const stretch = 1 / Math.cos((latitude * Math.PI) / 180)
  return Array.from({ length: corners }, (_, at) => {
    const angle = (2 * Math.PI * (at + 0.8 * random())) / corners
    const radius = degrees * between(0.35, 1)
    return [latitude + radius * Math.sin(angle), longitude + stretch * radius * Math.cos(angle)]
  })
}

/** Test oracle that computes the winding number from the angles of all edges, using longitudes without wraparound. */
function winds(ring: readonly Position[], [latitude, longitude]: Position): boolean {
  let sum = 0
  for (const [at, [y, x]] of ring.entries()) {
    const [nextY = 0, nextX = 0] = ring[(at + 1) % ring.length] ?? []
    const turn = Math.atan2(nextY - latitude, nextX - longitude) - Math.atan2(y - latitude, x - longitude)
    sum += turn > Math.PI ? turn - 2 * Math.PI : turn < -Math.PI ? turn + 2 * Math.PI : turn
  }
  return Math.abs(sum) > Math.PI
}

function nearestSample(rings: readonly (readonly Position[])[], [latitude, longitude]: Position): number {
  let nearest = Number.POSITIVE_INFINITY
  for (const ring of rings) {
    for (const [at, [y, x]] of ring.entries()) {
      const [nextY = 0, nextX = 0] = ring[(at + 1) % ring.length] ?? []
      for (let step = 0; step < 60; step++) {
        const share = step / 60
        const sample: Position = [y + share * (nextY - y), x + share * (nextX - x)]
        nearest = Math.min(nearest, distanceMeters(latitude, longitude, ...sample))
      }
    }
  }
  return nearest
}

describe(`polygons (seed ${SEED})`, () => {
  const middles: Position[] = [
    [-34.9, -56.2],
    [-17, 179.9],
    [52, -179.95],
    [68, 180],
    [0, 0],
  ]

  test.each(middles)('around [%d, %d] contain the same positions as the oracle', (latitude, longitude) => {
    for (const corners of [3, 9, 60, 900]) {
      const outer = drawRing([latitude, longitude], 0.5, corners)
      const holes = corners > 9 ? [drawRing([latitude, longitude], 0.15, 12)] : []
      const rings = [outer, ...holes]
      const shape = makeFenceShape({ type: 'polygon', rings: rings.map((ring) => ring.map(wrapped)) })
      for (let count = 0; count < 150; count++) {
        const point: Position = [latitude + between(-0.6, 0.6), longitude + between(-1, 1)]
        const isInside = winds(outer, point) && !holes.some((hole) => winds(hole, point))
        const distance = shape.distanceM(...wrapped(point), 1000)
        expect(distance < 0, JSON.stringify({ rings, point })).toBe(isInside)
        if (isInside) expect(isInBox(shape.box, ...wrapped(point))).toBe(true)
      }
    }
  })

  test('give the distance from the nearest edge, up to the maximum', () => {
    const rings = [drawRing([-17, 179.95], 0.05, 30), drawRing([-17, 179.95], 0.01, 8)]
    const shape = makeFenceShape({ type: 'polygon', rings: rings.map((ring) => ring.map(wrapped)) })
    for (let count = 0; count < 100; count++) {
      const point: Position = [-17 + between(-0.08, 0.08), 179.95 + between(-0.08, 0.08)]
      const sampled = nearestSample(rings, point)
      const distance = Math.abs(shape.distanceM(...wrapped(point), 3000))
      if (sampled > 3100) expect(distance).toBeCloseTo(3000, 6)
      else if (sampled < 2900) expect(Math.abs(distance - sampled)).toBeLessThan(0.01 * sampled + 10)
    }
  })

  test('report why a ring is unusable', () => {
    const square: Position[] = [
      [0, 0],
      [0, 1],
      [1, 1],
      [1, 0],
    ]
    expect(findRingProblem(square)).toBeUndefined()
    expect(findRingProblem([...square, [0, 0]])).toBeUndefined()
    expect(findRingProblem(square.slice(0, 2))).toBe('too-few-corners')
    expect(
      findRingProblem([
        [0, 0],
        [0, 1],
        [0, 0],
      ]),
    ).toBe('too-few-corners')
    expect(
      findRingProblem([
        [0, 0],
        [1, 1],
        [2, 2],
      ]),
    ).toBe('no-area')
    expect(
      findRingProblem([
        [80, 0],
        [80, 120],
        [80, -120],
      ]),
    ).toBe('around-a-pole')
  })
})

describe('circles and corridors', () => {
  test.each([
    [-34.9, -56.2],
    [10, 179.999],
    [89.9, 20],
    [-90, 0],
  ])(
    'of a circle around [%d, %d]: the distance is spherical, and the box contains the inside',
    (latitude, longitude) => {
      const shape = makeFenceShape({ type: 'circle', center: [latitude, longitude], radiusM: 30_000 })
      for (let count = 0; count < 300; count++) {
        const point: Position = [Math.max(-90, Math.min(90, latitude + between(-0.4, 0.4))), between(-180, 180)]
        const near: Position = [point[0], wrapLongitude(longitude + between(-0.4, 0.4))]
        for (const position of [point, near]) {
          const distance = distanceMeters(latitude, longitude, ...position) - 30_000
          expect(shape.distanceM(...position, 100)).toBeCloseTo(distance, 3)
          if (distance < 0) expect(isInBox(shape.box, ...position)).toBe(true)
        }
      }
    },
  )

  test('a corridor follows great circles, even across the 180th meridian', () => {
    // The great circle from Tokyo to San Francisco bulges to 48 degrees north.
    const line: Position[] = [
      [35.7, 139.7],
      [37.8, -122.4],
    ]
    const shape = makeFenceShape({ type: 'corridor', line, distanceM: 20_000 })
    const [from, to] = line.map((position) => toVector(...position))
    if (!from || !to) throw new Error('the line has two points')
    for (let share = 0; share <= 1; share += 0.01) {
      const { x, y, z } = pointBetween(from, to, share)
      const position: Position = [(Math.asin(z) * 180) / Math.PI, (Math.atan2(y, x) * 180) / Math.PI]
      expect(shape.distanceM(...position, 100)).toBeCloseTo(-20_000, -1)
      expect(isInBox(shape.box, ...position)).toBe(true)
    }
    expect(shape.distanceM(36.8, -171, 100)).toBeGreaterThan(900_000)
  })
})

test(`the index finds every shape that contains a position (seed ${SEED})`, () => {
  const centers = Array.from({ length: 300 }, (): Position => [between(-85, 85), between(-180, 180)])
  const shapes: FenceShape[] = centers.map((center) =>
    makeFenceShape({ type: 'circle', center, radiusM: 10 ** between(2, 6.3) }),
  )
  const index = new FenceIndex(shapes.map(({ box }) => box))
  let hits = 0
  for (let count = 0; count < 2000; count++) {
    // Positions are drawn near a center, because random positions would hit only large shapes.
    const [latitude, longitude] = centers[count % centers.length] ?? [0, 0]
    const jitter = 10 ** between(-5, 0)
    const position = wrapped([latitude + between(-jitter, jitter), longitude + between(-jitter, jitter)])
    const found = new Set<number>()
    index.forEachAt(...position, (shape) => found.add(shape))
    for (const [at, shape] of shapes.entries()) {
      if (shape.distanceM(...position, 1) > 0) continue
      hits++
      expect(found.has(at), JSON.stringify({ position, box: shape.box })).toBe(true)
    }
  }
  expect(hits).toBeGreaterThan(1000)
})
