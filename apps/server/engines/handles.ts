import type { BoundingBox } from '@fairway/dataset/compile-options.ts'
import type { TypedArray } from '@fairway/dataset/format/typed-array.ts'
import type { RoadMetric } from '@fairway/road/map.ts'
import type { CarProfile } from '@fairway/road/profile/car-weights.ts'

/** What threads hand each other: plain objects whose arrays lie in shared memory, so that handing over copies nothing. */

export interface RegionHandle {
  readonly region: string
  readonly dataset: string
  readonly attribution: string
  readonly boundingBox: BoundingBox
  readonly sections: ReadonlyMap<string, TypedArray>
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
}

export type MetricHandle = RoadMetric

export function metricKey(spec: MetricSpec): string {
  return JSON.stringify(spec)
}
