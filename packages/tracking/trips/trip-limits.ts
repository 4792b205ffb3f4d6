import type { AssetKind } from '../state/kinds.ts'

/** Thresholds for trips and stops. docs/explanation/trips.md explains the values. */
export interface TripLimits {
  /** Radius of a stop, in meters. Positions that stay within it for long enough are a stop. */
  readonly stopRadiusM: number
  /** Distance from the stop, in meters, at which the asset has left it, even if it soon returns. */
  readonly leaveM: number
  /** Minimum average speed during a gap, in m/s. A slower asset must have been stationary for some of the time. */
  readonly gapSpeedMs: number
  /** Assumed speed for the unseen part of a trip, in m/s. */
  readonly travelSpeedMs: number
  /**
   * Spectral density of the acceleration, in m²/s³. It describes how quickly this kind of asset changes its velocity.
   */
  readonly agility: number
  /** Maximum acceleration, in m/s². A reversal that needs more is an error in a position. */
  readonly maxAccelerationMs2: number
}

export const tripLimits: Readonly<Record<AssetKind, TripLimits>> = {
  vehicle: { stopRadiusM: 50, leaveM: 125, gapSpeedMs: 2, travelSpeedMs: 8, agility: 4, maxAccelerationMs2: 4 },
  robot: { stopRadiusM: 12, leaveM: 30, gapSpeedMs: 0.4, travelSpeedMs: 1.2, agility: 0.5, maxAccelerationMs2: 4 },
  drone: { stopRadiusM: 20, leaveM: 50, gapSpeedMs: 1.5, travelSpeedMs: 10, agility: 8, maxAccelerationMs2: 8 },
  vessel: { stopRadiusM: 250, leaveM: 600, gapSpeedMs: 1, travelSpeedMs: 5, agility: 0.05, maxAccelerationMs2: 1 },
}

/** Maximum time between positions, in seconds. A longer interval is a gap in the track. */
export const MAX_FIX_GAP_S = 300
/** Minimum durations, in seconds, of idling (for example, at traffic lights or in queues) and of a stop. */
export const MIN_IDLE_S = 20
export const DEFAULT_MIN_STOP_S = 180
