import { type Position, RADIANS_PER_DEGREE } from '@fairway/geo'

/** A GeoJSON position (RFC 7946), in the order longitude, latitude, altitude. */
export type Coordinate = readonly [longitude: number, latitude: number, altitudeM: number]

/** Converts a flight to a three-dimensional GeoJSON Feature, cut at the antimeridian. */
export function toFlightFeature(
  points: readonly Position[],
  altitudesM: readonly number[],
  properties: Readonly<Record<string, unknown>>,
) {
  const lines = cutAtAntimeridian(
    points.map(([latitude, longitude], index) => [longitude, latitude, altitudesM[index]]),
  )
  const geometry =
    lines.length === 1
      ? { type: 'LineString' as const, coordinates: lines[0] }
      : { type: 'MultiLineString' as const, coordinates: lines }
  return { type: 'Feature' as const, geometry, properties: { ...properties } }
}

/**
 * Cuts a line at the antimeridian. Each piece ends on one side, and the next piece begins at the same position on the
 * other side.
 */
export function cutAtAntimeridian(line: readonly Coordinate[]): Coordinate[][] {
  const [first, ...remaining] = line
  const lineParts: Coordinate[][] = [[first]]
  let from = first
  for (const next of remaining) {
    // A point on the antimeridian belongs to both sides, so its longitude gets the sign of the previous point's
    // longitude.
    const to = isOnAntimeridian(next) ? moveToAntimeridian(next, from[0]) : next
    if (Math.abs(to[0] - from[0]) > 180) {
      const crossingPoint = isOnAntimeridian(from) ? from : findAntimeridianCrossing(from, to)
      if (!isOnAntimeridian(from)) lineParts.at(-1)?.push(moveToAntimeridian(crossingPoint, from[0]))
      lineParts.push([moveToAntimeridian(crossingPoint, to[0])])
    }
    lineParts.at(-1)?.push(to)
    from = to
  }
  return lineParts.filter((part) => part.length >= 2)
}

function isOnAntimeridian([longitude]: Coordinate): boolean {
  return Math.abs(longitude) === 180
}

function moveToAntimeridian([, latitude, altitude]: Coordinate, longitude: number): Coordinate {
  return [longitude < 0 ? -180 : 180, latitude, altitude]
}

/** Returns where the great circle crosses the 180° meridian, with the altitude at that point. */
function findAntimeridianCrossing(from: Coordinate, to: Coordinate): Coordinate {
  const [a, b] = [from, to].map(([longitude, latitude]) => {
    const [lat, lon] = [latitude * RADIANS_PER_DEGREE, longitude * RADIANS_PER_DEGREE]
    return [Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)]
  })
  const delta = a[1] - b[1]
  const fraction = delta === 0 ? 0.5 : a[1] / delta
  const [x, z] = [a[0] + (b[0] - a[0]) * fraction, a[2] + (b[2] - a[2]) * fraction]
  return [180, Math.atan2(z, Math.abs(x)) / RADIANS_PER_DEGREE, from[2] + (to[2] - from[2]) * fraction]
}
