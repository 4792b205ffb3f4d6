import { distanceNm, type Position } from '@fairway/geo'
import type { Sea } from '../schema.ts'
import type { Closures } from '../search/closures.ts'
import { clearanceNm } from '../water/clearance.ts'
import { degreesIntoIce } from '../water/ice.ts'
import type { LineOfSight } from '../water/line-of-sight.ts'
import { leadsIntoIce, perpendicularFoot } from './corner.ts'

/** Distance that ships keep from the shore where there is room, in nautical miles. */
const SHORE_CLEARANCE_NM = 5
/** Number of pieces of a straightened line for which the required clearance is stored. */
const CLEARANCE_SAMPLES = 24

/** A line with the distance to the shore and the cumulative distance at each point. */
interface MeasuredLine {
  readonly points: readonly Position[]
  readonly clearanceNm: Float64Array
  readonly milesAt: Float64Array
}

/** Straightens a path around land by string pulling, without reducing its distance to the shore. */
export class StringPuller {
  private readonly sea: Sea
  private readonly lineOfSight: LineOfSight
  private readonly requiredNm = new Float64Array(CLEARANCE_SAMPLES)

  constructor(sea: Sea, lineOfSight: LineOfSight) {
    this.sea = sea
    this.lineOfSight = lineOfSight
  }

  straighten(points: readonly Position[], closures: Closures): Position[] {
    if (points.length < 3) return [...points]
    const firstPass = this.gallopForward(this.measure(points), closures).map((index) => points[index])
    const secondPass = this.chooseShortest(this.measure(firstPass), closures).map((index) => firstPass[index])
    return this.cutCorners(this.cutCorners(secondPass, closures), closures)
  }

  private measure(points: readonly Position[]): MeasuredLine {
    const clearances = Float64Array.from(points, ([latitude, longitude]) =>
      Math.min(SHORE_CLEARANCE_NM, clearanceNm(this.sea, latitude, longitude)),
    )
    const milesAt = new Float64Array(points.length)
    for (let index = 1; index < points.length; index++) {
      milesAt[index] = milesAt[index - 1] + distanceNm(...points[index - 1], ...points[index])
    }
    return { points, clearanceNm: clearances, milesAt }
  }

  /**
   * Looks increasingly far ahead while the line is clear, then bisects back. This method needs few checks for many
   * points.
   */
  private gallopForward(line: MeasuredLine, closures: Closures): number[] {
    const last = line.points.length - 1
    const chosenPoints = [0]
    for (let index = 0; index < last; ) {
      let lastClear = index + 1
      let step = 2
      let firstBlocked = last + 1
      while (index + step <= last && this.isClear(line, index, index + step, closures)) {
        lastClear = index + step
        step *= 2
      }
      firstBlocked = Math.min(last + 1, index + step)
      while (firstBlocked - lastClear > 1) {
        const middle = (lastClear + firstBlocked) >> 1
        if (this.isClear(line, index, middle, closures)) lastClear = middle
        else firstBlocked = middle
      }
      chosenPoints.push(lastClear)
      index = lastClear
    }
    return chosenPoints
  }

  /**
   * Finds the shortest subset of the existing points. Checks each point against all later points that would shorten the
   * line.
   */
  private chooseShortest(line: MeasuredLine, closures: Closures): number[] {
    const { points } = line
    const length = new Float64Array(points.length).fill(Number.POSITIVE_INFINITY)
    const previousIndex = new Int32Array(points.length)
    length[0] = 0
    for (let index = 0; index < points.length; index++) {
      for (let to = index + 1; to < points.length; to++) {
        const sum = length[index] + distanceNm(...points[index], ...points[to])
        if (sum >= length[to] - 1e-6) continue
        if (to > index + 1 && !this.isClear(line, index, to, closures)) continue
        length[to] = sum
        previousIndex[to] = index
      }
    }
    const chosenPoints: number[] = []
    for (let index = points.length - 1; index > 0; index = previousIndex[index]) chosenPoints.push(index)
    chosenPoints.push(0)
    return chosenPoints.reverse()
  }

