import { join } from 'node:path'
import { DatasetStore, fromRoadSections, ROADS_FILE, readSections } from '@fairway/dataset'
import { carryTypical, networkFingerprint, type RoadNetwork } from '@fairway/road'
import type { TypicalSpeedStore } from './store/typical-speed-store.ts'

export interface NewMap {
  readonly region: string
  readonly dataset: string
  readonly network: RoadNetwork
}

/**
 * Copies the typical speeds of the previous dataset of a region to a new dataset, because maps are rebuilt weekly and
 * learning takes months. Returns whether speeds were copied.
 */
export async function inheritTypicalSpeeds(dataDir: string, store: TypicalSpeedStore, map: NewMap): Promise<boolean> {
  const olderDatasets = (await new DatasetStore(dataDir).list()).filter(({ region, id }) => {
    return region === map.region && id < map.dataset
  })
  for (const { id, folder } of olderDatasets) {
    if ((await store.findVersion(id)) === undefined) continue
    const { network } = fromRoadSections(await readSections(join(folder, ROADS_FILE)))
    const speeds = await store.read(id, networkFingerprint(network))
    if (!speeds || 'kind' in speeds) continue
    const inheritedSpeeds = carryTypical(network, speeds, map.network)
    if (inheritedSpeeds.run.length === 0) continue
    await store.write(map.dataset, networkFingerprint(map.network), inheritedSpeeds)
    return true
  }
  return false
}
