import { longitudeDifference, type Ruler, rulerAt, wrapLongitude } from '@fairway/geo'
import { ACCURACY_PER_SIGMA } from '../model.ts'
import { type Track, toAverageHeading } from '../track.ts'

const MAX_GROUP_POINTS = 40
/** Minimum number of positions in a trace for averaging. In shorter traces, every position matters. */
const MIN_GROUPED_POINTS = 20
/** Number of positions before and after a position over which its speed is measured. */
const SPEED_WINDOW = 8
/**
 * Minimum standard deviation of a mean in meters. Errors of successive positions are correlated, so a mean is never
 * more accurate.
 */
export const MIN_GROUP_SIGMA_METERS = 4
/** Maximum distance of an averaged position from the middle of its group, in σ. */
const OUTLIER_SIGMAS = 8
/**
 * Maximum time between positions for estimating noise, in seconds. Between positions farther apart, acceleration and
 * turns look like noise.
 */
const MAX_DENSE_SECONDS = 3
const MIN_DENSE_POINTS = 10
/** Median length of the second difference of positions with a standard deviation of 1 in both directions. */
const SECOND_DIFFERENCE_MEDIAN = 2.884
/** Change of latitude, in degrees, after which the meters per degree are computed again. */
const RULER_DEGREES = 0.05

/** The positions of a track in time order, in meters from the first position. */
export interface FlatTrace {
  readonly point: Uint32Array
  readonly east: Float64Array
  readonly north: Float64Array
}

/**
 * A spike is more than this many times as far from its neighbors as they are from each other, plus a distance in
 * meters.
 */
const SPIKE_RATIO = 4
const SPIKE_METERS = 300

/** Removes positions that jump away and back, because they would split the trace. Returns the remaining positions. */
export function dropSpikes(track: Track, { point, east, north }: FlatTrace, maxMetersPerSecond: number): Uint32Array {
  const isSpike = (i: number): boolean => {
    const [previousPoint, nextPoint] = [i - 1, i + 1]
    const meters = Math.min(
      Math.hypot(east[i] - east[previousPoint], north[i] - north[previousPoint]),
      Math.hypot(east[i] - east[nextPoint], north[i] - north[nextPoint]),
    )
    const directMeters = Math.hypot(east[nextPoint] - east[previousPoint], north[nextPoint] - north[previousPoint])
    if (meters <= SPIKE_METERS + SPIKE_RATIO * directMeters) return false
    const { seconds } = track
    return !seconds || 2 * meters > maxMetersPerSecond * (seconds[point[nextPoint]] - seconds[point[previousPoint]])
  }
  return point.filter((_, i) => i === 0 || i === point.length - 1 || !isSpike(i))
}

/** Groups of successive positions. Each group is replaced by its mean. */
export interface TraceGroups {
  /** A track with one position per group. The accuracy of a position is its standard deviation. */
  readonly track: Track
  /**
   * Index of the first position of each group in time order. Group `g` contains the positions `first[g]` to
   * `first[g + 1] - 1`.
   */
  readonly first: Uint32Array
}

export function flattenTrace({ latitude, longitude }: Track, point: Uint32Array): FlatTrace {
  const east = new Float64Array(point.length)
  const north = new Float64Array(point.length)
  let [ruler, rulerLatitude]: [Ruler, number] = [rulerAt(0), Number.NEGATIVE_INFINITY]
  for (let i = 1; i < point.length; i++) {
    const [from, to] = [point[i - 1], point[i]]
    if (Math.abs(latitude[to] - rulerLatitude) > RULER_DEGREES) {
      rulerLatitude = latitude[to]
      ruler = rulerAt(rulerLatitude)
    }
    east[i] = east[i - 1] + longitudeDifference(longitude[from], longitude[to]) * ruler.perLongitudeDegree
    north[i] = north[i - 1] + (latitude[to] - latitude[from]) * ruler.perLatitudeDegree
  }
  return { point, east, north }
}

/**
 * Returns the standard deviation of positions that are at most a few seconds apart, or 0 if there are too few. Over
 * three such positions, a vehicle moves nearly straight and at constant speed.
 */
export function estimateNoise({ seconds }: Track, { point, east, north }: FlatTrace): number {
  const lengths: number[] = []
  for (let i = 1; seconds && i + 1 < point.length; i++) {
    const secondsBefore = seconds[point[i]] - seconds[point[i - 1]]
    const secondsAfter = seconds[point[i + 1]] - seconds[point[i]]
    if (
      !(
        secondsBefore > 0 &&
        secondsBefore <= MAX_DENSE_SECONDS &&
        Math.abs(secondsAfter - secondsBefore) <= 0.1 * secondsBefore
      )
    )
      continue
    const x = east[i - 1] - 2 * east[i] + east[i + 1]
    const y = north[i - 1] - 2 * north[i] + north[i + 1]
    lengths.push(Math.sqrt(x * x + y * y))
  }
  return lengths.length < MIN_DENSE_POINTS ? 0 : findMedian(lengths) / SECOND_DIFFERENCE_MEDIAN
}

/** Returns the median and sorts the values in place. */
export function findMedian(values: number[]): number {
  values.sort((a, b) => a - b)
  return values[values.length >>> 1] ?? 0
}

/**
 * Averages successive positions where a vehicle moves little compared with the noise. The means are more accurate. The
 * means are also far enough apart that the vehicle does not seem to move back and forth.
 */