  private isClear(
    { points, clearanceNm, milesAt }: MeasuredLine,
    from: number,
    to: number,
    closures: Closures,
  ): boolean {
    const requiredNm = this.requiredNm.fill(SHORE_CLEARANCE_NM)
    const length = milesAt[to] - milesAt[from]
    const windowSampleCount = Math.ceil(CLEARANCE_SAMPLES / 8)
    let maxIceDegrees = 0
    for (let index = from; index <= to; index++) {
      const sample = Math.floor(((milesAt[index] - milesAt[from]) / length) * (CLEARANCE_SAMPLES - 1))
      const end = Math.min(CLEARANCE_SAMPLES - 1, sample + windowSampleCount)
      for (let nearbySample = Math.max(0, sample - windowSampleCount); nearbySample <= end; nearbySample++)
        requiredNm[nearbySample] = Math.min(requiredNm[nearbySample], clearanceNm[index])
      maxIceDegrees = Math.max(maxIceDegrees, degreesIntoIce(points[index][0]))
    }
    const [latA, lonA] = points[from]
    const [latB, lonB] = points[to]
    if (closures.isLineClosed(latA, lonA, latB, lonB) || leadsIntoIce(points[from], points[to], maxIceDegrees))
      return false
    return this.lineOfSight.isClear(
      latA,
      lonA,
      latB,
      lonB,
      (share) => requiredNm[Math.floor(share * (CLEARANCE_SAMPLES - 1))] * 0.95 - 0.1,
    )
  }

  /** Moves every corner toward the straight line between its neighbors, as far as the line is clear. */
  private cutCorners(points: readonly Position[], closures: Closures): Position[] {
    const line = [...points]
    for (let index = 1; index < line.length - 1; index++) {
      const [lat, lon] = line[index]
      const requiredNm = Math.min(SHORE_CLEARANCE_NM, clearanceNm(this.sea, lat, lon)) * 0.95 - 0.1
      const foot = perpendicularFoot(line[index], line[index - 1], line[index + 1])
      let movedShare = 0
      for (let step = 0.5; step > 0.03; step /= 2) {
        const share = movedShare + step
        const candidate: Position = [lat + (foot[0] - lat) * share, lon + (foot[1] - lon) * share]
        if (this.isCornerClear(line[index - 1], candidate, line[index + 1], requiredNm, closures)) movedShare = share
      }
      line[index] = [lat + (foot[0] - lat) * movedShare, lon + (foot[1] - lon) * movedShare]
    }
    return line
  }

  private isCornerClear(a: Position, corner: Position, b: Position, requiredNm: number, closures: Closures): boolean {
    const ice = Math.max(degreesIntoIce(a[0]), degreesIntoIce(corner[0]), degreesIntoIce(b[0]))
    // Near the ends, the required clearance may be as small as before, but it must not decrease at the corner.
    const clearanceAfterStart = (share: number) =>
      Math.min(requiredNm, this.endClearanceNm(a) + share * SHORE_CLEARANCE_NM * 2)
    const clearanceBeforeEnd = (share: number) =>
      Math.min(requiredNm, this.endClearanceNm(b) + (1 - share) * SHORE_CLEARANCE_NM * 2)
    return (
      !closures.isLineClosed(...a, ...corner) &&
      !closures.isLineClosed(...corner, ...b) &&
      !leadsIntoIce(a, corner, ice) &&
      !leadsIntoIce(corner, b, ice) &&
      this.lineOfSight.isClear(...a, ...corner, clearanceAfterStart) &&
      this.lineOfSight.isClear(...corner, ...b, clearanceBeforeEnd)
    )
  }

  private endClearanceNm([latitude, longitude]: Position): number {
    return clearanceNm(this.sea, latitude, longitude) * 0.95 - 0.1
  }
}
