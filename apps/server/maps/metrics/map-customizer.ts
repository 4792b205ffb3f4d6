import { type PathAttributes, type TrafficState, trafficDurations } from '@fairway/road'
import { toPlaceIndex } from '../places/place-index.ts'
import {
  type LivePathAttributes,
  type MatchingHandle,
  type MatchingSpec,
  type MetricHandle,
  type MetricSpec,
  type RegionHandle,
  splitNetworkKey,
  toNetworkHandle,
  toNetworkKey,
} from '../regions/handles.ts'
import { Region } from '../regions/region.ts'
import { customizeMap, type PreparedMap, prepareMap } from './customize.ts'
import { getMatchingHandle } from './matching-metric.ts'
import {
  computeLivePathAttributes,
  computePathAttributes,
  type LivePathAttributeSpec,
  type PathAttributeSpec,
} from './path-attributes.ts'

/** Loaded map in the customization worker. */
export interface CustomizableMap extends PreparedMap {
  /** Region that provides the conditions and the local time, but is not used for routing. */
  readonly region: Region
  /** Traffic versions, newest last. */
  readonly traffic: TrafficVersion[]
  /** Time until which path attributes are built with every traffic metric. See `announceMatrices`. */
  matricesUntilMs: number
}

interface TrafficVersion {
  readonly version: number
  readonly state: TrafficState
}

/**
 * Minimum number of kept traffic versions. Requests that started with earlier traffic may still need a metric for it.
 */
const MIN_KEPT_VERSIONS = 8
/**
 * Maximum age of the other versions that are kept. Computing a large matrix may take this long. The memory
 * limit also applies.
 */
const MAX_KEPT_MS = 180_000
const MAX_KEPT_BYTES = 64 * 1024 * 1024
/**
 * Time after a matrix request during which another one is expected. Servers that receive no matrix requests do no extra
 * work.
 */
const EXPECT_MATRICES_MS = 600_000

/** Loads and customizes maps in the current thread. */
export class MapCustomizer {
  private readonly maps = new Map<string, CustomizableMap>()
  private readonly onIdle: (() => void) | undefined

  /** Creates the customizer. `onIdle` is called when data for building metrics has been released. */
  constructor(onIdle?: () => void) {
    this.onIdle = onIdle
  }

  /**
   * Adds a map and builds all data that every thread will build. An unusable dataset therefore fails here and does not
   * crash all threads.
   */
  add(handle: RegionHandle): CustomizableMap {
    const { region } = handle
    const dataset = toNetworkKey(handle)
    try {
      const loadedRegion = new Region(handle, {
        customize: rejectRouting,
        getMatchingData: rejectRouting,
        computePathAttributes: rejectRouting,
        computeLivePathAttributes: rejectRouting,
        announceMatrices: rejectRouting,
      })
      toPlaceIndex(handle.sections)
      // Two regions may be links to the same dataset. Requests on the first region still need metrics for its traffic.
      const existing = this.maps.get(dataset)
      const traffic = existing?.traffic ?? []
      const matricesUntilMs = existing?.matricesUntilMs ?? 0
      const map = { ...prepareMap(handle, this.onIdle), region: loadedRegion, traffic, matricesUntilMs }
      map.triangles.get()
      this.maps.set(dataset, map)
      return map
    } catch (error) {
      throw new Error(`dataset ${dataset} of ${region} is not a road map: ${(error as Error).message}`)
    }
  }

  unload(dataset: string): void {
    for (const name of this.maps.keys()) if (splitNetworkKey(name).dataset === dataset) this.maps.delete(name)
  }

  list(): ReadonlyMap<string, CustomizableMap> {
    return this.maps
  }

  get(dataset: string): CustomizableMap {
    const map = this.maps.get(dataset)
    if (map) return map
    const { dataset: id, network } = splitNetworkKey(dataset)
    if (network === undefined) throw new Error(`dataset ${dataset} is not loaded`)
    // Networks other than the car network are prepared on demand.
    return this.add(toNetworkHandle(this.get(id).region.handle, network))
  }

  /** Adds a traffic version, for which metrics can then be requested. */
  addTrafficVersion(dataset: string, { version, state }: TrafficVersion): void {
    const { traffic: versions } = this.get(dataset)
    // The copy omits the metric of the handle, which may be hundreds of times larger.
    const newestVersion = { version, state }
    versions.push(newestVersion)
    while (versions.length > MIN_KEPT_VERSIONS && canDropOldest(versions, newestVersion)) versions.shift()
  }

  customize({ dataset, spec }: { dataset: string; spec: MetricSpec }): MetricHandle {
    const map = this.get(dataset)
    if (!spec.traffic) return customizeMap(map, spec)
    const { version, atMs, aheadMs, forcedEvents } = spec.traffic
    const state = this.getTrafficState(dataset, version)
    const start = map.region.toTripStart(atMs ?? state.takenAtMs, aheadMs)
    return customizeMap(map, spec, (network) => trafficDurations(network, state, start, forcedEvents))
  }

  computePathAttributes({ dataset, metric, kind }: PathAttributeSpec): PathAttributes {
    return computePathAttributes(this.get(dataset), metric, kind)
  }

  computeLivePathAttributes({ dataset, metric, spec, start }: LivePathAttributeSpec): LivePathAttributes {
    if (!spec.traffic) throw new Error('live path attributes require traffic')
    const map = this.get(dataset)
    const state = this.getTrafficState(dataset, spec.traffic.version)
    const { departMs, aheadMs, metricBuiltMs, markWithinMs } = start
    return computeLivePathAttributes(
      map,
      metric,
      state,
      map.region.toTripStart(departMs, aheadMs),
      metricBuiltMs,
      markWithinMs,
    )
  }

  private getTrafficState(dataset: string, version: number): TrafficState {
    const state = this.get(dataset).traffic.find((trafficVersion) => trafficVersion.version === version)?.state
    if (!state) throw new Error(`traffic ${version} of ${dataset} is no longer available`)
    return state
  }

  /**
   * Announces matrix requests. For a while, new traffic includes the attributes that matrices need, so that the first
   * matrix does not wait.
   */
  announceMatrices(dataset: string, nowMs: number): void {
    this.get(dataset).matricesUntilMs = nowMs + EXPECT_MATRICES_MS
  }

  getMatchingData({ dataset, profile }: MatchingSpec): MatchingHandle {
    return getMatchingHandle(this.get(dataset), profile)
  }
}

/** Returns whether the oldest version can be dropped after the newest was added. */
function canDropOldest([oldest, ...laterVersions]: readonly TrafficVersion[], newestVersion: TrafficVersion): boolean {
  if (!oldest) return false
  const bytes = [oldest, ...laterVersions].reduce(
    (sum, { state: { live, flags } }) => sum + live.byteLength + flags.byteLength,
    0,
  )
  return bytes > MAX_KEPT_BYTES || newestVersion.state.takenAtMs - oldest.state.takenAtMs > MAX_KEPT_MS
}

function rejectRouting(): Promise<never> {
  return Promise.reject(new Error('routing is not loaded for this map'))
}
