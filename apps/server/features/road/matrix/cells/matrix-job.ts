import type { CarProfile } from '@fairway/road'
import type { Ring } from '../../../../maps/regions/handles.ts'

export const matrixMetrics = ['distance', 'duration', 'free_flow'] as const
export type MatrixMetric = (typeof matrixMetrics)[number]

/** Points as the caller gave them: in plain arrays, because there are ten of them more often than a thousand. */
export interface PointList {
  /** What the caller calls the list. */
  readonly field: string
  readonly latitude: readonly number[]
  readonly longitude: readonly number[]
}

/** A matrix to be computed: plain data, so that any thread can do it. */
export interface MatrixJob {
  readonly origins: PointList
  /** The same object as the origins when all points go to all. */
  readonly destinations: PointList
  readonly metrics: readonly MatrixMetric[]
  /** Undefined for the profile of nearly everybody: metrics are found by that very object, which no copy is. */
  readonly profile: CarProfile | undefined
  readonly avoidAreas: readonly Ring[]
  readonly departMs: number
  readonly nowMs: number
  readonly radiusMeters: number
}

export function nameOf({ field }: PointList, index: number): string {
  return `${field}[${index}]`
}

export function cellsOf({ origins, destinations }: Pick<MatrixJob, 'origins' | 'destinations'>): number {
  return origins.latitude.length * destinations.latitude.length
}
