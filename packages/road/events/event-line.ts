import { bearingDegrees, flatDistanceMeters, longitudeDifference } from '@fairway/geo'
import type { Track } from '../match/track.ts'
import type { Point } from './event-place.ts'

/**
 * Distance between samples. Adjacent samples are so close that no other path fits between them. Samples are far enough
 * apart that a few meters of noise do not reverse the heading.
 */
const SPACING_METERS = 25
/** Maximum number of intervals between samples, which limits matching to a few seconds for any line. */
const MAX_INTERVALS = 5000
/** Minimum length of a line in meters. Shorter lines are treated as points. */
export const MIN_LINE_METERS = 1
/**
 * Minimum length of a track in meters. The matcher treats positions within ten meters as identical, so shorter lines
 * would have no heading.
 */
const MIN_TRACK_METERS = 24

/** A line in matcher format, with samples at a fixed spacing. Each sample has the heading of the line. */
export interface EventTrack extends Track {
  readonly heading: Float32Array
  readonly spacingMeters: number
}

/** Samples a line, which must be at least MIN_LINE_METERS long. */
export function sampleEventLine(line: readonly Point[]): EventTrack {
  const givenMeters = lineMeters(line)
  const scaledLine = givenMeters < MIN_TRACK_METERS ? scaleLine(line, MIN_TRACK_METERS / givenMeters) : line
  const total = Math.max(givenMeters, MIN_TRACK_METERS)
  const stepCount = Math.max(1, Math.min(MAX_INTERVALS, Math.round(total / SPACING_METERS)))
  const spacingMeters = total / stepCount
  const samples = samplePointsAlong(scaledLine, stepCount, spacingMeters)
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

/** Returns samples at the start, at regular intervals, and at the end. */
function samplePointsAlong(line: readonly Point[], stepCount: number, spacingMeters: number): Point[] {
  const samplePoints: Point[] = [line[0]]
  let passedMeters = 0
  for (let i = 1; i < line.length && samplePoints.length < stepCount; i++) {
    const length = flatDistanceMeters(...line[i - 1], ...line[i])
    while (samplePoints.length < stepCount && samplePoints.length * spacingMeters <= passedMeters + length) {
      const fraction = length > 0 ? (samplePoints.length * spacingMeters - passedMeters) / length : 0
      samplePoints.push(interpolatePoint(line[i - 1], line[i], fraction))
    }
    passedMeters += length
  }
  return [...samplePoints, line[line.length - 1]]
}

/**
 * Returns the heading from the previous sample to the next. A chord across two intervals is robust against a few meters
 * of noise.
 */
function headingAt(samples: readonly Point[], i: number): number {
  const from = samples[Math.max(0, i - 1)]
  const to = samples[Math.min(samples.length - 1, i + 1)]
  // A line that reverses direction has no heading at that sample.
  return flatDistanceMeters(...from, ...to) < MIN_LINE_METERS ? Number.NaN : bearingDegrees(...from, ...to)
}

/** Scales a line around the midpoint of its endpoints. */
function scaleLine(line: readonly Point[], factor: number): Point[] {
  const middle = interpolatePoint(line[0], line[line.length - 1], 0.5)
  return line.map((point) => interpolatePoint(middle, point, factor))
}

function interpolatePoint(from: Point, to: Point, fraction: number): Point {
  const longitude = from[1] + fraction * longitudeDifference(from[1], to[1])
  return [from[0] + fraction * (to[0] - from[0]), longitudeDifference(0, longitude)]
}
