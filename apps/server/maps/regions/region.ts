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
import { ModelHours } from '../conditions/model-hours.ts'
import { LiveAttributeCache } from '../metrics/live-attribute-cache.ts'
import { MetricCache, type MetricSnapshot } from '../metrics/metric-cache.ts'
import { toProfileKey } from '../metrics/odd-profile.ts'
import {
  type LivePathAttributeSpec,
  PathAttributeCache,
  type PathAttributeKind,
  type PathAttributeSpec,
} from '../metrics/path-attributes.ts'
import { isInBox } from './bounding-box.ts'
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

/** Requests for data that a thread does not have yet. */
export interface MapCustomization {
  /** Builds a metric. Throws an error if the metric cannot be built. */
  customize(request: { dataset: string; spec: MetricSpec }): Promise<RoadMetric>
  getMatchingData(matchingSpec: MatchingSpec): Promise<MatchingHandle>
  computePathAttributes(attributeSpec: PathAttributeSpec): Promise<PathAttributes>
  computeLivePathAttributes(attributeSpec: LivePathAttributeSpec): Promise<LivePathAttributes>
  /** Announces matrix requests on a map. For a while, the data that matrices need is built in advance. */
  announceMatrices(request: { dataset: string }): Promise<void>
}

/** Vehicle profile, areas to avoid, departure time and traffic of a request. */
export interface MetricOptions {
  readonly profile: TravelProfile
  readonly avoidAreas: readonly Ring[]
  readonly departMs: number
  readonly nowMs: number
  /** Traffic that replaces the region's current traffic: an earlier version, or no traffic. */
  readonly traffic?: TrafficHandle | 'ignored' | undefined
  /** Traffic events that are not active at departure but whose closures apply. */
  readonly forcedEvents?: readonly number[]
}

/** Time for which the list of active conditions is reused. Conditions change only at minute boundaries. */
const CONDITION_STEP_MS = 60_000
/**
 * Length of the steps into which departure times are divided. A departure that is less than one step from the current
 * time counts as immediate, and later departures share one metric per step.
 */
const DEPARTURE_STEP_MS = 900_000
/** Maximum number of profiles whose matching data is cached. */
const MAX_MATCH_MAPS = 4
/** Interval at which the customization worker is notified of matrix requests. */
const MATRIX_NOTICE_INTERVAL_MS = 60_000

