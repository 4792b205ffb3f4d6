import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, copyFile, rename, stat } from 'node:fs/promises'
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
import { type ExtractSources, hasExtractChanged, readSources } from './read-source.ts'
import type { DatasetLocation, StoredDataset } from './region-folder.ts'
import { checkRegionName } from './region-name.ts'
import type { ResumableWork } from './resumable-work.ts'

export interface CompileRegionOptions {
  /** Path of an extract in any supported format, or paths of multiple extracts that are merged by OSM ID. */
  readonly extract: string | readonly string[]
  /** OpenStreetMap change files to apply to the extract, oldest first. */
  readonly changes?: readonly string[]
  /** Time up to which the changes are complete, in ISO 8601 format. Defaults to the time of the newest change. */
  readonly changedAt?: string | undefined
  /** Whether to store the extract with the dataset, so that later changes can be applied to it. */
  readonly keepExtract?: boolean
  /** Name of the source in the manifest. Defaults to the file names. */
  readonly sourceName?: string
  /** Published changes that the extract contains. Defaults to the values in its header. */
  readonly replication?: readonly ReplicationState[]
  /** Version of the program. A compilation that another version has started is not resumed. */
  readonly program?: string
  /** Minimum size in bytes of an extract whose compilation can be resumed. Default: 16 MB. */
  readonly minResumableBytes?: number
  readonly region: string
  readonly dataDir: string
  readonly threads: number
  onProgress(progress: CompileProgress): void
}

export interface CompiledSummary {
  readonly dataset: StoredDataset
  /** Dataset that is served, which differs from the new dataset if another dataset is pinned. */
  readonly servedDataset: StoredDataset
  /** Older datasets of the region that were removed. */
  readonly prunedDatasets: readonly DatasetLocation[]
  /** Stages that an earlier compilation had finished before its process was killed. */
  readonly resumedStages: readonly string[]
}

export class ExtractChangedError extends Error {
  constructor(extract: string) {
    super(`${extract} changed while it was being compiled; compile it again when nothing writes to it`)
  }
}

/** Name of the file with the road network. Other files of a dataset are in the same folder. */
export const ROADS_FILE = 'roads.bin'

/** Name of the stored extract, if the dataset can be updated. */
export const EXTRACT_FILE = 'extract.osm.pbf'

/**
 * Minimum size of a resumable extract, in bytes. Smaller extracts compile within seconds, and storing their stages
 * would only slow them down.
 */
const MIN_RESUMABLE_BYTES = 16 * 1024 * 1024

/**
 * Memory limit for terrain tiles, in bytes. Nine tiles of the highest resolution fit into the limit, and roads near the
 * corner of a tile need four.
 */
const MAX_TILE_BYTES = 256 * 1024 * 1024

/** Compiles an extract and publishes the dataset. Running servers detect the new dataset. */
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
      return { ...summary, resumedStages: stages?.resumedStages ?? [] }
    })
  if (source.bytes < (options.minResumableBytes ?? MIN_RESUMABLE_BYTES)) return await run()
  return await store.withResumableWork(toResumeKey(options, source, terrain), run)
}

/** Returns a key that prevents mixing stages of different extracts, elevation data or compilers. */
function toResumeKey(options: CompileRegionOptions, { sha256 }: ExtractSources, terrain: TerrainFolder): string {
  const parts = [DATASET_FORMAT, options.program ?? '', sha256, options.changedAt ?? '', terrain.fingerprint]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

interface Publishing {
  readonly options: CompileRegionOptions
  readonly store: DatasetStore
  readonly source: ExtractSources
  /** Path of the compiled file. */
  readonly extract: string
  readonly compiledExtract: CompiledRegion
  readonly stopwatch: () => CompileStatistics
}

async function publishRegion(publishing: Publishing): Promise<Omit<CompiledSummary, 'resumedStages'>> {
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
  return { dataset, servedDataset: (await store.findCurrent(region)) ?? dataset, prunedDatasets }
}

function toExtracts({ extract }: CompileRegionOptions): readonly string[] {
  return typeof extract === 'string' ? [extract] : extract
}

/** Calls `useExtract` with the only extract, or with a temporary file into which all extracts are merged. */
async function withOneExtract<T>(
  options: CompileRegionOptions,
  store: DatasetStore,
  stages: ResumableWork | undefined,
  useExtract: (extract: string) => Promise<T>,
): Promise<T> {
  const extracts = toExtracts(options)
  const { threads, onProgress, changes = [] } = options
  const [extract] = extracts
  if (extract !== undefined && extracts.length === 1 && changes.length === 0) return await useExtract(extract)
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
    if (stages) return await useExtract(await stages.runFile(MERGED_FILE, mergeInto))
    return await store.withWorkFolder(async (folder) => {
      await mergeInto(join(folder, MERGED_FILE))
      return await useExtract(join(folder, MERGED_FILE))
    })
  } catch (error) {
    // Name the extracts in the error, because users do not know the temporary file.
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

/** Returns the published changes that the headers of the extracts refer to. */
async function listReplication(extracts: readonly string[]): Promise<readonly ReplicationState[]> {
  const headers = await Promise.all(extracts.map((extract) => findHeader(extract)))
  return headers.flatMap((header) => header?.replication ?? [])
}

/**
 * Stores the extract with the dataset. A temporary file is moved, and a user's file is copied because it may change
 * later.
 */
async function keepExtractFile(extract: string, target: string, isTemporary: boolean): Promise<void> {
  if (isTemporary) return await rename(extract, target)
  await copyFile(extract, target, constants.COPYFILE_FICLONE)
  // A copy keeps the permissions of the user's file, but only the owner may have access to the data folder.
  await chmod(target, 0o600)
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
