import { networkFingerprint } from '@fairway/road'
import type { CustomizableMap, MapCustomizer } from '../metrics/map-customizer.ts'
import type { TrafficHandle } from '../regions/handles.ts'
import type { PolledFeed } from './feed-poller.ts'
import { FeedRegistry, type FeedRegistryOptions } from './feed-status.ts'
import { getExpiryMs } from './feed-strength.ts'
import { inheritTypicalSpeeds } from './inherit-typical.ts'
import { MapTraffic } from './map-traffic.ts'
import { FleetSpeeds, type ProbeTrip } from './probes/fleet-speeds.ts'
import { createUtcOffsetLookup } from './probes/utc-offsets.ts'
import { toSharedTypicalSpeeds } from './share-typical.ts'
import { TypicalSpeedStore } from './store/typical-speed-store.ts'
import type { FeedStatus, TrafficStatus } from './traffic-status.ts'
import { updateTypicalSpeeds } from './update-typical.ts'

/** Traffic settings from the configuration. */
export interface TrafficSettings extends Omit<FeedRegistryOptions, 'now' | 'onChange' | 'onError'> {
  /** Age in milliseconds from which live speeds fade. Zero means that they never fade. */
  readonly maxAgeMs: number
  /** Minimum number of accounts whose vehicles must have driven on a road before its speed is published. */
  readonly fleetAccounts: number
}

export interface TrafficServiceOptions extends TrafficSettings {
  readonly customizer: MapCustomizer
  readonly now: () => number
  /** Publishes new traffic. Resolves when all threads have received it. */
  readonly publish: (dataset: string, traffic: TrafficHandle) => Promise<void>
  readonly onStatus: (status: TrafficStatus) => void
  readonly warn: (reason: string) => void
}

/** Interval for checking files and the feed folder, so that a change takes effect within a second. */
const FEED_CHECK_INTERVAL_MS = 200
/** Maximum time that startup waits for the feeds. */
const MAX_STARTUP_WAIT_MS = 5000
/**
 * Interval for storing learned speeds. Writing the speeds of a large map takes a second, and the speeds change slowly.
 */
const LEARN_INTERVAL_MS = 10 * 60_000
/** Delay before a failed publication is retried. */
const RETRY_DELAY_MS = 1000

interface ServedMap {
  readonly map: CustomizableMap
  readonly traffic: MapTraffic
  readonly fleet: FleetSpeeds
  typicalVersion: string | undefined
  /** Time after which learned speeds may be stored again. */
  learnAtMs: number
  current: TrafficHandle | undefined
}

/** Service that reads feeds, matches them to maps, and publishes changes. */
export class TrafficService {
  private readonly options: TrafficServiceOptions
  private readonly feedRegistry: FeedRegistry
  private readonly typicalStore: TypicalSpeedStore
  private readonly maps = new Map<string, ServedMap>()
  private timer: NodeJS.Timeout | undefined
  private currentRound: Promise<void> | undefined
  private isRoundRequested = false
  /** Feeds at the time of the last status report. */
  private reportedFeeds: readonly PolledFeed[] = []
  private lastProblem = ''
  private lastVersion = 0

  constructor(options: TrafficServiceOptions) {
    this.options = options
    this.feedRegistry = new FeedRegistry({
      ...options,
      onChange: () => this.requestRound(),
      onError: (feed, error) => options.warn(`${feed} cannot be read: ${error.stack ?? error.message}`),
    })
    this.typicalStore = new TypicalSpeedStore(options.dataDir)
  }

  /** Reads all feeds once, waits a limited time for them, and then starts to follow changes. */
  async start(): Promise<void> {
    await this.feedRegistry.pollAndWait(MAX_STARTUP_WAIT_MS)
    this.feedRegistry.takeChanged()
    this.timer = setInterval(() => {
      if (!this.currentRound) this.requestRound()
    }, FEED_CHECK_INTERVAL_MS)
  }

  /** Starts a round now, or immediately after the current round, which may have missed a change. */
  private requestRound(): void {
    if (!this.timer) return
    if (this.currentRound) {
      this.isRoundRequested = true
      return
    }
    this.isRoundRequested = false
    this.currentRound = this.runRound()
      .catch((error: Error) => this.options.warn(error.message))
      .finally(() => {
        this.currentRound = undefined
        if (this.isRoundRequested) this.requestRound()
      })
  }

