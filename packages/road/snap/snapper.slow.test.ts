import { rulerAt, seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { ArcFlag } from '../network/attributes.ts'
import type { RoadNetwork } from '../network/network.ts'
import { INFINITE_WEIGHT, NO_ID } from '../sentinels.ts'
import { measureSegments } from '../testing/brute-snap.ts'
import { randomNetwork } from '../testing/random-network.ts'
import { buildSnapIndex } from './snap-index.ts'
import { type Snap, Snapper, type SnapRules } from './snapper.ts'

const SAME_DISTANCE_METERS = 0.05
/** Maximum number of roads returned for one position. */
const MAX_SNAPS = 8
const CLOSE = 1e-5

/** Southwest corners of the towns, in degrees. */
const places = {
  'a town': { south: 41, west: -8 },
  'a town in the far north': { south: 78.2, west: 15.6 },
  'a town on the date line': { south: -16.5, west: 179.995 },
  'a town that ends at the date line': { south: -16.5, west: 179.985 },
}

function plainRules(network: RoadNetwork): SnapRules {
  const arcWeight = new Int32Array(network.arcs.count).fill(100)
  return { radiusMeters: 1000, arcWeight, requiredFlags: 0, part: -1, heading: -1 }
}

/** Compares the result with the reference implementation and returns it. */
function expectNearest(
  network: RoadNetwork,
  snapper: Snapper,
  at: readonly [number, number],
  rules: SnapRules,
  why: string,
): Snap[] {
  const found = snapper.nearest(at[0], at[1], rules)
  const pieces = measureSegments(network, at[0], at[1], rules)
  const nearest = Math.min(...pieces.map(({ meters }) => meters))
  const reach = Math.min(nearest + SAME_DISTANCE_METERS, rules.radiusMeters)
  const near = (slack: number) => pieces.filter(({ meters }) => meters <= reach + slack)
  const edges = found.map(({ edge }) => edge)
  expect(new Set(edges).size, why).toBe(edges.length)
  if (near(CLOSE).length <= MAX_SNAPS) {
    expect(edges, why).toEqual(expect.arrayContaining([...new Set(near(-CLOSE).map(({ edge }) => edge))]))
  } else expect(found.length, why).toBeGreaterThan(0)
  for (const snap of found) {
    const same = near(CLOSE).filter((piece) => piece.edge === snap.edge)
    const least = Math.min(...same.map(({ meters }) => meters))
    expect(snap.distanceMeters, why).toBeCloseTo(least, 4)
    const ties = same.filter(({ meters }) => meters < least + CLOSE)
    expect(
      ties.map(({ sides }) => sides),
      why,
    ).toContain(snap.sides)
    expectPlace(network, at, snap, why)
  }
  const distances = found.map(({ distanceMeters }) => distanceMeters)
  expect(distances, why).toEqual(distances.toSorted((a, b) => a - b))
  return found
}

/** Checks that the snapped position lies on its segment, at the reported distance and fraction of the edge. */
function expectPlace({ edges }: RoadNetwork, at: readonly [number, number], snap: Snap, why: string): void {
  const { shapeFirst, shapeLatitude, shapeLongitude } = edges
  const { edge, segment, segmentShare } = snap
  expect(segment, why).toBeGreaterThanOrEqual(shapeFirst[edge])
  expect(segment, why).toBeLessThan(shapeFirst[edge + 1] - 1)
  const around = (degrees: number) => degrees - 360 * Math.round(degrees / 360)
  const measure = (latitude: number) => {
    const { perLatitudeDegree, perLongitudeDegree } = rulerAt(latitude)
    return (y: number, x: number) => Math.hypot(y * 1e-6 * perLatitudeDegree, around(x * 1e-6) * perLongitudeDegree)
  }
  const fromPoint = measure(at[0])(snap.latitude - at[0] * 1e6, snap.longitude - at[1] * 1e6)
  expect(Math.abs(fromPoint - snap.distanceMeters), why).toBeLessThan(0.12)
  expect(Math.abs(snap.longitude), why).toBeLessThanOrEqual(180e6)
  const length = measure(shapeLatitude[segment] / 1e6)
  const pieces = Array.from({ length: shapeFirst[edge + 1] - shapeFirst[edge] - 1 }, (_, index) => {
    const i = shapeFirst[edge] + index
    return length(shapeLatitude[i + 1] - shapeLatitude[i], shapeLongitude[i + 1] - shapeLongitude[i])
  })
  const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0)
  const before = sum(pieces.slice(0, segment - shapeFirst[edge])) + segmentShare * pieces[segment - shapeFirst[edge]]
  expect(snap.fraction * sum(pieces), why).toBeCloseTo(before, 4)
}

