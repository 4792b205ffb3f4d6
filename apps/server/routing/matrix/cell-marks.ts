/** Some of the cells of a matrix: a byte for each, because a set of a million numbers takes forty. */
export class CellMarks {
  count = 0
  private readonly marks: Uint8Array

  constructor(cells: number, marked: Iterable<number> = []) {
    this.marks = new Uint8Array(cells)
    for (const cell of marked) this.mark(cell)
  }

  mark(cell: number): void {
    if (this.marks[cell] === 1) return
    this.marks[cell] = 1
    this.count++
  }

  markAll(): void {
    this.marks.fill(1)
    this.count = this.marks.length
  }

  /** The first one from there on, or -1. */
  next(cell: number): number {
    return this.marks.indexOf(1, cell)
  }
}
