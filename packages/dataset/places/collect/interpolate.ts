import { flatDistanceMeters, longitudeDifference } from '@fairway/geo'
import { parseHouseNumber } from '@fairway/places'

/** A point of the line, with its house number if the point has one. */
export interface NumberedPoint {
  readonly latitude: number
  readonly longitude: number
  readonly number: string | undefined
}

export interface InterpolatedHouse {
  readonly number: string
  readonly latitude: number
  readonly longitude: number
}

/** Maximum number of houses between two known house numbers. A larger count indicates an error in the house numbers. */
const MAX_INTERPOLATED_HOUSES = 500

/** Returns the houses that `addr:interpolation` implies between known houses, evenly spaced along the line. */
export function interpolateHouses(points: readonly NumberedPoint[], scheme: string): InterpolatedHouse[] {
  const step = toNumberStep(scheme)
  if (step === undefined) return []
  const houses: InterpolatedHouse[] = []
  let startIndex = -1
  for (const [index, point] of points.entries()) {
    const endNumber = parseNumberAt(point)
    if (endNumber === undefined) continue
    const start = startIndex < 0 ? undefined : parseNumberAt(points[startIndex])
    if (start !== undefined && Math.abs(endNumber - start) / step <= MAX_INTERPOLATED_HOUSES) {
      const section = points.slice(startIndex, index + 1)
      const direction = endNumber < start ? -step : step
      for (let number = start + direction; (endNumber - number) * direction > 0; number += direction) {
        houses.push({ number: `${number}`, ...pointAt(section, (number - start) / (endNumber - start)) })
      }
    }
    startIndex = index
  }
  return houses
}

function toNumberStep(scheme: string): number | undefined {
  if (scheme === 'odd' || scheme === 'even') return 2
  if (scheme === 'all') return 1
  const step = Number(scheme)
  return Number.isInteger(step) && step > 0 ? step : undefined
}

function parseNumberAt({ number }: NumberedPoint): number | undefined {
  return number === undefined ? undefined : parseHouseNumber(number)?.number
}

/** Returns the point at a fraction of the line's length. */
function pointAt(points: readonly NumberedPoint[], fraction: number): { latitude: number; longitude: number } {
  const lengths = points
    .slice(1)
    .map((to, index) => flatDistanceMeters(points[index].latitude, points[index].longitude, to.latitude, to.longitude))
  let remainingMeters = fraction * lengths.reduce((sum, length) => sum + length, 0)
  for (const [index, length] of lengths.entries()) {
    if (remainingMeters <= length && length > 0)
      return interpolatePoint(points[index], points[index + 1], remainingMeters / length)
    remainingMeters -= length
  }
  const { latitude, longitude } = points[points.length - 1]
  return { latitude, longitude }
}

function interpolatePoint(
  from: NumberedPoint,
  to: NumberedPoint,
  fraction: number,
): { latitude: number; longitude: number } {
  return {
    latitude: from.latitude + fraction * (to.latitude - from.latitude),
    longitude: longitudeDifference(0, from.longitude + fraction * longitudeDifference(from.longitude, to.longitude)),
  }
}
