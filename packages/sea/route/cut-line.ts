import { distanceNm, GreatCircle, nearestTurn, type Position } from '@fairway/geo'
import type { PathSection } from './find-path.ts'

/** Maximum distance at which an existing point is used instead of a new one, in nautical miles. */
const MERGE_DISTANCE_NM = 0.005

/** Returns the nautical miles from the first point of a line to each point. */
export function cumulativeMiles(line: readonly Position[]): number[] {
  const miles = [0]
  for (let index = 1; index < line.length; index++)
    miles.push(miles[index - 1] + distanceNm(...line[index - 1], ...line[index]))
  return miles
}

/**
 * Inserts points at the given distances in nautical miles, in order, so that steps can begin exactly at these points.
 */
export function insertPointsAt(sections: readonly PathSection[], insertAtNm: readonly number[]): PathSection[] {
  const circle = new GreatCircle()
  let traveledNm = 0
  let next = 0
  return sections.map((section) => {
    const points: Position[] = section.points.slice(0, 1)
    for (let index = 1; index < section.points.length; index++) {
      const [from, to] = [section.points[index - 1], section.points[index]]
      const endNm = traveledNm + circle.set(...from, ...to).lengthNm
      for (; next < insertAtNm.length && insertAtNm[next] < endNm - MERGE_DISTANCE_NM; next++) {
        if (insertAtNm[next] < traveledNm + MERGE_DISTANCE_NM) continue
        circle.moveTo(insertAtNm[next] - traveledNm)
        points.push([circle.latitude, nearestTurn(circle.longitude, from[1])])
      }
      points.push(to)
      traveledNm = endNm
    }
    return { ...section, points }
  })
}

/** Returns the index of the point nearest to a given distance from the start of the line. */
export function findNearestPoint(miles: readonly number[], nm: number): number {
  const index = findLastPointBefore(miles, nm)
  return index + 1 < miles.length && miles[index + 1] - nm < nm - miles[index] ? index + 1 : index
}

/** Returns the part of the line between two distances from its start, in nautical miles. */
export function sliceLine(line: readonly Position[], miles: readonly number[], startNm: number, endNm: number) {
  const first = findLastPointBefore(miles, startNm)
  const last = findLastPointBefore(miles, endNm)
  return [
    interpolatePoint(line, miles, first, startNm),
    ...line.slice(first + 1, last + 1),
    interpolatePoint(line, miles, last, endNm),
  ]
}

function findLastPointBefore(miles: readonly number[], nm: number): number {
  let low = 0
  let high = miles.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (miles[middle] <= nm) low = middle
    else high = middle - 1
  }
  return low
}

function interpolatePoint(line: readonly Position[], miles: readonly number[], index: number, nm: number): Position {
  const next = line[index + 1]
  if (!next) return line[index]
  const share = (nm - miles[index]) / Math.max(1e-9, miles[index + 1] - miles[index])
  return [line[index][0] + (next[0] - line[index][0]) * share, line[index][1] + (next[1] - line[index][1]) * share]
}
