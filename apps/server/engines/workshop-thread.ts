import { once } from 'node:events'
import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { compileExtract } from '@fairway/dataset/compile.ts'
import { readSections } from '@fairway/dataset/format/read-sections.ts'
import { montevideoTiles } from '@fairway/dataset/osm/embedded.ts'
import { compileRegion, ROADS_FILE } from '@fairway/dataset/store/compile-region.ts'
import { openChannel } from '../threads/channel.ts'
import type { MetricHandle, MetricSpec, RegionHandle } from './handles.ts'
import { Region } from './region.ts'
import { type PreparedMap, prepareMap, weigh } from './weigh.ts'

/**
 * The heavy work on maps: loading, compiling, weighing. In a thread of its own, so that neither a route nor the count
 * of usage ever waits for it.
 */

const port = parentPort
if (!port) throw new Error('this file is started as a thread by workshop.ts')

const loaded = new Map<string, PreparedMap>()

export type WorkshopQuestions = {
  /** Throws when the dataset is damaged, or no road map. */
  load: (what: Omit<RegionHandle, 'sections'> & { folder: string }) => Promise<RegionHandle>
  forget: (what: { dataset: string }) => void
  weigh: (what: { dataset: string; spec: MetricSpec }) => MetricHandle
  compileEmbedded: (what: { dataDir: string; threads: number }) => Promise<void>
}

openChannel<WorkshopQuestions, Record<string, never>>(port, {
  async load({ folder, ...names }) {
    const sections = await readSections(join(folder, ROADS_FILE), { shared: true, region: names.region })
    const handle = { ...names, sections }
    loaded.set(names.dataset, prepare(handle))
    return handle
  },
  forget({ dataset }) {
    loaded.delete(dataset)
  },
  weigh({ dataset, spec }) {
    const known = loaded.get(dataset)
    if (!known) throw new Error(`dataset ${dataset} is not loaded`)
    return weigh(known, spec)
  },
  async compileEmbedded({ dataDir, threads }) {
    const extract = montevideoTiles()
    await compileRegion({ extract, region: 'montevideo', dataDir, threads, onProgress() {} }, compileExtract)
  },
})

/** What every thread will make of the dataset is made here first: one that cannot be used must not end them all. */
function prepare(handle: RegionHandle): PreparedMap {
  try {
    const prepared = prepareMap(handle.sections)
    new Region(handle, () => Promise.reject(new Error('nobody drives here')))
    return prepared
  } catch (error) {
    const { region, dataset } = handle
    throw new Error(`dataset ${dataset} of ${region} is no road map: ${(error as Error).message}`)
  }
}

await once(port, 'close')