describe.each(Object.entries(places))('%s', (_, corner) => {
  describe.each([1, 2, 3])('seed %i', (seed) => {
    const random = seededRandom(seed)
    const columns = 4 + Math.floor(random() * 9)
    const rows = 3 + Math.floor(random() * 8)
    const network = randomNetwork(random, { ...corner, columns, rows })
    const snapper = new Snapper(network, buildSnapIndex(network))
    const { arcs, edges } = network

    /** Draws a position inside the town, around it, or sometimes far away. */
    const randomPoint = (): [number, number] => {
      const spread = random() < 0.7 ? 1 : random() < 0.8 ? 3 : 4000
      const offset = (cells: number) => (cells * 0.5 + (random() - 0.5) * (cells + 2) * spread) * 0.0012
      const latitude = Math.max(-90, Math.min(90, corner.south + offset(rows)))
      const longitude = corner.west + offset(columns)
      return [latitude, longitude - 360 * Math.round(longitude / 360)]
    }

    test('finds the same nearest roads as a full scan', () => {
      let found = 0
      for (let round = 0; round < 150; round++) {
        const rules = { ...plainRules(network), radiusMeters: 10 ** (1 + 2 * random()) }
        found += expectNearest(network, snapper, randomPoint(), rules, `seed ${seed}, round ${round}`).length
      }
      expect(found).toBeGreaterThan(50)
    })

    test('finds the same nearest roads as a full scan when only some are allowed', () => {
      const needs = [0, ArcFlag.leadsToMain, ArcFlag.reachedFromMain, ArcFlag.leadsToMain | ArcFlag.reachedFromMain]
      let found = 0
      for (let round = 0; round < 150; round++) {
        const rules: SnapRules = {
          radiusMeters: 300 + 700 * random(),
          arcWeight: Int32Array.from({ length: arcs.count }, () => (random() < 0.3 ? INFINITE_WEIGHT : 100)),
          requiredFlags: needs[Math.floor(random() * 4)],
          part: random() < 0.5 ? -1 : Math.floor(random() * 3),
          heading: random() < 0.3 ? -1 : Math.floor(random() * 360),
        }
        found += expectNearest(network, snapper, randomPoint(), rules, `seed ${seed}, round ${round}`).length
      }
      expect(found).toBeGreaterThan(30)
    })

    test('snaps a point at a junction to all of its roads', () => {
      for (let edge = 0; edge < edges.count; edge += 3) {
        const point = edges.shapeFirst[edge]
        const at = [edges.shapeLatitude[point] / 1e6, edges.shapeLongitude[point] / 1e6] as const
        const node = edges.from[edge]
        const rules = plainRules(network)
        const found = expectNearest(network, snapper, at, rules, `seed ${seed}, edge ${edge}`)
        const canBegin = (side: number) =>
          edges.arc[side] !== NO_ID && (arcs.flags[edges.arc[side]] & ArcFlag.noSnap) === 0
        const there = Array.from({ length: edges.count }, (_, other) => other).filter(
          (other) =>
            (edges.from[other] === node || edges.to[other] === node) &&
            (canBegin(2 * other) || canBegin(2 * other + 1)),
        )
        if (there.length > MAX_SNAPS - 2) continue
        expect(found.map((snap) => snap.edge)).toEqual(expect.arrayContaining(there))
        for (const { distanceMeters } of found) expect(distanceMeters).toBeLessThan(SAME_DISTANCE_METERS)
      }
    })

    test('includes a road up to the radius, but not a millimeter farther', () => {
      for (let round = 0; round < 60; round++) {
        const point = randomPoint()
        const rules = { ...plainRules(network), radiusMeters: 2000 }
        const [nearest] = snapper.nearest(...point, rules)
        if (!nearest) continue
        const radius = (meters: number) => ({ ...rules, radiusMeters: nearest.distanceMeters + meters })
        expect(snapper.nearest(...point, radius(0.001))[0].distanceMeters).toBeCloseTo(nearest.distanceMeters, 6)
        expect(snapper.nearest(...point, radius(-0.001))).toEqual([])
      }
    })
  })
})

