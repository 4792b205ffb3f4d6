import { mkdir, rm, rmdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { isDatasetId } from './dataset-id.ts'
import { replaceFileAtomically } from './durable.ts'
import { moveIntoStore, publishToStore, type WriteDataset } from './publish.ts'
import {
  type DatasetLocation,
  findServedDataset,
  PIN_FILE,
  type RegionDatasets,
  RegionReader,
  readPin,
  SOURCE_PIN_FILE,
  type StoredDataset,
  toStoredDataset,
} from './region-folder.ts'
import { checkRegionName, isRegionName } from './region-name.ts'
import { ResumableWork } from './resumable-work.ts'
import { StoreError } from './store-refusal.ts'
import { type ServedDatasets, type StoreWatch, type WatchOptions, watchStore } from './watch-store.ts'
import { WorkFolders } from './work-area.ts'

const DEFAULT_KEPT_DATASETS = 2

/**
 * The datasets in a data folder, which any number of processes can use at once. Datasets are immutable, and a rename
 * adds or removes them atomically. No process keeps state that another process needs.
 */
export class DatasetStore {
  private readonly root: string
  private readonly regionReader: RegionReader
  private readonly workArea: WorkFolders
  private readonly now: () => number

  constructor(dataDir: string, now: () => number = Date.now) {
    this.root = join(resolve(dataDir), 'datasets')
    this.regionReader = new RegionReader(this.root)
    this.workArea = new WorkFolders(this.root)
    this.now = now
  }

  /** Lists regions by name, with their servable and unusable datasets. */
  async listRegions(): Promise<RegionDatasets[]> {
    const regions = await this.regionReader.listRegions()
    return regions.sort((a, b) => (a.region < b.region ? -1 : 1))
  }

  /** Lists servable datasets by region, newest first. */
  async list(): Promise<StoredDataset[]> {
    return (await this.listRegions()).flatMap(({ datasets }) => datasets)
  }

  /** Returns the dataset to serve for a region, which is the pinned dataset or the newest. */
  async findCurrent(region: string): Promise<StoredDataset | undefined> {
    return isRegionName(region) ? findServedDataset(await this.regionReader.readRegion(region)) : undefined
  }

  /** Returns the dataset to serve for every region that has a dataset. */
  async listCurrent(): Promise<ServedDatasets> {
    const servedDatasets = (await this.listRegions()).map(findServedDataset).filter((dataset) => dataset !== undefined)
    return new Map(servedDatasets.map((dataset) => [dataset.region, dataset]))
  }

  /** Throws the same error as publishing would, so that a long compilation fails early. */
  async checkWritable(): Promise<void> {
    const folder = await this.workArea.reserve()
    await mkdir(folder)
    await rmdir(folder)
  }

  /** Calls `work` with a new folder on the same disk as the datasets and removes the folder afterward. */
  async withWorkFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
    const folder = await this.workArea.reserve()
    await mkdir(folder)
    try {
      return await work(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  /**
   * Calls `work` with the stages that a killed process finished for the same key, if any. The stages are removed
   * afterward, unless this process is also killed.
   */
  async withResumableWork<T>(key: string, work: (stages: ResumableWork) => Promise<T>): Promise<T> {
    const stages = await ResumableWork.open(this.workArea, key)
    try {
      return await work(stages)
    } finally {
      await stages.remove()
    }
  }

  /**
   * Publishes the files that `write` creates in the given folder as a dataset. Removes all files if publishing fails.
   */
  async publish(region: string, write: WriteDataset): Promise<StoredDataset> {
    checkRegionName(region)
    await this.workArea.removeAbandoned(this.now())
    const workFolder = await this.workArea.reserve()
    const createdAt = () => this.nextTimestamp(region)
    const manifest = await publishToStore({ region, datasetsDir: this.root, workFolder, write, createdAt })
    const id = manifest.dataset
    return toStoredDataset({ region, id, folder: join(this.root, region, id) }, manifest)
  }

  /** Returns the folder for downloads of a region, which is on the same disk as the datasets. */
  toDownloadFolder(region: string): string {
    checkRegionName(region)
    return join(this.root, '.downloads', region)
  }

  /** Adds a complete dataset with its manifest under its own ID. The folder must be in the download folder. */
  async adopt(region: string, id: string, folder: string): Promise<void> {
    checkRegionName(region)
    await moveIntoStore(folder, this.root, join(region, id))
  }

  /**
   * Serves the dataset that a source publishes, even if a newer one is stored, because the operator of the source may
   * have returned to an older one. A dataset that the operator of this folder has pinned stays pinned. Returns the
   * served dataset.
   */
  async follow(region: string, id: string): Promise<StoredDataset | undefined> {
    const regionDatasets = await this.getRegion(region)
    const sourcePin = join(this.root, region, SOURCE_PIN_FILE)
    const { pinned } = regionDatasets
    if (pinned !== undefined && pinned !== (await readPin(sourcePin))) return findServedDataset(regionDatasets)
    const dataset = getDataset(regionDatasets, id)
    if (regionDatasets.datasets[0] === dataset) {
      await this.pin(region, undefined)
      await rm(sourcePin, { force: true })
    } else {
      // The mark is written first. A pin without a mark would look like the choice of the operator.
      await replaceFileAtomically(sourcePin, await this.workArea.reserve(), `${id}\n`)
      await this.pin(region, id)
    }
    return dataset
  }

  /**
   * Returns a time later than the creation time of every servable dataset of the region. The last published dataset is
   * therefore the newest, even if the clock was set back.
   */
  private async nextTimestamp(region: string): Promise<Date> {
    const { datasets } = await this.regionReader.readRegion(region)
    const newestMs = Date.parse(datasets[0]?.manifest.createdAt ?? '1970-01-01')
    return new Date(Math.max(this.now(), newestMs + 1))
  }

  /** Pins the dataset to serve. If `id` is undefined, the newest dataset is served again. */
  async pin(region: string, id: string | undefined): Promise<StoredDataset> {
    const regionDatasets = await this.getRegion(region)
    const pin = join(this.root, region, PIN_FILE)
    if (id === undefined) {
      await rm(pin, { force: true })
      const newestDataset = regionDatasets.datasets[0]
      if (newestDataset) return newestDataset
      throw new StoreError(
        'unusable-dataset',
        `${region} has no dataset that can be served: ${regionDatasets.unusable[0]?.why}`,
      )
    }
    const dataset = getDataset(regionDatasets, id)
    await replaceFileAtomically(pin, await this.workArea.reserve(), `${id}\n`)
    return dataset
  }

  /** Removes a region or one of its datasets. Returns the removed IDs. */
  async remove(region: string, id?: string): Promise<string[]> {
    const regionDatasets = await this.getRegion(region)
    const ids = [...regionDatasets.datasets, ...regionDatasets.unusable].map((dataset) => dataset.id)
    if (id !== undefined && !ids.includes(id)) throw toNoSuchDatasetError(regionDatasets, id)
    const removedIds: string[] = []
    for (const dataset of id === undefined ? ids : [id]) {
      if (await this.workArea.discard(join(this.root, region, dataset))) removedIds.push(dataset)
    }
    if (id === undefined || id === regionDatasets.pinned) {
      for (const file of [PIN_FILE, SOURCE_PIN_FILE]) await rm(join(this.root, region, file), { force: true })
    }
    await this.removeEmptyFolders(region)
    return removedIds
  }

  /**
   * Removes all datasets except the `keep` newest datasets and the served dataset of each region. Returns the removed
   * datasets.
   */
  async prune({
    keep = DEFAULT_KEPT_DATASETS,
    region,
  }: {
    keep?: number
    region?: string
  } = {}): Promise<DatasetLocation[]> {
    const regions = region === undefined ? await this.listRegions() : [await this.getRegion(region)]
    const removedDatasets: DatasetLocation[] = []
    for (const outdatedDataset of regions.flatMap((regionDatasets) => listOutdated(regionDatasets, keep))) {
      if (await this.workArea.discard(outdatedDataset.folder)) removedDatasets.push(outdatedDataset)
    }
    return removedDatasets
  }

  /** Calls `onChange` with the datasets to serve, once at the start and again whenever any process changes them. */
  watch(onChange: (served: ServedDatasets) => void | Promise<void>, options: WatchOptions = {}): StoreWatch {
    return watchStore(() => this.listCurrent(), onChange, options)
  }

  private async getRegion(region: string): Promise<RegionDatasets> {
    checkRegionName(region)
    const regionDatasets = await this.regionReader.readRegion(region)
    if (regionDatasets.datasets.length + regionDatasets.unusable.length > 0) return regionDatasets
    const names = (await this.listRegions()).map((entry) => entry.region)
    const availableText = names.length === 0 ? 'there are none yet' : `available: ${names.join(', ')}`
    throw new StoreError('no-such-region', `there is no region ${region} in ${this.root}; ${availableText}`)
  }

  private async removeEmptyFolders(region: string): Promise<void> {
    for (let folder = join(this.root, region); folder !== this.root; folder = dirname(folder)) {
      try {
        await rmdir(folder)
      } catch {
        // The folder is not empty, because it contains another dataset or region.
        return
      }
    }
  }
}

function listOutdated(regionDatasets: RegionDatasets, keepCount: number): DatasetLocation[] {
  const servedDataset = findServedDataset(regionDatasets)
  const oldestKeptId = regionDatasets.datasets[keepCount - 1]?.id ?? ''
  return [
    ...regionDatasets.datasets.slice(keepCount).filter((dataset) => dataset !== servedDataset),
    // Unusable datasets are removed once enough datasets of the current format exist. Most unusable datasets have an
    // older format.
    ...regionDatasets.unusable.filter(({ id }) => id < oldestKeptId),
  ]
}

function getDataset(regionDatasets: RegionDatasets, id: string): StoredDataset {
  const dataset = regionDatasets.datasets.find((candidate) => candidate.id === id)
  if (dataset) return dataset
  const unusableDataset = regionDatasets.unusable.find((candidate) => candidate.id === id)
  if (unusableDataset)
    throw new StoreError('unusable-dataset', `dataset ${id} cannot be served: ${unusableDataset.why}`)
  throw toNoSuchDatasetError(regionDatasets, id)
}

function toNoSuchDatasetError({ region, datasets, unusable }: RegionDatasets, id: string): StoreError {
  const ids = [...datasets, ...unusable].map((dataset) => dataset.id).join(', ')
  const displayedId = isDatasetId(id) ? id : JSON.stringify(id)
  return new StoreError('no-such-dataset', `${region} has no dataset ${displayedId}; it has: ${ids}`)
}
