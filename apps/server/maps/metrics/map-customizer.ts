import { type PathAttributes, type TrafficState, trafficDurations } from '@fairway/road'
import { placesOf } from '../../features/places/runtime/place-index.ts'
import type { LiveMeasures, MatchingHandle, MetricHandle, MetricSpec, RegionHandle } from '../regions/handles.ts'
import { Region } from '../regions/region.ts'
import { type PreparedMap, prepareMap, weigh } from './customize.ts'
import { matchingOf } from './matching-metric.ts'
import { type LiveMeasureSpec, type MeasureSpec, measureAll, measureLive } from './path-attributes.ts'

/** A loaded map in the customization worker. */
export interface WorkshopMap extends PreparedMap {
  /** Provides the conditions and the local time of the place. It is not used for routing. */
  readonly region: Region
  /** Traffic versions, newest last. */
  readonly traffic: TrafficVersion[]
  /** Until when path attributes are built with every traffic metric; see expectMatrices. */
  matricesUntilMs: number
}

interface TrafficVersion {
  readonly version: number
  readonly state: TrafficState
}

/** Requests that started under earlier traffic may still need a metric of it. */
const KEPT_VERSIONS = 8
/** Large matrices may take this long, so versions of this age are kept as well, as far as they fit. */
const KEPT_MS = 180_000
const KEPT_BYTES = 64 * 1024 * 1024
/** A client that requested a matrix recently will request another. Servers without matrix requests pay nothing. */
const EXPECT_MATRICES_MS = 600_000

/** The heavy work on maps, in whichever thread. */
export class MapWorkshop {
  private readonly maps = new Map<string, WorkshopMap>()

  /**
   * Builds everything that every thread will build from the dataset, so that an unusable dataset does not crash them
   * all.
   */
  add(handle: RegionHandle): WorkshopMap {
    const { region, dataset } = handle
    try {
      const driven = new Region(handle, {
        weigh: nobody,
        matching: nobody,
        measure: nobody,
        measureLive: nobody,
        expectMatrices: nobody,
      })
      placesOf(handle.sections)
      // Two regions may be links to one dataset. Requests on the first still need metrics of its traffic.
      const known = this.maps.get(dataset)
      const traffic = known?.traffic ?? []
      const matricesUntilMs = known?.matricesUntilMs ?? 0
      const map = { ...prepareMap(handle.sections), region: driven, traffic, matricesUntilMs }
      this.maps.set(dataset, map)
      return map
    } catch (error) {
      throw new Error(`dataset ${dataset} of ${region} is not a road map: ${(error as Error).message}`)
    }
  }

  forget(dataset: string): void {
    this.maps.delete(dataset)
  }

  list(): ReadonlyMap<string, WorkshopMap> {
    return this.maps
  }

  get(dataset: string): WorkshopMap {
    const known = this.maps.get(dataset)
    if (!known) throw new Error(`dataset ${dataset} is not loaded`)
    return known
  }

  /** From now on, metrics can be requested for this traffic. */
  noteTraffic(dataset: string, traffic: TrafficVersion): void {
    const { traffic: versions } = this.get(dataset)
    versions.push(traffic)
    while (versions.length > KEPT_VERSIONS && isPassed(versions, traffic)) versions.shift()
  }

  weigh({ dataset, spec }: { dataset: string; spec: MetricSpec }): MetricHandle {
    const map = this.get(dataset)
    if (!spec.traffic) return weigh(map, spec)
    const { version, atMs, aheadMs, forced } = spec.traffic
    const state = this.stateOf(dataset, version)
    const start = map.region.startAt(atMs ?? state.takenAtMs, aheadMs)
    return weigh(map, spec, trafficDurations(map.map.network, state, start, forced))
  }

  measure({ dataset, metric, kind }: MeasureSpec): PathAttributes {
    return measureAll(this.get(dataset), metric, kind)
  }

  measureLive({ dataset, metric, spec, start }: LiveMeasureSpec): LiveMeasures {
    if (!spec.traffic) throw new Error('live path attributes require traffic')
    const map = this.get(dataset)
    const state = this.stateOf(dataset, spec.traffic.version)
    const { departMs, aheadMs, sinceMs, markedMs } = start
    return measureLive(map, metric, state, map.region.startAt(departMs, aheadMs), sinceMs, markedMs)
  }

  private stateOf(dataset: string, version: number): TrafficState {
    const state = this.get(dataset).traffic.find((one) => one.version === version)?.state
    if (!state) throw new Error(`traffic ${version} of ${dataset} is no longer available`)
    return state
  }

  /** For a while, new traffic comes with the attributes that matrices need, so that the first matrix does not wait. */
  expectMatrices(dataset: string, nowMs: number): void {
    this.get(dataset).matricesUntilMs = nowMs + EXPECT_MATRICES_MS
  }

  matching({ dataset }: { dataset: string }): MatchingHandle {
    return matchingOf(this.get(dataset))
  }
}

/** Whether the oldest version can be dropped now that the newest is present. */
function isPassed([oldest, ...later]: readonly TrafficVersion[], newest: TrafficVersion): boolean {
  if (!oldest) return false
  const bytes = [oldest, ...later].reduce(
    (sum, { state: { live, flags } }) => sum + live.byteLength + flags.byteLength,
    0,
  )
  return bytes > KEPT_BYTES || newest.state.takenAtMs - oldest.state.takenAtMs > KEPT_MS
}

function nobody(): Promise<never> {
  return Promise.reject(new Error('routing is not loaded for this map'))
}