describe('extreme positions', () => {
  const network = randomNetwork(seededRandom(5), { columns: 8, rows: 8 })
  const snapper = new Snapper(network, buildSnapIndex(network))

  test.each([
    [90, 0],
    [-90, 180],
    [89.999999, -8],
    [0, 0],
    [41, 172],
    [41, -180],
    [41, 180],
  ])('find nothing near %f, %f', (latitude, longitude) => {
    expect(snapper.nearest(latitude, longitude, plainRules(network))).toEqual([])
  })

  test('find a nearest road from anywhere with a radius as wide as the globe', () => {
    const rules = { ...plainRules(network), radiusMeters: 25_000_000 }
    expect(snapper.nearest(42, -9, rules)).not.toEqual([])
  })
})

test('finds nothing in a network without roads', () => {
  const network = randomNetwork(seededRandom(1), { columns: 1, rows: 1 })
  expect(network.edges.count).toBe(0)
  expect(new Snapper(network, buildSnapIndex(network)).nearest(41, -8, plainRules(network))).toEqual([])
})

describe('long road', () => {
  /** Builds one straight road of two points that is 5 km long. */
  const roadFrom = (west: number): RoadNetwork => {
    const town = randomNetwork(seededRandom(2), { columns: 3, rows: 3, south: 10, unsnappableShare: 0 })
    const east = west + 0.045
    const shapeLongitude = Int32Array.of(Math.round(west * 1e6), Math.round((east > 180 ? east - 360 : east) * 1e6))
    const edges = {
      ...town.edges,
      count: 1,
      arc: Uint32Array.of(0, NO_ID),
      shapeFirst: Uint32Array.of(0, 2),
      shapeLatitude: Int32Array.of(10e6, 10.002e6),
      shapeLongitude,
    }
    return { ...town, edges }
  }

  test.each([20, 179.97, 179.999])('from %f° is found along its whole length', (west) => {
    const network = roadFrom(west)
    const snapper = new Snapper(network, buildSnapIndex(network))
    for (let share = 0; share <= 1; share += 0.01) {
      const longitude = west + 0.045 * share
      const at = [10.001, longitude > 180 ? longitude - 360 : longitude] as const
      const rules = { ...plainRules(network), radiusMeters: 300 }
      expect(expectNearest(network, snapper, at, rules, `share ${share}`)).toHaveLength(1)
    }
  })
})

test('snaps to the direction of the road that is within 60 degrees of the heading', () => {
  const network = randomNetwork(seededRandom(3), { columns: 6, rows: 6, unsnappableShare: 0 })
  const snapper = new Snapper(network, buildSnapIndex(network))
  const { edges } = network
  const edge = Array.from({ length: edges.count }, (_, each) => each).find(
    (each) => edges.arc[2 * each] !== NO_ID && edges.arc[2 * each + 1] !== NO_ID,
  )
  if (edge === undefined) throw new Error('the town has no street in both directions')
  const i = edges.shapeFirst[edge]
  const middle = (values: Int32Array) => (values[i] + values[i + 1]) / 2e6
  const at = [middle(edges.shapeLatitude), middle(edges.shapeLongitude)] as const
  const { perLatitudeDegree, perLongitudeDegree } = rulerAt(at[0])
  const east = (edges.shapeLongitude[i + 1] - edges.shapeLongitude[i]) * perLongitudeDegree
  const north = (edges.shapeLatitude[i + 1] - edges.shapeLatitude[i]) * perLatitudeDegree
  const bearing = (Math.atan2(east, north) * 180) / Math.PI
  const sidesAt = (off: number) => {
    const heading = (bearing + off + 720) % 360
    const found = snapper.nearest(...at, { ...plainRules(network), radiusMeters: 0.5, heading })
    return found.find((snap) => snap.edge === edge)?.sides
  }
  expect([0, 59, -59, 180, 121, -121].map(sidesAt)).toEqual([1, 1, 1, 2, 2, 2])
  expect([61, -61, 90, 119, -119].map(sidesAt)).toEqual([undefined, undefined, undefined, undefined, undefined])
})
