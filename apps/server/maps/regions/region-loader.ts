import {
  DatasetStore,
  type EmbeddedExtract,
  listEmbeddedExtracts,
  type RegionDatasets,
  type ServedDatasets,
  type StoredDataset,
  type StoreWatch,
} from '@fairway/dataset'
import { type PathAttributes, reportArrays, reportSize } from '@fairway/road'
import type { CustomizationEvents } from '../metrics/customization-thread.ts'
import { CustomizationWorker } from '../metrics/customization-worker.ts'
import type { LivePathAttributeSpec, PathAttributeSpec } from '../metrics/path-attributes.ts'
import { FeedLog } from '../traffic/feed-log.ts'
import type { ProbeTrip } from '../traffic/probes/fleet-speeds.ts'
import type { TrafficSettings } from '../traffic/traffic-service.ts'
import type { TrafficStatus } from '../traffic/traffic-status.ts'
import { EmbeddedMaps, OfferedMaps, publishPreparedMap } from './embedded-maps.ts'
import type {
  LivePathAttributes,
  MatchingHandle,
  MatchingSpec,
  MetricHandle,
  MetricSpec,
  RegionHandle,
  TrafficHandle,
} from './handles.ts'
import { MetricRequests } from './metric-requests.ts'
import { readFileState, UnservedDatasets } from './unserved-datasets.ts'

export interface RegionLoaderOptions {
  readonly dataDir: string
  /** Regions to load. Default: all regions in the data folder. */
  readonly regions?: readonly string[] | undefined
  /** True if the embedded maps are compiled and served when there are no other maps. */
  readonly servesEmbeddedMaps: boolean
  /** Extracts of the embedded maps, for tests. Default: the extracts in the package. */
  readonly extracts?: readonly EmbeddedExtract[]
  /** Folder of the prepared map, for tests. */
  readonly preparedDir?: string | undefined
  readonly threads: number
  readonly traffic: Omit<TrafficSettings, 'dataDir'>
  /** Publishes the served regions. Resolves when all threads have received them. */
  readonly publish: (regions: readonly RegionHandle[]) => Promise<void>
  readonly log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
  }
  readonly onWorkerExit: (error: Error) => void
  /**
   * Interval at which the store is scanned, and delay before an unserved dataset is unloaded, in milliseconds, for
   * tests.
   */
  readonly scanIntervalMs?: number
  readonly unloadDelayMs?: number
  /** Maximum memory of cached metrics in bytes, for tests. */
  readonly maxCachedMetricBytes?: number
}

const SCAN_INTERVAL_MS = 1000
/** Interval for checking whether the files of failed datasets have changed. */
const RETRY_SCAN_INTERVAL_MS = 2000
const UNLOAD_DELAY_MS = 60_000
/** Time for which a scan of the store is reused while no map is served. */
const STORE_SCAN_REUSE_MS = 1000

/**
 * Main-thread loader of the served datasets and their metrics. A new dataset is loaded while the old one is still
 * served, and is passed to all threads as a whole. The old dataset stays in memory until all requests that use it have
 * finished.
 */
export class RegionLoader {
  private readonly options: RegionLoaderOptions
  private readonly store: DatasetStore
  /** Worker that is started before this loader opens the maps, and stopped after this loader. */
  readonly customization: CustomizationWorker
  private readonly regions = new Map<string, RegionHandle>()
  private handles: readonly RegionHandle[] = []
  private readonly metricRequests: MetricRequests
  private readonly feedLog: FeedLog
  private storeWatch: StoreWatch | undefined
  private readonly unservedDatasets = new UnservedDatasets()
  /** Latest scan of the store for datasets that are not served. */
  private storeScan: { readonly regions: Promise<readonly RegionDatasets[]>; readonly untilMs: number } | undefined
  private readonly embeddedMaps: EmbeddedMaps
  private retryTimer: NodeJS.Timeout | undefined
  private lastLoad: Promise<unknown> = Promise.resolve()
  private readonly latestTraffic = new Map<string, TrafficHandle>()
  private isStopped = false

