import { DatasetStore, type ServedDatasets, type StoredDataset, type StoreWatch } from '@fairway/dataset'
import { type PathAttributes, showSize } from '@fairway/road'
import type { WorkshopNews } from '../metrics/customization-thread.ts'
import { Workshop } from '../metrics/customization-worker.ts'
import type { LiveMeasureSpec, MeasureSpec } from '../metrics/path-attributes.ts'
import type { ProbeDrive } from '../traffic/probes/fleet-speeds.ts'
import type { TrafficSettings } from '../traffic/traffic-service.ts'
import { listFaults, noTraffic, type TrafficStatus } from '../traffic/traffic-status.ts'
import type { LiveMeasures } from './handles.ts'
import {
  type MatchingHandle,
  type MetricHandle,
  type MetricSpec,
  metricKey,
  type RegionHandle,
  type TrafficHandle,
} from './handles.ts'
import { Asked } from './shared-requests.ts'

export interface RegionHostOptions {
  readonly dataDir: string
  /** Compile and serve the bundled map when there is no other. */
  readonly embedded: boolean
  readonly threads: number
  readonly traffic: Omit<TrafficSettings, 'dataDir'>
  /** Called with the regions to serve. Resolves when all threads have them. */
  readonly publish: (regions: readonly RegionHandle[]) => Promise<void>
  readonly log: {
    info(fields: object, text: string): void
    warn(fields: object, text: string): void
  }
  readonly onDead: (error: Error) => void
  /**
   * For tests: how often the store is scanned, and how long a dataset that is no longer served can still be customized.
   */
  readonly lookEveryMs?: number
  readonly forgetAfterMs?: number
}

/** Recently used metrics are cached, because a fleet requests the same vehicle again and again. */
const KEPT_METRICS = 24
/** The same for the path attributes of matrices, which all threads request one after the other. */
const KEPT_MEASURES = 8

/**
 * Beyond this, requests for a metric that does not exist yet get a retry error, because on a large map each takes
 * seconds.
 */
const MAX_WAITING = 64

const LOOK_EVERY_MS = 1000
const FORGET_AFTER_MS = 60_000

/**
 * Main-thread loader of the maps: the served datasets and their metrics. A new dataset is loaded next to the old one
 * and passed to all threads as a whole. The old one lives as long as requests that started on it.
 */
export class RegionHost {
  private readonly options: RegionHostOptions
  private readonly store: DatasetStore
  /** Started before the maps are opened, and stopped after them. */
  readonly customization: Workshop
  private readonly regions = new Map<string, RegionHandle>()
  private listed: readonly RegionHandle[] = []
  private readonly metrics = new Map<string, Promise<MetricHandle>>()
  private readonly measured = new Asked<PathAttributes>(KEPT_MEASURES)
  private readonly measuredLive = new Asked<LiveMeasures>(KEPT_MEASURES)
  private watch: StoreWatch | undefined
  private waiting = 0
  private trafficStatus: TrafficStatus = noTraffic
  private heardAtMs = 0
  private readonly latestTraffic = new Map<string, TrafficHandle>()
  private stopped = false

  constructor(options: RegionHostOptions) {
    this.options = options
    this.store = new DatasetStore(options.dataDir)
    const news: WorkshopNews = {
      useTraffic: (what) => this.useTraffic(what),
      tellTraffic: (status) => this.hearTraffic(status),
      warn: (why) => options.log.warn({ why }, 'there is a problem with the traffic'),
    }
    this.customization = new Workshop(news, options.onDead)
  }

  /** Loads the existing maps, or compiles the embedded map when there are none. */
  async open(): Promise<void> {
    const { embedded, dataDir, threads, traffic, log } = this.options
    for (const { region, datasets, unusable } of await this.store.listRegions()) {
      // Without this warning, a map from before an upgrade would disappear silently.
      for (const { why } of datasets.length === 0 ? unusable : []) log.warn({ region, why }, 'a map cannot be served')
    }
    if (embedded && (await this.store.listCurrent()).size === 0) {
      log.info({}, 'first start: compiling the embedded map of Montevideo')
      await this.customization.ask('compileEmbedded', { dataDir, threads })
    }
    await this.customization.ask('openTraffic', { dataDir, ...traffic })
    await this.load([...(await this.store.listCurrent()).values()])
  }

