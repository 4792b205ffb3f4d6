import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { readRings, WaterTiles } from '@fairway/dataset'
import { seededRandom, type TileId, TileLayer, toLatitude, writeTile } from '@fairway/geo'
import earcut, { deviation } from 'earcut'
import { beforeAll, describe, expect, test } from 'vitest'
import { decodeTile, openWater } from './tiles-data.ts'

type Ring = readonly { readonly x: number; readonly y: number }[]
const MICRO = 1e-6
let water: WaterTiles
beforeAll(async () => {
  const { sections } = await openWater()
  water = new WaterTiles(sections ?? new Map())
})

interface Painted {
  readonly kind: unknown
  readonly rings: readonly Ring[]
}

function paintedOn(tile: TileId): readonly Painted[] {
  const layer = new TileLayer('water')
  water.draw(layer, tile)
  const drawn = decodeTile(writeTile([layer])).layers.water
  return Array.from({ length: drawn?.length ?? 0 }, (_, at) => ({
    kind: drawn?.feature(at).properties.kind,
    rings: drawn?.feature(at).loadGeometry() ?? [],
  }))
}

/**
 * Returns whether a position is water. Rings are painted in order, so the last ring around a position determines the
 * result.
 */
function isWater(painted: readonly Painted[], x: number, y: number): boolean {
  return painted.findLast(({ rings }) => rings.some((ring) => isInside([ring], x, y)))?.kind === 'water'
}

function turnOf(ring: Ring): number {
  let twice = 0
  for (let i = 0; i + 1 < ring.length; i++) {
    twice += (ring[i]?.x ?? 0) * (ring[i + 1]?.y ?? 0) - (ring[i + 1]?.x ?? 0) * (ring[i]?.y ?? 0)
  }
  return twice
}

function isInside(rings: readonly Ring[], x: number, y: number): boolean {
  let inside = false
  for (const ring of rings) {
    for (let i = 0; i + 1 < ring.length; i++) {
      const [a, b] = [ring[i] ?? { x: 0, y: 0 }, ring[i + 1] ?? { x: 0, y: 0 }]
      if (a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)) inside = !inside
    }
  }
  return inside
}

test('has valid tiles at the first zooms: rings closed, correctly oriented, within the buffer', () => {
  for (let z = 0; z <= 4; z++) {
    for (let number = 0; number < 4 ** z; number++) {
      const painted = paintedOn({ z, x: number % 2 ** z, y: Math.floor(number / 2 ** z) })
      for (const ring of painted.flatMap(({ rings }) => rings)) {
        // Every ring is an outer ring, so no ring depends on another.
        expect(turnOf(ring)).toBeGreaterThan(0)
        expect(ring.length).toBeGreaterThanOrEqual(4)
        expect(ring[0]).toEqual(ring.at(-1))
        for (const { x, y } of ring) {
          if (Math.min(x, y) < -64 || Math.max(x, y) > 4160) expect.unreachable(`${z} ${number}: ${x} ${y}`)
        }
      }
    }
  }
})

test('keeps the areas of rings when triangulated as in browsers', () => {
  const all = [0, 2, 4, 6].flatMap((z) => Array.from({ length: 4 ** Math.min(z, 4) }, (_, number) => ({ z, number })))
  let [whole, lost] = [0, 0]
  for (const { z, number } of all) {
    const [x, y] = z <= 4 ? [number % 2 ** z, Math.floor(number / 2 ** z)] : [(number * 7) % 64, (number * 13) % 64]
    for (const { rings } of paintedOn({ z, x, y })) {
      for (const ring of rings) {
        const flat = ring.flatMap((point) => [point.x, point.y])
        const area = Math.abs(turnOf(ring)) / 2
        whole += area
        lost += area * deviation(flat, [], 2, earcut(flat))
      }
    }
  }
  expect(lost / whole).toBeLessThan(0.002)
})

describe('water at sea, and not on land', () => {
  const randomPositions = createRandomPositions(500, 20261116)
  const isSea = seaAt(randomPositions)

  test('has both among its positions, by the source itself', () => {
    expect(isSea.filter(Boolean).length).toBeGreaterThan(200)
    expect(isSea.filter((sea) => !sea).length).toBeGreaterThan(80)
  })

  test.each([
    [0, 15],
    [3, 6],
    [6, 3],
    [10, 1],
    [14, 1],
  ])('at zoom %i, is correct except for at most %i of 500 positions at a coast or on a lake', (z, most) => {
    const wrong = randomPositions.filter(([x, y], at) => {
      const [column, row] = [x * 2 ** z, y * 2 ** z]
      const tile = { z, x: Math.floor(column), y: Math.floor(row) }
      return isWater(paintedOn(tile), (column - tile.x) * 4096 + 0.01, (row - tile.y) * 4096 + 0.01) !== isSea[at]
    })
    expect(wrong.length).toBeLessThanOrEqual(most)
  })

  test('continues water beyond the antimeridian, without an outline along it', () => {
    const rings = paintedOn({ z: 5, x: 0, y: 15 }).flatMap((painted) => painted.rings)
    expect(Math.min(...rings.flat().map(({ x }) => x))).toBe(-64)
  })
})

/** Creates positions that are uniform over the tile square, so high latitudes are sampled more densely. */
function createRandomPositions(count: number, seed: number): (readonly [number, number])[] {
  const next = seededRandom(seed)
  return Array.from({ length: count }, () => [next(), next()] as const)
}

/**
 * Returns whether positions are at sea, as an independent reference. Counts the edges of the source that are east of a
 * position, in spherical coordinates.
 */
function seaAt(all: readonly (readonly [number, number])[]): boolean[] {
  const file = createRequire(new URL('../../../../../packages/dataset/package.json', import.meta.url)).resolve(
    '@geo-maps/earth-seas-100m/map.geo.json',
  )
  const { latitude, longitude, ringEnd } = readRings(readFileSync(file))
  const sorted = all
    .map(([x, y], at) => ({ at, lat: toLatitude(y), lon: (x * 360 - 180) / MICRO }))
    .sort((a, b) => a.lat - b.lat)
  const inside = all.map(() => false)
  let start = 0
  for (const end of ringEnd) {
    for (let i = start; i + 1 < end; i++) {
      const [latA = 0, lonA = 0, latB = 0, lonB = 0] = [latitude[i], longitude[i], latitude[i + 1], longitude[i + 1]]
      for (let k = firstFrom(sorted, Math.min(latA, latB)); k < sorted.length; k++) {
        const { at, lat, lon } = sorted[k] ?? { at: 0, lat: 0, lon: 0 }
        if (lat >= Math.max(latA, latB)) break
        if (lon < lonA + ((lat - latA) / (latB - latA)) * (lonB - lonA)) inside[at] = !inside[at]
      }
    }
    start = end
  }
  return inside
}

function firstFrom(sorted: readonly { readonly lat: number }[], lat: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.lat ?? 0) < lat) low = middle + 1
    else high = middle
  }
  return low
}
