import { mapOf } from '@fairway/dataset'
import {
  ArcTimes,
  type CarProfile,
  conditionTexts,
  copiesOf,
  defaultProfile,
  FADE_MS,
  lastChange,
  type MatchMap,
  type PathAttributes,
  Planner,
  type RoadMap,
  type RoadMetric,
  readText,
  showMore,
  showSize,
  TextCache,
  type TripStart,
} from '@fairway/road'
import { ConditionClock } from '../conditions/conditions.ts'
import { LocalClock } from '../conditions/local-clock.ts'
import { LiveShelf } from '../metrics/live-attribute-cache.ts'
import { DriveShelf, type RegionDrive } from '../metrics/metric-cache.ts'
import { type LiveMeasureSpec, type MeasureKind, MeasureShelf, type MeasureSpec } from '../metrics/path-attributes.ts'
import type {
  LiveMeasures,
  MatchingHandle,
  MetricSpec,
  RegionHandle,
  Ring,
  TrafficHandle,
  TrafficMoment,
} from './handles.ts'

/** How a thread gets data that it does not have yet. */
export interface MapMaker {
  /** Throws when the metric cannot be built. */
  weigh(what: { dataset: string; spec: MetricSpec }): Promise<RoadMetric>
  matching(what: { dataset: string }): Promise<MatchingHandle>
  measure(what: MeasureSpec): Promise<PathAttributes>
  measureLive(what: LiveMeasureSpec): Promise<LiveMeasures>
  /** Matrices are requested on a map: for a while, the data they need is built in advance. */
  expectMatrices(what: { dataset: string }): Promise<void>
}

/** How and when a request drives. */
export interface DriveOptions {
  readonly profile: CarProfile
  readonly avoidAreas: readonly Ring[]
  readonly departMs: number
  readonly nowMs: number
  /** Replaces the current traffic of the region: an earlier version, or none. */
  readonly traffic?: TrafficHandle | 'ignored' | undefined
  /** Events of the traffic whose closures apply although they are not active at departure. */
  readonly forced?: readonly number[]
}

/** Conditions change at minute boundaries only. */
const CONDITION_STEP_MS = 60_000
/** A departure within this time of now counts as now. Later trips share metrics per quarter-hour. */
const MOMENT_STEP_MS = 900_000
/** How often the customization worker is notified of matrix requests. */
const EXPECT_STEP_MS = 60_000

/** One served map in one thread: the shared arrays and the thread's own scratch memory. */
export class Region {
  readonly handle: RegionHandle
  readonly map: RoadMap
  readonly planner: Planner
  readonly texts: TextCache
  private readonly clock: ConditionClock
  private readonly localClock: LocalClock
  private readonly drives: DriveShelf
  private readonly maker: MapMaker
  private readonly measures: MeasureShelf
  private readonly liveMeasures: LiveShelf
  private toldOfMatricesMs = Number.NEGATIVE_INFINITY
  private knownMatching: Promise<MatchMap> | undefined
  private lastHolding = { minute: Number.NaN, texts: [] as readonly number[] }
  private current: TrafficHandle | undefined
  /** Fast path for the most common request, found without building its cache key. */
  private plain: { profile: CarProfile; texts: readonly number[]; drive: RegionDrive } | undefined

  constructor(handle: RegionHandle, maker: MapMaker) {
    this.handle = handle
    this.maker = maker
    this.drives = new DriveShelf((spec) => maker.weigh({ dataset: handle.dataset, spec }))
    this.measures = new MeasureShelf(async ({ spec, metric }, kind) => {
      const measures = await maker.measure({ dataset: handle.dataset, spec, metric, kind })
      return showMeasures(metric, measures)
    })
    this.liveMeasures = new LiveShelf(async ({ spec, metric }, start) => {
      const live = await maker.measureLive({ dataset: handle.dataset, spec, metric, start })
      showMeasures(metric, live.by)
      return live
    })
    this.map = mapOf(handle.sections)
    this.planner = new Planner(this.map)
    const { network } = this.map
    this.texts = new TextCache(network.texts)
    const texts = new Map(conditionTexts(network).map((text) => [text, readText(network.texts, text)]))
    const { south, north, west, east } = handle.boundingBox
    const country = readText(network.texts, network.roads.country[0] ?? 0).toLowerCase()
    const [latitude, longitude] = [(south + north) / 2, west <= east ? (west + east) / 2 : west]
    this.clock = new ConditionClock(texts, { country, latitude, longitude })
    this.localClock = new LocalClock(latitude, longitude)
    this.useTraffic(handle.traffic)
  }

  get traffic(): TrafficHandle | undefined {
    return this.current
  }

  /** Applies from now on. Requests that have started keep the old traffic. */
  useTraffic(traffic: TrafficHandle | undefined): void {
    if (traffic === this.current || (traffic?.version ?? 0) < (this.current?.version ?? 0)) return
    this.current = traffic
    this.plain = undefined
    if (!traffic) return
    const { metric, holds, version } = traffic
    showSize(metric.hierarchy.memory)
    const moment = { version, aheadMs: 0, forced: [] }
    const spec = { profile: defaultProfile, holds, avoidAreas: [], traffic: moment }
    const drive = this.drives.keep(spec, { spec, metric, traffic })
    if (traffic.measures) this.liveMeasures.keep(drive, traffic.measures)
  }

  /** Whether the point is inside the bounding box of the map, plus the snapping distance. */
  covers(latitude: number, longitude: number, marginDegrees: number): boolean {
    const { south, north, west, east } = this.handle.boundingBox
    if (latitude < south - marginDegrees || latitude > north + marginDegrees) return false
    const wide = marginDegrees / Math.max(0.05, Math.cos((latitude * Math.PI) / 180))
    return west <= east
      ? longitude >= west - wide && longitude <= east + wide
      : longitude >= west - wide || longitude <= east + wide
  }