  /** The status of the feeds. */
  traffic(): TrafficStatus {
    return this.trafficStatus
  }

  /** The same list until something changes. */
  list(): readonly RegionHandle[] {
    return this.listed
  }

  /** Starts to pick up new datasets. */
  startWatching(): void {
    const onChange = async (served: ServedDatasets): Promise<void> => {
      if (await this.load([...served.values()])) await this.options.publish(this.list())
    }
    const onFault = (error: unknown): void => {
      this.options.log.warn({ why: (error as Error).message }, 'the dataset folder could not be scanned')
    }
    this.watch = this.store.watch(onChange, { onFault, intervalMs: this.options.lookEveryMs ?? LOOK_EVERY_MS })
  }

  async metric({ dataset, spec }: { dataset: string; spec: MetricSpec }): Promise<MetricHandle> {
    const key = `${dataset} ${metricKey(spec)}`
    const known = this.metrics.get(key)
    if (!known && this.waiting >= MAX_WAITING) throw new Error(`already waiting for ${MAX_WAITING} metrics`)
    const metric = known ?? this.weigh(dataset, spec)
    // Moves the entry to the end. The first entry is the least recently used.
    this.metrics.delete(key)
    this.metrics.set(key, metric)
    if (!known) metric.catch((error: Error) => this.forgetFailed(key, dataset, error))
    const oldest = this.metrics.keys().next().value
    if (this.metrics.size > KEPT_METRICS && oldest !== undefined) this.metrics.delete(oldest)
    return metric
  }

  /** Requests that have started keep the old traffic. Metrics of the old traffic are useless for others. */
  private async useTraffic({ dataset, traffic }: { dataset: string; traffic: TrafficHandle }): Promise<void> {
    showSize(traffic.metric.hierarchy.memory)
    // The map itself may still be loading.
    this.latestTraffic.set(dataset, traffic)
    for (const [region, handle] of this.regions) {
      if (handle.dataset === dataset) this.regions.set(region, { ...handle, traffic })
    }
    this.listed = [...this.regions.values()]
    const isPassed = (key: string) => key.startsWith(`${dataset} `) && key.includes('"traffic"')
    for (const key of this.metrics.keys()) if (isPassed(key)) this.metrics.delete(key)
    this.measured.forget(isPassed)
    this.measuredLive.forget(isPassed)
    await this.options.publish(this.listed)
  }

  private hearTraffic(status: TrafficStatus): void {
    const { log } = this.options
    const before = new Map(this.trafficStatus.feeds.map((feed) => [feed.name, feed]))
    const nowMs = Date.now()
    for (const feed of status.feeds) {
      const { name, failure } = feed
      const old = before.get(name)
      if (failure && failure.text !== old?.failure?.text) {
        log.warn({ feed: name, why: failure.text }, 'a traffic feed fails; its last content stays in use')
      } else if (!failure && old?.failure) log.info({ feed: name }, 'a traffic feed works again')
      const told = new Set(old ? listFaults({ ...old, failure: undefined }, this.heardAtMs) : [])
      const faults = listFaults({ ...feed, failure: undefined }, nowMs).filter((fault) => !told.has(fault))
      for (const why of faults) log.warn({ feed: name, why: `it ${why}` }, 'part of a traffic feed is not used')
    }
    this.trafficStatus = status
    this.heardAtMs = nowMs
  }

  private async weigh(dataset: string, spec: MetricSpec): Promise<MetricHandle> {
    this.waiting++
    try {
      const metric = await this.customization.ask('weigh', { dataset, spec })
      showSize(metric.hierarchy.memory)
      return metric
    } finally {
      this.waiting--
    }
  }

  matching(what: { dataset: string }): Promise<MatchingHandle> {
    return this.customization.ask('matching', what)
  }

