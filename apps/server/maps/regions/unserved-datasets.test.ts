import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatasetStore, type StoredDataset } from '@fairway/dataset'
import { makeSampleWriter } from '@fairway/dataset/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTempDir, type TempDir } from '../../../../tests/support/servers/temp-dir.ts'
import { RETRY_AFTER_MS, readFileState, UnservedDatasets } from './unserved-datasets.ts'

let folder: TempDir
let dataset: StoredDataset
let fileState: string
let nowMs: number
let unserved: UnservedDatasets
beforeEach(async () => {
  folder = await createTempDir()
  dataset = await new DatasetStore(folder.path).publish('porto', makeSampleWriter(7))
  fileState = await readFileState(dataset)
  nowMs = 0
  unserved = new UnservedDatasets(() => nowMs)
})
afterEach(() => folder.dispose())

test('reports the same reason of a dataset only once', () => {
  expect(unserved.add(dataset, 'a', fileState)).toBe(true)
  expect(unserved.add(dataset, 'a', fileState)).toBe(false)
  expect(unserved.add(dataset, 'b', fileState)).toBe(true)
  expect(unserved.listRegions()).toEqual(['porto'])
  unserved.deleteRegion('lisbon')
  expect(unserved.listRegions()).toEqual(['porto'])
  unserved.deleteRegion('porto')
  expect(unserved.listRegions()).toEqual([])
})

test('tries a dataset again after a minute, and not before', async () => {
  unserved.add(dataset, 'a', fileState)
  nowMs = RETRY_AFTER_MS - 1
  expect(await unserved.hasRetries()).toBe(false)
  nowMs = RETRY_AFTER_MS
  expect(await unserved.hasRetries()).toBe(true)
})

test('tries a dataset again when its file changes while it is being loaded', async () => {
  writeFileSync(join(dataset.folder, 'roads.bin'), 'longer than before', { flag: 'a' })
  unserved.add(dataset, 'a', fileState)
  expect(await unserved.hasRetries()).toBe(true)
})

test.each(['changes', 'disappears'])('tries a dataset again when its file %s', async (event) => {
  unserved.add(dataset, 'a', fileState)
  const file = join(dataset.folder, 'roads.bin')
  if (event === 'changes') writeFileSync(file, 'longer than before', { flag: 'a' })
  else rmSync(file)
  expect(await unserved.hasRetries()).toBe(true)
})
