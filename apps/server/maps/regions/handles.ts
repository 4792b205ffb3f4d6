import type { BoundingBox, TypedArray } from '@fairway/dataset'
import type { CarProfile, RoadMetric, TrafficState } from '@fairway/road'
import { profileKey } from '../../features/road/av/domains/odd-profile.ts'
import type { LiveMeasures } from '../metrics/path-attributes.ts'

/** What threads hand each other: plain objects whose arrays lie in shared memory, so that handing over copies nothing. */

export interface RegionHandle {
  readonly region: string
  readonly dataset: string
  readonly attribution: string
  readonly boundingBox: BoundingBox
  readonly sections: ReadonlyMap<string, TypedArray>
  /** What is known of the traffic there, as of now; undefined when nobody tells anything. */
  readonly traffic?: TrafficHandle | undefined
}

/** The traffic of a map at an instant, and the metric that nearly everybody wants of it. Replaced whole. */
export interface TrafficHandle {
  /** Higher than that of any before on this server. */
  readonly version: number
  /** The same as long as the same roads are closed at the same times. */
  readonly closures: string
  readonly state: TrafficState
  /** What is told of every event of the state. */
  readonly incidents: readonly Incident[]
  /** Of the default profile, under the conditions of `holds`. */
  readonly metric: MetricHandle
  readonly holds: readonly number[]
  /** What matrices by that metric are measured with; made only where some were asked for lately. */
  readonly measures?: LiveMeasures | undefined
}

/** An event in the words of replies. */
export interface Incident {
  readonly id: string
  readonly kind: string
  readonly severity: string
  readonly description: string
  readonly starts_at?: string
  readonly ends_at?: string
}

/** Under which traffic a metric is made. */
export interface TrafficMoment {
  readonly version: number
  /** The instant of departure; undefined for that of the snapshot. */
  readonly atMs?: number
  /** How far from now that is. */
  readonly aheadMs: number
  /** Events whose closures count although they do not hold at departure: the trip comes there when they do. */
  readonly forced: readonly number[]
}

/** A ring of [latitude, longitude]; the last point need not repeat the first. */
export type Ring = readonly (readonly [number, number])[]

/** Everything that makes one metric of a region different from another. */
export interface MetricSpec {
  readonly profile: CarProfile
  /** The conditions (texts of the network) that hold at the time of travel, ascending. */
  readonly holds: readonly number[]
  /** No road that touches one of these. */
  readonly avoidAreas: readonly Ring[]
  /** Without one, as on empty roads. */
  readonly traffic?: TrafficMoment | undefined
}

export type MetricHandle = RoadMetric

/** What matching lines and tracks needs beside the map; see MatchMap. */
export interface MatchingHandle {
  readonly metric: MetricHandle
  readonly shapeAlong: Uint32Array
  readonly packed: Float64Array
}

export function metricKey(spec: MetricSpec): string {
  return JSON.stringify({ ...spec, profile: profileKey(spec.profile) })
}
