import type { AssetKind } from '../state/kinds.ts'

/** Thresholds for trips and stops. docs/explanation/trips.md gives the reasons. */
export interface TripLimits {
  /** Positions this close to each other for long enough are a stop. */
  readonly stopRadiusM: number
  /** Farther from the stop than this, the asset has left, even if it soon returns. */
  readonly leaveM: number
  /** After a gap, an asset that covered less than this per second has stood in the meantime. */
  readonly gapSpeedMs: number
  /** Speed at which the unseen part of a trip was traveled. */
  readonly travelSpeedMs: number
  /** Spectral density of the acceleration, in m²/s³: how quickly this kind of asset changes its velocity. */
  readonly agility: number
  /** A reversal that needs more acceleration than this is a wrong position. */
  readonly maxAccelerationMs2: number
}

export const tripLimits: Readonly<Record<AssetKind, TripLimits>> = {
  vehicle: { stopRadiusM: 50, leaveM: 125, gapSpeedMs: 2, travelSpeedMs: 8, agility: 4, maxAccelerationMs2: 4 },
  robot: { stopRadiusM: 12, leaveM: 30, gapSpeedMs: 0.4, travelSpeedMs: 1.2, agility: 0.5, maxAccelerationMs2: 4 },
  drone: { stopRadiusM: 20, leaveM: 50, gapSpeedMs: 1.5, travelSpeedMs: 10, agility: 8, maxAccelerationMs2: 8 },
  vessel: { stopRadiusM: 250, leaveM: 600, gapSpeedMs: 1, travelSpeedMs: 5, agility: 0.05, maxAccelerationMs2: 1 },
}

/** Without a position for longer than this, the track has a gap. */
export const MAX_FIX_GAP_S = 300
/** Waits at traffic lights and in queues are longer than this, and parking is longer than `minStopS`. */
export const MIN_IDLE_S = 20
export const DEFAULT_MIN_STOP_S = 180
