import { flatDistanceMeters, longitudeDifference } from '@fairway/geo'
import { parseHouseNumber } from '@fairway/places'

/** A point of the line, with its house number if it has one. */
export interface NumberedPoint {
  readonly latitude: number
  readonly longitude: number
  readonly number: string | undefined
}

export interface Between {
  readonly number: string
  readonly latitude: number
  readonly longitude: number
}

/** More houses than this between two known ones indicate an error in the numbers. */
const MAX_BETWEEN = 500

/** Returns the houses that `addr:interpolation` implies between known ones, evenly spaced along the line. */
export function interpolateHouses(points: readonly NumberedPoint[], scheme: string): Between[] {
  const step = stepOf(scheme)
  if (step === undefined) return []
  const found: Between[] = []
  let begin = -1
  for (const [at, point] of points.entries()) {
    const end = numberAt(point)
    if (end === undefined) continue
    const start = begin < 0 ? undefined : numberAt(points[begin])
    if (start !== undefined && Math.abs(end - start) / step <= MAX_BETWEEN) {
      const stretch = points.slice(begin, at + 1)
      const direction = end < start ? -step : step
      for (let number = start + direction; (end - number) * direction > 0; number += direction) {
        found.push({ number: `${number}`, ...pointAt(stretch, (number - start) / (end - start)) })
      }
    }
    begin = at
  }
  return found
}

function stepOf(scheme: string): number | undefined {
  if (scheme === 'odd' || scheme === 'even') return 2
  if (scheme === 'all') return 1
  const own = Number(scheme)
  return Number.isInteger(own) && own > 0 ? own : undefined
}

function numberAt({ number }: NumberedPoint): number | undefined {
  return number === undefined ? undefined : parseHouseNumber(number)?.number
}

/** The point at a share of the line length. */
function pointAt(points: readonly NumberedPoint[], share: number): { latitude: number; longitude: number } {
  const lengths = points
    .slice(1)
    .map((to, at) => flatDistanceMeters(points[at].latitude, points[at].longitude, to.latitude, to.longitude))
  let left = share * lengths.reduce((sum, length) => sum + length, 0)
  for (const [at, length] of lengths.entries()) {
    if (left <= length && length > 0) return along(points[at], points[at + 1], left / length)
    left -= length
  }
  const { latitude, longitude } = points[points.length - 1]
  return { latitude, longitude }
}

function along(from: NumberedPoint, to: NumberedPoint, share: number): { latitude: number; longitude: number } {
  return {
    latitude: from.latitude + share * (to.latitude - from.latitude),
    longitude: longitudeDifference(0, from.longitude + share * longitudeDifference(from.longitude, to.longitude)),
  }
}
