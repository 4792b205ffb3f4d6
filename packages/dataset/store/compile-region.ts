import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type CompiledRegion, type CompileExtract, type CompileProgress, NoRoadsError } from '../compile-options.ts'
import { DATASET_FORMAT } from '../format/header.ts'
import { writeSections } from '../format/write-sections.ts'
import type { ReplicationState } from '../osm/changes/replication-state.ts'
import { mergeExtracts } from '../osm/merge/merge-extracts.ts'
import { findHeader } from '../osm/pbf/pbf-header.ts'
import { UnreadableExtract } from '../osm/unreadable-extract.ts'
import { TerrainFolder } from '../terrain/terrain-folder.ts'
import { DatasetStore } from './dataset-store.ts'
import type { CompileStatistics } from './manifest.ts'
import { hasExtractChanged, readSources, type Sources } from './read-source.ts'
import type { DatasetLocation, StoredDataset } from './region-folder.ts'
import { checkRegionName } from './region-name.ts'
import type { ResumableWork } from './resumable-work.ts'

export interface CompileRegionOptions {
  /** Path of an extract in any format the compiler supports, or of several that are merged by OSM ID. */
  readonly extract: string | readonly string[]
  /** OpenStreetMap change files that are applied to the extract, oldest first. */
  readonly changes?: readonly string[]
  /** Time up to which the changes are complete, in ISO 8601 format. Default: the time of the last one. */
  readonly changedAt?: string | undefined
  /** Whether the extract becomes part of the dataset, so that later changes can be applied to it. */
  readonly keepExtract?: boolean
  /** The name of the source in the manifest. Default: the names of the files. */
  readonly sourceName?: string
  /** The published changes that the extract contains. Default: as declared in its header. */
  readonly replication?: readonly ReplicationState[]
  /** The version of the program. A compilation that another version has begun is not continued. */
  readonly program?: string
  /** The minimum size of an extract for which a killed compilation can be resumed. Default: 16 MB. */
  readonly minResumableBytes?: number
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
  /** Stages that an earlier, killed compilation had finished. */
  readonly resumed: readonly string[]
}

export class ExtractChangedError extends Error {
  constructor(extract: string) {
    super(`${extract} changed while it was being compiled; compile it again when nothing writes to it`)
  }
}

/** The file with the road network. Other files of a dataset are next to it. */
export const ROADS_FILE = 'roads.bin'

/** The extract of a dataset that can be updated. */
export const EXTRACT_FILE = 'extract.osm.pbf'

/** Smaller extracts are compiled within seconds, and storing the stages would only delay them. */
const MIN_RESUMABLE_BYTES = 16 * 1024 * 1024

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
  await checkKept(options)
  const stopwatch = startStopwatch(threads)
  const source = await readSources([...toExtracts(options), ...(options.changes ?? [])], onProgress)
  const terrain = new TerrainFolder(dataDir, { maxBytes: MAX_TILE_BYTES })
  terrain.refresh()
  const run = (stages?: ResumableWork) =>
    withOneExtract(options, store, stages, async (extract) => {
      const compiledExtract = await compileExtract({
        extract,
        threads,
        stages,
        onProgress,
        ...(!terrain.isEmpty && { terrain }),
      })
      for (const part of source.parts) {
        if (await hasExtractChanged(part.extract, part)) throw new ExtractChangedError(part.extract)
      }
      const summary = await publishRegion({ options, store, source, extract, compiledExtract, stopwatch })
      return { ...summary, resumed: stages?.resumed ?? [] }
    })
  if (source.bytes < (options.minResumableBytes ?? MIN_RESUMABLE_BYTES)) return await run()
  return await store.withResumableWork(toResumeKey(options, source, terrain), run)
}

/** Stages of another extract, other elevations or another compiler must not be mixed. */
function toResumeKey(options: CompileRegionOptions, { sha256 }: Sources, terrain: TerrainFolder): string {
  const parts = [DATASET_FORMAT, options.program ?? '', sha256, options.changedAt ?? '', terrain.fingerprint]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

interface Publishing {
  readonly options: CompileRegionOptions
  readonly store: DatasetStore
  readonly source: Sources
  /** The file that was compiled. */
  readonly extract: string
  readonly compiledExtract: CompiledRegion
  readonly stopwatch: () => CompileStatistics
}

async function publishRegion(publishing: Publishing): Promise<Omit<CompiledSummary, 'resumed'>> {
  const { store, source, extract, compiledExtract, stopwatch, options } = publishing
  const { region, onProgress } = options
  const replication = options.replication ?? (await listReplication(toExtracts(options)))
  const { attribution, boundingBox, counts, dataTimestamp } = compiledExtract
  const dataset = await store.publish(region, async (folder) => {
    onProgress({ stage: 'writing the dataset', fraction: 0 })
    await writeSections(join(folder, ROADS_FILE), compiledExtract.sections)
    if (options.keepExtract)
      await keepExtractFile(extract, join(folder, EXTRACT_FILE), !source.parts.some((part) => part.extract === extract))
    onProgress({ stage: 'writing the dataset', fraction: 1 })
    const { file, sha256, bytes } = { ...source, ...(options.sourceName && { file: options.sourceName }) }
    return {
      source: { file, sha256, bytes, timestamp: dataTimestamp, ...(replication.length > 0 && { replication }) },
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
  stages: ResumableWork | undefined,
  work: (extract: string) => Promise<T>,
): Promise<T> {
  const extracts = toExtracts(options)
  const { threads, onProgress, changes = [] } = options
  const [extract] = extracts
  if (extract !== undefined && extracts.length === 1 && changes.length === 0) return await work(extract)
  const mergeInto = (file: string) =>
    mergeExtracts(file, {
      extracts,
      changes,
      changedAt: options.changedAt,
      threads,
      onFraction: (fraction) =>
        onProgress({ stage: changes.length > 0 ? 'applying the changes' : 'merging the extracts', fraction }),
    })
  try {
    if (stages) return await work(await stages.runFile(MERGED_FILE, mergeInto))
    return await store.withWorkFolder(async (folder) => {
      await mergeInto(join(folder, MERGED_FILE))
      return await work(join(folder, MERGED_FILE))
    })
  } catch (error) {
    // The name of the temporary file would mean nothing to the user.
    throw error instanceof NoRoadsError ? new NoRoadsError(extracts.join(' + ')) : error
  }
}

const MERGED_FILE = 'merged.osm.pbf'

async function checkKept(options: CompileRegionOptions): Promise<void> {
  for (const extract of options.keepExtract ? toExtracts(options) : []) {
    if (!(await stat(extract)).isDirectory()) continue
    throw new UnreadableExtract(extract, 0, 'changes cannot be applied to a folder of tiles', 'omit --keep-extract', '')
  }
}

/** The published changes that the headers of the extracts refer to. */
async function listReplication(extracts: readonly string[]): Promise<readonly ReplicationState[]> {
  const headers = await Promise.all(extracts.map((extract) => findHeader(extract)))
  return headers.flatMap((header) => header?.replication ?? [])
}

/**
 * The merged file in a work folder becomes part of the dataset. The user's files may change later, so they are copied.
 */
async function keepExtractFile(extract: string, target: string, isTemporary: boolean): Promise<void> {
  if (isTemporary) await rename(extract, target)
  else await copyFile(extract, target, constants.COPYFILE_FICLONE)
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
