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
 * The datasets under a data folder. Any number of processes may use it at once: datasets never change, they come and
 * go by a rename, and no process keeps anything in its head that another one would have to know.
 */
export class DatasetStore {
  readonly #root: string
  readonly #shelves: ShelfReader
  readonly #workArea: WorkArea
  readonly #now: () => number

  constructor(dataDir: string, now: () => number = Date.now) {
    this.#root = join(resolve(dataDir), 'datasets')
    this.#shelves = new ShelfReader(this.#root)
    this.#workArea = new WorkArea(this.#root)
    this.#now = now
  }

  /** Regions by name, with what is served and what cannot be. */
  async listRegions(): Promise<RegionShelf[]> {
    const shelves = await this.#shelves.listShelves()
    return shelves.sort((a, b) => (a.region < b.region ? -1 : 1))
  }

  /** Datasets that can be served, by region, the newest first. */
  async list(): Promise<StoredDataset[]> {
    return (await this.listRegions()).flatMap(({ datasets }) => datasets)
  }

  /** The dataset that is to be served for a region: the chosen one, otherwise the newest. */
  async current(region: string): Promise<StoredDataset | undefined> {
    return isRegionName(region) ? findServed(await this.#shelves.readShelf(region)) : undefined
  }

  /** The dataset to be served, for every region that has one. */
  async listCurrent(): Promise<ServedDatasets> {
    const served = (await this.listRegions()).map(findServed).filter((one) => one !== undefined)
    return new Map(served.map((dataset) => [dataset.region, dataset]))
  }

  /** Throws what publishing would throw, before somebody compiles for an hour. */
  async checkWritable(): Promise<void> {
    const folder = await this.#workArea.reserve()
    await mkdir(folder)
    await rmdir(folder)
  }

  /** Makes what `write` puts into the folder it is given a dataset, or leaves nothing when it fails. */
  async publish(region: string, write: WriteDataset): Promise<StoredDataset> {
    checkRegionName(region)
    await this.#workArea.sweep(this.#now())
    const workFolder = await this.#workArea.reserve()
    const createdAt = () => this.#nextInstant(region)
    const manifest = await publish({ region, datasetsDir: this.#root, workFolder, write, createdAt })
    const id = manifest.dataset
    return toStored({ region, id, folder: join(this.#root, region, id) }, manifest)
  }

  /** Later than every dataset there is, so that what is published last is the newest though a clock was set back. */
  async #nextInstant(region: string): Promise<Date> {
    const { datasets } = await this.#shelves.readShelf(region)
    const newest = Date.parse(datasets[0]?.manifest.createdAt ?? '1970-01-01')
    return new Date(Math.max(this.#now(), newest + 1))
  }

  /** Chooses the dataset that is served; undefined: the newest, from now on. */
  async use(region: string, id: string | undefined): Promise<StoredDataset> {
    const shelf = await this.#getShelf(region)
    const pin = join(this.#root, region, PIN_FILE)
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
    await replaceFile(pin, await this.#workArea.reserve(), `${id}\n`)
    return dataset
  }

  /** Removes a region, or one of its datasets; returns the ids of what was removed. */
  async remove(region: string, id?: string): Promise<string[]> {
    const shelf = await this.#getShelf(region)
    const ids = [...shelf.datasets, ...shelf.unusable].map((one) => one.id)
    if (id !== undefined && !ids.includes(id)) throw noSuchDataset(shelf, id)
    const removed: string[] = []
    for (const one of id === undefined ? ids : [id]) {
      if (await this.#workArea.discard(join(this.#root, region, one))) removed.push(one)
    }
    if (id === undefined || id === shelf.pinned) await rm(join(this.#root, region, PIN_FILE), { force: true })
    await this.#removeEmptyFolders(region)
    return removed
  }

  /** Keeps the newest datasets of each region, and the one that is served; returns what was removed. */
  async prune({ keep = DEFAULT_KEEP, region }: { keep?: number; region?: string } = {}): Promise<DatasetPlace[]> {
    const shelves = region === undefined ? await this.listRegions() : [await this.#getShelf(region)]
    const removed: DatasetPlace[] = []
    for (const place of shelves.flatMap((shelf) => listOutdated(shelf, keep))) {
      if (await this.#workArea.discard(place.folder)) removed.push(place)
    }
    return removed
  }

  /** Calls `onChange` with what is to be served: at once, and whenever that has changed, whoever changed it. */
  watch(onChange: (served: ServedDatasets) => void | Promise<void>, options: WatchOptions = {}): StoreWatch {
    return watchStore(() => this.listCurrent(), onChange, options)
  }

  async #getShelf(region: string): Promise<RegionShelf> {
    checkRegionName(region)
    const shelf = await this.#shelves.readShelf(region)
    if (shelf.datasets.length + shelf.unusable.length > 0) return shelf
    const names = (await this.listRegions()).map((one) => one.region)
    const known = names.length === 0 ? 'there are none yet' : `there are: ${names.join(', ')}`
    throw new StoreRefusal('no-such-region', `there is no region ${region} in ${this.#root}; ${known}`)
  }

  async #removeEmptyFolders(region: string): Promise<void> {
    for (let folder = join(this.#root, region); folder !== this.#root; folder = dirname(folder)) {
      try {
        await rmdir(folder)
      } catch {
        // Not empty: it holds another dataset or region.
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
    // Of older formats, mostly: nobody will read them once there are as many as we keep of this one.
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
