import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rebuild } from '../format/dataset-unreadable.ts'
import { DATASET_FORMAT } from '../format/header.ts'
import { isDatasetId } from './dataset-id.ts'
import { isMissing } from './durable.ts'
import type { Manifest } from './manifest.ts'
import { ManifestFault, parseFormat, parseManifest } from './manifest-json.ts'
import { isRegionPart } from './region-name.ts'

export interface DatasetPlace {
  readonly region: string
  readonly id: string
  readonly folder: string
}

/** A dataset as stored in its folder. */
export interface StoredDataset extends DatasetPlace {
  /** Total size of its files. */
  readonly bytes: number
  readonly manifest: Manifest
}

/** A folder named like a dataset that cannot be served, and the reason. */
export interface UnusableDataset extends DatasetPlace {
  readonly why: string
}

/** One region with its datasets, newest first. */
export interface RegionShelf {
  readonly region: string
  readonly datasets: readonly StoredDataset[]
  readonly unusable: readonly UnusableDataset[]
  /** The pinned dataset. Undefined if the newest is served. */
  readonly pinned: string | undefined
}

export const PIN_FILE = '.pinned'

/** Reads the folder of all datasets. Datasets are immutable, so each is read only once. */
export class ShelfReader {
  private readonly root: string
  private readonly known = new Map<string, StoredDataset>()
  constructor(datasetsDir: string) {
    this.root = datasetsDir
  }

  async listShelves(region = ''): Promise<RegionShelf[]> {
    const names = await listNames(join(this.root, region))
    const inner: RegionShelf[] = []
    for (const part of names.filter(isRegionPart)) {
      inner.push(...(await this.listShelves(region === '' ? part : `${region}/${part}`)))
    }
    return names.some(isDatasetId) ? [await this.read(region, names), ...inner] : inner
  }

  /** Returns an empty list of datasets for an unknown region. */
  async readShelf(region: string): Promise<RegionShelf> {
    return await this.read(region, await listNames(join(this.root, region)))
  }

  private async read(region: string, names: readonly string[]): Promise<RegionShelf> {
    const datasets: StoredDataset[] = []
    const unusable: UnusableDataset[] = []
    for (const id of names.filter(isDatasetId).sort().reverse()) {
      const folder = join(this.root, region, id)
      const found = this.known.get(folder) ?? (await readDataset(region, id, folder))
      if ('why' in found) unusable.push(found)
      else {
        this.known.set(folder, found)
        datasets.push(found)
      }
    }
    return { region, datasets, unusable, pinned: await readPin(join(this.root, region, PIN_FILE)) }
  }
}

export function toStored(place: DatasetPlace, manifest: Manifest): StoredDataset {
  const bytes = Object.values(manifest.files).reduce((sum, file) => sum + file.bytes, 0)
  return { ...place, bytes, manifest }
}

export function findServed({ datasets, pinned }: RegionShelf): StoredDataset | undefined {
  // If the pinned dataset is missing, the region must still be served.
  return datasets.find(({ id }) => id === pinned) ?? datasets[0]
}

async function readDataset(region: string, id: string, folder: string): Promise<StoredDataset | UnusableDataset> {
  const file = join(folder, 'manifest.json')
  const unusable = (what: string) => ({ region, id, folder, why: `${file} ${what}; ${rebuild(region)}` })
  try {
    const text = await readFile(file, 'utf8')
    const format = parseFormat(text)
    if (format !== DATASET_FORMAT) {
      return unusable(`was compiled with format ${format}, but this server reads ${DATASET_FORMAT}`)
    }
    return toStored({ region, id, folder }, parseManifest(text))
  } catch (error) {
    if (error instanceof ManifestFault) return unusable(error.message)
    return unusable(isMissing(error) ? 'is missing' : `cannot be read (${(error as Error).message})`)
  }
}

async function readPin(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((error) => {
    if (isMissing(error)) return ''
    throw error
  })
  return isDatasetId(text.trim()) ? text.trim() : undefined
}

async function listNames(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink()).map(({ name }) => name)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
