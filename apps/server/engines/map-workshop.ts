import type { TrafficState } from '@fairway/road/traffic/traffic-state.ts'
import { trafficDurations } from '@fairway/road/traffic/traffic-weights.ts'
import type { MatchingHandle, MetricHandle, MetricSpec, RegionHandle } from './handles.ts'
import { matchingOf } from './matching.ts'
import { Region } from './region.ts'
import { type PreparedMap, prepareMap, weigh } from './weigh.ts'

/** A loaded map, as the workshop has it. */
export interface WorkshopMap extends PreparedMap {
  /** Knows the conditions and the clock of the place; nobody drives on it. */
  readonly region: Region
  /** What the traffic was, the newest last. */
  readonly traffic: TrafficVersion[]
}

interface TrafficVersion {
  readonly version: number
  readonly state: TrafficState
}

/** Requests that began under earlier traffic may still ask for a metric of it. */
const KEPT_VERSIONS = 8

/** The heavy work on maps, whichever thread does it. */
export class MapWorkshop {
  private readonly maps = new Map<string, WorkshopMap>()

  /** What every thread will make of the dataset is made here first: one that cannot be used must not end them all. */
  add(handle: RegionHandle): WorkshopMap {
    const { region, dataset } = handle
    try {
      const driven = new Region(handle, { weigh: nobody, matching: nobody })
      // Two regions may be links to one dataset: who drives on the first still asks for metrics under its traffic.
      const traffic = this.maps.get(dataset)?.traffic ?? []
      const map = { ...prepareMap(handle.sections), region: driven, traffic }
      this.maps.set(dataset, map)
      return map
    } catch (error) {
      throw new Error(`dataset ${dataset} of ${region} is no road map: ${(error as Error).message}`)
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

  /** From now on metrics can be asked for under this traffic. */
  noteTraffic(dataset: string, traffic: TrafficVersion): void {
    const { traffic: versions } = this.get(dataset)
    versions.push(traffic)
    if (versions.length > KEPT_VERSIONS) versions.shift()
  }

  weigh({ dataset, spec }: { dataset: string; spec: MetricSpec }): MetricHandle {
    const map = this.get(dataset)
    if (!spec.traffic) return weigh(map, spec)
    const { version, atMs, aheadMs, forced } = spec.traffic
    const state = map.traffic.find((one) => one.version === version)?.state
    if (!state) throw new Error(`traffic ${version} of ${dataset} has passed`)
    const start = map.region.startAt(atMs ?? state.takenAtMs, aheadMs)
    return weigh(map, spec, trafficDurations(map.map.network, state, start, forced))
  }

  matching({ dataset }: { dataset: string }): MatchingHandle {
    return matchingOf(this.get(dataset))
  }
}

function nobody(): Promise<never> {
  return Promise.reject(new Error('nobody drives here'))
}
