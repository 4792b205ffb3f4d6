import type { Position } from '@fairway/geo'
import { type CoastRings, listEdges, type Seam } from '@fairway/sea'

const CELLS_PER_DEGREE = 10
const COLUMN_COUNT = 360 * CELLS_PER_DEGREE

/** Checks whether lines cross the coast. The check uses only the raw polygons and no engine data. */
export class LandCheck {
  readonly #rings: CoastRings
  readonly #edges = new Map<number, number[]>()

  constructor(rings: CoastRings, seams: readonly Seam[] = []) {
    this.#rings = rings
    for (const edge of listEdges(rings, seams).coast) {
      for (const square of squaresOf(this.#corner(edge), this.#corner(edge + 1))) {
        const edges = this.#edges.get(square)
        if (edges) edges.push(edge)
        else this.#edges.set(square, [edge])
      }
    }
  }

  /** Returns whether a straight line on the chart crosses land. Longitudes may exceed 180 degrees. */
  crosses([latA, lonA]: Position, [latB, lonB]: Position): boolean {
    const turn = 360 * Math.round((lonA + lonB) / 720)
    return [turn, lonA > lonB ? turn + 360 : turn - 360, turn + 360].some((shift) => {
      const a: Position = [latA, lonA - shift]
      const b: Position = [latB, lonB - shift]
      for (const square of squaresOf(a, b)) {
        for (const edge of this.#edges.get(square) ?? []) {
          if (intersect(a, b, this.#corner(edge), this.#corner(edge + 1))) return true
        }
      }
      return false
    })
  }

  #corner(at: number): Position {
    return [(this.#rings.latitude[at] ?? 0) / 1e6, (this.#rings.longitude[at] ?? 0) / 1e6]
  }
}

function squaresOf(a: Position, b: Position): number[] {
  const found: number[] = []
  const at = (degrees: number, offset: number) => Math.floor((degrees + offset) * CELLS_PER_DEGREE)
  for (let row = at(Math.min(a[0], b[0]), 90); row <= at(Math.max(a[0], b[0]), 90); row++) {
    for (let column = at(Math.min(a[1], b[1]), 180); column <= at(Math.max(a[1], b[1]), 180); column++) {
      found.push(row * COLUMN_COUNT + column)
    }
  }
  return found
}

function intersect(a: Position, b: Position, c: Position, d: Position): boolean {
  const side = (p: Position, q: Position, r: Position) => (q[1] - p[1]) * (r[0] - p[0]) - (q[0] - p[0]) * (r[1] - p[1])
  return side(a, b, c) > 0 !== side(a, b, d) > 0 && side(c, d, a) > 0 !== side(c, d, b) > 0
}
