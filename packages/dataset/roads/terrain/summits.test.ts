import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import type { RawRoads } from '../collect.ts'
import { findExtremes, readNodeHeights } from './summits.ts'

const extremesOf = (heights: readonly number[], minMeters = 20) =>
  findExtremes(Uint32Array.from(heights.keys()), (node) => heights[node] ?? Number.NaN, minMeters)

test('finds summits and valleys, but not bumps and ends', () => {
  expect(extremesOf([0, 50, 100, 60, 0])).toEqual([2])
  expect(extremesOf([100, 40, 0, 30, 90, 20])).toEqual([2, 4])
  expect(extremesOf([0, 50, 40, 100])).toEqual([])
  expect(extremesOf([0, 10, 0, 10, 0])).toEqual([])
  expect(extremesOf([0, 100])).toEqual([])
  expect(extremesOf([0, 100, Number.NaN, 0, 50, 0])).toEqual([4])
})

test.each([21, 22, 23])('leaves no section that goes up and down by more than allowed, seed %i', (seed) => {
  const random = seededRandom(seed)
  let height = 500
  const heights = Array.from({ length: 400 }, () => (height += 30 * (random() - 0.5)))
  const ends = [0, ...extremesOf(heights), heights.length - 1]
  expect(ends.length).toBeGreaterThan(5)
  for (let part = 1; part < ends.length; part++) {
    const values = heights.slice(ends[part - 1], ends[part] + 1)
    const rises = Math.max(...values.map((value, i) => value - Math.min(...values.slice(0, i + 1))))
    const falls = Math.max(...values.map((value, i) => Math.max(...values.slice(0, i + 1)) - value))
    expect(Math.min(rises, falls), `seed ${seed}`).toBeLessThanOrEqual(20)
  }
})

test('reads the heights of all nodes, each tile only once', () => {
  const random = seededRandom(24)
  const nodes = {
    count: 500,
    latitude: Int32Array.from({ length: 500 }, () => Math.round(40e6 + 3e6 * random())),
    longitude: Int32Array.from({ length: 500 }, () => Math.round(-1e6 + 3e6 * random())),
  }
  const tiles: string[] = []
  const heightOf = readNodeHeights({ nodes } as unknown as RawRoads, {
    heightAt: ([latitude, longitude]) => {
      tiles.push(`${Math.floor(latitude)} ${Math.floor(longitude)}`)
      return latitude > 42.5 ? undefined : 100 * latitude + longitude
    },
  })
  expect(tiles.filter((tile, i) => tile !== tiles[i - 1])).toHaveLength(9)
  for (let node = 0; node < nodes.count; node++) {
    const [latitude, longitude] = [nodes.latitude[node] / 1e6, nodes.longitude[node] / 1e6]
    if (latitude > 42.5) expect(heightOf(node)).toBeNaN()
    else expect(heightOf(node)).toBeCloseTo(100 * latitude + longitude, 2)
  }
})
