import { GreatCircle, nearestTurn, type Position, wrapLongitude } from '@fairway/geo'
import type { Sea } from '../schema.ts'
import { clearanceNm, minClearanceNm } from '../water/clearance.ts'

/**
 * Minimum and maximum spacing of points, in miles. It keeps the deviation between a great circle and the straight chart
 * line small compared with the clearance.
 */
const MIN_STEP_NM = 4
const MAX_STEP_NM = 60

/**
 * Adds points along great circles, close enough that straight chart lines between them follow the same course and touch
 * no land. Longitudes continue beyond 180 degrees instead of jumping.
 */
export function densify(sea: Sea, points: readonly Position[]): Position[] {
  const dense: Position[] = []
  const circle = new GreatCircle()
  const push = (latitude: number, longitude: number) => {
    const before = dense[dense.length - 1]
    dense.push([latitude, before ? nearestTurn(longitude, before[1]) : longitude])
  }
  points.forEach(([latitude, longitude], index) => {
    const before = points[index - 1]
    if (before) {
      circle.set(before[0], before[1], latitude, longitude)
      for (let traveledNm = stepNm(sea, before[0], before[1]); traveledNm < circle.lengthNm - 1; ) {
        circle.moveTo(traveledNm)
        push(circle.latitude, circle.longitude)
        traveledNm += stepNm(sea, circle.latitude, circle.longitude)
      }
    }
    push(latitude, longitude)
  })
  return dense
}

/**
 * The deviation of a great circle from its chord grows with the square of the length: a quarter of a mile for 60 miles.
 */
function stepNm(sea: Sea, latitude: number, longitude: number): number {
  const lon = wrapLongitude(longitude)
  const safe = minClearanceNm(sea, latitude, lon)
  if (safe > MAX_STEP_NM) return MAX_STEP_NM
  const clearance = Math.max(safe, clearanceNm(sea, latitude, lon))
  return Math.max(MIN_STEP_NM, Math.min(MAX_STEP_NM, 1.2 * clearance))
}

/** GeoJSON format (RFC 7946, 3.1.9): [longitude, latitude], split where the line crosses the antimeridian. */
export function splitAtAntimeridian(line: readonly Position[]): [number, number][][] {
  const pieces: [number, number][][] = [[]]
  let turn = 0
  line.forEach(([latitude, longitude], index) => {
    const nextTurn = Math.floor((longitude + 180) / 360)
    const before = line[index - 1]
    if (index === 0) turn = nextTurn
    if (before && nextTurn !== turn) {
      const isEast = nextTurn > turn
      const seam = 360 * Math.max(turn, nextTurn) - 180
      const share = (seam - before[1]) / (longitude - before[1])
      const crossing = before[0] + (latitude - before[0]) * share
      pieces[pieces.length - 1].push([isEast ? 180 : -180, crossing])
      pieces.push([[isEast ? -180 : 180, crossing]])
      turn = nextTurn
    }
    pieces[pieces.length - 1].push([longitude - 360 * turn, latitude])
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
