import { basename, join } from 'node:path'
import type { CompileExtract, CompileProgress } from '../compile-options.ts'
import { writeSections } from '../format/write-sections.ts'
import { TerrainFolder } from '../terrain/terrain-folder.ts'
import { DatasetStore } from './dataset-store.ts'
import type { CompileStatistics } from './manifest.ts'
import { hasExtractChanged, readExtractSource } from './read-source.ts'
import type { DatasetLocation, StoredDataset } from './region-folder.ts'
import { checkRegionName } from './region-name.ts'

export interface CompileRegionOptions {
  /** Path of an extract in any format the compiler supports. */
  readonly extract: string
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
  const { extract, region, dataDir, threads, onProgress } = options
  checkRegionName(region)
  const store = new DatasetStore(dataDir)
  await store.checkWritable()
  const stopwatch = startStopwatch(threads)
  const source = await readExtractSource(extract, (fraction) => onProgress({ stage: 'checking the extract', fraction }))
  const terrain = new TerrainFolder(dataDir, { maxBytes: MAX_TILE_BYTES })
  terrain.refresh()
  const compiledExtract = await compileExtract({
    extract,
    threads,
    onProgress,
    ...(!terrain.isEmpty && { terrain }),
  })
  if (await hasExtractChanged(extract, source)) throw new ExtractChangedError(extract)

  const { attribution, boundingBox, counts, dataTimestamp } = compiledExtract
  const dataset = await store.publish(region, async (folder) => {
    onProgress({ stage: 'writing the dataset', fraction: 0 })
    await writeSections(join(folder, ROADS_FILE), compiledExtract.sections)
    onProgress({ stage: 'writing the dataset', fraction: 1 })
    const { sha256, bytes } = source
    return {
      source: { file: basename(extract), sha256, bytes, timestamp: dataTimestamp },
      attribution,
      boundingBox,
      counts,
      compile: stopwatch(),
    }
  })
  const prunedDatasets = await store.prune({ region })
  return { dataset, served: (await store.findCurrent(region)) ?? dataset, pruned: prunedDatasets }
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
