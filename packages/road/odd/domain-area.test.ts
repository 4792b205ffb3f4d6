import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import type { Ring } from '../areas/area-shape.ts'
import { randomNetwork } from '../testing/random-network.ts'
import { DomainArea } from './domain-area.ts'

type Point = readonly [number, number]

const box = (south: number, west: number, north: number, east: number): Ring => [
  [south, west],
  [south, east],
  [north, east],
  [north, west],
]
const areaOf = (...polygons: Ring[][]) => new DomainArea([{ name: 'area', polygons }])

/** Returns true if a point is inside a ring, by summing the angles of its sides instead of counting crossings. */
function isInside(ring: Ring, [py, px]: Point): boolean {
  let angle = 0
  ring.forEach(([ay, ax], i) => {
    const [by, bx] = ring[(i + 1) % ring.length]
    angle += Math.atan2((ax - px) * (by - py) - (ay - py) * (bx - px), (ax - px) * (bx - px) + (ay - py) * (by - py))
  })
  return Math.abs(angle) > Math.PI
}

const corners = {
  'a town': { south: 41, west: -8 },
  'a town on the date line': { south: -16.5, west: 179.995 },
}

describe.each(Object.entries(corners))('%s', (_, { south, west }) => {
  test.each([1, 2, 3])('treats an edge as inside only if all of it is inside (seed %i)', (seed) => {
    const random = seededRandom(seed)
    const { edges } = randomNetwork(random, { columns: 10, rows: 8, south, west })
    const seen = { inside: 0, left: 0 }
    for (let round = 0; round < 12; round++) {
      const polygons = [0, 1].map(() => [star(random, south, west, 0.007), star(random, south, west, 0.0008)])
      // A hole is valid only inside its polygon. Outside, it would be a separate polygon.
      const kept = polygons.map(([outer, hole]) => (hole.every((p) => isInside(outer, p)) ? [outer, hole] : [outer]))
      const area = areaOf(...kept.map((rings) => rings.map((ring) => ring.map(([y, x]): Point => [y, wrapped(x)]))))
      const holds = (p: Point) => kept.some(([outer, hole]) => isInside(outer, p) && !(hole && isInside(hole, p)))
      for (let edge = 0; edge < edges.count; edge++) {
        const isOut = samples(edges, edge, west).some((point) => !holds(point))
        const left = area.leavesAreaAt(edges, edge) >= 0
        // Samples prove that an edge leaves the area, but they may miss a corner that is crossed for less than a meter.
        if (isOut) expect(left, `seed ${seed}, round ${round}, edge ${edge}`).toBe(true)
        else seen[left ? 'left' : 'inside']++
      }
    }
    expect(seen.inside).toBeGreaterThan(200)
    expect(seen.left).toBeLessThan(seen.inside / 50)
  })
})

/** Returns points at small steps along an edge. Longitudes continue past 180°. */
function samples(edges: ReturnType<typeof randomNetwork>['edges'], edge: number, west: number): Point[] {
  const points: Point[] = []
  const east = (x: number) => (west > 0 && x < 0 ? x + 360e6 : x)
  for (let i = edges.shapeFirst[edge]; i < edges.shapeFirst[edge + 1] - 1; i++) {
    const [ay, ax] = [edges.shapeLatitude[i], east(edges.shapeLongitude[i])]
    const [by, bx] = [edges.shapeLatitude[i + 1], east(edges.shapeLongitude[i + 1])]
    for (let k = 0; k <= 60; k++) points.push([(ay + (k / 60) * (by - ay)) * 1e-6, (ax + (k / 60) * (bx - ax)) * 1e-6])
  }
  return points
}

function star(random: () => number, south: number, west: number, size: number): Ring {
  const [latitude, longitude] = [south + 0.01 * random(), west + 0.012 * random()]
  const count = 5 + Math.floor(8 * random())
  return Array.from({ length: count }, (_, i): Point => {
    const radius = size * (0.4 + 0.6 * random())
    const angle = (2 * Math.PI * i) / count
    return [latitude + radius * Math.sin(angle), longitude + radius * Math.cos(angle)]
  })
}

function wrapped(longitude: number): number {
  return longitude > 180 ? longitude - 360 : longitude
}

test('treats holes as outside, and a second polygon may fill them', () => {
  const outer = box(10, 20, 11, 21)
  const hole = box(10.4, 20.4, 10.6, 20.6)
  expect(areaOf([outer, hole]).nameAt(10.5, 20.5)).toBeUndefined()
  expect(areaOf([outer, hole]).nameAt(10.3, 20.5)).toBe('area')
  expect(areaOf([outer, hole], [box(10.45, 20.45, 10.55, 20.55)]).nameAt(10.5, 20.5)).toBe('area')
})

test('treats two adjacent areas as one for a road that leads from one into the other', () => {
  const edges = lineOf([10.5, 20.5], [10.5, 21.5])
  expect(areaOf([box(10, 20, 11, 21)]).leavesAreaAt(edges, 0)).toBe(1)
  expect(areaOf([box(10, 20, 11, 21.1)], [box(10, 21, 11, 22)]).leavesAreaAt(edges, 0)).toBe(-1)
  expect(areaOf([box(10, 20, 11, 20.9)], [box(10, 21, 11, 22)]).leavesAreaAt(edges, 0)).toBe(0)
})

function lineOf(...points: Point[]) {
  return {
    shapeFirst: Uint32Array.of(0, points.length),
    shapeLatitude: Int32Array.from(points, ([y]) => y * 1e6),
    shapeLongitude: Int32Array.from(points, ([, x]) => x * 1e6),
  } as Parameters<DomainArea['leavesAreaAt']>[0]
}

test('returns the nearest point of the border, also across the antimeridian', () => {
  const area = areaOf([box(10, 20, 11, 21)])
  expect(area.nearestBorder(10.5, 22)).toMatchObject({ latitude: 10.5, longitude: 21 })
  expect(area.nearestBorder(10.5, 22).meters).toBeCloseTo(109_400, -3)
  const far = areaOf([box(10, 179, 11, -179)])
  expect(far.nameAt(10.5, 180)).toBe('area')
  expect(far.nameAt(10.5, -179.5)).toBe('area')
  expect(far.nameAt(10.5, -178.5)).toBeUndefined()
  const near = far.nearestBorder(10.5, -178)
  expect([near.latitude, near.longitude]).toEqual([10.5, -179])
})