  measure(what: MeasureSpec): Promise<PathAttributes> {
    const key = `${what.dataset} ${metricKey(what.spec)} ${what.kind}`
    return this.measured.take(key, () => this.customization.ask('measure', what))
  }

  measureLive(what: LiveMeasureSpec): Promise<LiveMeasures> {
    const { departMs, aheadMs, markedMs } = what.start
    const key = `${what.dataset} ${metricKey(what.spec)} live ${departMs} ${aheadMs} ${markedMs}`
    return this.measuredLive.take(key, () => this.customization.ask('measureLive', what))
  }

  expectMatrices(what: { dataset: string }): Promise<void> {
    return this.customization.ask('expectMatrices', what)
  }

  /** Recent drives of tracked vehicles, used to estimate road speeds. */
  async addProbes(drives: readonly ProbeDrive[]): Promise<void> {
    if (drives.length > 0) await this.customization.ask('addProbes', drives)
  }

  stopWatching(): void {
    this.watch?.close()
  }

  /** The customization worker may fail from now on without a warning. */
  stop(): void {
    this.stopped = true
    this.stopWatching()
  }

  /** Replaces the served datasets. Returns whether anything changed. */
  private async load(served: readonly StoredDataset[]): Promise<boolean> {
    let changed = false
    for (const dataset of served) {
      if (this.regions.get(dataset.region)?.dataset === dataset.id) continue
      changed = (await this.loadBest(dataset)) || changed
    }
    const names = new Set(served.map(({ region }) => region))
    for (const region of this.regions.keys()) {
      if (names.has(region)) continue
      this.drop(region)
      this.options.log.info({ region }, 'a map is no longer served')
      changed = true
    }
    if (changed) this.listed = [...this.regions.values()]
    return changed
  }

  /**
   * Loads the dataset. If it is damaged and the region is not served yet, as after a restart, loads the newest intact
   * one.
   */
  private async loadBest(dataset: StoredDataset): Promise<boolean> {
    if (await this.loadOne(dataset)) return true
    if (this.regions.has(dataset.region)) return false
    for (const other of await this.store.list()) {
      if (other.region === dataset.region && other.id !== dataset.id && (await this.loadOne(other))) return true
    }
    return false
  }

  private async loadOne({ region, id, folder, manifest }: StoredDataset): Promise<boolean> {
    const { log } = this.options
    try {
      const { attribution, boundingBox } = manifest
      const handle = await this.customization.ask('load', { region, dataset: id, attribution, boundingBox, folder })
      this.drop(region)
      const latest = this.latestTraffic.get(id)
      const isNewer = (latest?.version ?? 0) > (handle.traffic?.version ?? 0)
      this.regions.set(region, isNewer ? { ...handle, traffic: latest } : handle)
      log.info({ region, dataset: id }, 'serving a map')
      return true
    } catch (error) {
      // The served dataset stays: a damaged file must not stop a working service.
      if (!this.stopped) log.warn({ region, dataset: id, why: (error as Error).message }, 'a dataset cannot be served')
      return false
    }
  }

  private drop(region: string): void {
    const old = this.regions.get(region)
    if (!old) return
    this.regions.delete(region)
    // Requests that started on it may still need a metric.
    setTimeout(() => this.forget(old.dataset), this.options.forgetAfterMs ?? FORGET_AFTER_MS).unref()
  }

  private forget(dataset: string): void {
    // The operator switched back to it, or another region is a link to it.
    if ([...this.regions.values()].some((handle) => handle.dataset === dataset)) return
    const isGone = (key: string) => key.startsWith(`${dataset} `)
    for (const key of this.metrics.keys()) if (isGone(key)) this.metrics.delete(key)
    this.measured.forget(isGone)
    this.measuredLive.forget(isGone)
    this.latestTraffic.delete(dataset)
    this.customization.ask('forget', { dataset }).catch(() => undefined)
  }

  private forgetFailed(key: string, dataset: string, error: Error): void {
    this.metrics.delete(key)
    this.options.log.warn({ dataset, why: error.message }, 'customization failed')
  }
}
