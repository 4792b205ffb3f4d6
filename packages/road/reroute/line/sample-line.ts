import { type Coordinates, flatDistanceMeters } from '@fairway/geo'
import type { Track } from '../../match/track.ts'

/**
 * Minimum and maximum distance between points, in meters. Points closer together add no information about the line.
 * Points farther apart could also fit other roads.
 */
const MIN_SPACING_METERS = 15
const MAX_SPACING_METERS = 300
/** Approximate maximum number of points, which limits matching to a few seconds for any line. */
const MAX_POINTS = 5000

/**
 * Converts a line to a track for the matcher. Keeps the first and the last point, drops other points that are too close
 * together, and adds points where they are too far apart.
 */
export function sampleLine(line: Coordinates): Track {
  const total = lengthMeters(line)
  const minSpacingMeters = Math.max(MIN_SPACING_METERS, total / MAX_POINTS)
  const maxSpacingMeters = Math.max(MAX_SPACING_METERS, 2 * minSpacingMeters)
  const [latitude, longitude]: [number[], number[]] = [[], []]
  const count = line.latitude.length
  let metersSinceSample = Number.POSITIVE_INFINITY
  for (let i = 0; i < count; i++) {
    const stepMeters = i === 0 ? 0 : metersAt(line, i)
    metersSinceSample += stepMeters
    if (stepMeters > maxSpacingMeters)
      addIntermediatePoints(line, i, Math.ceil(stepMeters / maxSpacingMeters), latitude, longitude)
    if (metersSinceSample < minSpacingMeters && i < count - 1) continue
    latitude.push(line.latitude[i] / 1e6)
    longitude.push(line.longitude[i] / 1e6)
    metersSinceSample = 0
  }
  return {
    count: latitude.length,
    latitude: Float64Array.from(latitude),
    longitude: Float64Array.from(longitude),
  }
}

function addIntermediatePoints(
  line: Coordinates,
  i: number,
  partCount: number,
  latitude: number[],
  longitude: number[],
): void {
  const eastwards = longitudeStep(line.longitude[i] - line.longitude[i - 1])
  const northwards = line.latitude[i] - line.latitude[i - 1]
  for (let part = 1; part < partCount; part++) {
    const east = line.longitude[i - 1] + (eastwards * part) / partCount
    latitude.push((line.latitude[i - 1] + (northwards * part) / partCount) / 1e6)
    longitude.push((east > 180e6 ? east - 360e6 : east < -180e6 ? east + 360e6 : east) / 1e6)
  }
}

function longitudeStep(difference: number): number {
  return difference - 360e6 * Math.round(difference / 360e6)
}

function metersAt({ latitude, longitude }: Coordinates, i: number): number {
  return flatDistanceMeters(latitude[i - 1] / 1e6, longitude[i - 1] / 1e6, latitude[i] / 1e6, longitude[i] / 1e6)
}

export function lengthMeters(line: Coordinates): number {
  let meters = 0
  for (let i = 1; i < line.latitude.length; i++) meters += metersAt(line, i)
  return meters
}
