import { mkdir, rm, rmdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { isDatasetId } from './dataset-id.ts'
import { replaceFile } from './durable.ts'
import { publish, type WriteDataset } from './publish.ts'
import {
  type DatasetPlace,
  findServed,
  PIN_FILE,
  type RegionShelf,
  ShelfReader,
  type StoredDataset,
  toStored,
} from './region-folder.ts'
import { checkRegionName, isRegionName } from './region-name.ts'
import { StoreRefusal } from './store-refusal.ts'
import { type ServedDatasets, type StoreWatch, type WatchOptions, watchStore } from './watch-store.ts'
import { WorkArea } from './work-area.ts'

export const DEFAULT_KEEP = 2

/**
 * The datasets under a data folder. Any number of processes may use it at once. Datasets are immutable, they appear and
 * disappear by a rename, and no process keeps state that another one needs.
 */
export class DatasetStore {
  private readonly root: string
  private readonly shelves: ShelfReader
  private readonly workArea: WorkArea
  private readonly now: () => number

  constructor(dataDir: string, now: () => number = Date.now) {
    this.root = join(resolve(dataDir), 'datasets')
    this.shelves = new ShelfReader(this.root)
    this.workArea = new WorkArea(this.root)
    this.now = now
  }

  /** Lists regions by name, with their served and unusable datasets. */
  async listRegions(): Promise<RegionShelf[]> {
    const shelves = await this.shelves.listShelves()
    return shelves.sort((a, b) => (a.region < b.region ? -1 : 1))
  }

  /** Lists servable datasets by region, newest first. */
  async list(): Promise<StoredDataset[]> {
    return (await this.listRegions()).flatMap(({ datasets }) => datasets)
  }

  /** The dataset to serve for a region: the pinned one, otherwise the newest. */
  async current(region: string): Promise<StoredDataset | undefined> {
    return isRegionName(region) ? findServed(await this.shelves.readShelf(region)) : undefined
  }

  /** The dataset to serve for every region that has one. */
  async listCurrent(): Promise<ServedDatasets> {
    const served = (await this.listRegions()).map(findServed).filter((one) => one !== undefined)
    return new Map(served.map((dataset) => [dataset.region, dataset]))
  }

  /** Throws the error that publishing would throw, before a long compilation. */
  async checkWritable(): Promise<void> {
    const folder = await this.workArea.reserve()
    await mkdir(folder)
    await rmdir(folder)
  }

  /** Publishes the files that `write` puts into the given folder as a dataset. Leaves nothing behind if it fails. */
  async publish(region: string, write: WriteDataset): Promise<StoredDataset> {
    checkRegionName(region)
    await this.workArea.sweep(this.now())
    const workFolder = await this.workArea.reserve()
    const createdAt = () => this.nextInstant(region)
    const manifest = await publish({ region, datasetsDir: this.root, workFolder, write, createdAt })
    const id = manifest.dataset
    return toStored({ region, id, folder: join(this.root, region, id) }, manifest)
  }

  /** Later than every existing dataset, so the last one published is the newest even if the clock was set back. */
  private async nextInstant(region: string): Promise<Date> {
    const { datasets } = await this.shelves.readShelf(region)
    const newest = Date.parse(datasets[0]?.manifest.createdAt ?? '1970-01-01')
    return new Date(Math.max(this.now(), newest + 1))
  }

  /** Pins the dataset to serve. Undefined returns to serving the newest. */
  async use(region: string, id: string | undefined): Promise<StoredDataset> {
    const shelf = await this.getShelf(region)
    const pin = join(this.root, region, PIN_FILE)
    if (id === undefined) {
      await rm(pin, { force: true })
      const newest = shelf.datasets[0]
      if (newest) return newest
      throw new StoreRefusal(
        'unusable-dataset',
        `${region} has no dataset that can be served: ${shelf.unusable[0]?.why}`,
      )
    }
    const dataset = getDataset(shelf, id)
    await replaceFile(pin, await this.workArea.reserve(), `${id}\n`)
    return dataset
  }

  /** Removes a region or one of its datasets. Returns the removed IDs. */
  async remove(region: string, id?: string): Promise<string[]> {
    const shelf = await this.getShelf(region)
    const ids = [...shelf.datasets, ...shelf.unusable].map((one) => one.id)
    if (id !== undefined && !ids.includes(id)) throw noSuchDataset(shelf, id)
    const removed: string[] = []
    for (const one of id === undefined ? ids : [id]) {
      if (await this.workArea.discard(join(this.root, region, one))) removed.push(one)
    }
    if (id === undefined || id === shelf.pinned) await rm(join(this.root, region, PIN_FILE), { force: true })
    await this.removeEmptyFolders(region)
    return removed
  }

  /** Keeps the newest datasets of each region and the served one. Returns the removed datasets. */
  async prune({ keep = DEFAULT_KEEP, region }: { keep?: number; region?: string } = {}): Promise<DatasetPlace[]> {
    const shelves = region === undefined ? await this.listRegions() : [await this.getShelf(region)]
    const removed: DatasetPlace[] = []
    for (const place of shelves.flatMap((shelf) => listOutdated(shelf, keep))) {
      if (await this.workArea.discard(place.folder)) removed.push(place)
    }
    return removed
  }

  /** Calls `onChange` with the datasets to serve: immediately, and whenever any process changes them. */
  watch(onChange: (served: ServedDatasets) => void | Promise<void>, options: WatchOptions = {}): StoreWatch {
    return watchStore(() => this.listCurrent(), onChange, options)
  }

  private async getShelf(region: string): Promise<RegionShelf> {
    checkRegionName(region)
    const shelf = await this.shelves.readShelf(region)
    if (shelf.datasets.length + shelf.unusable.length > 0) return shelf
    const names = (await this.listRegions()).map((one) => one.region)
    const known = names.length === 0 ? 'there are none yet' : `available: ${names.join(', ')}`
    throw new StoreRefusal('no-such-region', `there is no region ${region} in ${this.root}; ${known}`)
  }

  private async removeEmptyFolders(region: string): Promise<void> {
    for (let folder = join(this.root, region); folder !== this.root; folder = dirname(folder)) {
      try {
        await rmdir(folder)
      } catch {
        // The folder is not empty because it contains another dataset or region.
        return
      }
    }
  }
}

function listOutdated(shelf: RegionShelf, keep: number): DatasetPlace[] {
  const served = findServed(shelf)
  const oldestKept = shelf.datasets[keep - 1]?.id ?? ''
  return [
    ...shelf.datasets.slice(keep).filter((dataset) => dataset !== served),
    // Mostly older formats. They are removed once enough datasets of the current format exist.
    ...shelf.unusable.filter(({ id }) => id < oldestKept),
  ]
}

function getDataset(shelf: RegionShelf, id: string): StoredDataset {
  const dataset = shelf.datasets.find((one) => one.id === id)
  if (dataset) return dataset
  const unusable = shelf.unusable.find((one) => one.id === id)
  if (unusable) throw new StoreRefusal('unusable-dataset', `dataset ${id} cannot be served: ${unusable.why}`)
  throw noSuchDataset(shelf, id)
}

function noSuchDataset({ region, datasets, unusable }: RegionShelf, id: string): StoreRefusal {
  const ids = [...datasets, ...unusable].map((one) => one.id).join(', ')
  const shown = isDatasetId(id) ? id : JSON.stringify(id)
  return new StoreRefusal('no-such-dataset', `${region} has no dataset ${shown}; it has: ${ids}`)
}
