const NONE = new Uint8Array(0)

/** Some of the cells of a matrix: a byte for each, because a set of a million numbers takes forty. */
export class CellMarks {
  count = 0
  private readonly cells: number
  /** Made for the first one: of most matrices no cell is marked. */
  private marks = NONE

  constructor(cells: number, marked: Iterable<number> = []) {
    this.cells = cells
    for (const cell of marked) this.mark(cell)
  }

  mark(cell: number): void {
    if (this.marks === NONE) this.marks = new Uint8Array(this.cells)
    if (this.marks[cell] === 1) return
    this.marks[cell] = 1
    this.count++
  }

  has(cell: number): boolean {
    return this.marks[cell] === 1
  }

  unmark(cell: number): void {
    if (this.marks[cell] !== 1) return
    this.marks[cell] = 0
    this.count--
  }

  markAll(): void {
    this.marks = new Uint8Array(this.cells).fill(1)
    this.count = this.cells
  }

  /** The first one from there on, or -1. */
  next(cell: number): number {
    return this.marks.indexOf(1, cell)
  }
}
