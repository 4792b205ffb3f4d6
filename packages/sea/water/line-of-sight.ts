import { GreatCircle, NAUTICAL_MILES_PER_RADIAN, nearestTurn, RADIANS } from '@fairway/geo'
import { NEAR_NM, type Sea } from '../schema.ts'
import { clearanceNm, safeNm } from './clearance.ts'
import { touchesCoast } from './coast-crossing.ts'

/** Below this distance the distance field may be wrong about land, so the coastline itself is checked. */
const DOUBT_NM = 1.6
/** Pieces of great circles of this length deviate from a straight chart line by less than a meter. */
const PIECE_NM = 2
/** Minimum distance between reads of the field. It changes by no more than that in between. */
const MIN_STEP_NM = 0.25
/** Lines that pass this close to the shore are not clear, because charts draw them a few meters off. */
const MARGIN_DEGREES = 25 / 1852 / 60
/** Across this many degrees of longitude, the middle of a line lies less than half a mile from its chart position. */
const CHART_DEGREES = 2.5
/** Half of this length plus the doubtful distance stays below the range of the distance field. */
const CHART_PIECE_NM = 10
const keepNothing = () => 0
/** Maximum clearance that can be requested. */
const MAX_KEPT_NM = 6

/**
 * Whether a ship can sail straight between two positions without touching land or coming closer to it than the given
 * miles. Walks along the great circle in steps as long as the distance to the coast allows (Hart, 1996: sphere
 * tracing).
 */
export class LineOfSight {
  private readonly sea: Sea
  private readonly line = new GreatCircle()

  constructor(sea: Sea) {
    this.sea = sea
  }

  /** `keep` returns the required clearance for the share of the line already covered, so it can vary along the line. */
  isClear(latA: number, lonA: number, latB: number, lonB: number, keep?: (share: number) => number): boolean {
    if (!keep) return this.isFarOff(latA, lonA, latB, lonB) || this.isClear(latA, lonA, latB, lonB, keepNothing)
    // Always walks in the same direction, so that the result is symmetric.
    return latA < latB || (latA === latB && lonA < lonB)
      ? this.walk(latA, lonA, latB, lonB, keep)
      : this.walk(latB, lonB, latA, lonA, (share) => keep(1 - share))
  }

  /**
   * Whether the coast is so far from the centers of all pieces of a line that no walk is needed. Computed on the chart,
   * which needs neither sines nor arcs.
   */
  private isFarOff(latA: number, lonA: number, latB: number, lonB: number): boolean {
    const east = nearestTurn(lonB, lonA) - lonA
    if (Math.abs(east) > CHART_DEGREES) return false
    const lengthNm = mostNm(latA, lonA, latB, lonB)
    const pieces = Math.ceil(lengthNm / CHART_PIECE_NM)
    const reach = lengthNm / pieces / 2 + DOUBT_NM + 1
    for (let piece = 0; piece < pieces; piece++) {
      const share = (piece + 0.5) / pieces
      if (clearanceNm(this.sea, latA + (latB - latA) * share, lonA + east * share) <= reach) return false
    }
    return true
  }

  private walk(latA: number, lonA: number, latB: number, lonB: number, keep: (share: number) => number): boolean {
    const sea = this.sea
    const line = this.line
    // Most lines are clear after one step. Until a second step is needed, an upper bound of the length is enough.
    let isMeasured = false
    let lengthNm = mostNm(latA, lonA, latB, lonB)
    let latitude = latA
    let longitude = lonA
    for (let gone = 0; gone < lengthNm; ) {
      const safe = safeNm(sea, latitude, longitude)
      const keepNm = safe < NEAR_NM + MAX_KEPT_NM ? keep(gone / lengthNm) : MAX_KEPT_NM
      let step = safe
      if (safe < NEAR_NM + MAX_KEPT_NM) {
        const clearance = clearanceNm(sea, latitude, longitude)
        if (clearance < keepNm) return false
        step = clearance >= DOUBT_NM ? Math.max(MIN_STEP_NM, clearance - Math.max(keepNm, DOUBT_NM - 0.25)) : PIECE_NM
        if (clearance < DOUBT_NM && keepNm > 0) step = MIN_STEP_NM
        if (clearance < DOUBT_NM) {
          const from = longitude
          const fromLatitude = latitude
          if (!isMeasured) {
            isMeasured = true
            lengthNm = line.set(latA, lonA, latB, lonB).lengthNm
          }
          line.moveTo(Math.min(lengthNm, gone + step))
          if (this.isNarrow(fromLatitude, from, line.latitude, nearestTurn(line.longitude, from))) return false
        }
      } else {
        step = safe - MAX_KEPT_NM
      }
      gone += step
      if (!isMeasured && gone < lengthNm) {
        isMeasured = true
        lengthNm = line.set(latA, lonA, latB, lonB).lengthNm
      }
      if (gone >= lengthNm) break
      line.moveTo(gone)
      latitude = line.latitude
      longitude = line.longitude
    }
    return true
  }

  /** Whether a short line, or one of its parallels within the margin, touches the coast. */
  private isNarrow(latA: number, lonA: number, latB: number, lonB: number): boolean {
    const stretch = Math.max(0.01, Math.cos((latA * Math.PI) / 180))
    const dx = (lonB - lonA) * stretch
    const dy = latB - latA
    const length = Math.max(1e-12, Math.hypot(dx, dy))
    const north = (MARGIN_DEGREES * dx) / length
    const east = (-MARGIN_DEGREES * dy) / length / stretch
    return touchesCoast(this.sea, latA, lonA, latB, lonB, north, east)
  }
}

/**
 * The great circle is at most as long as the straight line on a chart whose parallels are all as long as the longest.
 */
function mostNm(latA: number, lonA: number, latB: number, lonB: number): number {
  const nearest = latA * latB <= 0 ? 0 : Math.min(Math.abs(latA), Math.abs(latB))
  const dx = (nearestTurn(lonB, lonA) - lonA) * Math.cos(nearest * RADIANS)
  const dy = latB - latA
  return Math.sqrt(dx * dx + dy * dy) * RADIANS * NAUTICAL_MILES_PER_RADIAN * (1 + 1e-9)
}
