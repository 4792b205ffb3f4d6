import { distanceNm } from '../geometry/sphere.ts'

/** Squares that know the nearest of some points so far: index by index, with their own middles. */
export interface NearestField {
  readonly latitude: (square: number) => number
  readonly longitude: (square: number) => number
  /** Calls back with the squares around one that take part. */
  readonly around: (square: number, visit: (other: number) => void) => void
  readonly pointLatitude: Float32Array
  readonly pointLongitude: Float32Array
  /** Miles; those that know no point yet are infinitely far. */
  readonly distance: Float32Array
}

/** Every square tells its neighbours of its nearest point until nobody learns anything new, up to a distance. */
export function spreadNearest(field: NearestField, reachNm: number): void {
  const { distance, pointLatitude, pointLongitude } = field
  let wave: number[] = []
  for (let square = 0; square < distance.length; square++) if (distance[square] < reachNm) wave.push(square)
  const isWaiting = new Uint8Array(distance.length)
  while (wave.length > 0) {
    const next: number[] = []
    for (const square of wave) isWaiting[square] = 0
    for (const square of wave) {
      const latitude = pointLatitude[square]
      const longitude = pointLongitude[square]
      field.around(square, (other) => {
        const found = distanceNm(field.latitude(other), field.longitude(other), latitude, longitude)
        if (found >= reachNm || found >= distance[other] - 1e-3) return
        distance[other] = found
        pointLatitude[other] = latitude
        pointLongitude[other] = longitude
        if (isWaiting[other] === 0) {
          isWaiting[other] = 1
          next.push(other)
        }
      })
    }
    wave = next
  }
}
