import { encodePolyline, HgtTerrain, type HgtTile, seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { toProblem } from '../../../platform/http/problem.ts'
import { lookUpHeights } from './elevation-job.ts'
import { problems } from './failures.ts'
import { readElevationJob } from './request.ts'
import type { ElevationFields } from './schemas.ts'

const SIZE = 1201
const random = seededRandom(77)
const tileAt = (latitude: number, longitude: number): HgtTile => ({
  latitude,
  longitude,
  size: SIZE,
  samples: Int16Array.from({ length: SIZE * SIZE }, () => (random() < 0.01 ? -32_768 : Math.floor(3000 * random()))),
})
const tiles = [tileAt(42, 1), tileAt(42, 2)]
const attribution = 'Terrain: test'
const folder = (reads: string[] = []) => {
  const terrain = new HgtTerrain(tiles)
  return {
    refresh() {},
    attribution,
    faults: [],
    heightAt: (position: readonly [number, number]) => {
      reads.push(`${Math.floor(position[0])},${Math.floor(position[1])}`)
      return terrain.heightAt(position)
    },
  }
}

/** Interpolates without the code under test and ignores voids. */
function bruteHeight(latitude: number, longitude: number): number {
  const tile = tiles.find((each) => Math.floor(latitude) === each.latitude && Math.floor(longitude) === each.longitude)
  if (!tile) return Number.NaN
  const row = (tile.latitude + 1 - latitude) * (SIZE - 1)
  const column = (longitude - tile.longitude) * (SIZE - 1)
  let [sum, weights] = [0, 0]
  for (let r = 0; r < SIZE; r++) {
    if (Math.abs(r - row) >= 1) continue
    for (let c = 0; c < SIZE; c++) {
      const weight = Math.max(0, 1 - Math.abs(r - row)) * Math.max(0, 1 - Math.abs(c - column))
      const sample = tile.samples[r * SIZE + c] ?? 0
      if (weight === 0 || sample === -32_768) continue
      sum += weight * sample
      weights += weight
    }
  }
  return weights > 0 ? sum / weights : Number.NaN
}

test('heights equal a brute-force interpolation, and are unknown outside the tiles', () => {
  const count = 300
  const latitude = Float64Array.from({ length: count }, () => 41.9 + 1.2 * random())
  const longitude = Float64Array.from({ length: count }, () => 0.9 + 2.2 * random())
  const reads: string[] = []
  const result = lookUpHeights({ latitude, longitude }, folder(reads))
  let known = 0
  for (let i = 0; i < count; i++) {
    const expected = bruteHeight(latitude[i] ?? 0, longitude[i] ?? 0)
    if (!Number.isNaN(expected)) known++
    if (Number.isNaN(expected)) expect(result.heights[i]).toBeNaN()
    else expect(result.heights[i]).toBeCloseTo(expected, 6)
  }
  expect(known).toBeGreaterThan(150)
  expect(result.attribution).toBe(attribution)
  // All positions in a tile are read consecutively.
  expect(reads.filter((tile, i) => i === 0 || reads[i - 1] !== tile)).toHaveLength(new Set(reads).size)
})

test('there is nothing to attribute where no height is known', () => {
  const job = { latitude: Float64Array.of(10), longitude: Float64Array.of(10) }
  expect(lookUpHeights(job, folder())).toEqual({ heights: Float64Array.of(Number.NaN), attribution: '', faults: [] })
})

const line: [number, number][] = [
  [42.5, 1.5],
  [42.50001, 1.6],
]

describe('requests', () => {
  test.each<[string, ElevationFields]>([
    ['points', { points: line }],
    ['a list', { geometry: line }],
    ['polyline', { polyline: encodePolyline(line, 5) }],
    ['polyline6', { polyline6: encodePolyline(line, 6) }],
    ['a polyline with five decimals', { geometry: encodePolyline(line, 5) }],
    ['a polyline with six decimals', { geometry: encodePolyline(line, 6), geometry_format: 'polyline6' }],
    [
      'GeoJSON',
      {
        geometry: {
          type: 'LineString',
          coordinates: [
            [1.5, 42.5, 9],
            [1.6, 42.50001],
          ],
        },
      },
    ],
  ])('take %s', (_, body) => {
    const job = readElevationJob(body)
    expect(job).toEqual({
      ok: true,
      value: { latitude: Float64Array.of(42.5, 42.50001), longitude: Float64Array.of(1.5, 1.6) },
    })
  })

  const many = (count: number) => Array.from({ length: count }, () => [42.5, 1.5])
  const spread = (count: number) =>
    Array.from({ length: count }, (_, i) => [-40.5 + Math.floor(i / 20), (i % 20) + 0.5])
  test.each<[ElevationFields, string]>([
    [{}, 'The request has no points; give points, or a line as geometry, polyline or polyline6'],
    [{ points: line, polyline: '' }, 'points and polyline are both set; use only one of them'],
    [{ points: [] }, 'points has no points; give 1 to 10,000 points'],
    [{ polyline: '' }, 'polyline has no points; give 1 to 10,000 points'],
    [
      { points: many(10_001) },
      'points has 10,001 points, but at most 10,000 are allowed; divide the points among several requests',
    ],
    [
      { points: spread(101) },
      'The points lie in 101 one-degree squares, but at most 100 are allowed; divide the points among several requests',
    ],
    [
      { polyline: '\u0001' },
      'polyline is not a valid polyline encoded with 5 decimals; send it unchanged, and escape every backslash, as JSON requires',
    ],
    [
      { geometry: '\u0001' },
      'geometry is not a valid polyline encoded with 5 or 6 decimals; send it unchanged, and escape every backslash, as JSON requires',
    ],
    [
      { geometry: { type: 'Polygon', coordinates: [] } },
      'geometry is a Polygon; give a list of [latitude, longitude] pairs, an encoded polyline, or a GeoJSON LineString',
    ],
    [
      { geometry: { type: 'LineString' } },
      'geometry is a LineString without coordinates; give a list of [latitude, longitude] pairs, an encoded polyline, or a GeoJSON LineString',
    ],
    [{ points: [[1, 2], [1]] }, 'points[1] is [1]; it must be two numbers, [latitude, longitude]'],
    [
      { geometry: { type: 'LineString', coordinates: ['x'] } },
      'geometry.coordinates[0] is "x"; it must be two numbers, [longitude, latitude]',
    ],
    [{ points: [[91.2, 1]] }, 'points[0][0] is 91.2; latitude ranges from -90 to 90'],
    [{ points: [[1, 181]] }, 'points[0][1] is 181; longitude ranges from -180 to 180'],
  ])('are rejected with the reason: %#', (body, detail) => {
    const job = readElevationJob(body)
    expect(job.ok ? 'accepted' : toProblem(problems, job.failure).body.detail).toContain(detail)
  })

  test('may have as many points and tiles as allowed', () => {
    expect(readElevationJob({ points: many(10_000) }).ok).toBe(true)
    expect(readElevationJob({ points: spread(100) }).ok).toBe(true)
    expect(readElevationJob({ points: [[0, 0]] })).toMatchObject({ ok: false, failure: { kind: 'null-island' } })
  })
})
