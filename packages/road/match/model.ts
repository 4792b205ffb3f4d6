/**
 * The hidden Markov model of Newson and Krumm (Hidden Markov Map Matching Through Noise and Sparseness, ACM GIS 2009):
 * a position is normally distributed around the road, and what the way between two places on the road is longer than the
 * straight line between the positions is exponentially distributed. Probabilities are logarithms throughout.
 */
export interface MatchModel {
  /**
   * Standard deviation of a position whose device does not say its accuracy, metres (σ). Newson and Krumm measured 4.07; a
   * little more costs nothing on good tracks, and forgives worse devices.
   */
  readonly sigmaMeters: number
  /** Mean of what a way is longer than the straight line (β), metres, and what is added to it per metre of that line. */
  readonly betaMeters: number
  readonly betaPerMeter: number
  /** Roads farther from a position than this are not looked at, unless the device says it is less accurate. */
  readonly radiusMeters: number
  /** What it costs to turn around in the middle of a road. */
  readonly uturnCost: number
  /** Positions farther apart than this, in metres or in seconds, are not of one drive. */
  readonly breakMeters: number
  readonly breakSeconds: number
  /** Nobody drives faster. */
  readonly mostMetersPerSecond: number
}

export const defaultModel: MatchModel = {
  sigmaMeters: 5,
  betaMeters: 3,
  betaPerMeter: 0.01,
  radiusMeters: 50,
  uturnCost: 20,
  breakMeters: 2000,
  breakSeconds: 300,
  mostMetersPerSecond: 60,
}

/** An accuracy is a radius around a point; σ is measured across the road. */
const ACCURACY_PER_SIGMA = 1.51
const LARGEST_RADIUS_METERS = 200
/** How far a heading is off, typically, and what a wrong one may cost at most: devices that stand still invent them. */
const HEADING_SIGMA_DEGREES = 30
const MOST_HEADING_COST = 8
/** As far away as this many σ, a vehicle may as well not be on the road at all. */
const OFF_ROAD_SIGMAS = 5
/** A vehicle that seems to go back by less than this stands still, and only the positions waver. */
export const WAVER_METERS = 50
/** Devices tell whole seconds, and some of them the second of sending: two positions may claim the same instant. */
const CLOCK_SECONDS = 2

export const IMPOSSIBLE = Number.NEGATIVE_INFINITY

export function sigmaOf({ sigmaMeters }: MatchModel, accuracyMeters: number): number {
  if (!(accuracyMeters > 0)) return sigmaMeters
  return Math.min(LARGEST_RADIUS_METERS / OFF_ROAD_SIGMAS, Math.max(sigmaMeters, accuracyMeters / ACCURACY_PER_SIGMA))
}

export function radiusOf({ radiusMeters }: MatchModel, sigma: number): number {
  return Math.max(radiusMeters, OFF_ROAD_SIGMAS * sigma)
}

/** That the vehicle is `meters` away from where it seems to be, pointing `degrees` (or NaN) away from the road. */
export function emission(sigma: number, meters: number, degrees: number): number {
  const away = meters / sigma
  const place = -0.5 * away * away
  if (Number.isNaN(degrees)) return place
  const off = degrees / HEADING_SIGMA_DEGREES
  return place - Math.min(MOST_HEADING_COST, 0.5 * off * off)
}

/** The emission of a vehicle that is on none of the known roads. */
export const OFF_ROAD_EMISSION = -0.5 * OFF_ROAD_SIGMAS * OFF_ROAD_SIGMAS

/** That a vehicle drove a way of a length between two positions so far apart. */
export function transition(
  { betaMeters, betaPerMeter }: MatchModel,
  lengthMeters: number,
  metersApart: number,
): number {
  return -Math.abs(lengthMeters - metersApart) / (betaMeters + betaPerMeter * metersApart)
}

/** Ways longer than this are looked at only when there is no other: most of the search would be for nothing. */
export function strictReach(model: MatchModel, metersApart: number, seconds: number): number {
  return Math.min(2 * metersApart + 250, drivable(model, seconds))
}
export function wideReach(model: MatchModel, metersApart: number, seconds: number): number {
  return Math.min(3 * metersApart + 3000, drivable(model, seconds))
}

function drivable({ mostMetersPerSecond }: MatchModel, seconds: number): number {
  if (Number.isNaN(seconds)) return Number.POSITIVE_INFINITY
  return mostMetersPerSecond * (seconds + CLOCK_SECONDS) + WAVER_METERS
}
