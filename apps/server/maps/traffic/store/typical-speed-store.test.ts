import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { noTypicalSpeeds, packRun, speedCode, type TypicalSpeeds, weightCode } from '@fairway/road'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTempDir, type TempDir } from '../../../../../tests/support/servers/temp-dir.ts'
import { countCoveredArcs, TypicalSpeedStore } from './typical-speed-store.ts'

const DATASET = '20261115T052501123Z-1a2b3c4d5e6f'
const OTHER_DATASET = '20261115T052501124Z-1a2b3c4d5e6f'
const NETWORK_FINGERPRINT = 0xfedcba98

const speeds: TypicalSpeeds = {
  arcCount: 3,
  first: Uint32Array.of(0, 1, 1, 2),
  run: Uint16Array.of(packRun(40, 4), packRun(7, 1)),
  speed: Uint8Array.of(speedCode(30), speedCode(60)),
  weight: Uint8Array.of(weightCode(4), weightCode(1)),
}

let folder: TempDir
let store: TypicalSpeedStore
beforeEach(async () => {
  folder = await createTempDir()
  store = new TypicalSpeedStore(folder.path)
})
afterEach(() => folder.dispose())

test('has no speeds before any were learned', async () => {
  const nothing = [store.read(DATASET, NETWORK_FINGERPRINT), store.readUnchecked(DATASET), store.findVersion(DATASET)]
  expect(await Promise.all(nothing)).toEqual([undefined, undefined, undefined])
  expect([await store.getSizeBytes(DATASET), await store.listDatasets()]).toEqual([0, []])
})

test('reads back written speeds, for the same network only', async () => {
  const bytes = await store.write(DATASET, NETWORK_FINGERPRINT, speeds)
  expect(await store.getSizeBytes(DATASET)).toBe(bytes)
  expect(await store.read(DATASET, NETWORK_FINGERPRINT)).toEqual(speeds)
  expect(await store.read(DATASET, NETWORK_FINGERPRINT - 1)).toEqual({
    kind: 'unreadable',
    reason: 'it was learned on another network',
  })
  expect(await store.read(OTHER_DATASET, NETWORK_FINGERPRINT)).toBeUndefined()
  expect(await store.listDatasets()).toEqual([DATASET])
  expect(await readdir(join(folder.path, 'traffic', 'typical'))).toEqual([`${DATASET}.typical`])
})

test('can be inspected without its network', async () => {
  await store.write(DATASET, NETWORK_FINGERPRINT, speeds)
  expect(await store.readUnchecked(DATASET)).toEqual(speeds)
  expect(countCoveredArcs(speeds)).toBe(2)
  expect(countCoveredArcs(noTypicalSpeeds(5))).toBe(0)
})

test('changes its version when it is rewritten', async () => {
  await store.write(DATASET, NETWORK_FINGERPRINT, speeds)
  const before = await store.findVersion(DATASET)
  expect(await store.findVersion(DATASET)).toBe(before)
  await store.write(DATASET, NETWORK_FINGERPRINT, speeds)
  expect(await store.findVersion(DATASET)).not.toBe(before)
})

test.each(['', 'too short', 'typical speeds of somebody else, long enough for a header'])(
  'reports a file with %j as unreadable, and can overwrite it',
  async (text) => {
    await mkdir(join(folder.path, 'traffic', 'typical'), { recursive: true })
    await writeFile(join(folder.path, 'traffic', 'typical', `${DATASET}.typical`), text)
    expect(await store.readUnchecked(DATASET)).toMatchObject({ kind: 'unreadable' })
    expect(await store.read(DATASET, NETWORK_FINGERPRINT)).toMatchObject({ kind: 'unreadable' })
    await store.write(DATASET, NETWORK_FINGERPRINT, speeds)
    expect(await store.read(DATASET, NETWORK_FINGERPRINT)).toEqual(speeds)
  },
)

test('removes the files of deleted datasets', async () => {
  await store.write(DATASET, NETWORK_FINGERPRINT, speeds)
  await store.write(OTHER_DATASET, NETWORK_FINGERPRINT, speeds)
  await store.removeAllBut(new Set([OTHER_DATASET]))
  expect(await store.listDatasets()).toEqual([OTHER_DATASET])
})
