import { flatDistanceMeters, longitudeDifference, rulerAt } from '@fairway/geo'
import type { RoadNetwork } from '../../network/network.ts'
import type { MatchedTrack, Stretches } from '../matched-track.ts'
import type { Point } from './track-of.ts'

/** A line in the direction of travel. */
export type Line = readonly Point[]

/** Returns the driven path as lines, one per piece. */
export function linesOf(network: RoadNetwork, { pieces }: Pick<MatchedTrack, 'pieces'>): Line[] {
  return pieces.map(({ stretches }) => lineOf(network, stretches))
}

export function lineOf(network: RoadNetwork, { count, arc, from, to }: Stretches): Line {
  const line: Point[] = []
  for (let i = 0; i < count; i++) line.push(...cut(shapeOf(network, arc[i]), from[i], to[i]))
  return line
}

export function shapeOf({ arcs, edges }: RoadNetwork, arc: number): Line {
  const side = arcs.edgeSide[arc]
  const edge = side >>> 1
  const shape: Point[] = []
  for (let i = edges.shapeFirst[edge]; i < edges.shapeFirst[edge + 1]; i++) {
    shape.push([edges.shapeLatitude[i] / 1e6, edges.shapeLongitude[i] / 1e6])
  }
  return (side & 1) === 0 ? shape : shape.reverse()
}

export function lengthMeters(line: Line): number {
  let sum = 0
  for (let i = 1; i < line.length; i++) sum += flatDistanceMeters(...line[i - 1], ...line[i])
  return sum
}

/** Returns the section of a line between two fractions of its length. */
export function cut(line: Line, from: number, to: number): Line {
  const total = lengthMeters(line)
  const [begin, end] = [from * total, to * total]
  const part: Point[] = [pointAt(line, begin)]
  let before = 0
  for (let i = 1; i < line.length; i++) {
    before += flatDistanceMeters(...line[i - 1], ...line[i])
    if (before > begin && before < end) part.push(line[i])
  }
  part.push(pointAt(line, end))
  return part
}

export function pointAt(line: Line, meters: number): Point {
  let before = 0
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1], line[i]]
    const length = flatDistanceMeters(...a, ...b)
    if (before + length >= meters && length > 0) {
      const share = Math.max(0, (meters - before) / length)
      const longitude = a[1] + share * longitudeDifference(a[1], b[1])
      return [a[0] + share * (b[0] - a[0]), longitude > 180 ? longitude - 360 : longitude]
    }
    before += length
  }
  return line[line.length - 1]
}

const STEP_METERS = 5
const NEAR_METERS = 3
/** Cosine of the maximum angle between two lines with the same direction. */
const SAME_DIRECTION = 0.5

/**
 * Returns the length in meters over which a line matches another line in the same direction. The length is measured in
 * steps of five meters.
 */
export function coveredMeters(line: Line, others: readonly Line[]): { covered: number; total: number } {
  const index = new LineIndex(others)
  let [covered, total] = [0, 0]
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1], line[i]]
    const length = flatDistanceMeters(...a, ...b)
    const steps = Math.max(1, Math.ceil(length / STEP_METERS))
    for (let step = 0; step < steps; step++) {
      const share = (step + 0.5) / steps
      const point: Point = [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]
      total += length / steps
      if (index.covers(point, [b[0] - a[0], b[1] - a[1]])) covered += length / steps
    }
  }
  return { covered, total }
}

/** Line segments, indexed by cells of about a hundred meters. */
class LineIndex {
  private readonly cells = new Map<string, (readonly [Point, Point])[]>()

  constructor(lines: readonly Line[]) {
    for (const line of lines) for (let i = 1; i < line.length; i++) this.add([line[i - 1], line[i]])
  }

  private add(piece: readonly [Point, Point]): void {
    const [[south, north], [west, east]] = [0, 1].map((axis) =>
      [piece[0][axis], piece[1][axis]].sort((a, b) => a - b).map((value) => Math.floor(value * 1000)),
    )
    for (let row = south; row <= north; row++) {
      for (let column = west; column <= east; column++) {
        const key = `${row} ${column}`
        this.cells.set(key, [...(this.cells.get(key) ?? []), piece])
      }
    }
  }

  covers(point: Point, direction: Point): boolean {
    const { perLatitudeDegree, perLongitudeDegree } = rulerAt(point[0])
    const flat = ([latitude, longitude]: Point) => [longitude * perLongitudeDegree, latitude * perLatitudeDegree]
    const [x, y] = flat(point)
    const [dx, dy] = flat(direction)
    const isOn = ([from, to]: readonly [Point, Point]) => {
      const [ax, ay] = flat(from)
      const [bx, by] = flat(to)
      const square = (bx - ax) ** 2 + (by - ay) ** 2
      if (square === 0) return false
      const share = Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square))
      const distance = Math.hypot(ax + share * (bx - ax) - x, ay + share * (by - ay) - y)
      const cosine = (dx * (bx - ax) + dy * (by - ay)) / Math.sqrt(square * (dx * dx + dy * dy))
      return distance <= NEAR_METERS && !(cosine < SAME_DIRECTION)
    }
    const [row, column] = [Math.floor(point[0] * 1000), Math.floor(point[1] * 1000)]
    for (let r = row - 1; r <= row + 1; r++) {
      for (let c = column - 1; c <= column + 1; c++) {
        if (this.cells.get(`${r} ${c}`)?.some(isOn)) return true
      }
    }
    return false
  }
}
