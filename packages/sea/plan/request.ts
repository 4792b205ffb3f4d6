import type { Position } from '@fairway/geo'
import type { SizeLimits } from '../passages/passage.ts'

/** Departure time, or latest arrival time. */
export interface VoyageTime {
  readonly kind: 'depart' | 'arrive'
  readonly atMs: number
}

export interface SeaRequest {
  readonly from: Position
  readonly to: Position
  /** Positions or passage ids to visit, in order. */
  readonly via?: readonly (Position | string)[]
  /** Dimensions of the ship, in meters. A missing dimension is assumed to fit everywhere. */
  readonly vessel?: SizeLimits
  readonly speedKn?: number
  /** Ids of passages to avoid. */
  readonly avoid?: readonly string[]
  /** Passages to open that are closed by default, such as passages through the ice. */
  readonly allow?: readonly string[]
  /** Departure or arrival time. Without a time, seasonal closures do not apply. */
  readonly time?: VoyageTime
  /** Number of requested alternatives through other passages. */
  readonly alternatives?: number
  /** Maximum distance of an endpoint from water, in nautical miles. */
  readonly inlandLimitNm?: number
}

export const DEFAULT_SPEED_KN = 14
/** Minimum speed, in knots. Voyages of slower ships would last for centuries. */
export const MIN_SPEED_KN = 0.1
/** Default inland limit, equal to 30 km. Port towns may be this far from deep water. */
export const INLAND_LIMIT_NM = 16.2
