import { fromChargingSections, fromRoadSections, readDeferredGroup } from '@fairway/dataset'
import {
  ArcTimes,
  type ChargingTable,
  conditionTexts,
  copiesOf,
  defaultProfile,
  FADE_MS,
  findTrafficSource,
  lastChange,
  type MatchMap,
  type NetworkName,
  noStations,
  type PathAttributes,
  Planner,
  type RoadMap,
  type RoadMetric,
  type RoadNetwork,
  readText,
  reportArrays,
  reportMore,
  reportSize,
  TextCache,
  type TrafficSource,
  type TravelProfile,
  type TripStart,
} from '@fairway/road'
import { LocalClock } from '../../platform/local-clock.ts'
import { ConditionClock } from '../conditions/conditions.ts'
import { LiveAttributeCache } from '../metrics/live-attribute-cache.ts'
import { MetricCache, type MetricSnapshot } from '../metrics/metric-cache.ts'
import { toProfileKey } from '../metrics/odd-profile.ts'
import {
  type LivePathAttributeSpec,
  PathAttributeCache,
  type PathAttributeKind,
  type PathAttributeSpec,
} from '../metrics/path-attributes.ts'
import {
  type LivePathAttributes,
  type MatchingHandle,
  type MatchingSpec,
  type MetricSpec,
  type RegionHandle,
  type Ring,
  type TrafficHandle,
  type TrafficMoment,
  toNetworkHandle,
  toNetworkKey,
} from './handles.ts'
import { SharedRequests } from './shared-requests.ts'

/** How a thread gets data that it does not have yet. */
export interface MapCustomization {
  /** Throws when the metric cannot be built. */
  customize(request: { dataset: string; spec: MetricSpec }): Promise<RoadMetric>
  getMatchingData(request: MatchingSpec): Promise<MatchingHandle>
  computePathAttributes(request: PathAttributeSpec): Promise<PathAttributes>
  computeLivePathAttributes(request: LivePathAttributeSpec): Promise<LivePathAttributes>
  /** Announces that matrices are being requested on a map. For a while, the data they need is built in advance. */
  expectMatrices(request: { dataset: string }): Promise<void>
}

/** The vehicle profile, areas to avoid, departure time and traffic of a request. */
export interface MetricOptions {
  readonly profile: TravelProfile
  readonly avoidAreas: readonly Ring[]
  readonly departMs: number
  readonly nowMs: number
  /** Used instead of the region's current traffic: an earlier version, or none at all. */
  readonly traffic?: TrafficHandle | 'ignored' | undefined
  /** Traffic events whose closures apply although the events are not active at departure. */
  readonly forcedEvents?: readonly number[]
}

/** Conditions change at minute boundaries only. */
const CONDITION_STEP_MS = 60_000
/** A departure within this time of now counts as now. Later departures share one metric per quarter-hour. */
const DEPARTURE_STEP_MS = 900_000
/** Profiles whose traces were matched recently. */
const MAX_MATCH_MAPS = 4
/** How often the customization worker is notified of matrix requests. */
const MATRIX_NOTICE_INTERVAL_MS = 60_000

/** One served map in one thread: the shared arrays and the thread's own scratch memory. */
export class Region {
  readonly handle: RegionHandle
  /** Identifies its dataset and network. */
  readonly networkKey: string
  readonly map: RoadMap
  readonly planner: Planner
  readonly strings: TextCache
  readonly charging: ChargingTable
  /** ISO 3166-1 alpha-2 in lower case, or empty. */
  readonly country: string
  private readonly conditionClock: ConditionClock
  private readonly localClock: LocalClock
  private readonly metricCache: MetricCache
  private readonly customization: MapCustomization
  private readonly attributeCache: PathAttributeCache
  private readonly liveAttributeCache: LiveAttributeCache
  private matrixNoticeSentMs = Number.NEGATIVE_INFINITY
  private readonly matchMaps = new SharedRequests<MatchMap>(MAX_MATCH_MAPS)
  private lastConditions = { minute: Number.NaN, texts: [] as readonly number[] }
  private currentTraffic: TrafficHandle | undefined
  private readonly siblings = new Map<NetworkName, Region>()
  /** Fast path for the most common request, found without building its cache key. */
  private defaultSnapshot:
    | { profile: TravelProfile; activeConditions: readonly number[]; snapshot: MetricSnapshot }
    | undefined

