import { isInBox } from './boxes.ts'
import type { ShapeBox } from './fence-shape.ts'

/** Grid resolution. A cell is about 11 km wide at the equator, so a town covers a few cells. */
const CELLS_PER_DEGREE = 10
const CELLS_AROUND = 360 * CELLS_PER_DEGREE
/** Maximum number of cells per shape. Larger shapes are checked for every position. */
const MAX_CELLS_PER_SHAPE = 400

/** Finds the shapes whose boxes contain a position, using a grid of equal cells in degrees. */
export class FenceIndex {
  private readonly boxes: readonly ShapeBox[]
  private readonly cells = new Map<number, number[]>()
  private readonly largeShapes: number[] = []

  constructor(boxes: readonly ShapeBox[]) {
    this.boxes = boxes
    for (const [shape, box] of boxes.entries()) this.add(shape, box)
  }

  /** Calls back with the index of each shape whose box contains the position. */
  forEachAt(latitude: number, longitude: number, callback: (shape: number) => void): void {
    const cell = toCell(toRow(latitude), toColumn(longitude))
    for (const shape of this.largeShapes) if (isInBox(this.boxes[shape], latitude, longitude)) callback(shape)
    const shapes = this.cells.get(cell)
    if (!shapes) return
    for (const shape of shapes) if (isInBox(this.boxes[shape], latitude, longitude)) callback(shape)
  }

  private add(shape: number, { south, north, west, east }: ShapeBox): void {
    const [top, bottom] = [toRow(north), toRow(south)]
    const [first, last] = [toColumn(west), toColumn(east)]
    if ((top - bottom + 1) * (last - first + 1) > MAX_CELLS_PER_SHAPE) {
      this.largeShapes.push(shape)
      return
    }
    for (let row = bottom; row <= top; row++) {
      for (let column = first; column <= last; column++) {
        const cell = toCell(row, column)
        const shapes = this.cells.get(cell)
        if (shapes) shapes.push(shape)
        else this.cells.set(cell, [shape])
      }
    }
  }
}

const toRow = (latitude: number) => Math.floor((latitude + 90) * CELLS_PER_DEGREE)
const toColumn = (longitude: number) => Math.floor((longitude + 180) * CELLS_PER_DEGREE)

/** Returns the number of a cell. Columns wrap around at the 180th meridian. */
function toCell(row: number, column: number): number {
  return row * CELLS_AROUND + (((column % CELLS_AROUND) + CELLS_AROUND) % CELLS_AROUND)
}
