import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rebuildRemedy } from '../format/dataset-unreadable.ts'
import { DATASET_FORMAT, isReadableFormat } from '../format/header.ts'
import { isDatasetId } from './dataset-id.ts'
import { isFileMissing } from './durable.ts'
import type { Manifest } from './manifest.ts'
import { ManifestError, parseFormat, parseManifest } from './manifest-json.ts'
import { isRegionPart } from './region-name.ts'

export interface DatasetLocation {
  readonly region: string
  readonly id: string
  readonly folder: string
}

/** A dataset as stored in its folder. */
export interface StoredDataset extends DatasetLocation {
  /** Total size of the files, in bytes. */
  readonly bytes: number
  readonly manifest: Manifest
}

/** A folder that is named like a dataset but cannot be served, and the reason. */
interface UnusableDataset extends DatasetLocation {
  readonly why: string
}

/** A region with its datasets, newest first. */
export interface RegionDatasets {
  readonly region: string
  readonly datasets: readonly StoredDataset[]
  readonly unusable: readonly UnusableDataset[]
  /** ID of the pinned dataset. Undefined if the newest dataset is served. */
  readonly pinned: string | undefined
}

export const PIN_FILE = '.pinned'
/** File with the pinned ID, written if the source of the datasets, not the operator, has pinned the dataset. */
export const SOURCE_PIN_FILE = '.pinned-by-source'

/** Reads the folder of all datasets. Datasets are immutable, so each dataset is read only once. */
export class RegionReader {
  private readonly root: string
  private readonly datasetCache = new Map<string, StoredDataset>()
  constructor(datasetsDir: string) {
    this.root = datasetsDir
  }

  async listRegions(region = ''): Promise<RegionDatasets[]> {
    const names = await listFolderNames(join(this.root, region))
    const nestedRegions: RegionDatasets[] = []
    for (const part of names.filter(isRegionPart)) {
      nestedRegions.push(...(await this.listRegions(region === '' ? part : `${region}/${part}`)))
    }
    return names.some(isDatasetId) ? [await this.read(region, names), ...nestedRegions] : nestedRegions
  }

  /** Reads a region. The list of datasets is empty for an unknown region. */
  async readRegion(region: string): Promise<RegionDatasets> {
    return await this.read(region, await listFolderNames(join(this.root, region)))
  }

  private async read(region: string, names: readonly string[]): Promise<RegionDatasets> {
    const datasets: StoredDataset[] = []
    const unusableDatasets: UnusableDataset[] = []
    for (const id of names.filter(isDatasetId).sort().reverse()) {
      const folder = join(this.root, region, id)
      const dataset = this.datasetCache.get(folder) ?? (await readDataset(region, id, folder))
      if ('why' in dataset) unusableDatasets.push(dataset)
      else {
        this.datasetCache.set(folder, dataset)
        datasets.push(dataset)
      }
    }
    return { region, datasets, unusable: unusableDatasets, pinned: await readPin(join(this.root, region, PIN_FILE)) }
  }
}

export function toStoredDataset(location: DatasetLocation, manifest: Manifest): StoredDataset {
  const bytes = Object.values(manifest.files).reduce((sum, file) => sum + file.bytes, 0)
  return { ...location, bytes, manifest }
}

export function findServedDataset({ datasets, pinned }: RegionDatasets): StoredDataset | undefined {
  // If the pinned dataset is missing, the newest dataset is served.
  return datasets.find(({ id }) => id === pinned) ?? datasets[0]
}

async function readDataset(region: string, id: string, folder: string): Promise<StoredDataset | UnusableDataset> {
  const file = join(folder, 'manifest.json')
  const toUnusable = (problem: string) => ({ region, id, folder, why: `${file} ${problem}; ${rebuildRemedy(region)}` })
  try {
    const json = await readFile(file, 'utf8')
    const format = parseFormat(json)
    if (!isReadableFormat(format)) {
      return toUnusable(`was compiled with format ${format}, but this server reads ${DATASET_FORMAT}`)
    }
    return toStoredDataset({ region, id, folder }, parseManifest(json))
  } catch (error) {
    if (error instanceof ManifestError) return toUnusable(error.message)
    return toUnusable(isFileMissing(error) ? 'is missing' : `cannot be read (${(error as Error).message})`)
  }
}

export async function readPin(file: string): Promise<string | undefined> {
  const content = await readFile(file, 'utf8').catch((error) => {
    if (isFileMissing(error)) return ''
    throw error
  })
  return isDatasetId(content.trim()) ? content.trim() : undefined
}

async function listFolderNames(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink()).map(({ name }) => name)
  } catch (error) {
    if (isFileMissing(error)) return []
    throw error
  }
}
