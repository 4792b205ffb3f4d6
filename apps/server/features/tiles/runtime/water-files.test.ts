import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildWater, WaterTiles } from '@fairway/dataset'
import { Paths, TileLayer } from '@fairway/geo'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTempDir, type TempDir } from '../../../../../tests/support/servers/temp-dir.ts'
import { buildWaterTiles, hasWaterFile, readWaterTiles, toWaterPath } from './water-files.ts'

let folder: TempDir
beforeEach(async () => {
  folder = await createTempDir()
})
afterEach(() => folder.dispose())

const never = (why: string) => expect.unreachable(why)

/** Builds a square sea around the center of the map. */
function build() {
  const rings = new Paths()
  for (const [x, y] of [
    [0.4, 0.4],
    [0.6, 0.4],
    [0.6, 0.6],
    [0.4, 0.6],
    [0.4, 0.4],
  ] as const) {
    rings.add(x, y, Number.POSITIVE_INFINITY)
  }
  rings.endPath(0, 4)
  return buildWater(rings)
}

test('is read back into shared memory, and draws water where there is water', async () => {
  expect([hasWaterFile(folder.path), await readWaterTiles(folder.path, never)]).toEqual([false, undefined])
  const built = await buildWaterTiles(folder.path, never, () => {}, build)
  const read = await readWaterTiles(folder.path, never)
  expect(read).toEqual(built)
  for (const array of read?.sections?.values() ?? []) expect(array.buffer).toBeInstanceOf(SharedArrayBuffer)
  const tiles = new WaterTiles(read?.sections ?? new Map())
  const isDrawn = (z: number, x: number, y: number) => {
    const layer = new TileLayer('water')
    tiles.draw(layer, { z, x, y })
    return !layer.isEmpty
  }
  expect([isDrawn(0, 0, 0), isDrawn(14, 8192, 8192), isDrawn(14, 6554, 8192)]).toEqual([true, true, true])
  expect([isDrawn(14, 0, 0), isDrawn(14, 6500, 8192), isDrawn(3, 0, 0)]).toEqual([false, false, false])
})

test('reports a damaged file without reading it, and tolerates a folder that is not writable', async () => {
  await buildWaterTiles(folder.path, never, () => {}, build)
  await writeFile(toWaterPath(folder.path), 'x'.repeat(500))
  const reasons: string[] = []
  expect(await readWaterTiles(folder.path, (text) => reasons.push(text))).toBeUndefined()
  expect(reasons).toEqual([expect.stringMatching(/water-.*\.dat, byte 0: /)])
  const blocked = join(folder.path, 'blocked')
  await writeFile(blocked, '')
  const notStored: string[] = []
  const built = await buildWaterTiles(
    blocked,
    (text) => notStored.push(text),
    () => {},
    build,
  )
  expect(notStored).toEqual([expect.stringMatching(/ENOTDIR|EEXIST/)])
  expect(built.sections?.get('water.tile')?.buffer).toBeInstanceOf(SharedArrayBuffer)
})
