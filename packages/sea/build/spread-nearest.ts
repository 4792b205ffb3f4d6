import { approximateNm, cosineOfLatitude } from './short-distance.ts'

/** Squares that each store the nearest point found so far. */
export interface DistanceField {
  readonly rowOf: (square: number) => number
  readonly longitude: (square: number) => number
  /** Latitudes of the rows. */
  readonly latitude: Float64Array
  /** Writes the included neighbors of a square to `into`, at most eight, and returns their number. */
  readonly around: (square: number, into: Int32Array) => number
  readonly nearestLatitude: Float32Array
  readonly nearestLongitude: Float32Array
  /** Distance in nautical miles. Infinite for squares that have no point yet. */
  readonly distance: Float32Array
}

/** Propagates nearest points between neighboring squares until nothing changes, up to a maximum distance. */
export function propagateNearest(field: DistanceField, maxNm: number): void {
  const { distance, nearestLatitude, nearestLongitude } = field
  const cosines = field.latitude.map(cosineOfLatitude)
  const neighbors = new Int32Array(8)
  let frontier: number[] = []
  for (let square = 0; square < distance.length; square++) if (distance[square] < maxNm) frontier.push(square)
  const isQueued = new Uint8Array(distance.length)
  while (frontier.length > 0) {
    const next: number[] = []
    for (const square of frontier) isQueued[square] = 0
    for (const square of frontier) {
      const latitude = nearestLatitude[square]
      const longitude = nearestLongitude[square]
      const cosine = cosineOfLatitude(latitude)
      const count = field.around(square, neighbors)
      for (let index = 0; index < count; index++) {
        const neighbor = neighbors[index]
        const row = field.rowOf(neighbor)
        const lat = field.latitude[row]
        // Most neighbors already have a point closer than the difference in latitude alone.
        if (Math.abs(lat - latitude) * MIN_NM_PER_DEGREE >= distance[neighbor]) continue
        const candidateNm = approximateNm(lat, field.longitude(neighbor), cosines[row], latitude, longitude, cosine)
        if (candidateNm >= maxNm || candidateNm >= distance[neighbor] - 1e-3) continue
        distance[neighbor] = candidateNm
        nearestLatitude[neighbor] = latitude
        nearestLongitude[neighbor] = longitude
        if (isQueued[neighbor] === 0) {
          isQueued[neighbor] = 1
          next.push(neighbor)
        }
      }
    }
    frontier = next
  }
}

const MIN_NM_PER_DEGREE = 60
