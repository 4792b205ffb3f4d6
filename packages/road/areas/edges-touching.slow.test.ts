import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { buildRoadMap } from '../testing/map-of.ts'
import { randomNetwork } from '../testing/random-network.ts'
import type { Ring } from './area-shape.ts'
import { createAreaTest } from './areas.ts'
import { edgesTouching } from './edges-touching.ts'

const corners = {
  'a town': { south: 41, west: -8 },
  'a town in the far north': { south: 78.2, west: 15.6 },
  'a town on the date line': { south: -16.5, west: 179.995 },
  'a town just before the date line': { south: 52, west: 179.98 },
}

describe.each(Object.entries(corners))('%s', (_, { south, west }) => {
  test.each([1, 2, 3])('finds the same edges as a full scan (seed %i)', (seed) => {
    const random = seededRandom(seed)
    const network = randomNetwork(random, { columns: 12, rows: 9, south, west, unsnappableShare: 0.1 })
    const map = buildRoadMap(network)
    let touched = 0
    for (let round = 0; round < 150; round++) {
      const ring = randomRing(random, south, west)
      const isTouched = createAreaTest(network.edges, [ring])
      const expected = Array.from({ length: network.edges.count }, (_, edge) => edge).filter(isTouched)
      expect(edgesTouching(map, ring), JSON.stringify(ring)).toEqual(expected)
      touched += expected.length
    }
    expect(touched, 'some areas touch edges').toBeGreaterThan(100)
  })

  test('accepts rings of zero or one point, around the globe or at the poles', () => {
    const network = randomNetwork(seededRandom(7), { columns: 6, rows: 6, south, west })
    const map = buildRoadMap(network)
    const rings: Ring[] = [
      [],
      [[south, west]],
      [
        [89, -180],
        [90, 0],
        [89, 180],
      ],
      [
        [-90, -180],
        [-90, 180],
        [90, 180],
        [90, -180],
      ],
    ]
    for (const ring of rings) {
      const isTouched = createAreaTest(network.edges, [ring])
      const expected = Array.from({ length: network.edges.count }, (_, edge) => edge).filter(isTouched)
      expect(edgesTouching(map, ring)).toEqual(expected)
    }
  })
})

/**
 * Draws a convex or concave star around a point in or near the town. The size of the star ranges from a few meters to
 * the whole town.
 */
function randomRing(random: () => number, south: number, west: number): Ring {
  const latitude = south + 0.012 * random() - 0.001
  const longitude = west + 0.016 * random() - 0.001
  const size = 10 ** (-4.5 + 2.7 * random())
  const points = 3 + Math.floor(9 * random())
  return Array.from({ length: points }, (_, i): [number, number] => {
    const radius = size * (0.3 + 0.7 * random())
    const angle = (2 * Math.PI * i) / points
    const east = longitude + radius * Math.cos(angle)
    return [latitude + radius * Math.sin(angle), east > 180 ? east - 360 : east]
  })
}

test('takes microseconds for a small area on a large map, without a full scan', () => {
  const random = seededRandom(5)
  const network = randomNetwork(random, { columns: 40, rows: 30 })
  const map = buildRoadMap(network)
  const rings = Array.from({ length: 2000 }, (): Ring => {
    const [y, x] = [41 + 0.036 * random(), -8 + 0.048 * random()]
    return [
      [y, x],
      [y, x + 0.0005],
      [y + 0.0005, x],
    ]
  })
  const timeOf = (find: (ring: Ring) => number): number => {
    const before = process.cpuUsage()
    for (const ring of rings) find(ring)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / rings.length
  }
  const byGrid = () => timeOf((ring) => edgesTouching(map, ring).length)
  const byEdge = () =>
    timeOf((ring) => {
      const isTouched = createAreaTest(network.edges, [ring])
      let count = 0
      for (let edge = 0; edge < network.edges.count; edge++) if (isTouched(edge)) count++
      return count
    })
  byGrid()
  const [grid, edge] = [byGrid(), byEdge()]
  console.info(`an area of 50 m: ${grid.toFixed(1)} µs with the grid, ${edge.toFixed(1)} µs over all edges`)
  expect(grid).toBeLessThan(edge)
})