  constructor(handle: RegionHandle, maker: MapCustomization) {
    this.handle = handle
    this.networkKey = toNetworkKey(handle)
    const dataset = this.networkKey
    this.customization = maker
    this.metricCache = new MetricCache((spec) => maker.customize({ dataset, spec }))
    this.attributeCache = new PathAttributeCache(async ({ spec, metric }, kind) => {
      const attributes = await maker.computePathAttributes({ dataset, spec, metric, kind })
      return reportAttributeSize(metric, attributes)
    })
    this.liveAttributeCache = new LiveAttributeCache(async ({ spec, metric }, start) => {
      const liveAttributes = await maker.computeLivePathAttributes({ dataset, spec, metric, start })
      reportAttributeSize(metric, liveAttributes.attributes)
      return liveAttributes
    })
    // The networks of a map share its arrays.
    if (handle.network === undefined) reportArrays(handle.sections.values())
    if (handle.network !== undefined) readDeferredGroup(handle.deferred, handle.network)
    this.map = fromRoadSections(handle.sections, handle.network)
    this.planner = new Planner(this.map)
    this.charging = fromChargingSections(handle.sections) ?? noStations
    const { network } = this.map
    this.strings = new TextCache(network.texts)
    const conditions = new Map(conditionTexts(network).map((stringId) => [stringId, readText(network.texts, stringId)]))
    const { south, north, west, east } = handle.boundingBox
    const country = readText(network.texts, network.roads.country[0] ?? 0).toLowerCase()
    this.country = country
    const [latitude, longitude] = [(south + north) / 2, west <= east ? (west + east) / 2 : west]
    this.conditionClock = new ConditionClock(conditions, { country, latitude, longitude })
    this.localClock = new LocalClock(latitude, longitude)
    this.useTraffic(handle.traffic)
  }

  /** The same map with another of its networks, opened on first use. */
  withNetwork(network: NetworkName = 'car'): Region {
    if (network === (this.handle.network ?? 'car')) return this
    const sibling = this.siblings.get(network) ?? new Region(toNetworkHandle(this.handle, network), this.customization)
    this.siblings.set(network, sibling)
    return sibling
  }

  get traffic(): TrafficHandle | undefined {
    return this.currentTraffic
  }

  /** Applies from now on. Requests that have started keep the old traffic. */
  useTraffic(traffic: TrafficHandle | undefined): void {
    if (traffic === this.currentTraffic || (traffic?.version ?? 0) < (this.currentTraffic?.version ?? 0)) return
    this.currentTraffic = traffic
    this.defaultSnapshot = undefined
    if (!traffic) return
    const { metric, activeConditions, version } = traffic
    reportSize(metric.hierarchy.memory)
    const moment = { version, aheadMs: 0, forcedEvents: [] }
    const spec = { profile: defaultProfile, activeConditions, avoidAreas: [], traffic: moment }
    const snapshot = this.metricCache.setCurrent(spec, { spec, metric, traffic })
    if (traffic.liveAttributes) this.liveAttributeCache.set(snapshot, traffic.liveAttributes)
  }

  /** Whether the point is inside the bounding box of the map, plus the snapping distance. */
  covers(latitude: number, longitude: number, marginDegrees: number): boolean {
    const { south, north, west, east } = this.handle.boundingBox
    if (latitude < south - marginDegrees || latitude > north + marginDegrees) return false
    const longitudeMargin = marginDegrees / Math.max(0.05, Math.cos((latitude * Math.PI) / 180))
    return west <= east
      ? longitude >= west - longitudeMargin && longitude <= east + longitudeMargin
      : longitude >= west - longitudeMargin || longitude <= east + longitudeMargin
  }

  /**
   * The metric and traffic for a request. Returns synchronously when they are cached, which is nearly always the case.
   */
  getMetricSnapshot(options: MetricOptions): MetricSnapshot | Promise<MetricSnapshot> {
    const { profile, avoidAreas, departMs, nowMs, forcedEvents = [] } = options
    const { defaultSnapshot } = this
    const traffic = this.selectTraffic(options)
    const activeConditions = this.listActiveConditions(departMs)
    const isImmediateDeparture = !traffic || isDepartingNow(departMs, nowMs)
    const isDefaultQuery =
      isImmediateDeparture && avoidAreas.length === 0 && forcedEvents.length === 0 && traffic === this.currentTraffic
    if (
      isDefaultQuery &&
      defaultSnapshot &&
      defaultSnapshot.profile === profile &&
      defaultSnapshot.activeConditions === activeConditions
    )
      return defaultSnapshot.snapshot
    const moment = traffic && this.toTrafficMoment(traffic, options, isImmediateDeparture)
    const spec = { profile, activeConditions, avoidAreas, ...(moment ? { traffic: moment } : {}) }
    const snapshot = this.metricCache.get(spec, traffic, nowMs)
    if (!(snapshot instanceof Promise))
      return isDefaultQuery ? this.setDefaultSnapshot(profile, activeConditions, snapshot) : snapshot
    return isDefaultQuery
      ? snapshot.then((loaded) => this.setDefaultSnapshot(profile, activeConditions, loaded))
      : snapshot
  }

  /** The path attributes for matrices, always for the exact metric of the snapshot. */
  getPathAttributes(
    snapshot: MetricSnapshot,
    kind: PathAttributeKind,
    nowMs: number,
  ): PathAttributes | Promise<PathAttributes> {
    this.notifyOfMatrices(nowMs)
    return this.attributeCache.get(snapshot, kind)
  }

