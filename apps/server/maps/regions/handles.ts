import type { BoundingBox, DeferredSections, TypedArray } from '@fairway/dataset'
import {
  type NetworkName,
  networkNames,
  type PathAttributes,
  type ProfileName,
  profileNames,
  type RoadMetric,
  type TrafficState,
  type TravelProfile,
} from '@fairway/road'
import { toProfileKey } from '../metrics/odd-profile.ts'

/**
 * Path attributes in live traffic, whose effect fades over time. Valid only for departures with the same interval
 * between observation and departure.
 */
export interface LivePathAttributes {
  readonly attributes: PathAttributes
  /** Valid for departures from this instant on. */
  readonly validFromMs: number
  readonly validUntilMs: number
  readonly fadeCs: number
}

/** Data passed between threads: plain objects whose arrays are in shared memory, so that nothing is copied. */

export interface RegionHandle {
  readonly region: string
  readonly dataset: string
  /** Undefined for the network of cars. */
  readonly network?: NetworkName
  readonly attribution: string
  readonly boundingBox: BoundingBox
  readonly sections: ReadonlyMap<string, TypedArray>
  /** The sections of the other networks, in groups by the name of the network, if they are read on first use. */
  readonly deferred?: DeferredSections
  /** The current traffic; undefined when there is no source. */
  readonly traffic?: TrafficHandle | undefined
}

/** The same map with another of its networks. Traffic is measured on the network of cars only. */
export function toNetworkHandle(handle: RegionHandle, network: NetworkName): RegionHandle {
  return { ...handle, network, traffic: undefined }
}

/** Identifies one network of one dataset: the id of the dataset for cars, `id/foot` for people on foot. */
export function toNetworkKey({ dataset, network }: Pick<RegionHandle, 'dataset' | 'network'>): string {
  return network === undefined ? dataset : `${dataset}/${network}`
}

export function splitNetworkKey(key: string): { readonly dataset: string; readonly network: NetworkName | undefined } {
  const [dataset = '', name] = key.split('/')
  const network = networkNames.find((each) => each === name)
  return { dataset, network: network === 'car' ? undefined : network }
}

/** A network key with the profile of a route on it: `id/foot/wheelchair`. */
export function toRouteKey(networkKey: string, { name, network = 'car' }: TravelProfile): string {
  if (name === undefined) return networkKey
  return network === 'car' ? `${networkKey}/car/${name}` : `${networkKey}/${name}`
}

/** The profile of a route. */
export function findRouteProfile(routeKey: string): ProfileName {
  const [, network = 'car', name = network] = routeKey.split('/')
  return profileNames.find((each) => each === name) ?? 'car'
}

/** The traffic of a map at an instant, with the metric that most requests need. Always replaced as a whole. */
export interface TrafficHandle {
  /** Higher than any earlier version on this server. */
  readonly version: number
  /** Unchanged while the same roads are closed at the same times. */
  readonly closuresHash: string
  readonly state: TrafficState
  /** The incident of every event in the state. */
  readonly incidents: readonly Incident[]
  /** The metric of the default profile, with the active conditions in `activeConditions`. */
  readonly metric: MetricHandle
  readonly activeConditions: readonly number[]
  /** Path attributes for matrices with that metric. Built only where matrices were requested recently. */
  readonly liveAttributes?: LivePathAttributes | undefined
}

/** An event as replies describe it. */
export interface Incident {
  readonly id: string
  readonly kind: string
  readonly severity: string
  readonly description: string
  readonly starts_at?: string
  readonly ends_at?: string
}

/** The traffic that a metric is built with. */
export interface TrafficMoment {
  readonly version: number
  /** Departure time; undefined means the time of the snapshot. */
  readonly atMs?: number
  /** How far the departure is from now. */
  readonly aheadMs: number
  /**
   * Events whose closures apply although they are not active at departure, because they are active when the trip gets
   * there.
   */
  readonly forcedEvents: readonly number[]
}

/** A ring of [latitude, longitude]. The last point need not repeat the first. */
export type Ring = readonly (readonly [number, number])[]

/** The inputs that distinguish one metric of a region from another. */
export interface MetricSpec {
  readonly profile: TravelProfile
  /** The conditions that are active at the time of travel, as string indexes of the network in ascending order. */
  readonly activeConditions: readonly number[]
  /** Roads that touch one of these areas are avoided. */
  readonly avoidAreas: readonly Ring[]
  /** Undefined means free flow, without traffic. */
  readonly traffic?: TrafficMoment | undefined
}

export type MetricHandle = RoadMetric

/** What to match on a network: the traces of a profile, or lines if it is undefined. */
export interface MatchingSpec {
  readonly dataset: string
  readonly profile?: TravelProfile
}

/** The data needed in addition to the map to match lines and tracks; see MatchMap. */
export interface MatchingHandle {
  readonly metric: MetricHandle
  readonly shapeAlong: Uint32Array
  readonly packedLengths: Float64Array
}

export function toMetricKey(spec: MetricSpec): string {
  return JSON.stringify({ ...spec, profile: toProfileKey(spec.profile) })
}

/** The state of the maps, for operators. */
export interface MapHealth {
  /** Why no map can be used although there should be one. */
  readonly outage: string | undefined
  /** How many maps the threads receive. */
  readonly servedCount: number
  /** The datasets that could not be loaded, or ok. */
  readonly datasets: string
}
