import { GreatCircle, nearestTurn } from '../geometry/sphere.ts'
import { NEAR_NM, type Sea } from '../schema.ts'
import { clearanceNm, safeNm } from './clearance.ts'
import { touchesCoast } from './coast-crossing.ts'

/** Nearer than this, the distance field may be wrong about land, and the coastline itself is asked. */
const DOUBT_NM = 1.6
/** Pieces of great circles of this length are straight on a chart to less than a metre. */
const PIECE_NM = 2
/** The field is read so much apart at least: it changes by no more than that in between. */
const LEAST_STEP_NM = 0.25
/** Lines that graze the shore within this are not clear: charts draw them a few metres from where they are. */
const MARGIN_DEGREES = 25 / 1852 / 60
/** Nobody may ask for more clearance. */
const MOST_KEPT_NM = 6

/**
 * Whether a ship can go straight from one position to another without touching land or coming nearer to it than so many
 * miles. Walks along the great circle in steps as long as the distance to the coast allows (Hart, 1996: sphere tracing).
 */
export class LineOfSight {
  readonly #sea: Sea
  readonly #line = new GreatCircle()

  constructor(sea: Sea) {
    this.#sea = sea
  }

  /** `keepNm` may change on the way: it is asked for the share of the way that lies behind. */
  isClear(latA: number, lonA: number, latB: number, lonB: number, keep: (share: number) => number = () => 0): boolean {
    // Always in the same direction: whoever looks back must see the same.
    return latA < latB || (latA === latB && lonA < lonB)
      ? this.#walk(latA, lonA, latB, lonB, keep)
      : this.#walk(latB, lonB, latA, lonA, (share) => keep(1 - share))
  }

  #walk(latA: number, lonA: number, latB: number, lonB: number, keep: (share: number) => number): boolean {
    const sea = this.#sea
    const line = this.#line.set(latA, lonA, latB, lonB)
    const { lengthNm } = line
    let latitude = latA
    let longitude = lonA
    for (let gone = 0; gone < lengthNm; ) {
      const safe = safeNm(sea, latitude, longitude)
      const keepNm = safe < NEAR_NM + MOST_KEPT_NM ? keep(gone / lengthNm) : MOST_KEPT_NM
      let step = safe
      if (safe < NEAR_NM + MOST_KEPT_NM) {
        const clearance = clearanceNm(sea, latitude, longitude)
        if (clearance < keepNm) return false
        step = clearance >= DOUBT_NM ? Math.max(LEAST_STEP_NM, clearance - Math.max(keepNm, DOUBT_NM - 0.25)) : PIECE_NM
        if (clearance < DOUBT_NM && keepNm > 0) step = LEAST_STEP_NM
        if (clearance < DOUBT_NM) {
          const from = longitude
          const fromLatitude = latitude
          line.moveTo(Math.min(lengthNm, gone + step))
          if (this.#isNarrow(fromLatitude, from, line.latitude, nearestTurn(line.longitude, from))) return false
        }
      } else {
        step = safe - MOST_KEPT_NM
      }
      gone += step
      if (gone >= lengthNm) break
      line.moveTo(gone)
      latitude = line.latitude
      longitude = line.longitude
    }
    return true
  }

  /** Whether a short line, or one of its parallels within the margin, touches the coast. */
  #isNarrow(latA: number, lonA: number, latB: number, lonB: number): boolean {
    const stretch = Math.max(0.01, Math.cos((latA * Math.PI) / 180))
    const dx = (lonB - lonA) * stretch
    const dy = latB - latA
    const length = Math.max(1e-12, Math.hypot(dx, dy))
    const north = (MARGIN_DEGREES * dx) / length
    const east = (-MARGIN_DEGREES * dy) / length / stretch
    return (
      touchesCoast(this.#sea, latA, lonA, latB, lonB) ||
      touchesCoast(this.#sea, latA + north, lonA + east, latB + north, lonB + east) ||
      touchesCoast(this.#sea, latA - north, lonA - east, latB - north, lonB - east)
    )
  }
}
