import type { Position } from '@fairway/geo'
import { toVector } from '../geometry/ellipsoid.ts'
import type { Frame, Point } from '../geometry/frame.ts'
import type { Corridor } from '../model.ts'
import type { Lane, Lanes } from './lanes.ts'
import type { ProjectedPoint } from './travel.ts'

/**
 * Spacing of the intermediate points at which a flight may enter or leave a corridor, and the maximum number of these
 * points per corridor.
 */
const ENTRY_SPACING_METERS = 200
const MAX_ENTRIES = 200

/** A point of a corridor, with its position on the line and on the map. */
interface CorridorPoint extends Point {
  /**
   * Position on the line. The integer part is the index of the segment, and the fractional part is the position within
   * that segment.
   */
  readonly position: number
  /** Index of the point shared with the other corridor. Set only for a crossing. */
  readonly pointIndex?: number
}

/**
 * Creates the points where a flight may enter or leave corridors: endpoints, corners, intermediate points, the points
 * nearest to the stops, and crossings. The points do not depend on the corridor preference, so a stronger preference
 * never reduces the distance flown in corridors.
 */
export function makeLanes(
  frame: Frame,
  corridors: readonly Corridor[],
  stops: readonly Position[],
  isOpen: (corridor: Corridor, fromMs: number, untilMs: number) => boolean,
): Lanes {
  const points: ProjectedPoint[] = []
  const addPoint = ({ x, y }: Point) => points.push({ x, y, vector: frame.unproject(x, y) }) - 1
  const lines = corridors.map(({ line }) => line.map((corner) => frame.project(toVector(corner))))
  const corridorPoints: CorridorPoint[][] = lines.map((line) => [
    ...listEntryPoints(line),
    ...stops.flatMap((stop) => listPerpendicularFeet(line, frame.project(toVector(stop)))),
  ])
  for (let first = 0; first < lines.length; first++) {
    for (let second = first + 1; second < lines.length; second++) {
      for (const [positionFirst, positionSecond, point] of findCrossings(lines[first], lines[second])) {
        const pointIndex = addPoint(point)
        corridorPoints[first].push({ ...point, position: positionFirst, pointIndex })
        corridorPoints[second].push({ ...point, position: positionSecond, pointIndex })
      }
    }
  }
  const lanes: Lane[] = corridorPoints.flatMap((list, corridor) => {
    const sorted = list.sort((a, b) => a.position - b.position)
    const pointIds = sorted.map((station) => station.pointIndex ?? addPoint(station))
    return pointIds.slice(1).flatMap((to, index): Lane[] => {
      const from = pointIds[index]
      const lane = { from, to, corridor }
      return corridors[corridor].direction === 'forward' ? [lane] : [lane, { from: to, to: from, corridor }]
    })
  })
  const from: Lane[][] = points.map(() => [])
  for (const lane of lanes) from[lane.from].push(lane)
  return {
    points,
    lanesFrom: from,
    isOpen: (lane, fromMs, untilMs) => isOpen(corridors[lane.corridor], fromMs, untilMs),
  }
}

const distanceBetween = (a: Point, b: Point) => Math.hypot(b.x - a.x, b.y - a.y)

function listEntryPoints(line: readonly Point[]): CorridorPoint[] {
  const totalMeters = line.slice(1).reduce((sum, corner, index) => sum + distanceBetween(line[index], corner), 0)
  const spacingMeters = Math.max(ENTRY_SPACING_METERS, totalMeters / MAX_ENTRIES)
  const entryPoints = line.slice(1).flatMap((to, segment) => {
    const from = line[segment]
    const count = Math.max(1, Math.ceil(distanceBetween(from, to) / spacingMeters))
    return Array.from({ length: count }, (_, index) => makeCorridorPoint(from, to, segment, index / count))
  })
  return [...entryPoints, { ...line[line.length - 1], position: line.length - 1 }]
}

function makeCorridorPoint(from: Point, to: Point, segment: number, fraction: number): CorridorPoint {
  return {
    x: from.x + (to.x - from.x) * fraction,
    y: from.y + (to.y - from.y) * fraction,
    position: segment + fraction,
  }
}

/** Returns the perpendicular foot of a point on every segment that contains one. */
function listPerpendicularFeet(line: readonly Point[], { x, y }: Point): CorridorPoint[] {
  return line.slice(1).flatMap((to, segment) => {
    const from = line[segment]
    const squaredLength = distanceBetween(from, to) ** 2
    const fraction =
      squaredLength === 0 ? 0 : ((x - from.x) * (to.x - from.x) + (y - from.y) * (to.y - from.y)) / squaredLength
    return fraction > 0 && fraction < 1 ? [makeCorridorPoint(from, to, segment, fraction)] : []
  })
}

function findCrossings(lineA: readonly Point[], lineB: readonly Point[]): [number, number, Point][] {
  return lineA.slice(1).flatMap((b, segmentA) =>
    lineB.slice(1).flatMap((d, segmentB): [number, number, Point][] => {
      const [a, c] = [lineA[segmentA], lineB[segmentB]]
      const [dx, dy, ex, ey] = [b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y]
      const area = dx * ey - dy * ex
      if (area === 0) return []
      const share = ((c.x - a.x) * ey - (c.y - a.y) * ex) / area
      const shareB = ((c.x - a.x) * dy - (c.y - a.y) * dx) / area
      if (share < 0 || share > 1 || shareB < 0 || shareB > 1) return []
      return [[segmentA + share, segmentB + shareB, { x: a.x + dx * share, y: a.y + dy * share }]]
    }),
  )
}
