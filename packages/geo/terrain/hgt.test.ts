import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HgtTerrain, parseTileName, readHgt } from './hgt.ts'

/** Returns a tile whose heights are a function of row and column, counted from the southwest. */
function tileBytes(size: number, height: (north: number, east: number) => number): Uint8Array {
  const bytes = new Uint8Array(size * size * 2)
  const view = new DataView(bytes.buffer)
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      view.setInt16((row * size + column) * 2, height(size - 1 - row, column))
    }
  }
  return bytes
}

function terrainOf(name: string, height: (north: number, east: number) => number): HgtTerrain {
  const tile = readHgt(tileBytes(1201, height), name)
  if ('message' in tile) throw new Error(tile.message)
  return new HgtTerrain([tile])
}

test('interpolates heights between samples and reproduces a slope exactly', () => {
  const terrain = terrainOf('S35W057.hgt', (north, east) => north * 3 + east * 2 - 1000)
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (north, east) => {
        const expected = north * 3600 + east * 2400 - 1000
        expect(terrain.heightAt([-35 + north, -57 + east])).toBeCloseTo(expected, 4)
      },
    ),
    { seed: 11, numRuns: 500 },
  )
  expect(terrain.heightAt([-35.01, -56.5])).toBeUndefined()
  expect(terrain.heightAt([Number.NaN, 0])).toBeUndefined()
})

test('ignores voids, and returns no height where all samples are voids', () => {
  const terrain = terrainOf('N00E000.hgt', (north, east) => (east < 600 ? -32768 : north === 0 ? 7 : 9))
  expect(terrain.heightAt([0.5, 0.25])).toBeUndefined()
  expect(terrain.heightAt([0.5, 599.5 / 1200])).toBe(9)
  expect(terrain.heightAt([0, 1])).toBe(7)
})

test('shares borders between tiles, also at the antimeridian', () => {
  const west = terrainOf('N10E179.hgt', () => 5)
  expect(west.heightAt([10.5, 180])).toBe(5)
  expect(west.heightAt([10.5, -180])).toBe(5)
  expect(west.heightAt([11, 179.5])).toBe(5)
  const east = terrainOf('N10W180.hgt', () => 6)
  expect(east.heightAt([10.5, 180])).toBe(6)
  expect(east.heightAt([10.5, -180])).toBe(6)
})

test('derives the position of a tile from its name', () => {
  expect(parseTileName('N42E001.hgt')).toEqual({ latitude: 42, longitude: 1 })
  expect(parseTileName('folder/s35w057.SRTMGL1.hgt.zip')).toEqual({ latitude: -35, longitude: -57 })
  expect(parseTileName('N91E001.hgt')).toBeUndefined()
  expect(parseTileName('N42E181.hgt')).toBeUndefined()
  expect(parseTileName('montevideo.hgt')).toBeUndefined()
})

test('rejects an invalid tile with the reason', () => {
  expect(readHgt(new Uint8Array(2_884_802), 'heights.hgt')).toEqual({
    message: 'heights.hgt: the name does not contain the position of the tile; allowed: names such as N42E001.hgt',
  })
  expect(readHgt(new Uint8Array(7), 'N42E001.hgt')).toEqual({
    message: 'N42E001.hgt: has 7 bytes; allowed: 2884802 or 25934402',
  })
})
