import { join } from 'node:path'
import { type CompiledRegion, type CompileExtract, type CompileProgress, NoRoadsError } from '../compile-options.ts'
import { writeSections } from '../format/write-sections.ts'
import { mergeExtracts } from '../osm/merge/merge-extracts.ts'
import { TerrainFolder } from '../terrain/terrain-folder.ts'
import { DatasetStore } from './dataset-store.ts'
import type { CompileStatistics } from './manifest.ts'
import { hasExtractChanged, readSources, type Sources } from './read-source.ts'
import type { DatasetLocation, StoredDataset } from './region-folder.ts'
import { checkRegionName } from './region-name.ts'

export interface CompileRegionOptions {
  /** Path of an extract in any format the compiler supports, or of several that are merged by OSM ID. */
  readonly extract: string | readonly string[]
  readonly region: string
  readonly dataDir: string
  readonly threads: number
  onProgress(progress: CompileProgress): void
}

export interface CompiledSummary {
  readonly dataset: StoredDataset
  /** Differs from the new dataset if a specific dataset has been pinned. */
  readonly served: StoredDataset
  /** Older datasets of the region that were removed. */
  readonly pruned: readonly DatasetLocation[]
}

export class ExtractChangedError extends Error {
  constructor(extract: string) {
    super(`${extract} changed while it was being compiled; compile it again when nothing writes to it`)
  }
}

/** The file with the road network. Other files of a dataset are next to it. */
export const ROADS_FILE = 'roads.bin'

/** Nine tiles of the highest resolution: roads near the corner of a tile need four. */
const MAX_TILE_BYTES = 256 * 1024 * 1024

/** Compiles an extract and publishes the dataset. Running servers detect it. */
export async function compileRegion(
  options: CompileRegionOptions,
  compileExtract: CompileExtract,
): Promise<CompiledSummary> {
  const { region, dataDir, threads, onProgress } = options
  checkRegionName(region)
  const store = new DatasetStore(dataDir)
  await store.checkWritable()
  const stopwatch = startStopwatch(threads)
  const source = await readSources(toExtracts(options), onProgress)
  const terrain = new TerrainFolder(dataDir, { maxBytes: MAX_TILE_BYTES })
  terrain.refresh()
  return await withOneExtract(options, store, async (extract) => {
    const compiledExtract = await compileExtract({
      extract,
      threads,
      onProgress,
      ...(!terrain.isEmpty && { terrain }),
    })
    for (const { extract, ...bytes } of source.parts) {
      if (await hasExtractChanged(extract, bytes)) throw new ExtractChangedError(extract)
    }
    return await publishRegion({ options, store, source, compiledExtract, stopwatch })
  })
}

interface Publishing {
  readonly options: CompileRegionOptions
  readonly store: DatasetStore
  readonly source: Sources
  readonly compiledExtract: CompiledRegion
  readonly stopwatch: () => CompileStatistics
}

async function publishRegion(publishing: Publishing): Promise<CompiledSummary> {
  const { store, source, compiledExtract, stopwatch } = publishing
  const { region, onProgress } = publishing.options
  const { attribution, boundingBox, counts, dataTimestamp } = compiledExtract
  const dataset = await store.publish(region, async (folder) => {
    onProgress({ stage: 'writing the dataset', fraction: 0 })
    await writeSections(join(folder, ROADS_FILE), compiledExtract.sections)
    onProgress({ stage: 'writing the dataset', fraction: 1 })
    const { file, sha256, bytes } = source
    return {
      source: { file, sha256, bytes, timestamp: dataTimestamp },
      attribution,
      boundingBox,
      counts,
      compile: stopwatch(),
    }
  })
  const prunedDatasets = await store.prune({ region })
  return { dataset, served: (await store.findCurrent(region)) ?? dataset, pruned: prunedDatasets }
}

function toExtracts({ extract }: CompileRegionOptions): readonly string[] {
  return typeof extract === 'string' ? [extract] : extract
}

/** Calls `work` with the only extract, or with a temporary file that all extracts are merged into. */
async function withOneExtract<T>(
  options: CompileRegionOptions,
  store: DatasetStore,
  work: (extract: string) => Promise<T>,
): Promise<T> {
  const extracts = toExtracts(options)
  const [extract] = extracts
  if (extract !== undefined && extracts.length === 1) return await work(extract)
  const { threads, onProgress } = options
  return await store.withWorkFolder(async (folder) => {
    const merged = join(folder, 'merged.osm.pbf')
    await mergeExtracts(merged, {
      extracts,
      threads,
      onFraction: (fraction) => onProgress({ stage: 'merging the extracts', fraction }),
    })
    try {
      return await work(merged)
    } catch (error) {
      // The temporary file means nothing to the user.
      throw error instanceof NoRoadsError ? new NoRoadsError(extracts.join(' + ')) : error
    }
  })
}

function startStopwatch(threads: number): () => CompileStatistics {
  const startMs = performance.now()
  const startCpuUsage = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(startCpuUsage)
    return {
      threads,
      wallSeconds: roundToTenths((performance.now() - startMs) / 1000),
      cpuSeconds: roundToTenths((user + system) / 1e6),
      peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
    }
  }
}

function roundToTenths(seconds: number): number {
  return Math.round(seconds * 10) / 10
}