  async stop(): Promise<void> {
    clearInterval(this.timer)
    this.timer = undefined
    this.feedRegistry.stop()
    await this.currentRound
  }

  /** Returns the traffic of a new map, or undefined if there is no source. */
  async openMap(dataset: string): Promise<TrafficHandle | undefined> {
    const map = this.options.customizer.get(dataset)
    const traffic = new MapTraffic(dataset, map)
    const fleet = new FleetSpeeds(map, this.options.fleetAccounts)
    const servedMap = { map, traffic, fleet, typicalVersion: undefined, learnAtMs: 0, current: undefined }
    this.maps.set(dataset, servedMap)
    await this.inheritSpeeds(dataset, map)
    await this.reloadTypicalSpeeds(dataset, servedMap)
    const firstSnapshot = this.takeSnapshot(dataset, servedMap)
    this.options.onStatus(this.getStatus())
    return firstSnapshot
  }

  removeMap(dataset: string): void {
    this.maps.delete(dataset)
  }

  /** Adds recent trips of tracked vehicles, which take effect with the next check. */
  addProbes(trips: readonly ProbeTrip[]): void {
    for (const { fleet } of this.maps.values()) fleet.add(trips, this.options.now())
    this.requestRound()
  }

  /**
   * Runs one check of all feeds and maps. When the promise resolves, all changes that were made before the call are
   * published.
   */
  async runRound(): Promise<void> {
    const { now, maxAgeMs, onStatus } = this.options
    await this.feedRegistry.poll().then(
      () => this.warnOnce(''),
      (error: Error) => this.warnOnce(`the loaded feeds cannot be read: ${error.message}`),
    )
    const hasNewFeedContent = this.feedRegistry.takeChanged()
    const feeds = this.listFeeds()
    let hasChanged = hasNewFeedContent || feeds.some((feed, index) => feed !== this.reportedFeeds[index])
    for (const [dataset, servedMap] of this.maps) {
      await this.learnFromFleet(dataset, servedMap)
      const hasNewTypicalSpeeds = await this.reloadTypicalSpeeds(dataset, servedMap)
      const hasNewFleetSpeeds = servedMap.fleet.takeChanged(now())
      if (
        !hasNewFeedContent &&
        !hasNewTypicalSpeeds &&
        !hasNewFleetSpeeds &&
        !servedMap.traffic.isDue(now(), this.listFeedsForMap(servedMap), maxAgeMs)
      )
        continue
      await this.publishTraffic(dataset, servedMap)
      hasChanged = true
    }
    if (!hasChanged) return
    this.reportedFeeds = feeds
    onStatus(this.getStatus())
  }

  getStatus(): TrafficStatus {
    return {
      feeds: this.listFeeds().map((feed) => this.toFeedStatus(feed)),
      maps: [...this.maps.values()].flatMap(({ traffic, current }) => (current ? [traffic.toStatus(current)] : [])),
    }
  }

  /**
   * Lists the feeds of a map. The fleet feed is first, so that other feeds take precedence and earlier trips cannot
   * reopen a closed road.
   */
  private listFeedsForMap({ fleet }: ServedMap): readonly PolledFeed[] {
    return fleet.feed ? [fleet.feed, ...this.feedRegistry.list()] : this.feedRegistry.list()
  }

  private listFeeds(): readonly PolledFeed[] {
    return [...this.feedRegistry.list(), ...[...this.maps.values()].flatMap(({ fleet }) => fleet.feed ?? [])]
  }

  /** Logs a problem only once while it stays the same, because every round reports it. */
  private warnOnce(trouble: string): void {
    if (trouble !== '' && trouble !== this.lastProblem) this.options.warn(trouble)
    this.lastProblem = trouble
  }

  private async publishTraffic(dataset: string, servedMap: ServedMap): Promise<void> {
    try {
      const traffic = this.takeSnapshot(dataset, servedMap)
      // The map may have been removed in the meantime.
      if (traffic && this.maps.get(dataset) === servedMap) await this.options.publish(dataset, traffic)
    } catch (error) {
      // The error is logged, so that other maps are still published.
      servedMap.traffic.dueAtMs = this.options.now() + RETRY_DELAY_MS
      this.options.warn(`the traffic of ${dataset} could not be published: ${(error as Error).message}`)
    }
  }

