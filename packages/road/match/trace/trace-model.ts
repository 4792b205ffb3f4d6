import type { NetworkName } from '../../network/network.ts'
import { defaultModel, type MatchModel } from '../model.ts'

/** Faster than anyone travels for long on these networks. */
const maxMetersPerSecond: Readonly<Record<NetworkName, number>> = { car: 60, bicycle: 25, foot: 12 }

/**
 * The model for traces of unknown origin, tuned on simulated traces of all profiles. Positions are averaged first, so that
 * σ is the least that a mean can have. `mayBridge` also connects positions across long gaps.
 */
export function toTraceModel(network: NetworkName = 'car', mayBridge = false): MatchModel {
  return {
    ...defaultModel,
    betaPerMeter: 0.02,
    shorterTolerance: 2,
    countsBackward: true,
    // The positions of a standing vehicle are averaged.
    standingSigmas: 1,
    beamScore: 20,
    maxMetersPerSecond: maxMetersPerSecond[network],
    breakMeters: mayBridge ? BRIDGED_METERS : BREAK_METERS,
    breakSeconds: mayBridge ? Number.POSITIVE_INFINITY : defaultModel.breakSeconds,
  }
}

/** A car sends a position per minute on a motorway. */
const BREAK_METERS = 4000
const BRIDGED_METERS = 10_000
