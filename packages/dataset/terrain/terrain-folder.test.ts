import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TerrainFolder } from './terrain-folder.ts'

const SIZE = 1201
const TILE_BYTES = SIZE * SIZE * 2

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairway-terrain-'))
  await mkdir(join(folder, 'terrain'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Writes a tile with the same elevation everywhere. */
async function put(name: string, meters: number): Promise<void> {
  const bytes = Buffer.alloc(TILE_BYTES)
  for (let at = 0; at < TILE_BYTES; at += 2) bytes.writeInt16BE(meters, at)
  await writeFile(join(folder, 'terrain', name), name.endsWith('.gz') ? gzipSync(bytes) : bytes)
}

/** Opens the folder with a clock that advances enough between calls to trigger a new scan. */
function open(mostBytes?: number): TerrainFolder {
  let now = 0
  const ticking = () => (now += 2000)
  const terrain = new TerrainFolder(folder, {
    now: ticking,
    ...(mostBytes !== undefined && { maxBytes: mostBytes }),
  })
  terrain.refresh()
  return terrain
}

test('returns elevations on tiles, on their borders, and across the antimeridian', async () => {
  expect(open().isEmpty).toBe(true)
  await put('N10E020.hgt', 100)
  await put('s01w180.hgt.gz', 300)
  await put('readme.hgt', 1)
  const terrain = open()
  expect(terrain.isEmpty).toBe(false)
  const heights = [
    [10.5, 20.5],
    [10, 20],
    [11, 21],
    [11.0001, 20.5],
    [-0.5, -179.5],
    [-0.5, 180],
    [-0.5, -180],
    [0, -179.5],
  ].map(([latitude = 0, longitude = 0]) => terrain.heightAt([latitude, longitude]))
  expect(heights).toEqual([100, 100, 100, undefined, 300, 300, 300, 300])
  expect([terrain.faults, terrain.attribution]).toEqual([[], 'Terrain: SRTM (NASA, public domain)'])
})

test('stays within its memory limit, and reads evicted tiles again', async () => {
  await put('N10E020.hgt', 100)
  await put('N10E021.hgt', 200)
  const terrain = open(TILE_BYTES)
  expect([terrain.heightAt([10.5, 20.5]), terrain.heightAt([10.5, 21.5])]).toEqual([100, 200])
  // The files are deleted, so any value must come from memory.
  await rm(join(folder, 'terrain'), { recursive: true })
  expect([terrain.heightAt([10.5, 21.5]), terrain.heightAt([10.5, 20.5])]).toEqual([200, undefined])
  expect(terrain.faults).toEqual([expect.stringContaining('ENOENT')])
})

test('picks up tiles that are added, replaced and removed', async () => {
  const terrain = open()
  expect(terrain.heightAt([10.5, 20.5])).toBeUndefined()
  await put('N10E020.hgt', 100)
  terrain.refresh()
  expect(terrain.heightAt([10.5, 20.5])).toBe(100)
  await put('N10E020.hgt', 150)
  terrain.refresh()
  expect(terrain.heightAt([10.5, 20.5])).toBe(150)
  await rm(join(folder, 'terrain', 'N10E020.hgt'))
  terrain.refresh()
  expect(terrain.heightAt([10.5, 20.5])).toBeUndefined()
})

test('treats an invalid tile as missing, reports the reason, and does not read it repeatedly', async () => {
  await writeFile(join(folder, 'terrain', 'N10E020.hgt'), 'short')
  const terrain = open()
  expect([terrain.heightAt([10.5, 20.5]), terrain.heightAt([10.5, 20.6])]).toEqual([undefined, undefined])
  expect(terrain.faults).toEqual(['N10E020.hgt: has 5 bytes; allowed: 2884802 or 25934402'])
  // The next flight is in another area.
  terrain.refresh()
  terrain.heightAt([50, 50])
  expect(terrain.faults).toEqual([])
})