  constructor(options: RegionLoaderOptions) {
    this.options = options
    this.store = new DatasetStore(options.dataDir)
    this.embeddedMaps = new EmbeddedMaps(options)
    this.feedLog = new FeedLog(options.log)
    const events: CustomizationEvents = {
      useTraffic: (request) => this.useTraffic(request),
      reportTrafficStatus: (status) => this.feedLog.receive(status),
      warn: (reason) => options.log.warn({ why: reason }, 'there is a problem with the traffic data'),
    }
    this.customization = new CustomizationWorker(events, options.onWorkerExit)
    this.metricRequests = new MetricRequests({ ...options, customization: this.customization })
  }

  /**
   * Loads the existing maps. If there are none, the loader provides the first embedded map and compiles the other maps
   * later.
   */
  async loadMaps(): Promise<void> {
    const { dataDir, traffic, log } = this.options
    const storedRegions = await this.store.listRegions()
    for (const { region, datasets, unusable } of storedRegions.filter((storedRegion) =>
      this.isWanted(storedRegion.region),
    )) {
      // Without this warning, a map from before an upgrade would disappear silently.
      for (const { why } of datasets.length === 0 ? unusable : []) log.warn({ region, why }, 'a map cannot be served')
    }
    await this.provideFirstMap()
    await this.reportMissingRegions()
    await this.customization.request('openTraffic', { dataDir, ...traffic })
    await this.loadAll([...(await this.store.listCurrent()).values()])
  }

  private isWanted(region: string): boolean {
    return this.options.regions?.includes(region) ?? true
  }

  /**
   * Reports missing regions. Without a report, a misspelled name would look like a region that is still being compiled.
   */
  private async reportMissingRegions(): Promise<void> {
    const currentDatasets = await this.store.listCurrent()
    for (const region of this.options.regions ?? []) {
      if (!currentDatasets.has(region))
        this.options.log.warn({ region }, 'a region of FAIRWAY_REGIONS has no dataset yet')
    }
  }

  /** Provides the first embedded map. If the folder contains another map, no embedded map is provided. */
  private async provideFirstMap(): Promise<void> {
    const { servesEmbeddedMaps, dataDir, threads, extracts = listEmbeddedExtracts() } = this.options
    const storedNames = [...(await this.store.listCurrent()).keys()]
    const isEmbedded = (name: string) => extracts.some(({ region }) => region === name)
    if (!servesEmbeddedMaps || !storedNames.every(isEmbedded)) return
    const offeredMaps = new OfferedMaps(dataDir)
    const isRemoved = (region: string) => storedNames.length > 0 && offeredMaps.has(region)
    const isMissing = (region: string) => !storedNames.includes(region) && !isRemoved(region) && this.isWanted(region)
    const missingExtracts = extracts.filter(({ region }) => isMissing(region))
    offeredMaps.add(storedNames)
    const [first] = storedNames.length === 0 ? missingExtracts.splice(0, 1) : []
    this.embeddedMaps.add(missingExtracts)
    if (!first) return
    if (!(await publishPreparedMap(first, this.options)))
      await this.customization.request('compileEmbeddedMap', { ...first, dataDir, threads })
    offeredMaps.add([first.region])
  }

  getTrafficStatus(): TrafficStatus {
    return this.feedLog.status
  }

  /** Returns the served regions. The list stays the same object until a region changes. */
  list(): readonly RegionHandle[] {
    return this.handles
  }

  /**
   * Returns the reason why routes are impossible. Returns undefined if a map is served, or if the server is configured
   * without maps.
   */
  async findOutage(): Promise<string | undefined> {
    if (this.regions.size > 0 || this.options.regions?.length === 0) return undefined
    const names = await this.listStoredRegions()
    if (names.length > 0) return `no map can be used: ${names.map(describeUnserved).join('; ')}`
    return this.options.servesEmbeddedMaps
      ? 'there is no map; restart the server to compile the embedded one'
      : undefined
  }

  /** Returns whether there are datasets, even if none of them can be served. */
  async hasDatasets(): Promise<boolean> {
    return this.regions.size > 0 || (await this.listStoredRegions()).length > 0
  }

