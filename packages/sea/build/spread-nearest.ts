import { cosineOf, shortNm } from './short-distance.ts'

/** Squares that store the nearest of some points so far, by index, with their own centers. */
export interface NearestField {
  readonly rowOf: (square: number) => number
  readonly longitude: (square: number) => number
  /** Latitudes of the rows. */
  readonly latitude: Float64Array
  /** Writes the neighbors of a square that take part, at most eight, and returns their number. */
  readonly around: (square: number, into: Int32Array) => number
  readonly pointLatitude: Float32Array
  readonly pointLongitude: Float32Array
  /** Miles; infinite for squares without a point so far. */
  readonly distance: Float32Array
}

/** Propagates nearest points between neighboring squares until nothing changes, up to a distance. */
export function spreadNearest(field: NearestField, reachNm: number): void {
  const { distance, pointLatitude, pointLongitude } = field
  const cosines = field.latitude.map(cosineOf)
  const around = new Int32Array(8)
  let wave: number[] = []
  for (let square = 0; square < distance.length; square++) if (distance[square] < reachNm) wave.push(square)
  const isWaiting = new Uint8Array(distance.length)
  while (wave.length > 0) {
    const next: number[] = []
    for (const square of wave) isWaiting[square] = 0
    for (const square of wave) {
      const latitude = pointLatitude[square]
      const longitude = pointLongitude[square]
      const cosine = cosineOf(latitude)
      const count = field.around(square, around)
      for (let at = 0; at < count; at++) {
        const other = around[at]
        const row = field.rowOf(other)
        const lat = field.latitude[row]
        // Most neighbors already have a point closer than the difference in latitude alone.
        if (Math.abs(lat - latitude) * MIN_NM_PER_DEGREE >= distance[other]) continue
        const found = shortNm(lat, field.longitude(other), cosines[row], latitude, longitude, cosine)
        if (found >= reachNm || found >= distance[other] - 1e-3) continue
        distance[other] = found
        pointLatitude[other] = latitude
        pointLongitude[other] = longitude
        if (isWaiting[other] === 0) {
          isWaiting[other] = 1
          next.push(other)
        }
      }
    }
    wave = next
  }
}

const MIN_NM_PER_DEGREE = 60