  /** The metric and traffic for a request. Returns synchronously when they are cached, which is nearly always. */
  driveFor(options: DriveOptions): RegionDrive | Promise<RegionDrive> {
    const { profile, avoidAreas, departMs, nowMs, forced = [] } = options
    const { plain } = this
    const traffic = this.trafficOf(options)
    const texts = this.holdingAt(departMs)
    const isNow = !traffic || isDepartingNow(departMs, nowMs)
    const isPlain = isNow && avoidAreas.length === 0 && forced.length === 0 && traffic === this.current
    if (isPlain && plain && plain.profile === profile && plain.texts === texts) return plain.drive
    const moment = traffic && this.momentOf(traffic, options, isNow)
    const spec = { profile, holds: texts, avoidAreas, ...(moment ? { traffic: moment } : {}) }
    const drive = this.drives.take(spec, traffic, nowMs)
    if (!(drive instanceof Promise)) return isPlain ? this.remember(profile, texts, drive) : drive
    return isPlain ? drive.then((made) => this.remember(profile, texts, made)) : drive
  }

  /** The path attributes for matrices, always of exactly the metric of the snapshot. */
  measuresFor(drive: RegionDrive, kind: MeasureKind, nowMs: number): PathAttributes | Promise<PathAttributes> {
    this.expectMatrices(nowMs)
    return this.measures.take(drive, kind)
  }

  /** The same in live traffic. */
  liveMeasuresFor(
    drive: RegionDrive,
    traffic: TrafficHandle,
    departMs: number,
    nowMs: number,
    markedMs?: number,
  ): LiveMeasures | Promise<LiveMeasures> {
    this.expectMatrices(nowMs)
    const { takenAtMs } = traffic.state
    const sinceMs = isDepartingNow(departMs, nowMs) ? Math.min(takenAtMs, departMs) : departMs
    return this.liveMeasures.take(drive, { departMs, aheadMs: aheadOf(departMs, nowMs), sinceMs, markedMs })
  }

  private expectMatrices(nowMs: number): void {
    if (nowMs - this.toldOfMatricesMs < EXPECT_STEP_MS) return
    this.toldOfMatricesMs = nowMs
    // If the notification is lost, the next matrix only waits longer.
    this.maker.expectMatrices({ dataset: this.handle.dataset }).catch(() => undefined)
  }

  /** The data for matching lines to roads, built on first use. */
  matching(): Promise<MatchMap> {
    this.knownMatching ??= this.askMatching()
    return this.knownMatching
  }

  /** The arc durations for a departure at that time. */
  timesFrom({ state }: TrafficHandle, departMs: number, nowMs: number): ArcTimes {
    return new ArcTimes(this.map.network, state, this.startAt(departMs, aheadOf(departMs, nowMs)))
  }

  startAt(departMs: number, aheadMs: number): TripStart {
    return { departMs, aheadMs, utcOffsetSeconds: this.localClock.utcOffsetSeconds(departMs) }
  }

  /** The indexes of the active conditions, ascending. The same list while they do not change. */
  holdingAt(instantMs: number): readonly number[] {
    const minute = Math.floor(instantMs / CONDITION_STEP_MS)
    if (minute !== this.lastHolding.minute) {
      const texts = this.clock.holding(minute * CONDITION_STEP_MS)
      const same =
        texts.length === this.lastHolding.texts.length && texts.every((t, i) => t === this.lastHolding.texts[i])
      this.lastHolding = { minute, texts: same ? this.lastHolding.texts : texts }
    }
    return this.lastHolding.texts
  }

  private async askMatching(): Promise<MatchMap> {
    try {
      const { metric, shapeAlong, packed } = await this.maker.matching({ dataset: this.handle.dataset })
      return { map: this.map, metric, copies: copiesOf(this.map.network), shapeAlong, packed }
    } catch (error) {
      this.knownMatching = undefined
      throw error
    }
  }

  private trafficOf({ traffic }: DriveOptions): TrafficHandle | undefined {
    return traffic === 'ignored' ? undefined : (traffic ?? this.current)
  }

  /** Trips with the same quarter-hour and events share a metric. */
  private momentOf(
    traffic: TrafficHandle,
    { departMs, nowMs, forced = [] }: DriveOptions,
    isNow: boolean,
  ): TrafficMoment {
    const { version, state } = traffic
    if (isNow) return { version, aheadMs: 0, forced }
    const step = Math.floor(departMs / MOMENT_STEP_MS)
    const ahead = aheadOf(step, Math.floor(nowMs / MOMENT_STEP_MS)) * MOMENT_STEP_MS
    const atMs = Math.max(step * MOMENT_STEP_MS, lastChange(state.events, departMs))
    return { version, atMs, aheadMs: Math.min(ahead, FADE_MS), forced }
  }

  /** Does not remember metrics of outdated traffic, so that the newer one is noticed when it is ready. */
  private remember(profile: CarProfile, texts: readonly number[], drive: RegionDrive): RegionDrive {
    if (drive.traffic === this.current) this.plain = { profile, texts, drive }
    return drive
  }
}

/** They add to the size of the metric in this thread too. */
function showMeasures({ hierarchy: { memory } }: RoadMetric, measures: PathAttributes): PathAttributes {
  showMore(memory, measures.values.byteLength)
  return measures
}

/** Such a departure uses the latest traffic snapshot. */
export function isDepartingNow(departMs: number, nowMs: number): boolean {
  return Math.abs(departMs - nowMs) < MOMENT_STEP_MS
}

function aheadOf(depart: number, now: number): number {
  return Math.abs(depart - now)
}