export function groupTrace(track: Track, trace: FlatTrace, sigmaMeters: number, groupSigmas: number): TraceGroups {
  const { point } = trace
  const count = point.length
  const first: number[] = []
  for (let begin = 0; begin < count; ) {
    first.push(begin)
    const sigma = sigmaAt(track, point[begin], sigmaMeters)
    const size = Math.round((groupSigmas * sigma) / stepMetersAt(trace, begin))
    // The path begins at the first position and ends at the last.
    const isSingle = begin === 0 || count < MIN_GROUPED_POINTS
    const end = isSingle ? begin + 1 : Math.min(count - 1, begin + Math.max(1, Math.min(MAX_GROUP_POINTS, size)))
    begin++
    while (
      begin < end &&
      continuesGroup(track, trace, first[first.length - 1], begin, (groupSigmas + NOISE_SIGMAS) * sigma)
    )
      begin++
  }
  const groupCount = first.length
  first.push(count)
  const means = {
    count: groupCount,
    latitude: new Float64Array(groupCount),
    longitude: new Float64Array(groupCount),
    seconds: track.seconds && new Float64Array(groupCount),
    heading: track.heading && new Float32Array(groupCount),
    headingTolerance: track.headingTolerance && new Float32Array(groupCount),
    accuracy: new Float32Array(groupCount),
  }
  for (let group = 0; group < groupCount; group++) {
    const [begin, end] = [first[group], first[group + 1]]
    const sigma = sigmaAt(track, point[begin], sigmaMeters)
    const usedCount = averagePosition(track, trace, begin, end, sigma, means, group)
    const middle = point[(begin + end - 1) >>> 1]
    if (means.seconds && track.seconds) means.seconds[group] = track.seconds[middle]
    if (means.heading && track.heading) means.heading[group] = toAverageHeading(track.heading, point, begin, end)
    if (means.headingTolerance && track.headingTolerance)
      means.headingTolerance[group] = findWidestTolerance(track.headingTolerance, point, begin, end)
    means.accuracy[group] = ACCURACY_PER_SIGMA * Math.max(MIN_GROUP_SIGMA_METERS, sigma / Math.sqrt(usedCount))
  }
  return { track: means, first: Uint32Array.from(first) }
}

/** Returns the largest tolerance of the given positions, or NaN if one of them allows all directions. */
function findWidestTolerance(tolerance: Float32Array, point: Uint32Array, begin: number, end: number): number {
  let widest = 0
  for (let i = begin; i < end; i++) widest = Math.max(widest, tolerance[point[i]])
  return widest
}

/** Averages the positions of a group and returns the number of averaged positions. */
function averagePosition(
  { latitude, longitude }: Track,
  { point, east, north }: FlatTrace,
  begin: number,
  end: number,
  sigma: number,
  means: { readonly latitude: Float64Array; readonly longitude: Float64Array },
  group: number,
): number {
  const origin = point[(begin + end - 1) >>> 1]
  if (end - begin === 1) {
    means.latitude[group] = latitude[origin]
    means.longitude[group] = longitude[origin]
    return 1
  }
  const middle = { east: middleOf(east, begin, end), north: middleOf(north, begin, end) }
  const limit = OUTLIER_SIGMAS * sigma
  let [usedCount, northSum, eastSum] = [0, 0, 0]
  for (let i = begin; i < end; i++) {
    if (Math.hypot(east[i] - middle.east, north[i] - middle.north) > limit) continue
    usedCount++
    northSum += latitude[point[i]] - latitude[origin]
    eastSum += longitudeDifference(longitude[origin], longitude[point[i]])
  }
  means.latitude[group] = latitude[origin] + (usedCount > 0 ? northSum / usedCount : 0)
  means.longitude[group] = wrapLongitude(longitude[origin] + (usedCount > 0 ? eastSum / usedCount : 0))
  return Math.max(1, usedCount)
}

/** Returns the median, because a single wrong position does not change it much. */
function middleOf(values: Float64Array, begin: number, end: number): number {
  return values.slice(begin, end).sort()[(end - begin) >>> 1]
}

function sigmaAt({ accuracy }: Track, point: number, sigmaMeters: number): number {
  const accuracyMeters = accuracy?.[point] ?? Number.NaN
  return accuracyMeters > 0 ? Math.max(MIN_GROUP_SIGMA_METERS, accuracyMeters / ACCURACY_PER_SIGMA) : sigmaMeters
}

/**
 * Returns the mean distance between successive positions around a position, in meters. Averaging reduces the effect of
 * noise.
 */
function stepMetersAt({ point, east, north }: FlatTrace, index: number): number {
  const from = Math.max(0, index - SPEED_WINDOW)
  const to = Math.min(point.length - 1, index + SPEED_WINDOW)
  return Math.hypot(east[to] - east[from], north[to] - north[from]) / Math.max(1, to - from)
}

/** Maximum time between two positions of a group, in seconds. */
const MAX_GROUP_GAP_SECONDS = 30
/** Maximum distance between two positions that noise alone explains, in σ. */
const NOISE_SIGMAS = 3

/**
 * Returns true if a position belongs to the group. The distance is also checked, because a vehicle that moves back and
 * forth seems slow over the whole window.
 */
function continuesGroup(
  { seconds }: Track,
  { point, east, north }: FlatTrace,
  begin: number,
  index: number,
  maxMeters: number,
): boolean {
  if (seconds && seconds[point[index]] - seconds[point[index - 1]] > MAX_GROUP_GAP_SECONDS) return false
  return Math.hypot(east[index] - east[begin], north[index] - north[begin]) < maxMeters
}
