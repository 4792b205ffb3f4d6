import { bearingDegrees, flatDistanceMeters, longitudeDifference } from '@fairway/geo'
import type { Track } from '../match/track.ts'
import type { Point } from './event-place.ts'

/**
 * Close enough that no other path fits between two samples, and far enough that a few meters of noise do not reverse
 * the heading.
 */
const SPACING_METERS = 25
/** Limits matching to a few seconds for any line. */
const MAX_SAMPLES = 5000
/** Shorter lines are treated as points. */
export const SHORTEST_LINE_METERS = 1
/** The matcher treats positions within ten meters as identical, so shorter lines would have no heading. */
const SHORTEST_TRACK_METERS = 24

/** A line in matcher format: samples at a fixed spacing, each with the heading of the line. */
export interface EventTrack extends Track {
  readonly heading: Float32Array
  readonly spacingMeters: number
}

/** Requires a line of at least SHORTEST_LINE_METERS. */
export function sampleEventLine(line: readonly Point[]): EventTrack {
  const givenMeters = lineMeters(line)
  const stretched = givenMeters < SHORTEST_TRACK_METERS ? scaled(line, SHORTEST_TRACK_METERS / givenMeters) : line
  const total = Math.max(givenMeters, SHORTEST_TRACK_METERS)
  const steps = Math.max(1, Math.min(MAX_SAMPLES, Math.round(total / SPACING_METERS)))
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

/** At the start, after every spacing, and at the end. */
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

/** From the previous sample to the next. A chord of two spacings is robust against a few meters of noise. */
function headingAt(samples: readonly Point[], i: number): number {
  const from = samples[Math.max(0, i - 1)]
  const to = samples[Math.min(samples.length - 1, i + 1)]
  // A line that reverses has no heading at that sample.
  return flatDistanceMeters(...from, ...to) < SHORTEST_LINE_METERS ? Number.NaN : bearingDegrees(...from, ...to)
}

/** Scales a line around the midpoint of its endpoints. */
function scaled(line: readonly Point[], factor: number): Point[] {
  const middle = between(line[0], line[line.length - 1], 0.5)
  return line.map((point) => between(middle, point, factor))
}

function between(from: Point, to: Point, share: number): Point {
  const longitude = from[1] + share * longitudeDifference(from[1], to[1])
  return [from[0] + share * (to[0] - from[0]), longitudeDifference(0, longitude)]
}
