/**
 * The hidden Markov model of Newson and Krumm (Hidden Markov Map Matching Through Noise and Sparseness, ACM GIS 2009).
 * A position is normally distributed around the road. The excess of the path length over the straight line is
 * exponentially distributed. All probabilities are logarithms.
 */
export interface MatchModel {
  /**
   * Standard deviation of a position without a reported accuracy, in meters (σ). Newson and Krumm measured 4.07. A
   * slightly higher value costs nothing on good tracks and tolerates worse devices.
   */
  readonly sigmaMeters: number
  /** Mean excess of the path over the straight line (β) in meters, and the increase per meter of that line. */
  readonly betaMeters: number
  readonly betaPerMeter: number
  /** Noise makes straight lines longer, so a shorter path is less unlikely than a longer one by this factor. */
  readonly shorterTolerance: number
  /**
   * If positive, a path may be shorter than the straight line by this many σ of the distance between two positions, and
   * `shorterTolerance` is ignored.
   */
  readonly shorterSigmas: number
  /**
   * The share, from 0 to 1, with which the weight of a path replaces its length. Where all travelers are about equally
   * fast, the weight distinguishes parallel paths of the same length, because it includes preferences.
   */
  readonly weightShare: number
  /** Whether moving back on an arc is treated as a path of negative length instead of as standing still. */
  readonly countsBackward: boolean
  /** Roads farther from a position than this are ignored, unless the device reports a lower accuracy. */
  readonly radiusMeters: number
  /** A position within this many σ of the last one adds no information (Newson and Krumm). */
  readonly standingSigmas: number
  /** Cost of a U-turn in the middle of a road. */
  readonly uturnCost: number
  /** Positions farther apart than this, in meters or in seconds, belong to separate trips. */
  readonly breakMeters: number
  readonly breakSeconds: number
  /** Maximum plausible speed. */
  readonly maxMetersPerSecond: number
  /** A state whose best path is less likely than the best of its layer by this much is not continued. */
  readonly beamScore: number
}

export const defaultModel: MatchModel = {
  sigmaMeters: 5,
  betaMeters: 3,
  betaPerMeter: 0.01,
  shorterTolerance: 1,
  shorterSigmas: 0,
  weightShare: 0,
  countsBackward: false,
  radiusMeters: 50,
  standingSigmas: 2,
  uturnCost: 20,
  breakMeters: 2000,
  breakSeconds: 300,
  maxMetersPerSecond: 60,
  beamScore: Number.POSITIVE_INFINITY,
}

/** Accuracy is a radius around a point, while σ is measured across the road. */
export const ACCURACY_PER_SIGMA = 1.51
const MAX_RADIUS_METERS = 200
/** Typical error of a heading, and the maximum cost of a wrong one. Stationary devices report random headings. */
const HEADING_SIGMA_DEGREES = 30
const MAX_HEADING_COST = 8
/** Beyond this many σ, it is just as likely that the vehicle is not on the road at all. */
const OFF_ROAD_SIGMAS = 5
/** A vehicle that seems to move back by less than this is standing still while its positions jitter. */
export const BACKWARD_TOLERANCE_METERS = 50
/** Devices report whole seconds, and some report the time of sending, so two positions may have the same time. */
const CLOCK_TOLERANCE_SECONDS = 2

export const IMPOSSIBLE_SCORE = Number.NEGATIVE_INFINITY

export function sigmaOf({ sigmaMeters }: MatchModel, accuracyMeters: number): number {
  if (!(accuracyMeters > 0)) return sigmaMeters
  return Math.min(MAX_RADIUS_METERS / OFF_ROAD_SIGMAS, Math.max(sigmaMeters, accuracyMeters / ACCURACY_PER_SIGMA))
}

export function radiusOf({ radiusMeters }: MatchModel, sigma: number): number {
  return Math.max(radiusMeters, OFF_ROAD_SIGMAS * sigma)
}

/**
 * Log-probability that the vehicle is `meters` away from its observed position and `degrees` (or NaN) off the road's
 * direction.
 */
export function emission(sigma: number, meters: number, degrees: number): number {
  const positionSigmas = meters / sigma
  const positionScore = -0.5 * positionSigmas * positionSigmas
  if (Number.isNaN(degrees)) return positionScore
  const headingSigmas = degrees / HEADING_SIGMA_DEGREES
  return positionScore - Math.min(MAX_HEADING_COST, 0.5 * headingSigmas * headingSigmas)
}

/** Emission log-probability for a vehicle that is not on any known road. */
export const OFF_ROAD_EMISSION = -0.5 * OFF_ROAD_SIGMAS * OFF_ROAD_SIGMAS

/** Log-probability that a vehicle drove a path of this length between two positions this far apart. */
export function transition(
  { betaMeters, betaPerMeter, shorterTolerance, shorterSigmas }: MatchModel,
  lengthMeters: number,
  straightMeters: number,
  sigma: number,
): number {
  const beta = betaMeters + betaPerMeter * straightMeters
  if (shorterSigmas > 0 && lengthMeters < straightMeters) {
    // The errors of both positions add up.
    const variance = 2 * (shorterSigmas * sigma) ** 2 + beta * beta
    return -((straightMeters - lengthMeters) ** 2) / (2 * variance)
  }
  return lengthMeters < straightMeters
    ? (lengthMeters - straightMeters) / (shorterTolerance * beta)
    : (straightMeters - lengthMeters) / beta
}

/**
 * The longest path from a state that can still be likely enough. `lead` is the difference between its score and the
 * best score of its layer.
 */
export function beamReach(model: MatchModel, straightMeters: number, seconds: number, lead: number): number {
  const excess = (model.beamScore - lead) * (model.betaMeters + model.betaPerMeter * straightMeters)
  return Math.min(straightMeters + excess, strictReach(model, straightMeters, seconds))
}

/** Longer paths are searched only if there is no other path, because most of that search would be wasted. */
export function strictReach(model: MatchModel, straightMeters: number, seconds: number): number {
  return Math.min(2 * straightMeters + 250, maxDrivableMeters(model, seconds))
}
export function wideReach(model: MatchModel, straightMeters: number, seconds: number): number {
  return Math.min(3 * straightMeters + 3000, maxDrivableMeters(model, seconds))
}

function maxDrivableMeters({ maxMetersPerSecond }: MatchModel, seconds: number): number {
  if (Number.isNaN(seconds)) return Number.POSITIVE_INFINITY
  return maxMetersPerSecond * (seconds + CLOCK_TOLERANCE_SECONDS) + BACKWARD_TOLERANCE_METERS
}
