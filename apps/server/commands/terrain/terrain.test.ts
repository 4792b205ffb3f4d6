import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { TerrainFolder } from '@fairway/dataset'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTempDir, type TempDir } from '../../../../tests/support/servers/temp-dir.ts'
import { runCommand } from '../testing/run-command.ts'

const TILE_BYTES = 1201 * 1201 * 2

let folder: TempDir
beforeEach(async () => {
  folder = await createTempDir()
})
afterEach(() => folder.dispose())
const terrain = (...args: string[]) => runCommand(['terrain', ...args, '--data-dir', join(folder.path, 'data')])

function tileOf(meters: number): Buffer {
  const bytes = Buffer.alloc(TILE_BYTES)
  for (let at = 0; at < TILE_BYTES; at += 2) bytes.writeInt16BE(meters, at)
  return bytes
}
async function put(name: string, content: Buffer | string): Promise<string> {
  const file = join(folder.path, name)
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, content)
  return file
}
const heightAt = (latitude: number, longitude: number) => {
  const tiles = new TerrainFolder(join(folder.path, 'data'))
  tiles.refresh()
  return tiles.heightAt([latitude, longitude])
}

test('adds files and folders, lists, replaces and removes', async () => {
  expect((await terrain('list')).stdout).toBe(
    'There are no elevation tiles; add some with: fairway terrain add <path>\n',
  )
  await put('tiles/deep/n10e020.hgt', tileOf(100))
  const packed = await put('S01W071.hgt.gz', gzipSync(tileOf(-5)))
  const added = await terrain('add', join(folder.path, 'tiles'), packed)
  expect(added).toMatchObject({ code: 0, stderr: '' })
  expect(added.stdout).toBe(
    'Added N10E020: 100 to 100 m\nAdded S01W071: -5 to -5 m\n\nServers that use this data folder will use the new heights within a second. To use the heights in road routes, compile the maps of the area again.\n',
  )
  expect([heightAt(10.5, 20.5), heightAt(-0.5, -70.5), heightAt(11.5, 20.5)]).toEqual([100, -5, undefined])
  expect((await terrain('list')).stdout).toBe(
    'TILE     RESOLUTION  HEIGHTS       MISSING  SIZE\nN10E020  3″          100 to 100 m  0 %      2.9 MB\nS01W071  3″          -5 to -5 m    0 %      2.9 MB\n',
  )
  const replacing = await put('N10E020.hgt', tileOf(150))
  expect((await terrain('add', replacing)).stdout).toContain('Added N10E020, replacing the previous one: 150 to 150 m')
  expect(heightAt(10.5, 20.5)).toBe(150)
  expect((await terrain('remove', 'N10E020')).stdout).toBe(
    'Removed N10E020; servers that use this data folder will drop it within a second\n',
  )
  expect(heightAt(10.5, 20.5)).toBeUndefined()
  expect(await terrain('remove', 'N10E020')).toMatchObject({
    code: 3,
    stderr: 'fairway: there is no tile N10E020; available: S01W071\n',
  })
})

test('a tile replaces another one with the same corner and a different name', async () => {
  await put('data/terrain/n10e020.hgt.gz', gzipSync(tileOf(7)))
  await terrain('add', await put('N10E020.hgt', tileOf(8)))
  expect(await readdir(join(folder.path, 'data', 'terrain'))).toEqual(['N10E020.hgt'])
  expect(heightAt(10.5, 20.5)).toBe(8)
})

test('rejects damaged and wrongly named tiles with a message, and adds nothing', async () => {
  const good = await put('N10E020.hgt', tileOf(1))
  const stderrOf = async (name: string, content: Buffer | string) => {
    const { code, stderr } = await terrain('add', good, await put(name, content))
    expect(code).toBe(1)
    return stderr.replaceAll(`${folder.path}/`, '').replace('fairway: nothing was added: ', '').trim()
  }
  expect(await stderrOf('berlin.hgt', tileOf(1))).toBe(
    'berlin.hgt: the name does not contain the position of the tile; allowed: names such as N42E001.hgt',
  )
  expect(await stderrOf('N11E020.hgt', 'short')).toBe('N11E020.hgt: has 5 bytes; allowed: 2884802 or 25934402')
  expect(await stderrOf('N11E020.hgt.gz', gzipSync(tileOf(1)).subarray(0, 900))).toBe('N11E020.hgt.gz: is damaged')
  expect(await stderrOf('N12E020.hgt', tileOf(256 * 100))).toBe(
    'N12E020.hgt: has a height of 25600 m; allowed: -600 to 9100; the file is damaged or has another byte order',
  )
  expect(await stderrOf('N13E020.hgt', tileOf(-32_768))).toBe('N13E020.hgt: all heights are missing')
  await mkdir(join(folder.path, 'nothing'))
  expect((await terrain('add', join(folder.path, 'nothing'))).stderr).toContain(
    'nothing contains no tiles; allowed: .hgt, .hgt.gz and .hgt.zip',
  )
  expect((await terrain('add', join(folder.path, 'gone'))).stderr).toContain('gone cannot be read: ENOENT')
  expect((await terrain('list')).stdout).toContain('There are no elevation tiles')
})

test('lists an unusable tile with the reason', async () => {
  await put('data/terrain/N10E020.hgt', 'short')
  expect((await terrain('list')).stdout).toContain(
    'Not usable: N10E020.hgt: has 5 bytes; allowed: 2884802 or 25934402\n',
  )
  expect(JSON.parse((await terrain('list', '--json')).stdout).unusable).toHaveLength(1)
})
