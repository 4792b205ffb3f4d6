import { rulerAt, wrapMicrodegrees } from '@fairway/geo'

/** A box in microdegrees. Longitudes may exceed 180 degrees. */
export interface GridBox {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}

/**
 * Width of the margin around the roads, in cells. The margin is outside every contour, so contours never touch the
 * border of the grid.
 */
const MARGIN_CELLS = 3
/**
 * Distance of nodes that are not adjacent to a cell with a road. This distance is larger than the diagonal of a cell.
 */
const FAR_DISTANCE = 1.5
/** Maximum width and height, in cells, of a box that is checked for full cells. */
const MAX_FULL_CELLS = 3
/**
 * Squared distance in cells. A point of a road that is nearer than this to the previous point does not change the
 * outline.
 */
const MIN_LINE_SQUARED = 0.25 ** 2
/** Squared distance in cells below which a cell counts as full. */
const FULL_SQUARED = 0.6 ** 2

/** The squared distance of every grid node from the nearest road, in cells. Distances below one cell are exact. */
export class DistanceGrid {
  readonly columns: number
  readonly rows: number
  readonly squared: Float32Array
  /** The position of node 0 and the spacing of nodes, in microdegrees. */
  readonly south: number
  readonly west: number
  readonly latitudeStep: number
  readonly longitudeStep: number
  private readonly perLatitudeStep: number
  private readonly perLongitudeStep: number

  constructor(box: GridBox, cellMeters: number) {
    const ruler = rulerAt((box.south + box.north) / 2e6)
    this.latitudeStep = (cellMeters / ruler.perLatitudeDegree) * 1e6
    this.longitudeStep = (cellMeters / ruler.perLongitudeDegree) * 1e6
    this.perLatitudeStep = 1 / this.latitudeStep
    this.perLongitudeStep = 1 / this.longitudeStep
    this.south = box.south - MARGIN_CELLS * this.latitudeStep
    this.west = box.west - MARGIN_CELLS * this.longitudeStep
    this.rows = Math.ceil((box.north - this.south) / this.latitudeStep) + MARGIN_CELLS + 1
    this.columns = Math.ceil((box.east - this.west) / this.longitudeStep) + MARGIN_CELLS + 1
    this.squared = new Float32Array(this.rows * this.columns).fill(FAR_DISTANCE * FAR_DISTANCE)
  }

  /**
   * Returns true if a road in a box has little or no effect on the contour: either all corners of its cells are much
   * nearer to other roads than the radius, or the contour does not pass next to them. Returns false for large boxes,
   * which would take too long to check.
   */
  isFull(south: number, west: number, north: number, east: number, squaredRadius: number): boolean {
    const firstColumn = Math.floor(this.toColumn(west))
    const lastColumn = Math.floor(this.toColumn(east)) + 1
    const firstRow = Math.floor(this.toRow(south))
    const lastRow = Math.floor(this.toRow(north)) + 1
    if (lastColumn - firstColumn > MAX_FULL_CELLS || lastRow - firstRow > MAX_FULL_CELLS) return false
    // A box across the antimeridian ends west of its beginning.
    if (lastColumn < firstColumn) return false
    return (
      this.isBelow(firstColumn, firstRow, lastColumn, lastRow, FULL_SQUARED) ||
      this.isBelow(firstColumn - 1, firstRow - 1, lastColumn + 1, lastRow + 1, squaredRadius)
    )
  }

  private isBelow(west: number, south: number, east: number, north: number, limit: number): boolean {
    const { squared, columns } = this
    for (let row = south; row <= north; row++)
      for (let node = row * columns + west, end = row * columns + east; node <= end; node++)
        if (squared[node] >= limit) return false
    return true
  }

