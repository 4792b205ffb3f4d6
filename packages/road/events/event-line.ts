import { bearingDegrees, flatDistanceMeters, longitudeDifference } from '@fairway/geo'
import type { Track } from '../match/track.ts'
import type { Point } from './event-place.ts'

/**
 * Close enough that between two samples there is no room for another way than the line's, and far enough that some metres
 * of noise do not turn the direction around.
 */
const SPACING_METERS = 25
/** So that matching takes seconds at most, whatever the line is. */
const MOST_SAMPLES = 5000
/** Whatever is shorter is a point. */
export const SHORTEST_LINE_METERS = 1
/** The matcher takes positions within ten metres for one and the same: shorter lines would have no direction there. */
const SHORTEST_TRACK_METERS = 24

/** A line as the matcher wants it: a sample every so many metres of it, each with the direction of the line there. */
export interface EventTrack extends Track {
  readonly heading: Float32Array
  readonly spacingMeters: number
}

/** A line of at least SHORTEST_LINE_METERS. */
export function sampleEventLine(line: readonly Point[]): EventTrack {
  const given = lineMeters(line)
  const stretched = given < SHORTEST_TRACK_METERS ? scaled(line, SHORTEST_TRACK_METERS / given) : line
  const total = Math.max(given, SHORTEST_TRACK_METERS)
  const steps = Math.max(1, Math.min(MOST_SAMPLES, Math.round(total / SPACING_METERS)))
  const spacingMeters = total / steps
  const samples = placesAlong(stretched, steps, spacingMeters)
  return {
    count: samples.length,
    latitude: Float64Array.from(samples, ([latitude]) => latitude),
    longitude: Float64Array.from(samples, ([, longitude]) => longitude),
    heading: Float32Array.from(samples, (_, i) => headingAt(samples, i)),
    spacingMeters,
  }
}

export function lineMeters(line: readonly Point[]): number {
  let meters = 0
  for (let i = 1; i < line.length; i++) meters += flatDistanceMeters(...line[i - 1], ...line[i])
  return meters
}

/** At the beginning, after every spacing, and at the end. */
function placesAlong(line: readonly Point[], steps: number, spacingMeters: number): Point[] {
  const places: Point[] = [line[0]]
  let before = 0
  for (let i = 1; i < line.length && places.length < steps; i++) {
    const length = flatDistanceMeters(...line[i - 1], ...line[i])
    while (places.length < steps && places.length * spacingMeters <= before + length) {
      const share = length > 0 ? (places.length * spacingMeters - before) / length : 0
      places.push(between(line[i - 1], line[i], share))
    }
    before += length
  }
  return [...places, line[line.length - 1]]
}

/** From the sample before to the one after: a chord of two spacings is hardly turned by some metres of noise. */
function headingAt(samples: readonly Point[], i: number): number {
  const from = samples[Math.max(0, i - 1)]
  const to = samples[Math.min(samples.length - 1, i + 1)]
  // A line that turns back on itself leads nowhere there.
  return flatDistanceMeters(...from, ...to) < SHORTEST_LINE_METERS ? Number.NaN : bearingDegrees(...from, ...to)
}

/** Larger around the middle of its ends. */
function scaled(line: readonly Point[], factor: number): Point[] {
  const middle = between(line[0], line[line.length - 1], 0.5)
  return line.map((point) => between(middle, point, factor))
}

function between(from: Point, to: Point, share: number): Point {
  const longitude = from[1] + share * longitudeDifference(from[1], to[1])
  return [from[0] + share * (to[0] - from[0]), longitudeDifference(0, longitude)]
}
