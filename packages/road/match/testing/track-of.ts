import type { Track } from '../track.ts'

export type Point = readonly [latitude: number, longitude: number]

/** Returns a track through the given points. Times in seconds are optional. */
export function trackOf(points: readonly Point[], seconds?: readonly number[]): Track {
  return {
    count: points.length,
    latitude: Float64Array.from(points, ([latitude]) => latitude),
    longitude: Float64Array.from(points, ([, longitude]) => longitude),
    ...(seconds ? { seconds: Float64Array.from(seconds) } : {}),
  }
}
