import type { DistanceGrid } from './distance-grid.ts'

/** A closed line in microdegrees. The last point equals the first. The inside is to the left of the line. */
export interface Ring {
  readonly latitude: Int32Array
  readonly longitude: Int32Array
}

/**
 * Minimum distance of a crossing from a node, as a fraction of a cell. This distance prevents rings from touching after
 * rounding.
 */
const MIN_SHARE = 0.04
const NO_EDGE = -1

/**
 * Traces the rings of a contour. Grid edges have the number 2 · node for the edge to the east of a node, and 2 · node +
 * 1 for the edge to its north. Within a cell, the line of the contour enters through one edge and leaves through
 * another.
 */
export class RingTracer {
  private readonly grid: DistanceGrid
  private readonly radius: number
  /** The next edge on the contour for every edge that the contour crosses. */
  private readonly next: Int32Array

  constructor(grid: DistanceGrid, radiusCells: number) {
    this.grid = grid
    this.radius = radiusCells
    this.next = new Int32Array(2 * grid.squared.length).fill(NO_EDGE)
  }

  /**
   * Traces the contour with marching squares. Rings are simple and disjoint, because the contour crosses every grid
   * edge at most once.
   */
  trace(): Ring[] {
    const starts = this.connect()
    const rings: Ring[] = []
    for (const start of starts) {
      const edges: number[] = []
      for (let edge = start; this.next[edge] !== NO_EDGE; ) {
        edges.push(edge)
        const nextEdge = this.next[edge]
        this.next[edge] = NO_EDGE
        edge = nextEdge
      }
      if (edges.length > 0) rings.push(this.toRing(edges))
    }
    return rings
  }

  /** Connects the crossed edges of every cell and returns those edges. */
  private connect(): number[] {
    const { squared, columns, rows } = this.grid
    const limit = this.radius * this.radius
    const starts: number[] = []
    for (let row = 0; row < rows - 1; row++) {
      let southWest = row * columns
      let left = (squared[southWest] < limit ? 1 : 0) | (squared[southWest + columns] < limit ? 8 : 0)
      for (let column = 0; column < columns - 1; column++, southWest++) {
        const right = (squared[southWest + 1] < limit ? 2 : 0) | (squared[southWest + 1 + columns] < limit ? 4 : 0)
        const cornerBits = left | right
        left = ((right >> 1) & 1) | ((right & 4) << 1)
        if (cornerBits !== 0 && cornerBits !== 15) this.connectCell(cornerBits, southWest, starts)
      }
    }
    return starts
  }

  /**
   * Connects the crossed edges of one cell. The bits of `cornerBits` are southwest 1, southeast 2, northeast 4 and
   * northwest 8.
   */
  private connectCell(cornerBits: number, southWest: number, starts: number[]): void {
    const { columns } = this.grid
    const edges = [2 * southWest, 2 * (southWest + 1) + 1, 2 * (southWest + columns), 2 * southWest + 1]
    const lines =
      cornerBits === 5 || cornerBits === 10
        ? saddleLines(cornerBits, this.isCenterInside(southWest))
        : CELL_LINES[cornerBits]
    for (let index = 0; index < lines.length; index += 2) {
      this.next[edges[lines[index]]] = edges[lines[index + 1]]
      starts.push(edges[lines[index]])
    }
  }

  /**
   * Returns true if the mean distance of the corners is less than the radius. The mean only decreases from one contour
   * to a larger contour, so contours remain nested.
   */
  private isCenterInside(southWest: number): boolean {
    const { squared, columns } = this.grid
    const cornerBits = [southWest, southWest + 1, southWest + columns, southWest + columns + 1]
    return cornerBits.reduce((sum, node) => sum + Math.sqrt(squared[node]), 0) < 4 * this.radius
  }

  private toRing(edges: readonly number[]): Ring {
    const { grid } = this
    const latitude = new Int32Array(edges.length + 1)
    const longitude = new Int32Array(edges.length + 1)
    edges.forEach((edge, index) => {
      const node = edge >>> 1
      const isNorthward = (edge & 1) === 1
      const share = this.crossing(node, isNorthward ? node + grid.columns : node + 1)
      const [row, column] = [Math.floor(node / grid.columns), node % grid.columns]
      latitude[index] = grid.latitudeAt(isNorthward ? row + share : row)
      longitude[index] = grid.longitudeAt(isNorthward ? column : column + share)
    })
    latitude[edges.length] = latitude[0]
    longitude[edges.length] = longitude[0]
    return { latitude, longitude }
  }

  /** Returns the position between two nodes where the distance equals the radius. */
  private crossing(node: number, other: number): number {
    const { squared } = this.grid
    const [a, b] = [Math.sqrt(squared[node]), Math.sqrt(squared[other])]
    return Math.min(1 - MIN_SHARE, Math.max(MIN_SHARE, (this.radius - a) / (b - a)))
  }
}

const [SOUTH, EAST, NORTH, WEST] = [0, 1, 2, 3]

/** Lines through a cell as pairs of edges. The contour enters through the first edge and leaves through the second. */
const CELL_LINES: readonly (readonly number[])[] = [
  [],
  [SOUTH, WEST],
  [EAST, SOUTH],
  [EAST, WEST],
  [NORTH, EAST],
  [],
  [NORTH, SOUTH],
  [NORTH, WEST],
  [WEST, NORTH],
  [SOUTH, NORTH],
  [],
  [EAST, NORTH],
  [WEST, EAST],
  [SOUTH, EAST],
  [WEST, SOUTH],
  [],
]

/**
 * Returns the lines of a cell in which two opposite corners are inside. These corners are connected if the center of
 * the cell is inside as well.
 */
function saddleLines(cornerBits: number, isConnected: boolean): readonly number[] {
  if (cornerBits === 5) return isConnected ? [SOUTH, EAST, NORTH, WEST] : [SOUTH, WEST, NORTH, EAST]
  return isConnected ? [WEST, SOUTH, EAST, NORTH] : [EAST, SOUTH, WEST, NORTH]
}