  /**
   * Lists the regions with datasets, including damaged ones. Without a usable map, every request about roads asks for
   * this list, so the requests share a scan of the store.
   */
  private async listStoredRegions(): Promise<readonly string[]> {
    const now = performance.now()
    if (!this.storeScan || now >= this.storeScan.untilMs)
      this.storeScan = { regions: this.store.listRegions(), untilMs: now + STORE_SCAN_REUSE_MS }
    const storedRegions = await this.storeScan.regions
    return storedRegions.map(({ region }) => region).filter((name) => this.isWanted(name))
  }

  /** Describes the datasets that could not be loaded and the embedded maps that are being compiled, or returns 'ok'. */
  describeDatasets(): string {
    const compiling = this.embeddedMaps.pendingRegions.map((region) => `${region} is being compiled`)
    return [...this.unservedDatasets.listRegions().map(describeUnserved), ...compiling].join('; ') || 'ok'
  }

  /** Starts watching for new datasets and compiles missing embedded maps. */
  startWatching(): void {
    this.scheduleRetry()
    this.embeddedMaps.compilePending()
    const onChange = async (servedDatasets: ServedDatasets): Promise<void> => {
      if (await this.loadAll([...servedDatasets.values()])) await this.options.publish(this.list())
    }
    const onError = (error: unknown): void => {
      this.options.log.warn({ why: (error as Error).message }, 'the dataset folder could not be scanned')
    }
    this.storeWatch = this.store.watch(onChange, {
      onError,
      intervalMs: this.options.scanIntervalMs ?? SCAN_INTERVAL_MS,
    })
  }

  getMetric(request: { dataset: string; spec: MetricSpec }): Promise<MetricHandle> {
    return this.metricRequests.getMetric(request)
  }

  /** Replaces the traffic of a dataset. Running requests keep the old traffic. */
  private async useTraffic({ dataset, traffic }: { dataset: string; traffic: TrafficHandle }): Promise<void> {
    reportSize(traffic.metric.hierarchy.memory)
    // The traffic can arrive while the map is still loading.
    this.latestTraffic.set(dataset, traffic)
    for (const [region, handle] of this.regions) {
      if (handle.dataset === dataset) this.regions.set(region, { ...handle, traffic })
    }
    this.handles = [...this.regions.values()]
    this.metricRequests.dropTraffic(dataset)
    await this.options.publish(this.handles)
  }

  getMatchingData(matchingSpec: MatchingSpec): Promise<MatchingHandle> {
    return this.customization.request('getMatchingData', matchingSpec)
  }

  computePathAttributes(attributeSpec: PathAttributeSpec): Promise<PathAttributes> {
    return this.metricRequests.computePathAttributes(attributeSpec)
  }

  computeLivePathAttributes(attributeSpec: LivePathAttributeSpec): Promise<LivePathAttributes> {
    return this.metricRequests.computeLivePathAttributes(attributeSpec)
  }

  announceMatrices(request: { dataset: string }): Promise<void> {
    return this.customization.request('announceMatrices', request)
  }

  /** Adds recent trips of tracked vehicles, which are used to estimate road speeds. */
  async addProbes(trips: readonly ProbeTrip[]): Promise<void> {
    if (trips.length > 0) await this.customization.request('addProbes', trips)
  }

  stopWatching(): void {
    this.storeWatch?.close()
    clearTimeout(this.retryTimer)
  }

  /**
   * Retries failed datasets. A dataset that is repaired in place, for example from a backup, is then served without a
   * restart.
   */
  private scheduleRetry(): void {
    this.retryTimer = setTimeout(async () => {
      await this.retryUnserved().catch((error: Error) => {
        this.options.log.warn({ why: error.message }, 'damaged datasets could not be loaded again')
      })
      if (!this.isStopped) this.scheduleRetry()
    }, this.options.scanIntervalMs ?? RETRY_SCAN_INTERVAL_MS).unref()
  }

  private async retryUnserved(): Promise<void> {
    if (!(await this.unservedDatasets.hasRetries()) || this.isStopped) return
    const servedDatasets = await this.store.listCurrent()
    if (await this.loadAll([...servedDatasets.values()])) await this.options.publish(this.list())
  }

