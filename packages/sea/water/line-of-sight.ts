import { GreatCircle, NAUTICAL_MILES_PER_RADIAN, nearestTurn, RADIANS_PER_DEGREE } from '@fairway/geo'
import { NEAR_FIELD_MAX_NM, type Sea } from '../schema.ts'
import { clearanceNm, minClearanceNm } from './clearance.ts'
import { touchesCoast } from './coast-crossing.ts'

/** Distance below which the coastline itself is checked, because the distance field may be wrong about land. */
const COAST_CHECK_NM = 1.6
/** Length of pieces of great circles that deviate from a straight chart line by less than a meter. */
const PIECE_LENGTH_NM = 2
/**
 * Minimum distance between reads of the distance field. Between two reads, the distance to the coast changes by no more
 * than this distance.
 */
const MIN_STEP_NM = 0.25
/** Margin to the shore, in degrees. Lines that pass closer are not clear, because charts draw them a few meters off. */
const SHORE_MARGIN_DEGREES = 25 / 1852 / 60
/**
 * Maximum span of a chart line in degrees of longitude. The middle of such a line is less than half a mile from its
 * chart position.
 */
const MAX_CHART_DEGREES = 2.5
/**
 * Length of chart pieces, in nautical miles. Half of this length plus COAST_CHECK_NM stays below the range of the
 * distance field.
 */
const CHART_PIECE_NM = 10
const noClearance = () => 0
/** Maximum clearance that can be requested, in nautical miles. */
const MAX_CLEARANCE_NM = 6

/**
 * Checks whether a ship can sail straight between two positions without touching land or coming closer to it than the
 * required clearance. It walks along the great circle in steps as long as the distance to the coast allows (Hart, 1996:
 * sphere tracing).
 */
export class LineOfSight {
  private readonly sea: Sea
  private readonly circle = new GreatCircle()

  constructor(sea: Sea) {
    this.sea = sea
  }

  /**
   * Returns whether a line is clear. `requiredNm` returns the required clearance for the completed share of the line,
   * so the clearance can vary along the line.
   */
  isClear(latA: number, lonA: number, latB: number, lonB: number, requiredNm?: (share: number) => number): boolean {
    if (!requiredNm)
      return this.isFarFromCoast(latA, lonA, latB, lonB) || this.isClear(latA, lonA, latB, lonB, noClearance)
    // The walk always has the same direction, so that the result is symmetric.
    return latA < latB || (latA === latB && lonA < lonB)
      ? this.sphereTrace(latA, lonA, latB, lonB, requiredNm)
      : this.sphereTrace(latB, lonB, latA, lonA, (share) => requiredNm(1 - share))
  }

  /**
   * Returns whether the coast is so far from the centers of all pieces of a line that no walk is needed. The result is
   * computed on the chart, which needs neither sines nor arcs.
   */
  private isFarFromCoast(latA: number, lonA: number, latB: number, lonB: number): boolean {
    const longitudeDelta = nearestTurn(lonB, lonA) - lonA
    if (Math.abs(longitudeDelta) > MAX_CHART_DEGREES) return false
    const lengthNm = maxLengthNm(latA, lonA, latB, lonB)
    const pieceCount = Math.ceil(lengthNm / CHART_PIECE_NM)
    const requiredClearanceNm = lengthNm / pieceCount / 2 + COAST_CHECK_NM + 1
    for (let piece = 0; piece < pieceCount; piece++) {
      const fraction = (piece + 0.5) / pieceCount
      if (
        clearanceNm(this.sea, latA + (latB - latA) * fraction, lonA + longitudeDelta * fraction) <= requiredClearanceNm
      )
        return false
    }
    return true
  }

  private sphereTrace(
    latA: number,
    lonA: number,
    latB: number,
    lonB: number,
    requiredNm: (share: number) => number,
  ): boolean {
    const sea = this.sea
    const circle = this.circle
    // Most lines are clear after one step. Until a second step is needed, an upper bound on the length is enough.
    let hasExactLength = false
    let lengthNm = maxLengthNm(latA, lonA, latB, lonB)
    let latitude = latA
    let longitude = lonA
    for (let traveledNm = 0; traveledNm < lengthNm; ) {
      const clearanceBoundNm = minClearanceNm(sea, latitude, longitude)
      const clearanceLimitNm =
        clearanceBoundNm < NEAR_FIELD_MAX_NM + MAX_CLEARANCE_NM ? requiredNm(traveledNm / lengthNm) : MAX_CLEARANCE_NM
      let stepNm = clearanceBoundNm
      if (clearanceBoundNm < NEAR_FIELD_MAX_NM + MAX_CLEARANCE_NM) {
        const clearance = clearanceNm(sea, latitude, longitude)
        if (clearance < clearanceLimitNm) return false
        stepNm =
          clearance >= COAST_CHECK_NM
            ? Math.max(MIN_STEP_NM, clearance - Math.max(clearanceLimitNm, COAST_CHECK_NM - 0.25))
            : PIECE_LENGTH_NM
        if (clearance < COAST_CHECK_NM && clearanceLimitNm > 0) stepNm = MIN_STEP_NM
        if (clearance < COAST_CHECK_NM) {
          const fromLongitude = longitude
          const fromLatitude = latitude
          if (!hasExactLength) {
            hasExactLength = true
            lengthNm = circle.set(latA, lonA, latB, lonB).lengthNm
          }
          circle.moveTo(Math.min(lengthNm, traveledNm + stepNm))
          if (
            this.touchesCoast(
              fromLatitude,
              fromLongitude,
              circle.latitude,
              nearestTurn(circle.longitude, fromLongitude),
            )
          )
            return false
        }
      } else {
        stepNm = clearanceBoundNm - MAX_CLEARANCE_NM
      }
      traveledNm += stepNm
      if (!hasExactLength && traveledNm < lengthNm) {
        hasExactLength = true
        lengthNm = circle.set(latA, lonA, latB, lonB).lengthNm
      }
      if (traveledNm >= lengthNm) break
      circle.moveTo(traveledNm)
      latitude = circle.latitude
      longitude = circle.longitude
    }
    return true
  }

  /** Returns whether a short line, or one of its parallels within the margin, touches the coast. */
  private touchesCoast(latA: number, lonA: number, latB: number, lonB: number): boolean {
    const longitudeScale = Math.max(0.01, Math.cos((latA * Math.PI) / 180))
    const dx = (lonB - lonA) * longitudeScale
    const dy = latB - latA
    const length = Math.max(1e-12, Math.hypot(dx, dy))
    const north = (SHORE_MARGIN_DEGREES * dx) / length
    const east = (-SHORE_MARGIN_DEGREES * dy) / length / longitudeScale
    return touchesCoast(this.sea, latA, lonA, latB, lonB, north, east)
  }
}

/**
 * Returns an upper bound on the length. The great circle is at most as long as the straight line on a chart whose
 * parallels are all as long as the longest of them.
 */
function maxLengthNm(latA: number, lonA: number, latB: number, lonB: number): number {
  const minAbsoluteLatitude = latA * latB <= 0 ? 0 : Math.min(Math.abs(latA), Math.abs(latB))
  const dx = (nearestTurn(lonB, lonA) - lonA) * Math.cos(minAbsoluteLatitude * RADIANS_PER_DEGREE)
  const dy = latB - latA
  return Math.sqrt(dx * dx + dy * dy) * RADIANS_PER_DEGREE * NAUTICAL_MILES_PER_RADIAN * (1 + 1e-9)
}
