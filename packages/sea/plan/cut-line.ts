import { distanceNm, GreatCircle, nearestTurn, type Position } from '@fairway/geo'
import type { Stretch } from '../route/find-path.ts'

/** A point this close to the requested one is good enough. */
const NEAR_NM = 0.005

/** Miles from the first point of a line to each point. */
export function milesAlong(line: readonly Position[]): number[] {
  const gone = [0]
  for (let at = 1; at < line.length; at++) gone.push(gone[at - 1] + distanceNm(...line[at - 1], ...line[at]))
  return gone
}

/** Inserts points at the given miles, in order, so that steps can begin exactly there. */
export function addPointsAt(stretches: readonly Stretch[], miles: readonly number[]): Stretch[] {
  const circle = new GreatCircle()
  let gone = 0
  let next = 0
  return stretches.map((stretch) => {
    const points: Position[] = stretch.points.slice(0, 1)
    for (let at = 1; at < stretch.points.length; at++) {
      const [from, to] = [stretch.points[at - 1], stretch.points[at]]
      const end = gone + circle.set(...from, ...to).lengthNm
      for (; next < miles.length && miles[next] < end - NEAR_NM; next++) {
        if (miles[next] < gone + NEAR_NM) continue
        circle.moveTo(miles[next] - gone)
        points.push([circle.latitude, nearestTurn(circle.longitude, from[1])])
      }
      points.push(to)
      gone = end
    }
    return { ...stretch, points }
  })
}

/** Index of the point nearest to a mile. */
export function nearestPoint(gone: readonly number[], nm: number): number {
  const at = lastPointBefore(gone, nm)
  return at + 1 < gone.length && gone[at + 1] - nm < nm - gone[at] ? at + 1 : at
}

/** The part of the line between two miles. */
export function sliceLine(line: readonly Position[], gone: readonly number[], startNm: number, endNm: number) {
  const first = lastPointBefore(gone, startNm)
  const last = lastPointBefore(gone, endNm)
  return [between(line, gone, first, startNm), ...line.slice(first + 1, last + 1), between(line, gone, last, endNm)]
}

function lastPointBefore(gone: readonly number[], nm: number): number {
  let low = 0
  let high = gone.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (gone[middle] <= nm) low = middle
    else high = middle - 1
  }
  return low
}

function between(line: readonly Position[], gone: readonly number[], at: number, nm: number): Position {
  const next = line[at + 1]
  if (!next) return line[at]
  const share = (nm - gone[at]) / Math.max(1e-9, gone[at + 1] - gone[at])
  return [line[at][0] + (next[0] - line[at][0]) * share, line[at][1] + (next[1] - line[at][1]) * share]
}
