import { networkMark } from '@fairway/road'
import type { MapWorkshop, WorkshopMap } from '../metrics/map-customizer.ts'
import type { TrafficHandle } from '../regions/handles.ts'
import type { KeptFeed } from './feed-poller.ts'
import { type BoardOptions, FeedBoard } from './feed-status.ts'
import { deadAt } from './feed-strength.ts'
import { inheritTypical } from './inherit-typical.ts'
import { MapTraffic } from './map-traffic.ts'
import { FleetSpeeds, type ProbeDrive } from './probes/fleet-speeds.ts'
import { shareTypical } from './share-typical.ts'
import { TypicalShelf } from './store/typical-speed-store.ts'
import type { FeedStatus, TrafficStatus } from './traffic-status.ts'

/** The traffic settings of the configuration. */
export interface TrafficSettings extends Omit<BoardOptions, 'now' | 'onChange' | 'onFault'> {
  /** From this age on, live speeds fade; 0 means never. */
  readonly maxAgeMs: number
  /** Speeds of tracked vehicles are published only for roads driven by vehicles of this many accounts. */
  readonly fleetAccounts: number
}

export interface DeskOptions extends TrafficSettings {
  readonly workshop: MapWorkshop
  readonly now: () => number
  /** Publishes new traffic. Resolves when all threads have it. */
  readonly publish: (dataset: string, traffic: TrafficHandle) => Promise<void>
  readonly tell: (status: TrafficStatus) => void
  readonly warn: (why: string) => void
}

/** Files and the feed folder are checked this often, so that a change takes effect within a second. */
const ROUND_MS = 200
/** The maximum time that startup waits for the feeds. */
const FIRST_READ_MS = 5000
/** A failed publication is retried after this. */
const RETRY_MS = 1000

interface DeskMap {
  readonly map: WorkshopMap
  readonly traffic: MapTraffic
  readonly fleet: FleetSpeeds
  typicalVersion: string | undefined
  current: TrafficHandle | undefined
}

/** The traffic service: reads feeds, matches them to maps, and publishes changes. */
export class TrafficDesk {
  private readonly options: DeskOptions
  private readonly board: FeedBoard
  private readonly typicalShelf: TypicalShelf
  private readonly maps = new Map<string, DeskMap>()
  private timer: NodeJS.Timeout | undefined
  private round: Promise<void> | undefined
  private isAskedAgain = false
  /** The feeds at the time of the last status report. */
  private told: readonly KeptFeed[] = []
  private trouble = ''
  private versions = 0

  constructor(options: DeskOptions) {
    this.options = options
    this.board = new FeedBoard({
      ...options,
      onChange: () => this.lookSoon(),
      onFault: (feed, error) => options.warn(`${feed} cannot be read: ${error.stack ?? error.message}`),
    })
    this.typicalShelf = new TypicalShelf(options.dataDir)
  }

  /** Reads all feeds once, as far as they reply soon, and later every change. */
  async start(): Promise<void> {
    await this.board.lookFirst(FIRST_READ_MS)
    this.board.takeChanged()
    this.timer = setInterval(() => {
      if (!this.round) this.lookSoon()
    }, ROUND_MS)
  }

  /** Checks now, or again after the current round: changes that the round missed must not wait for the next one. */
  private lookSoon(): void {
    if (!this.timer) return
    if (this.round) {
      this.isAskedAgain = true
      return
    }
    this.isAskedAgain = false
    this.round = this.lookAround()
      .catch((error: Error) => this.options.warn(error.message))
      .finally(() => {
        this.round = undefined
        if (this.isAskedAgain) this.lookSoon()
      })
  }

  async stop(): Promise<void> {
    clearInterval(this.timer)
    this.timer = undefined
    this.board.stop()
    await this.round
  }

  /** The traffic of a new map; undefined when there is no source. */
  async open(dataset: string): Promise<TrafficHandle | undefined> {
    const map = this.options.workshop.get(dataset)
    const traffic = new MapTraffic(dataset, map)
    const fleet = new FleetSpeeds(map, this.options.fleetAccounts)
    const known = { map, traffic, fleet, typicalVersion: undefined, current: undefined }
    this.maps.set(dataset, known)
    await this.inherit(dataset, map)
    await this.readTypical(dataset, known)
    const opened = this.snapshot(dataset, known)
    this.options.tell(this.status())
    return opened
  }

  forget(dataset: string): void {
    this.maps.delete(dataset)
  }

  /** Adds recent drives of tracked vehicles. They take effect with the next check. */
  addProbes(drives: readonly ProbeDrive[]): void {
    for (const { fleet } of this.maps.values()) fleet.add(drives, this.options.now())
    this.lookSoon()
  }

