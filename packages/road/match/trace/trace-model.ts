import type { NetworkName } from '../../network/network.ts'
import { defaultModel, type MatchModel } from '../model.ts'

export interface TraceModel extends MatchModel {
  /**
   * Distance along the path over which positions are averaged, in σ. With this length, noise rarely reverses the order
   * of two means.
   */
  readonly groupSigmas: number
}

/** Maximum sustained speed of travelers on each network, in meters per second. */
const maxMetersPerSecond: Readonly<Record<NetworkName, number>> = { car: 60, bicycle: 25, foot: 12 }

/**
 * Returns the model for traces of unknown origin, tuned on simulated traces of all profiles. Positions are averaged
 * first, so σ is the lowest standard deviation that a mean can have. `mayBridge` also connects positions across long
 * gaps.
 */
export function toTraceModel(network: NetworkName = 'car', mayBridge = false): TraceModel {
  return {
    ...defaultModel,
    betaPerMeter: 0.02,
    shorterTolerance: 2,
    countsBackward: true,
    // For cars, weights do not help, because speeds vary too much and roads are too far apart.
    ...(network !== 'car' && { weightShare: 0.8, shorterSigmas: 3 }),
    groupSigmas: network === 'car' ? 3 : 4,
    // The positions of a stationary vehicle are averaged.
    standingSigmas: 1,
    beamScore: 20,
    maxMetersPerSecond: maxMetersPerSecond[network],
    breakMeters: mayBridge ? MAX_BRIDGED_GAP_METERS : MAX_GAP_METERS,
    breakSeconds: mayBridge ? Number.POSITIVE_INFINITY : defaultModel.breakSeconds,
  }
}

/** Maximum gap in meters, which is longer than the distance that a car drives on a motorway in one minute. */
const MAX_GAP_METERS = 4000
const MAX_BRIDGED_GAP_METERS = 10_000
