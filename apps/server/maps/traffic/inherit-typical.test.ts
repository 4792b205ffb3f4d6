import { join } from 'node:path'
import { fromRoadSections, ROADS_FILE, readSections, type StoredDataset } from '@fairway/dataset'
import { learnTypical, networkFingerprint, noTypicalSpeeds, Passages, typicalKmh } from '@fairway/road'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { publishMap, square } from '../../../../tests/support/maps/small-map.ts'
import { createTempDir, type TempDir } from '../../../../tests/support/servers/temp-dir.ts'
import { inheritTypicalSpeeds } from './inherit-typical.ts'
import { TypicalSpeedStore } from './store/typical-speed-store.ts'

let folder: TempDir
let store: TypicalSpeedStore
beforeEach(async () => {
  folder = await createTempDir()
  store = new TypicalSpeedStore(folder.path)
})
afterEach(() => folder.dispose())

async function networkOf(dataset: StoredDataset) {
  return fromRoadSections(await readSections(join(dataset.folder, ROADS_FILE))).network
}

/** Stores a typical speed of 30 km/h for every arc, all week. */
async function learn(dataset: StoredDataset): Promise<void> {
  const network = await networkOf(dataset)
  const passages = new Passages()
  for (let arc = 0; arc < network.arcs.count; arc++) {
    for (let slot = 0; slot < 672; slot++) passages.add(arc, 3.6 / 30, slot * 900, 1)
  }
  const speeds = learnTypical(noTypicalSpeeds(network.arcs.count), passages, { utcOffsetSeconds: () => 0, decay: 1 })
  await store.write(dataset.id, networkFingerprint(network), speeds)
}

async function inherit(dataset: StoredDataset): Promise<boolean> {
  const { region, id } = dataset
  return await inheritTypicalSpeeds(folder.path, store, { region, dataset: id, network: await networkOf(dataset) })
}

test('starts a new dataset of a region with the speeds learned on the previous one', async () => {
  await learn(await publishMap(folder.path, 'town', square([10, 20])))
  const next = await publishMap(folder.path, 'town', square([10, 20], { maxspeed: '50' }))
  expect(await inherit(next)).toBe(true)
  const network = await networkOf(next)
  const speeds = await store.read(next.id, networkFingerprint(network))
  if (!speeds || 'kind' in speeds) throw new Error('nothing was taken over')
  for (let arc = 0; arc < network.arcs.count; arc++) expect(typicalKmh(speeds, arc, 100)).toBeCloseTo(30, 0)
})

test('inherits nothing from another region, from a later dataset, or when nothing was learned', async () => {
  const first = await publishMap(folder.path, 'town', square([10, 20]))
  expect(await inherit(first)).toBe(false)
  await learn(await publishMap(folder.path, 'other', square([10, 20])))
  const later = await publishMap(folder.path, 'town', square([10, 20]))
  expect(await inherit(later)).toBe(false)
  await learn(later)
  expect(await inherit(first)).toBe(false)
  expect(await store.findVersion(first.id)).toBeUndefined()
})
