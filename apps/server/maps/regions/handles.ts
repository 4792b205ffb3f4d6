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
 * Path attributes in live traffic, whose effect fades over time. The attributes are valid only for departures with the
 * same interval between observation and departure.
 */
export interface LivePathAttributes {
  readonly attributes: PathAttributes
  /** First departure time for which the attributes are valid. */
  readonly validFromMs: number
  readonly validUntilMs: number
  readonly fadeCs: number
}

/**
 * Data that is passed between threads. The arrays of these plain objects are in shared memory, so they are not copied.
 */

export interface RegionHandle {
  readonly region: string
  readonly dataset: string
  /** Network of the handle. Undefined for the car network. */
  readonly network?: NetworkName
  readonly attribution: string
  readonly boundingBox: BoundingBox
  readonly sections: ReadonlyMap<string, TypedArray>
  /** Sections of the other networks, grouped by network name, if they are read on first use. */
  readonly deferred?: DeferredSections
  /** Current traffic. Undefined if there is no source. */
  readonly traffic?: TrafficHandle | undefined
}

/** Returns a handle for another network of the same map. Traffic exists only on the car network. */
export function toNetworkHandle(handle: RegionHandle, network: NetworkName): RegionHandle {
  return { ...handle, network, traffic: undefined }
}

/** Returns the key of one network of a dataset: the dataset id for cars, or `id/foot` for pedestrians. */
export function toNetworkKey({ dataset, network }: Pick<RegionHandle, 'dataset' | 'network'>): string {
  return network === undefined ? dataset : `${dataset}/${network}`
}

export function splitNetworkKey(key: string): { readonly dataset: string; readonly network: NetworkName | undefined } {
  const [dataset = '', name] = key.split('/')
  const network = networkNames.find((networkName) => networkName === name)
  return { dataset, network: network === 'car' ? undefined : network }
}

/** Returns a network key with the profile of a route, such as `id/foot/wheelchair`. */
export function toRouteKey(networkKey: string, { name, network = 'car' }: TravelProfile): string {
  if (name === undefined) return networkKey
  return network === 'car' ? `${networkKey}/car/${name}` : `${networkKey}/${name}`
}

export function findRouteProfile(routeKey: string): ProfileName {
  const [, network = 'car', name = network] = routeKey.split('/')
  return profileNames.find((profileName) => profileName === name) ?? 'car'
}

/**
 * Traffic of a map at an instant, with the metric that most requests need. The handle is always replaced as a whole.
 */
export interface TrafficHandle {
  /** Version number that is higher than all earlier versions on this server. */
  readonly version: number
  /** Hash that stays the same while the same roads are closed at the same times. */
  readonly closuresHash: string
  readonly state: TrafficState
  /** Incidents, one for each event in the state. */
  readonly incidents: readonly Incident[]
  /** Metric of the default profile for the conditions in `activeConditions`. */
  readonly metric: MetricHandle
  readonly activeConditions: readonly number[]
  /**
   * Path attributes for matrices with this metric. The attributes are built only if matrices were requested recently.
   */
  readonly liveAttributes?: LivePathAttributes | undefined
}

/** Traffic event as described in replies. */
export interface Incident {
  readonly id: string
  readonly kind: string
  readonly severity: string
  readonly description: string
  readonly starts_at?: string
  readonly ends_at?: string
}

/** Traffic that a metric is built with. */
export interface TrafficMoment {
  readonly version: number
  /** Departure time. Undefined for the time of the snapshot. */
  readonly atMs?: number
  /** Time from now to the departure, in milliseconds. */
  readonly aheadMs: number
  /**
   * Events that are not active at departure but whose closures apply, because they are active when the trip reaches
   * them.
   */
  readonly forcedEvents: readonly number[]
}

/** Ring of [latitude, longitude] pairs. The last point does not need to repeat the first. */
export type Ring = readonly (readonly [number, number])[]

/** Inputs that distinguish the metrics of a region. */
export interface MetricSpec {
  readonly profile: TravelProfile
  /** Conditions that are active at the time of travel, as string indexes of the network in ascending order. */
  readonly activeConditions: readonly number[]
  /** Areas to avoid. Roads that touch one of these areas are avoided. */
  readonly avoidAreas: readonly Ring[]
  /** Traffic of the metric. Undefined for free flow. */
  readonly traffic?: TrafficMoment | undefined
}

export type MetricHandle = RoadMetric

/** Inputs of matching data: a network and the profile of the traces. Without a profile, the data matches lines. */
export interface MatchingSpec {
  readonly dataset: string
  readonly profile?: TravelProfile
}

/** Data for matching lines and tracks, in addition to the map. See MatchMap. */
export interface MatchingHandle {
  readonly metric: MetricHandle
  readonly shapeAlong: Uint32Array
  readonly packedLengths: Float64Array
}

export function toMetricKey(spec: MetricSpec): string {
  return JSON.stringify({ ...spec, profile: toProfileKey(spec.profile) })
}

/** State of the maps, for operators. */
export interface MapHealth {
  /** Reason why no map can be used although the server should have a map. */
  readonly outage: string | undefined
  /** Number of maps that the threads receive. */
  readonly servedCount: number
  /** True if the server has maps, even if none of them can be used at the moment. */
  readonly hasMaps: boolean
  /** List of the datasets that could not be loaded, or 'ok'. */
  readonly datasets: string
}
