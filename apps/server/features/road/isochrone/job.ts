import type { Direction } from '@fairway/road'
import type { MatrixFailure } from '../matrix/cells/failures.ts'
import type { MatrixJob, PointList } from '../matrix/cells/matrix-job.ts'

export const contourGeometries = ['polygons', 'lines', 'network'] as const
type ContourGeometry = (typeof contourGeometries)[number]

/** The unit of the limits, by the name of its field. */
export type LimitUnit = 'minutes' | 'kilometers'

/** Contours to compute, as plain data that can be sent to any thread. */
export interface IsochroneJob
  extends Pick<MatrixJob, 'profile' | 'avoidAreas' | 'departMs' | 'nowMs' | 'radiusMeters'> {
  readonly points: PointList
  /** Whether the caller gave one point instead of a list. */
  readonly isSinglePoint: boolean
  readonly unit: LimitUnit
  /** Ascending, each once. */
  readonly limits: readonly number[]
  readonly direction: Direction
  readonly geometry: ContourGeometry
  readonly smoothMeters: number | undefined
}

export type IsochroneOutcome =
  /** The reply as JSON. */
  | { readonly kind: 'reply'; readonly json: Uint8Array }
  | { readonly kind: 'failure'; readonly failure: MatrixFailure }
  | { readonly kind: 'cancelled' }
