import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { noTypicalSpeeds, packRun, speedCode, type TypicalSpeeds, weightCode } from '@fairway/road'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTempDir, type TempDir } from '../../../../../tests/support/servers/temp-dir.ts'
import { countKnownArcs, TypicalShelf } from './typical-speed-store.ts'

const DATASET = '20261115T052501123Z-1a2b3c4d5e6f'
const OTHER = '20261115T052501124Z-1a2b3c4d5e6f'
const MARK = 0xfedcba98

const speeds: TypicalSpeeds = {
  arcCount: 3,
  first: Uint32Array.of(0, 1, 1, 2),
  run: Uint16Array.of(packRun(40, 4), packRun(7, 1)),
  speed: Uint8Array.of(speedCode(30), speedCode(60)),
  weight: Uint8Array.of(weightCode(4), weightCode(1)),
}

let folder: TempDir
let shelf: TypicalShelf
beforeEach(async () => {
  folder = await createTempDir()
  shelf = new TypicalShelf(folder.path)
})
afterEach(() => folder.dispose())

test('has no speeds before any were learned', async () => {
  const nothing = [shelf.read(DATASET, MARK), shelf.inspect(DATASET), shelf.version(DATASET)]
  expect(await Promise.all(nothing)).toEqual([undefined, undefined, undefined])
  expect([await shelf.size(DATASET), await shelf.list()]).toEqual([0, []])
})

test('reads back written speeds, for the same network only', async () => {
  const bytes = await shelf.write(DATASET, MARK, speeds)
  expect(await shelf.size(DATASET)).toBe(bytes)
  expect(await shelf.read(DATASET, MARK)).toEqual(speeds)
  expect(await shelf.read(DATASET, MARK - 1)).toEqual({
    kind: 'unreadable',
    reason: 'it was learned on another network',
  })
  expect(await shelf.read(OTHER, MARK)).toBeUndefined()
  expect(await shelf.list()).toEqual([DATASET])
  expect(await readdir(join(folder.path, 'traffic', 'typical'))).toEqual([`${DATASET}.typical`])
})

test('can be inspected without its network', async () => {
  await shelf.write(DATASET, MARK, speeds)
  expect(await shelf.inspect(DATASET)).toEqual(speeds)
  expect(countKnownArcs(speeds)).toBe(2)
  expect(countKnownArcs(noTypicalSpeeds(5))).toBe(0)
})

test('changes its version when it is rewritten', async () => {
  await shelf.write(DATASET, MARK, speeds)
  const before = await shelf.version(DATASET)
  expect(await shelf.version(DATASET)).toBe(before)
  await shelf.write(DATASET, MARK, speeds)
  expect(await shelf.version(DATASET)).not.toBe(before)
})

test.each(['', 'too short', 'typical speeds of somebody else, long enough for a header'])(
  'reports a file with %j as unreadable, and can overwrite it',
  async (text) => {
    await mkdir(join(folder.path, 'traffic', 'typical'), { recursive: true })
    await writeFile(join(folder.path, 'traffic', 'typical', `${DATASET}.typical`), text)
    expect(await shelf.inspect(DATASET)).toMatchObject({ kind: 'unreadable' })
    expect(await shelf.read(DATASET, MARK)).toMatchObject({ kind: 'unreadable' })
    await shelf.write(DATASET, MARK, speeds)
    expect(await shelf.read(DATASET, MARK)).toEqual(speeds)
  },
)

test('removes the files of deleted datasets', async () => {
  await shelf.write(DATASET, MARK, speeds)
  await shelf.write(OTHER, MARK, speeds)
  await shelf.removeAllBut(new Set([OTHER]))
  expect(await shelf.list()).toEqual([OTHER])
})