/** Served map in one thread: the shared arrays and the scratch memory of the thread. */
export class Region {
  readonly handle: RegionHandle
  /** Key of the dataset and network. */
  readonly networkKey: string
  readonly map: RoadMap
  readonly planner: Planner
  readonly strings: TextCache
  readonly charging: ChargingTable
  /** Lowercase ISO 3166-1 alpha-2 code, or an empty string. */
  readonly country: string
  private readonly conditionClock: ConditionClock
  private readonly modelHours: ModelHours
  private readonly localClock: LocalClock
  private readonly metricCache: MetricCache
  private readonly customization: MapCustomization
  private readonly attributeCache: PathAttributeCache
  private readonly liveAttributeCache: LiveAttributeCache
  private matrixNoticeSentMs = Number.NEGATIVE_INFINITY
  private readonly matchMaps = new SharedRequests<MatchMap>(MAX_MATCH_MAPS)
  private lastConditions = { stepMs: Number.NaN, texts: [] as readonly number[] }
  private currentTraffic: TrafficHandle | undefined
  private readonly siblings = new Map<NetworkName, Region>()
  /** Snapshot of the most common request, which is found without building a cache key. */
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
    this.modelHours = new ModelHours(this.conditionClock)
    this.localClock = new LocalClock(latitude, longitude)
    this.useTraffic(handle.traffic)
  }

  /** Returns another network of the same map, which is opened on first use. */
  withNetwork(network: NetworkName = 'car'): Region {
    if (network === (this.handle.network ?? 'car')) return this
    const sibling = this.siblings.get(network) ?? new Region(toNetworkHandle(this.handle, network), this.customization)
    this.siblings.set(network, sibling)
    return sibling
  }

  get traffic(): TrafficHandle | undefined {
    return this.currentTraffic
  }

  /** Replaces the traffic. Running requests keep the old traffic. */
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

  /** Returns whether the bounding box of the map, extended by the margin, contains the point. */
  covers(latitude: number, longitude: number, marginDegrees: number): boolean {
    return isInBox(this.handle.boundingBox, latitude, longitude, marginDegrees)
  }

  /** Returns the metric and traffic of a request. The result is nearly always cached and then synchronous. */
  getMetricSnapshot(options: MetricOptions): MetricSnapshot | Promise<MetricSnapshot> {
    const { avoidAreas, departMs, nowMs, forcedEvents = [] } = options
    const profile = this.modelHours.resolve(options.profile, toConditionStep(departMs))
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
      ? snapshot.then((loadedSnapshot) => this.setDefaultSnapshot(profile, activeConditions, loadedSnapshot))
      : snapshot
  }

  /** Returns the path attributes that matrices need for the metric of the snapshot. */
  getPathAttributes(
    snapshot: MetricSnapshot,
    kind: PathAttributeKind,
    nowMs: number,
  ): PathAttributes | Promise<PathAttributes> {
    this.notifyOfMatrices(nowMs)
    return this.attributeCache.get(snapshot, kind)
  }

  /** Returns the path attributes for matrices in live traffic. */
  getLivePathAttributes(
    snapshot: MetricSnapshot,
    traffic: TrafficHandle,
    departMs: number,
    nowMs: number,
    markWithinMs?: number,
  ): LivePathAttributes | Promise<LivePathAttributes> {
    this.notifyOfMatrices(nowMs)
    const { takenAtMs } = traffic.state
    const metricBuiltMs = isDepartingNow(departMs, nowMs) ? Math.min(takenAtMs, departMs) : departMs
    return this.liveAttributeCache.get(snapshot, {
      departMs,
      aheadMs: computeStepDistance(departMs, nowMs),
      metricBuiltMs,
      markWithinMs,
    })
  }

  private notifyOfMatrices(nowMs: number): void {
    if (nowMs - this.matrixNoticeSentMs < MATRIX_NOTICE_INTERVAL_MS) return
    this.matrixNoticeSentMs = nowMs
    // If the notification is lost, only the next matrix takes longer.
    this.customization.announceMatrices({ dataset: this.networkKey }).catch(() => undefined)
  }

  /**
   * Returns the data for matching the traces of a profile, or for matching lines if there is no profile. The data is
   * built on first use and then cached. The rules of a custom model are those that apply now.
   */
  getMatchMap(traceProfile?: TravelProfile, nowMs = 0): Promise<MatchMap> {
    const profile = traceProfile && this.modelHours.resolve(traceProfile, toConditionStep(nowMs))
    const key = profile ? JSON.stringify(toProfileKey(profile)) : 'lines'
    return this.matchMaps.getOrRun(key, () => this.loadMatchMap(profile))
  }

  /** Creates the arc durations for a departure, on a network whose durations come from a profile. */
  createArcTimes(network: RoadNetwork, { state }: TrafficHandle, departMs: number, nowMs: number): ArcTimes {
    return new ArcTimes(network, state, this.toTripStart(departMs, computeStepDistance(departMs, nowMs)))
  }

  /** Returns the source of the speeds on the whole map at departure. */
  findTrafficSource({ state }: TrafficHandle, departMs: number, nowMs: number): TrafficSource {
    return findTrafficSource(state, this.toTripStart(departMs, computeStepDistance(departMs, nowMs)))
  }

  toTripStart(departMs: number, aheadMs: number): TripStart {
    return { departMs, aheadMs, utcOffsetSeconds: this.localClock.utcOffsetSeconds(departMs) }
  }

  /**
   * Returns the indexes of the active conditions in ascending order. The array stays the same object until the
   * conditions change.
   */
  listActiveConditions(instantMs: number): readonly number[] {
    const stepMs = toConditionStep(instantMs)
    if (stepMs !== this.lastConditions.stepMs) {
      const conditions = this.conditionClock.listActive(stepMs)
      const isUnchanged =
        conditions.length === this.lastConditions.texts.length &&
        conditions.every((t, i) => t === this.lastConditions.texts[i])
      this.lastConditions = { stepMs, texts: isUnchanged ? this.lastConditions.texts : conditions }
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

  /** Returns the traffic moment of a trip. Trips in the same quarter-hour with the same events share a metric. */
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

  /**
   * Stores the default snapshot unless its traffic is outdated, so that a newer snapshot is used as soon as it is
   * ready.
   */
  private setDefaultSnapshot(
    profile: TravelProfile,
    activeConditions: readonly number[],
    snapshot: MetricSnapshot,
  ): MetricSnapshot {
    if (snapshot.traffic === this.currentTraffic) this.defaultSnapshot = { profile, activeConditions, snapshot }
    return snapshot
  }
}

/** Adds the size of path attributes to the reported size of their metric in this thread. */
function reportAttributeSize({ hierarchy: { memory } }: RoadMetric, attributes: PathAttributes): PathAttributes {
  reportMore(memory, attributes.values.byteLength)
  return attributes
}

/** Returns whether a departure counts as now. A departure that counts as now uses the latest traffic snapshot. */
export function isDepartingNow(departMs: number, nowMs: number): boolean {
  return Math.abs(departMs - nowMs) < DEPARTURE_STEP_MS
}

function computeStepDistance(depart: number, now: number): number {
  return Math.abs(depart - now)
}

/** Returns the last instant at which the conditions could have changed. */
function toConditionStep(instantMs: number): number {
  return Math.floor(instantMs / CONDITION_STEP_MS) * CONDITION_STEP_MS
}