  /**
   * Takes a snapshot of the traffic of a map. Once a map has had traffic, its state is always published, even if the
   * traffic is now empty.
   */
  private takeSnapshot(dataset: string, servedMap: ServedMap): TrafficHandle | undefined {
    const { now, maxAgeMs, customizer } = this.options
    const feeds = this.listFeedsForMap(servedMap)
    if (feeds.length === 0 && !servedMap.traffic.typicalSpeeds && !servedMap.current) return undefined
    const version = ++this.lastVersion
    servedMap.current = servedMap.traffic.takeSnapshot({ version, nowMs: now(), feeds, maxAgeMs })
    customizer.addTrafficVersion(dataset, servedMap.current)
    return servedMap.current
  }

  private async inheritSpeeds(dataset: string, { region, map }: CustomizableMap): Promise<void> {
    const { dataDir, warn } = this.options
    if ((await this.typicalStore.findVersion(dataset)) !== undefined) return
    const newMap = { region: region.handle.region, dataset, network: map.network }
    await inheritTypicalSpeeds(dataDir, this.typicalStore, newMap).catch((error: Error) => {
      warn(`speeds learned on an earlier map of ${newMap.region} could not be carried over: ${error.message}`)
    })
  }

  /** Adds the trips of tracked vehicles to the typical speeds from time to time. */
  private async learnFromFleet(dataset: string, servedMap: ServedMap): Promise<void> {
    const { now, warn } = this.options
    if (now() < servedMap.learnAtMs) return
    const passages = servedMap.fleet.learner.take()
    if (!passages) return
    servedMap.learnAtMs = now() + LEARN_INTERVAL_MS
    const { region, map } = servedMap.map
    const utcOffsetSeconds = createUtcOffsetLookup(region.handle.boundingBox)
    await updateTypicalSpeeds(this.typicalStore, dataset, map.network, passages, utcOffsetSeconds).catch(
      (error: Error) => warn(`typical speeds of ${dataset} could not be stored: ${error.message}`),
    )
  }

  /** Reloads the typical speeds. Returns whether they changed. */
  private async reloadTypicalSpeeds(dataset: string, servedMap: ServedMap): Promise<boolean> {
    const version = await this.typicalStore.findVersion(dataset)
    if (version === servedMap.typicalVersion) return false
    servedMap.typicalVersion = version
    const fingerprint = networkFingerprint(servedMap.map.map.network)
    const storedSpeeds = version === undefined ? undefined : await this.typicalStore.read(dataset, fingerprint)
    if (storedSpeeds && 'kind' in storedSpeeds)
      this.options.warn(`the typical speeds of ${dataset} cannot be used: ${storedSpeeds.reason}`)
    servedMap.traffic.typicalSpeeds =
      storedSpeeds && !('kind' in storedSpeeds) ? toSharedTypicalSpeeds(storedSpeeds) : undefined
    return true
  }

  private toFeedStatus({ name, content, readAtMs, asOfMs, failure }: PolledFeed): FeedStatus {
    const locatedFeeds = content ? [...this.maps.values()].map(({ traffic }) => traffic.findLocatedFeed(content)) : []
    const countMatched = (itemKind: 'segments' | 'events'): number =>
      Math.max(
        0,
        ...locatedFeeds.map(
          (locatedFeed) =>
            (itemKind === 'segments' ? locatedFeed?.speeds?.matchedCount : locatedFeed?.events.length) ?? 0,
        ),
      )
    return {
      name,
      readAtMs,
      asOfMs,
      failure,
      segmentCount: content?.speeds.kmh.length ?? 0,
      matchedSegmentCount: countMatched('segments'),
      eventCount: content?.events.length ?? 0,
      matchedEventCount: countMatched('events'),
      skippedCount: content?.skipped.count ?? 0,
      firstSkipReasons: content?.skipped.first ?? [],
      expiresAtMs: content && content.speeds.kmh.length > 0 ? getExpiryMs(asOfMs, this.options.maxAgeMs) : undefined,
    }
  }
}