  /** Returns the number of nodes in a grid over a box. */
  static countNodes(box: GridBox, cellMeters: number): number {
    const ruler = rulerAt((box.south + box.north) / 2e6)
    const height = ((box.north - box.south) / 1e6) * ruler.perLatitudeDegree
    const width = ((box.east - box.west) / 1e6) * ruler.perLongitudeDegree
    return (height / cellMeters + 2 * MARGIN_CELLS + 2) * (width / cellMeters + 2 * MARGIN_CELLS + 2)
  }

  /**
   * Returns the column of a longitude. Columns are counted from the western edge of the box, across the antimeridian if
   * necessary.
   */
  toColumn(longitude: number): number {
    const eastward = longitude - this.west
    if (eastward < 0) return (eastward + 360e6) * this.perLongitudeStep
    return (eastward < 360e6 ? eastward : eastward - 360e6) * this.perLongitudeStep
  }

  toRow(latitude: number): number {
    return (latitude - this.south) * this.perLatitudeStep
  }

  /**
   * Adds a road with interleaved latitudes and longitudes. Skips points that are too near to the previous point to
   * matter.
   */
  addPoints(points: Int32Array, from: number, to: number): void {
    let x = this.toColumn(points[2 * from + 1])
    let y = this.toRow(points[2 * from])
    for (let point = from + 1; point < to; point++) {
      const nextX = this.toColumn(points[2 * point + 1])
      const nextY = this.toRow(points[2 * point])
      if (point < to - 1 && (nextX - x) * (nextX - x) + (nextY - y) * (nextY - y) < MIN_LINE_SQUARED) continue
      this.addLine(x, y, nextX, nextY)
      x = nextX
      y = nextY
    }
  }

  /**
   * Adds a line between two positions in columns and rows. A node is nearer than one cell only to lines through the
   * four cells around it. A line therefore updates only the corners of the cells that it passes.
   */
  addLine(x0: number, y0: number, x1: number, y1: number): void {
    const dx = x1 - x0
    const dy = y1 - y0
    const perSquaredLength = dx * dx + dy * dy > 0 ? 1 / (dx * dx + dy * dy) : 0
    let column = Math.floor(x0)
    let row = Math.floor(y0)
    const columnStep = dx > 0 ? 1 : -1
    const rowStep = dy > 0 ? 1 : -1
    // The line enters the next column and the next row at these fractions of its length.
    const columnShare = dx === 0 ? Number.POSITIVE_INFINITY : Math.abs(1 / dx)
    const rowShare = dy === 0 ? Number.POSITIVE_INFINITY : Math.abs(1 / dy)
    let nextColumn = dx === 0 ? columnShare : (dx > 0 ? column + 1 - x0 : x0 - column) * columnShare
    let nextRow = dy === 0 ? rowShare : (dy > 0 ? row + 1 - y0 : y0 - row) * rowShare
    for (;;) {
      this.addToCorners(column, row, x0, y0, dx, dy, perSquaredLength)
      if (nextColumn >= 1 && nextRow >= 1) return
      if (nextColumn < nextRow) {
        column += columnStep
        nextColumn += columnShare
      } else {
        row += rowStep
        nextRow += rowShare
      }
    }
  }

  private addToCorners(
    column: number,
    row: number,
    x0: number,
    y0: number,
    dx: number,
    dy: number,
    perSquaredLength: number,
  ): void {
    const { squared, columns } = this
    for (let corner = 0; corner < 4; corner++) {
      const x = column + (corner & 1)
      const y = row + (corner >> 1)
      const px = x - x0
      const py = y - y0
      let share = (px * dx + py * dy) * perSquaredLength
      if (share < 0) share = 0
      else if (share > 1) share = 1
      const ex = px - share * dx
      const ey = py - share * dy
      const distance = ex * ex + ey * ey
      const node = y * columns + x
      if (distance < squared[node]) squared[node] = distance
    }
  }

  latitudeAt(row: number): number {
    return Math.round(this.south + row * this.latitudeStep)
  }

  longitudeAt(column: number): number {
    return wrapMicrodegrees(Math.round(this.west + column * this.longitudeStep))
  }
}
