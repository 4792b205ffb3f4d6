import type { Direction } from '@fairway/road'
import type { MatrixFailure } from '../matrix/cells/failures.ts'
import type { MatrixJob, PointList } from '../matrix/cells/matrix-job.ts'

export const contourGeometries = ['polygons', 'lines', 'network'] as const
type ContourGeometry = (typeof contourGeometries)[number]

/** Unit of the limits, named like the request field. */
export type LimitUnit = 'minutes' | 'kilometers'

/** Isochrone job as plain data that can be sent to any thread. */
export interface IsochroneJob
  extends Pick<MatrixJob, 'profile' | 'avoidAreas' | 'departMs' | 'nowMs' | 'radiusMeters'> {
  readonly points: PointList
  /** Whether the caller sent one point instead of a list. */
  readonly isSinglePoint: boolean
  readonly unit: LimitUnit
  /** Contour limits in ascending order, without duplicates. */
  readonly limits: readonly number[]
  readonly direction: Direction
  readonly geometry: ContourGeometry
  readonly smoothMeters: number | undefined
}

export type IsochroneOutcome =
  /** Successful reply as JSON bytes. */
  | { readonly kind: 'reply'; readonly json: Uint8Array }
  | { readonly kind: 'failure'; readonly failure: MatrixFailure }
  | { readonly kind: 'cancelled' }