  /** The same for live traffic. */
  getLivePathAttributes(
    snapshot: MetricSnapshot,
    traffic: TrafficHandle,
    departMs: number,
    nowMs: number,
    markedMs?: number,
  ): LivePathAttributes | Promise<LivePathAttributes> {
    this.notifyOfMatrices(nowMs)
    const { takenAtMs } = traffic.state
    const metricBuiltMs = isDepartingNow(departMs, nowMs) ? Math.min(takenAtMs, departMs) : departMs
    return this.liveAttributeCache.get(snapshot, {
      departMs,
      aheadMs: computeStepDistance(departMs, nowMs),
      metricBuiltMs,
      markWithinMs: markedMs,
    })
  }

  private notifyOfMatrices(nowMs: number): void {
    if (nowMs - this.matrixNoticeSentMs < MATRIX_NOTICE_INTERVAL_MS) return
    this.matrixNoticeSentMs = nowMs
    // If the notification is lost, the only effect is that the next matrix takes longer.
    this.customization.expectMatrices({ dataset: this.networkKey }).catch(() => undefined)
  }

  /**
   * The data for matching lines to roads, or the traces of a profile, built on first use. The same object as long as it
   * is kept.
   */
  getMatchMap(profile?: TravelProfile): Promise<MatchMap> {
    const key = profile ? JSON.stringify(toProfileKey(profile)) : 'lines'
    return this.matchMaps.getOrRun(key, () => this.loadMatchMap(profile))
  }

  /** The arc durations for a departure at that time, on this network with the durations of a profile. */
  createArcTimes(network: RoadNetwork, { state }: TrafficHandle, departMs: number, nowMs: number): ArcTimes {
    return new ArcTimes(network, state, this.toTripStart(departMs, computeStepDistance(departMs, nowMs)))
  }

  /** The source of the speeds on the whole map at departure. */
  findTrafficSource({ state }: TrafficHandle, departMs: number, nowMs: number): TrafficSource {
    return findTrafficSource(state, this.toTripStart(departMs, computeStepDistance(departMs, nowMs)))
  }

  toTripStart(departMs: number, aheadMs: number): TripStart {
    return { departMs, aheadMs, utcOffsetSeconds: this.localClock.utcOffsetSeconds(departMs) }
  }

  /** The indexes of the active conditions, in ascending order. Returns the same array as long as they do not change. */
  listActiveConditions(instantMs: number): readonly number[] {
    const minute = Math.floor(instantMs / CONDITION_STEP_MS)
    if (minute !== this.lastConditions.minute) {
      const conditions = this.conditionClock.listActive(minute * CONDITION_STEP_MS)
      const isUnchanged =
        conditions.length === this.lastConditions.texts.length &&
        conditions.every((t, i) => t === this.lastConditions.texts[i])
      this.lastConditions = { minute, texts: isUnchanged ? this.lastConditions.texts : conditions }
    }
    return this.lastConditions.texts
  }

  private async loadMatchMap(profile: TravelProfile | undefined): Promise<MatchMap> {
    const dataset = this.networkKey
    const handle = await this.customization.getMatchingData({ dataset, ...(profile && { profile }) })
    const { metric, shapeAlong, packedLengths } = handle
    return { map: this.map, metric, copies: copiesOf(this.map.network), shapeAlong, packedLengths }
  }

  private selectTraffic({ traffic }: MetricOptions): TrafficHandle | undefined {
    return traffic === 'ignored' ? undefined : (traffic ?? this.currentTraffic)
  }

  /** Trips in the same quarter-hour with the same events share a metric. */
  private toTrafficMoment(
    traffic: TrafficHandle,
    { departMs, nowMs, forcedEvents = [] }: MetricOptions,
    isNow: boolean,
  ): TrafficMoment {
    const { version, state } = traffic
    if (isNow) return { version, aheadMs: 0, forcedEvents }
    const departureStep = Math.floor(departMs / DEPARTURE_STEP_MS)
    const roundedAheadMs = computeStepDistance(departureStep, Math.floor(nowMs / DEPARTURE_STEP_MS)) * DEPARTURE_STEP_MS
    const atMs = Math.max(departureStep * DEPARTURE_STEP_MS, lastChange(state.events, departMs))
    return { version, atMs, aheadMs: Math.min(roundedAheadMs, FADE_MS), forcedEvents }
  }

  /** Does not remember a snapshot with outdated traffic, so that the newer one is used as soon as it is ready. */
  private setDefaultSnapshot(
    profile: TravelProfile,
    activeConditions: readonly number[],
    snapshot: MetricSnapshot,
  ): MetricSnapshot {
    if (snapshot.traffic === this.currentTraffic) this.defaultSnapshot = { profile, activeConditions, snapshot }
    return snapshot
  }
}

/** Path attributes add to the size of the metric in this thread too. */
function reportAttributeSize({ hierarchy: { memory } }: RoadMetric, attributes: PathAttributes): PathAttributes {
  reportMore(memory, attributes.values.byteLength)
  return attributes
}

/** Whether a departure counts as now. Such a departure uses the latest traffic snapshot. */
export function isDepartingNow(departMs: number, nowMs: number): boolean {
  return Math.abs(departMs - nowMs) < DEPARTURE_STEP_MS
}

function computeStepDistance(depart: number, now: number): number {
  return Math.abs(depart - now)
}
