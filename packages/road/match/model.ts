/**
 * The hidden Markov model of Newson and Krumm (Hidden Markov Map Matching Through Noise and Sparseness, ACM GIS 2009).
 * Positions are normally distributed around the road. The difference between the path length and the straight line is
 * exponentially distributed. All probabilities are logarithms.
 */
export interface MatchModel {
  /**
   * Standard deviation (σ) of a position without a reported accuracy, in meters. Newson and Krumm measured 4.07. A
   * slightly higher value does not affect good tracks and tolerates less accurate devices.
   */
  readonly sigmaMeters: number
  /** Mean excess (β) of the path over the straight line in meters, and the increase per meter of that line. */
  readonly betaMeters: number
  readonly betaPerMeter: number
  /**
   * Factor by which β is multiplied for a path that is shorter than the straight line. Noise makes straight lines
   * longer, so such a path is more likely than one that is too long by the same amount.
   */
  readonly shorterTolerance: number
  /**
   * Number of σ by which a path may be shorter than the straight line between two positions. If the value is positive,
   * `shorterTolerance` is ignored.
   */
  readonly shorterSigmas: number
  /**
   * Share, from 0 to 1, with which the weight of a path replaces its length. Where all travelers are about equally
   * fast, the weight distinguishes parallel paths of the same length, because it includes preferences.
   */
  readonly weightShare: number
  /** True to treat moving back on an arc as a path of negative length instead of as standing still. */
  readonly countsBackward: boolean
  /** Maximum distance between a position and a road in meters, unless the device reports a lower accuracy. */
  readonly radiusMeters: number
  /** Number of σ within which a position adds no information compared with the last one (Newson and Krumm). */
  readonly standingSigmas: number
  /** Cost of a U-turn in the middle of a road. */
  readonly uturnCost: number
  /** Maximum distance in meters and maximum time in seconds between two positions of the same trip. */
  readonly breakMeters: number
  readonly breakSeconds: number
  /** Maximum plausible speed, in meters per second. */
  readonly maxMetersPerSecond: number
  /**
   * Maximum difference between the best score of a state and the best score of its layer. Paths are not continued from
   * less likely states.
   */
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

/** Ratio of the reported accuracy to σ. Accuracy is a radius around a point, while σ is measured across the road. */
export const ACCURACY_PER_SIGMA = 1.51
const MAX_RADIUS_METERS = 200
/** Typical error of a heading and the maximum cost of a wrong heading. Stationary devices report random headings. */
const HEADING_SIGMA_DEGREES = 30
const MAX_HEADING_COST = 8
/** Distance in σ at which the vehicle is equally likely to be on the road and off it. */
const OFF_ROAD_SIGMAS = 5
/** Maximum backward movement, in meters, of a stationary vehicle whose positions jitter. */
export const BACKWARD_TOLERANCE_METERS = 50
/**
 * Tolerance for timestamps. Devices report whole seconds, and some report the time of sending, so two positions may
 * have the same time.
 */
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
 * Returns the log-probability that the vehicle is `meters` away from its observed position and `degrees` (or NaN) off
 * the road's direction.
 */
export function scoreEmission(sigma: number, meters: number, degrees: number): number {
  const positionSigmas = meters / sigma
  const positionScore = -0.5 * positionSigmas * positionSigmas
  if (Number.isNaN(degrees)) return positionScore
  const headingSigmas = degrees / HEADING_SIGMA_DEGREES
  return positionScore - Math.min(MAX_HEADING_COST, 0.5 * headingSigmas * headingSigmas)
}

/** Emission log-probability for a vehicle that is not on any known road. */
export const OFF_ROAD_EMISSION = -0.5 * OFF_ROAD_SIGMAS * OFF_ROAD_SIGMAS

/**
 * Returns the log-probability that a vehicle drove a path of the given length between two positions at the given
 * straight-line distance.
 */
export function scoreTransition(
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
 * Returns the length beyond which a path from a state is too unlikely. `lead` is the difference between its score and
 * the best score of its layer.
 */
export function beamReach(model: MatchModel, straightMeters: number, seconds: number, lead: number): number {
  const excess = (model.beamScore - lead) * (model.betaMeters + model.betaPerMeter * straightMeters)
  return Math.min(straightMeters + excess, strictReach(model, straightMeters, seconds))
}

/**
 * Returns the maximum length for a strict search. Longer paths are searched only if there is no other path, because
 * most of that work would be wasted.
 */
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