  /** Stops the loader. Later failures of the customization worker are not logged as warnings. */
  stop(): void {
    this.isStopped = true
    this.embeddedMaps.stop()
    this.stopWatching()
  }

  /** Replaces the served datasets. Calls run one after another. Returns whether a dataset changed. */
  private loadAll(servedDatasets: readonly StoredDataset[]): Promise<boolean> {
    const load = this.lastLoad.then(() => this.loadNow(servedDatasets.filter(({ region }) => this.isWanted(region))))
    this.lastLoad = load.catch(() => undefined)
    return load
  }

  private async loadNow(servedDatasets: readonly StoredDataset[]): Promise<boolean> {
    let hasChanged = false
    for (const dataset of servedDatasets) {
      if (this.regions.get(dataset.region)?.dataset === dataset.id) continue
      hasChanged = (await this.loadOrFallBack(dataset)) || hasChanged
    }
    const names = new Set(servedDatasets.map(({ region }) => region))
    for (const region of this.unservedDatasets.listRegions())
      if (!names.has(region)) this.unservedDatasets.deleteRegion(region)
    for (const { region, id } of servedDatasets) {
      if (this.regions.get(region)?.dataset === id) this.unservedDatasets.deleteRegion(region)
    }
    for (const region of this.regions.keys()) {
      if (names.has(region)) continue
      this.stopServing(region)
      this.options.log.info({ region }, 'a map is no longer served')
      hasChanged = true
    }
    if (hasChanged) this.handles = [...this.regions.values()]
    return hasChanged
  }

  /**
   * Loads a dataset. If the dataset is damaged and the region is not served yet, the newest intact dataset is loaded
   * instead.
   */
  private async loadOrFallBack(dataset: StoredDataset): Promise<boolean> {
    if (await this.loadDataset(dataset)) return true
    if (this.regions.has(dataset.region)) return false
    for (const fallback of await this.store.list()) {
      if (fallback.region === dataset.region && fallback.id !== dataset.id && (await this.loadDataset(fallback)))
        return true
    }
    return false
  }

  private async loadDataset(dataset: StoredDataset): Promise<boolean> {
    const { region, id, folder, manifest } = dataset
    const { log } = this.options
    const fileState = await readFileState(dataset)
    try {
      const { attribution, boundingBox } = manifest
      const handle = await this.customization.request('load', { region, dataset: id, attribution, boundingBox, folder })
      reportArrays(handle.sections.values())
      this.stopServing(region)
      const latestHandle = this.latestTraffic.get(id)
      const isNewer = (latestHandle?.version ?? 0) > (handle.traffic?.version ?? 0)
      this.regions.set(region, isNewer ? { ...handle, traffic: latestHandle } : handle)
      log.info({ region, dataset: id }, 'serving a map')
      return true
    } catch (error) {
      // The served dataset stays in use, because a damaged file must not stop a working service.
      const reason = (error as Error).message
      const isNew = this.unservedDatasets.add(dataset, reason, fileState)
      if (isNew && !this.isStopped) log.warn({ region, dataset: id, why: reason }, 'a dataset cannot be served')
      return false
    }
  }

  private stopServing(region: string): void {
    const oldHandle = this.regions.get(region)
    if (!oldHandle) return
    this.regions.delete(region)
    // Requests that started on the old dataset may still need a metric.
    setTimeout(() => this.unload(oldHandle.dataset), this.options.unloadDelayMs ?? UNLOAD_DELAY_MS).unref()
  }

  private unload(dataset: string): void {
    // The dataset is still in use if the operator switched back to it or if another region links to it.
    if ([...this.regions.values()].some((handle) => handle.dataset === dataset)) return
    this.metricRequests.dropDataset(dataset)
    this.latestTraffic.delete(dataset)
    this.customization.request('unload', { dataset }).catch(() => undefined)
  }
}

function describeUnserved(region: string): string {
  return `${region} is damaged or was compiled by another version (compile it again with "fairway compile <extract> --region ${region}"; the log has details)`
}
