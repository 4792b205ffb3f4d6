import { GreatCircle, nearestTurn, type Position, wrapLongitude } from '@fairway/geo'
import type { Sea } from '../schema.ts'
import { clearanceNm, minClearanceNm } from '../water/clearance.ts'

/**
 * Minimum and maximum spacing of points, in nautical miles. The spacing keeps the deviation between a great circle and
 * the straight chart line small compared with the clearance.
 */
const MIN_STEP_NM = 4
const MAX_STEP_NM = 60

/**
 * Adds points along great circles. The points are close enough that straight chart lines between them follow the same
 * course and touch no land. Longitudes continue beyond 180 degrees instead of jumping.
 */
export function densify(sea: Sea, points: readonly Position[]): Position[] {
  const densePoints: Position[] = []
  const circle = new GreatCircle()
  const push = (latitude: number, longitude: number) => {
    const previousPoint = densePoints[densePoints.length - 1]
    densePoints.push([latitude, previousPoint ? nearestTurn(longitude, previousPoint[1]) : longitude])
  }
  points.forEach(([latitude, longitude], index) => {
    const previousPoint = points[index - 1]
    if (previousPoint) {
      circle.set(previousPoint[0], previousPoint[1], latitude, longitude)
      for (let traveledNm = stepNm(sea, previousPoint[0], previousPoint[1]); traveledNm < circle.lengthNm - 1; ) {
        circle.moveTo(traveledNm)
        push(circle.latitude, circle.longitude)
        traveledNm += stepNm(sea, circle.latitude, circle.longitude)
      }
    }
    push(latitude, longitude)
  })
  return densePoints
}

/**
 * Returns the step for a position. The deviation of a great circle from its chord grows with the square of the length.
 * The deviation is a quarter of a mile for a length of 60 miles.
 */
function stepNm(sea: Sea, latitude: number, longitude: number): number {
  const lon = wrapLongitude(longitude)
  const clearanceBoundNm = minClearanceNm(sea, latitude, lon)
  if (clearanceBoundNm > MAX_STEP_NM) return MAX_STEP_NM
  const clearance = Math.max(clearanceBoundNm, clearanceNm(sea, latitude, lon))
  return Math.max(MIN_STEP_NM, Math.min(MAX_STEP_NM, 1.2 * clearance))
}

/**
 * Converts a line to GeoJSON format (RFC 7946, 3.1.9): [longitude, latitude], split where the line crosses the
 * antimeridian.
 */
export function splitAtAntimeridian(line: readonly Position[]): [number, number][][] {
  const pieces: [number, number][][] = [[]]
  let wrapCount = 0
  line.forEach(([latitude, longitude], index) => {
    const nextWrapCount = Math.floor((longitude + 180) / 360)
    const previousPoint = line[index - 1]
    if (index === 0) wrapCount = nextWrapCount
    if (previousPoint && nextWrapCount !== wrapCount) {
      const isEast = nextWrapCount > wrapCount
      const antimeridian = 360 * Math.max(wrapCount, nextWrapCount) - 180
      const fraction = (antimeridian - previousPoint[1]) / (longitude - previousPoint[1])
      const crossing = previousPoint[0] + (latitude - previousPoint[0]) * fraction
      pieces[pieces.length - 1].push([isEast ? 180 : -180, crossing])
      pieces.push([[isEast ? -180 : 180, crossing]])
      wrapCount = nextWrapCount
    }
    pieces[pieces.length - 1].push([longitude - 360 * wrapCount, latitude])
  })
  return pieces
    .map((piece) =>
      piece.filter((point, index) => index === 0 || point.some((value, axis) => value !== piece[index - 1][axis])),
    )
    .filter((piece) => piece.length > 1)
}

/** Wraps every longitude into the range from -180 to 180. */
export function wrapLine(line: readonly Position[]): Position[] {
  return line.map(([latitude, longitude]) => [latitude, wrapLongitude(longitude)])
}
