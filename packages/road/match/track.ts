import { flatDistanceMeters } from '@fairway/geo'

/** Positions of one vehicle: the first `count` of parallel columns, in any order of time. */
export interface Track {
  readonly count: number
  /** Degrees. */
  readonly latitude: Float64Array
  readonly longitude: Float64Array
  /** Seconds since any instant; without them the order of the columns is the order of travel. */
  readonly seconds?: Float64Array | undefined
  /** Degrees clockwise from north; NaN where the device does not say. */
  readonly heading?: Float32Array | undefined
  /** The radius within which the true place lies with 68 %, metres; NaN where the device does not say. */
  readonly accuracy?: Float32Array | undefined
}

/** The usable positions of a track in the order of their times. */
export interface TrackOrder {
  /** Numbers of positions in the track. */
  readonly point: Uint32Array
  /** Left out, because they have no place on Earth or no time. */
  readonly invalid: number
  /** How many came earlier in time than one before them. */
  readonly unordered: number
}

/** Sorted by time when it has to be; of equal times the one that came first stays first. */
export function orderTrack(track: Track): TrackOrder {
  const { count, seconds } = track
  const point = new Uint32Array(count)
  let length = 0
  let unordered = 0
  let latest = Number.NEGATIVE_INFINITY
  for (let index = 0; index < count; index++) {
    if (!isValid(track, index)) continue
    point[length++] = index
    if (!seconds) continue
    if (seconds[index] < latest) unordered++
    else latest = seconds[index]
  }
  const kept = point.subarray(0, length)
  if (seconds && unordered > 0) kept.sort((a, b) => seconds[a] - seconds[b] || a - b)
  return { point: kept, invalid: count - length, unordered }
}

function isValid({ latitude, longitude, seconds }: Track, index: number): boolean {
  return (
    Math.abs(latitude[index]) <= 90 &&
    Math.abs(longitude[index]) <= 180 &&
    (seconds === undefined || Number.isFinite(seconds[index]))
  )
}

/** Metres between two positions of a track. */
export function metersBetween({ latitude, longitude }: Track, a: number, b: number): number {
  return flatDistanceMeters(latitude[a], longitude[a], latitude[b], longitude[b])
}

/** Seconds between two positions; unknown for a track without times. */
export function secondsBetween({ seconds }: Track, a: number, b: number): number {
  return seconds ? seconds[b] - seconds[a] : Number.NaN
}
