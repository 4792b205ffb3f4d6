import { flatDistanceMeters } from '@fairway/geo'

/** Positions of one vehicle, stored as the first `count` elements of parallel columns, in any time order. */
export interface Track {
  readonly count: number
  /** Coordinates in degrees. */
  readonly latitude: Float64Array
  readonly longitude: Float64Array
  /** Seconds since an arbitrary instant. If undefined, positions are assumed to be in order of travel. */
  readonly seconds?: Float64Array | undefined
  /** Heading in degrees clockwise from north, or NaN if the device does not report it. */
  readonly heading?: Float32Array | undefined
  /**
   * Maximum difference between the heading and the road in degrees, or NaN if roads in other directions are only less
   * likely.
   */
  readonly headingTolerance?: Float32Array | undefined
  /**
   * Radius in meters that contains the true position with a probability of 68 %, or NaN if the device does not report
   * it.
   */
  readonly accuracy?: Float32Array | undefined
}

/** The usable positions of a track in time order. */
export interface TrackOrder {
  /** Indexes of positions in the track. */
  readonly point: Uint32Array
  /** Number of skipped positions without a valid coordinate or time. */
  readonly invalidCount: number
  /** Number of positions that are earlier in time than a preceding position. */
  readonly unorderedCount: number
}

/** Sorts the positions by time if necessary. Positions with equal times keep their order. */
export function orderTrack(track: Track): TrackOrder {
  const { count, seconds } = track
  const validPoints = new Uint32Array(count)
  let length = 0
  let unorderedCount = 0
  let latestSeconds = Number.NEGATIVE_INFINITY
  for (let index = 0; index < count; index++) {
    if (!isValid(track, index)) continue
    validPoints[length++] = index
    if (!seconds) continue
    if (seconds[index] < latestSeconds) unorderedCount++
    else latestSeconds = seconds[index]
  }
  const keptPoints = validPoints.subarray(0, length)
  if (seconds && unorderedCount > 0) keptPoints.sort((a, b) => seconds[a] - seconds[b] || a - b)
  return { point: keptPoints, invalidCount: count - length, unorderedCount }
}

function isValid({ latitude, longitude, seconds }: Track, index: number): boolean {
  return (
    Math.abs(latitude[index]) <= 90 &&
    Math.abs(longitude[index]) <= 180 &&
    (seconds === undefined || Number.isFinite(seconds[index]))
  )
}

export function metersBetween({ latitude, longitude }: Track, a: number, b: number): number {
  return flatDistanceMeters(latitude[a], longitude[a], latitude[b], longitude[b])
}

/** Returns the seconds between two positions, or NaN for a track without times. */
export function secondsBetween({ seconds }: Track, a: number, b: number): number {
  return seconds ? seconds[b] - seconds[a] : Number.NaN
}

/**
 * Returns the mean of the known headings of the given positions. Returns NaN if no heading is known or if the headings
 * contradict each other.
 */
export function toAverageHeading(heading: Float32Array, point: Uint32Array, begin: number, end: number): number {
  let [east, north, knownCount] = [0, 0, 0]
  for (let i = begin; i < end; i++) {
    const degrees = heading[point[i]]
    if (Number.isNaN(degrees)) continue
    knownCount++
    east += Math.sin((degrees * Math.PI) / 180)
    north += Math.cos((degrees * Math.PI) / 180)
  }
  const isClear = knownCount > 0 && Math.hypot(east, north) > MIN_HEADING_AGREEMENT * knownCount
  return isClear ? (Math.atan2(east, north) * 180) / Math.PI : Number.NaN
}

const MIN_HEADING_AGREEMENT = 0.7
