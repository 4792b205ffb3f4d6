import type { TravelProfile } from '@fairway/road'
import type { Ring } from '../../../../maps/regions/handles.ts'
import type { PointConstraints } from '../../route/api/constraints.ts'
import type { ElectricQuery } from '../../route/electric/request.ts'

/** Metrics that a request can contain. */
export const requestableMetrics = ['distance', 'duration', 'free_flow', 'energy'] as const
/** Tables of a reply, in this order. A reply with energies also says which trips are in range. */
export const matrixMetrics = [...requestableMetrics, 'in_range'] as const
export type MatrixMetric = (typeof matrixMetrics)[number]

/** Points as sent by the caller. Plain arrays are faster than typed arrays for the typical list of ten points. */
export interface PointList {
  /** Name of the request field that contains the list. */
  readonly field: string
  readonly latitude: readonly number[]
  readonly longitude: readonly number[]
  /** Constraints on how vehicles arrive at and leave each point, or undefined if there are none. */
  readonly constraints?: readonly PointConstraints[] | undefined
}

/** Matrix job as plain data that can be sent to any thread. */
export interface MatrixJob {
  readonly origins: PointList
  /** Destinations. An all-to-all matrix uses the same object as for the origins. */
  readonly destinations: PointList
  readonly metrics: readonly MatrixMetric[]
  /**
   * Travel profile, or undefined for the default profile. Metrics are looked up by object identity, and a copy sent
   * between threads has another identity.
   */
  readonly profile: TravelProfile | undefined
  readonly avoidAreas: readonly Ring[]
  /** Electric vehicle, or undefined if the metrics do not contain the energy. */
  readonly electric?: ElectricQuery | undefined
  readonly departMs: number
  readonly nowMs: number
  readonly radiusMeters: number
}

/** Returns the points from index `from` up to, but not including, index `to`. */
export function slicePoints(
  { field, latitude, longitude, constraints }: PointList,
  from: number,
  to: number,
): PointList {
  return {
    field,
    latitude: latitude.slice(from, to),
    longitude: longitude.slice(from, to),
    constraints: constraints?.slice(from, to),
  }
}

export function toPointName({ field }: PointList, index: number): string {
  return `${field}[${index}]`
}

export function countCells({ origins, destinations }: Pick<MatrixJob, 'origins' | 'destinations'>): number {
  return origins.latitude.length * destinations.latitude.length
}
