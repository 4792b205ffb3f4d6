import { existsSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import { HgtTerrain } from '@fairway/geo'
import { sharedPath } from '@fairway/geo/testing'
import { expect, test } from 'vitest'
import { readHgtBytes, readHgtFile } from './read-hgt.ts'

const folder = sharedPath('data/elevation/')
const hasTiles = existsSync(folder)
if (!hasTiles)
  console.warn('\n*** SKIPPED: elevation tiles are not next to the repository (../shared/data/elevation) ***\n')

const SIZE = 1201 * 1201 * 2
const flat = Buffer.alloc(SIZE)
for (let at = 0; at < SIZE; at += 2) flat.writeInt16BE(123, at)

/** Returns a minimal zip archive with these files. */
function zipOf(files: readonly { name: string; data: Buffer; method?: number }[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, data, method = 8 } of files) {
    const packed = method === 8 ? deflateRawSync(data) : data
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(method, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(data.length, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    parts.push(local, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name))
    offset += 30 + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, end])
}

test.each([0, 8])('reads a zip with one tile, compressed by method %d', (method) => {
  const tile = readHgtBytes(zipOf([{ name: 'N10E020.hgt', data: flat, method }]), 'any.zip')
  if ('message' in tile) throw new Error(tile.message)
  expect([tile.latitude, tile.longitude, tile.size]).toEqual([10, 20, 1201])
  expect(new HgtTerrain([tile]).heightAt([10.5, 20.5])).toBe(123)
})

test('rejects other zips with the reason', () => {
  const message = (zip: Buffer) => (readHgtBytes(zip, 'a.zip') as { message: string }).message
  const tile = { name: 'N10E020.hgt', data: flat }
  expect(message(zipOf([{ name: 'readme.txt', data: flat }]))).toBe('a.zip: the zip contains 0 .hgt files; allowed: 1')
  expect(message(zipOf([tile, { ...tile, name: 'N11E020.hgt' }]))).toBe(
    'a.zip: the zip contains 2 .hgt files; allowed: 1',
  )
  expect(message(zipOf([{ ...tile, method: 14 }]))).toBe(
    'a.zip: is compressed with method 14; allowed: 0 and 8 (deflate)',
  )
  expect(message(zipOf([tile]).subarray(0, 500))).toBe('a.zip: the zip is damaged')
  expect((readHgtBytes(zipOf([tile]), 'N10E021.hgt.zip') as { message: string }).message).toBe(
    'N10E021.hgt.zip: contains N10E020.hgt, which is another tile; give the zip the name of its tile',
  )
  const huge = zipOf([tile])
  huge.writeUInt32LE(99_999_999, huge.length - 22 - 11 - 46 + 24)
  expect(message(huge)).toBe('a.zip: N10E020.hgt decompresses to 99999999 bytes; allowed: 25934402')
})

test.runIf(hasTiles)('reads mountain and sea heights from real tiles', () => {
  const [andorra, nice] = ['N42E001.hgt.zip', 'N43E007.hgt.zip'].map((name) => {
    const tile = readHgtFile(`${folder}${name}`)
    if ('message' in tile) throw new Error(tile.message)
    return tile
  })
  const terrain = new HgtTerrain([andorra, nice])
  // Andorra la Vella is at 1,023 m and Coma Pedrosa at 2,942 m.
  expect(terrain.heightAt([42.5063, 1.5218])).toBeGreaterThan(950)
  expect(terrain.heightAt([42.5063, 1.5218])).toBeLessThan(1150)
  expect(terrain.heightAt([42.5917, 1.4433])).toBeGreaterThan(2700)
  expect(Math.abs(terrain.heightAt([43.6, 7.4]) ?? 99)).toBeLessThan(2)
  expect(terrain.heightAt([45, 7])).toBeUndefined()
})
