import type { Position } from '@fairway/geo'
import { toVector } from '../geometry/ellipsoid.ts'
import type { Frame, Point } from '../geometry/frame.ts'
import type { Corridor } from '../model.ts'
import type { Lane, Lanes } from './lanes.ts'
import type { Place } from './travel.ts'

/**
 * Spacing of the points between corners where a flight may enter or leave a corridor, and their maximum number per
 * corridor.
 */
const ENTRY_METERS = 200
const MAX_ENTRIES = 200

/** A point of a corridor's line, with its location on the line and on the map. */
interface Station extends Point {
  /** The integer part is the piece of the line, the fraction is the share of that piece. */
  readonly along: number
  /** Set for a crossing: the place shared with the other corridor. */
  readonly place?: number
}

/**
 * Creates the points where a flight may enter or leave corridors: endpoints, corners, intermediate points, the points
 * nearest to the stops, and crossings. They do not depend on the corridor preference, so a stronger preference never
 * reduces the distance flown in corridors.
 */
export function makeLanes(
  frame: Frame,
  corridors: readonly Corridor[],
  stops: readonly Position[],
  isOpen: (corridor: Corridor, fromMs: number, untilMs: number) => boolean,
): Lanes {
  const places: Place[] = []
  const addPlace = ({ x, y }: Point) => places.push({ x, y, vector: frame.lift(x, y) }) - 1
  const lines = corridors.map(({ line }) => line.map((corner) => frame.project(toVector(corner))))
  const stations: Station[][] = lines.map((line) => [
    ...entriesOf(line),
    ...stops.flatMap((stop) => feetOf(line, frame.project(toVector(stop)))),
  ])
  for (let one = 0; one < lines.length; one++) {
    for (let other = one + 1; other < lines.length; other++) {
      for (const [alongOne, alongOther, point] of crossingsOf(lines[one], lines[other])) {
        const place = addPlace(point)
        stations[one].push({ ...point, along: alongOne, place })
        stations[other].push({ ...point, along: alongOther, place })
      }
    }
  }
  const lanes: Lane[] = stations.flatMap((list, corridor) => {
    const sorted = list.sort((a, b) => a.along - b.along)
    const ids = sorted.map((station) => station.place ?? addPlace(station))
    return ids.slice(1).flatMap((to, at): Lane[] => {
      const from = ids[at]
      const ahead = { from, to, corridor }
      return corridors[corridor].direction === 'forward' ? [ahead] : [ahead, { from: to, to: from, corridor }]
    })
  })
  const from: Lane[][] = places.map(() => [])
  for (const lane of lanes) from[lane.from].push(lane)
  return { places, from, isOpen: (lane, fromMs, untilMs) => isOpen(corridors[lane.corridor], fromMs, untilMs) }
}

const lengthOf = (a: Point, b: Point) => Math.hypot(b.x - a.x, b.y - a.y)

function entriesOf(line: readonly Point[]): Station[] {
  const total = line.slice(1).reduce((sum, corner, at) => sum + lengthOf(line[at], corner), 0)
  const step = Math.max(ENTRY_METERS, total / MAX_ENTRIES)
  const inside = line.slice(1).flatMap((to, piece) => {
    const from = line[piece]
    const count = Math.max(1, Math.ceil(lengthOf(from, to) / step))
    return Array.from({ length: count }, (_, at) => stationAt(from, to, piece, at / count))
  })
  return [...inside, { ...line[line.length - 1], along: line.length - 1 }]
}

function stationAt(from: Point, to: Point, piece: number, share: number): Station {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share, along: piece + share }
}

/** Returns the perpendicular foot on every piece that contains one. */
function feetOf(line: readonly Point[], { x, y }: Point): Station[] {
  return line.slice(1).flatMap((to, piece) => {
    const from = line[piece]
    const square = lengthOf(from, to) ** 2
    const share = square === 0 ? 0 : ((x - from.x) * (to.x - from.x) + (y - from.y) * (to.y - from.y)) / square
    return share > 0 && share < 1 ? [stationAt(from, to, piece, share)] : []
  })
}

function crossingsOf(one: readonly Point[], other: readonly Point[]): [number, number, Point][] {
  return one.slice(1).flatMap((b, at) =>
    other.slice(1).flatMap((d, beside): [number, number, Point][] => {
      const [a, c] = [one[at], other[beside]]
      const [dx, dy, ex, ey] = [b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y]
      const area = dx * ey - dy * ex
      if (area === 0) return []
      const share = ((c.x - a.x) * ey - (c.y - a.y) * ex) / area
      const shareBeside = ((c.x - a.x) * dy - (c.y - a.y) * dx) / area
      if (share < 0 || share > 1 || shareBeside < 0 || shareBeside > 1) return []
      return [[at + share, beside + shareBeside, { x: a.x + dx * share, y: a.y + dy * share }]]
    }),
  )
}
