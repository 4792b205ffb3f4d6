import { rulerAt, seededRandom, wrapMicrodegrees } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { ArcFlag } from '../network/attributes.ts'
import { NO_ID } from '../sentinels.ts'
import { buildMetric, buildRoadMap } from '../testing/map-of.ts'
import { randomNetwork } from '../testing/random-network.ts'
import { findNearestRoads } from './nearest-roads.ts'

describe.each([1, 2, 3])('seed %i', (seed) => {
  const random = seededRandom(seed)
  const corner = seed === 3 ? { south: -16.5, west: 179.996 } : { south: 41, west: -8 }
  const network = randomNetwork(random, { ...corner, columns: 9, rows: 8 })
  const map = buildRoadMap(network)
  const arcWeight = buildMetric(map).weights.arc
  const { edges, arcs } = network

  /** Returns the distances of all edges on which a trip may begin, in ascending order. */
  function listDistances(latitude: number, longitude: number): number[] {
    const ruler = rulerAt(latitude)
    const distances: number[] = []
    for (let edge = 0; edge < edges.count; edge++) {
      const isUsable = [2 * edge, 2 * edge + 1].some(
        (side) => edges.arc[side] !== NO_ID && (arcs.flags[edges.arc[side]] & ArcFlag.noSnap) === 0,
      )
      if (!isUsable) continue
      let best = Number.POSITIVE_INFINITY
      for (let i = edges.shapeFirst[edge]; i < edges.shapeFirst[edge + 1] - 1; i++) {
        for (let share = 0; share <= 1; share += 0.01) {
          const y = edges.shapeLatitude[i] + share * (edges.shapeLatitude[i + 1] - edges.shapeLatitude[i])
          const east = wrapMicrodegrees(edges.shapeLongitude[i + 1] - edges.shapeLongitude[i])
          const x = wrapMicrodegrees(edges.shapeLongitude[i] + share * east - longitude * 1e6)
          best = Math.min(
            best,
            Math.hypot((y * 1e-6 - latitude) * ruler.perLatitudeDegree, x * 1e-6 * ruler.perLongitudeDegree),
          )
        }
      }
      distances.push(best)
    }
    return distances.sort((a, b) => a - b)
  }

  test.each([1, 5, 12])('finds the same %i nearest roads as a scan of all roads', (count) => {
    for (let round = 0; round < 8; round++) {
      const latitude = corner.south + 0.0105 * random()
      const longitude = corner.west + 0.0035 * random()
      const request = { latitude, longitude, count, radiusMeters: 1000, arcWeight, heading: -1 }
      const roads = findNearestRoads(map, request)
      const expected = listDistances(latitude, longitude).slice(0, count)
      expect(roads).toHaveLength(count)
      roads.forEach(({ distanceMeters }, i) => {
        expect(distanceMeters).toBeLessThanOrEqual(expected[i] + 1e-6)
        // The scan tries only a hundred positions on every segment.
        expect(distanceMeters).toBeGreaterThan(expected[i] - 2)
      })
      expect(new Set(roads.map(({ edge }) => edge)).size).toBe(count)
    }
  })

  test('lists only roads within the radius and in the direction of the heading', () => {
    for (let round = 0; round < 10; round++) {
      const heading = Math.floor(360 * random())
      const request = { latitude: corner.south + 0.005, longitude: corner.west + 0.003, count: 50, arcWeight, heading }
      for (const { distanceMeters, bearing } of findNearestRoads(map, { ...request, radiusMeters: 150 })) {
        expect(distanceMeters).toBeLessThanOrEqual(150)
        expect(Math.abs(((heading - bearing + 540) % 360) - 180)).toBeLessThanOrEqual(60)
      }
    }
  })

  test('lists more roads with a larger tolerance, all of them within it', () => {
    const request = { latitude: corner.south + 0.005, longitude: corner.west + 0.003, count: 50, arcWeight }
    const list = (heading: number, headingToleranceDegrees: number) =>
      findNearestRoads(map, { ...request, heading, headingToleranceDegrees, radiusMeters: 150 })
    let dropped = 0
    for (let round = 0; round < 10; round++) {
      const heading = Math.floor(360 * random())
      const [narrow, wide, any] = [list(heading, 20), list(heading, 180), list(-1, 20)]
      for (const { bearing } of narrow)
        expect(Math.abs(((heading - bearing + 540) % 360) - 180)).toBeLessThanOrEqual(20)
      expect(wide.map(({ edge }) => edge)).toEqual(any.map(({ edge }) => edge))
      dropped += wide.length - narrow.length
    }
    expect(dropped).toBeGreaterThan(0)
  })
})
