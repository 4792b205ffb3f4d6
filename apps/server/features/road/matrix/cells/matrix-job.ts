import type { TravelProfile } from '@fairway/road'
import type { Ring } from '../../../../maps/regions/handles.ts'

export const matrixMetrics = ['distance', 'duration', 'free_flow'] as const
export type MatrixMetric = (typeof matrixMetrics)[number]

/** Points as the caller gave them. Plain arrays, because lists of ten are more common than lists of a thousand. */
export interface PointList {
  /** The caller's field name for the list. */
  readonly field: string
  readonly latitude: readonly number[]
  readonly longitude: readonly number[]
}

/** A matrix to compute, as plain data that can be sent to any thread. */
export interface MatrixJob {
  readonly origins: PointList
  /** The same object as the origins for an all-to-all matrix. */
  readonly destinations: PointList
  readonly metrics: readonly MatrixMetric[]
  /**
   * Undefined for the default profile: metrics are looked up by object identity, which a copy between threads would
   * lose.
   */
  readonly profile: TravelProfile | undefined
  readonly avoidAreas: readonly Ring[]
  readonly departMs: number
  readonly nowMs: number
  readonly radiusMeters: number
}

export function toPointName({ field }: PointList, index: number): string {
  return `${field}[${index}]`
}

export function countCells({ origins, destinations }: Pick<MatrixJob, 'origins' | 'destinations'>): number {
  return origins.latitude.length * destinations.latitude.length
}