  /** Checks everything once. When it resolves, all changes seen so far are published. */
  async lookAround(): Promise<void> {
    const { now, maxAgeMs, tell } = this.options
    await this.board.look().then(
      () => this.complain(''),
      (error: Error) => this.complain(`the loaded feeds cannot be read: ${error.message}`),
    )
    const isNew = this.board.takeChanged()
    const feeds = this.listAll()
    let isOther = isNew || feeds.some((feed, index) => feed !== this.told[index])
    for (const [dataset, known] of this.maps) {
      const hasLearned = await this.readTypical(dataset, known)
      const isDriven = known.fleet.takeChanged(now())
      if (!isNew && !hasLearned && !isDriven && !known.traffic.isDue(now(), this.feedsOf(known), maxAgeMs)) continue
      await this.renew(dataset, known)
      isOther = true
    }
    if (!isOther) return
    this.told = feeds
    tell(this.status())
  }

  status(): TrafficStatus {
    return {
      feeds: this.listAll().map((feed) => this.statusOf(feed)),
      maps: [...this.maps.values()].flatMap(({ traffic, current }) => (current ? [traffic.status(current)] : [])),
    }
  }

  /** Other feeds take precedence: a road that they close must not be opened by earlier drives. */
  private feedsOf({ fleet }: DeskMap): readonly KeptFeed[] {
    return fleet.feed ? [fleet.feed, ...this.board.list()] : this.board.list()
  }

  private listAll(): readonly KeptFeed[] {
    return [...this.board.list(), ...[...this.maps.values()].flatMap(({ fleet }) => fleet.feed ?? [])]
  }

  /** Logs a problem once while it stays the same, because every round gets here. */
  private complain(trouble: string): void {
    if (trouble !== '' && trouble !== this.trouble) this.options.warn(trouble)
    this.trouble = trouble
  }

  private async renew(dataset: string, known: DeskMap): Promise<void> {
    try {
      const traffic = this.snapshot(dataset, known)
      // The map may have been removed in the meantime.
      if (traffic && this.maps.get(dataset) === known) await this.options.publish(dataset, traffic)
    } catch (error) {
      // Other maps are still published.
      known.traffic.dueAtMs = this.options.now() + RETRY_MS
      this.options.warn(`the traffic of ${dataset} could not be published: ${(error as Error).message}`)
    }
  }

  /** Once a map had traffic, its state is always published, including that there is no traffic any more. */
  private snapshot(dataset: string, known: DeskMap): TrafficHandle | undefined {
    const { now, maxAgeMs, workshop } = this.options
    const feeds = this.feedsOf(known)
    if (feeds.length === 0 && !known.traffic.typical && !known.current) return undefined
    const version = ++this.versions
    known.current = known.traffic.snapshot({ version, nowMs: now(), feeds, maxAgeMs })
    workshop.noteTraffic(dataset, known.current)
    return known.current
  }

  private async inherit(dataset: string, { region, map }: WorkshopMap): Promise<void> {
    const { dataDir, warn } = this.options
    if ((await this.typicalShelf.version(dataset)) !== undefined) return
    const next = { region: region.handle.region, dataset, network: map.network }
    await inheritTypical(dataDir, this.typicalShelf, next).catch((error: Error) => {
      warn(`speeds learned on an earlier map of ${next.region} could not be carried over: ${error.message}`)
    })
  }

  /** Returns whether typical speeds changed. */
  private async readTypical(dataset: string, known: DeskMap): Promise<boolean> {
    const version = await this.typicalShelf.version(dataset)
    if (version === known.typicalVersion) return false
    known.typicalVersion = version
    const mark = networkMark(known.map.map.network)
    const read = version === undefined ? undefined : await this.typicalShelf.read(dataset, mark)
    if (read && 'kind' in read) this.options.warn(`the typical speeds of ${dataset} cannot be used: ${read.reason}`)
    known.traffic.typical = read && !('kind' in read) ? shareTypical(read) : undefined
    return true
  }

  private statusOf({ name, content, readAtMs, asOfMs, failure }: KeptFeed): FeedStatus {
    const located = content ? [...this.maps.values()].map(({ traffic }) => traffic.find(content)) : []
    const found = (of: 'segments' | 'events'): number =>
      Math.max(0, ...located.map((one) => (of === 'segments' ? one?.speeds?.matched : one?.events.length) ?? 0))
    return {
      name,
      readAtMs,
      asOfMs,
      failure,
      segments: content?.speeds.kmh.length ?? 0,
      segmentsFound: found('segments'),
      events: content?.events.length ?? 0,
      eventsFound: found('events'),
      skipped: content?.skipped.count ?? 0,
      firstSkipped: content?.skipped.first ?? [],
      deadAtMs: content && content.speeds.kmh.length > 0 ? deadAt(asOfMs, this.options.maxAgeMs) : undefined,
    }
  }
}
