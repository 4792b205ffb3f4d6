/** Some of the cells of a matrix: a byte for each, because a set of a million numbers takes forty. */
export class CellMarks {
  count = 0
  private readonly marks: Uint8Array
  private readonly columns: number

  constructor(rows: number, columns: number) {
    this.marks = new Uint8Array(rows * columns)
    this.columns = columns
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

  markRow(row: number): void {
    for (let cell = row * this.columns; cell < (row + 1) * this.columns; cell++) this.mark(cell)
  }

  markColumn(column: number): void {
    for (let cell = column; cell < this.marks.length; cell += this.columns) this.mark(cell)
  }

  /** The first one from there on, or -1. */
  next(cell: number): number {
    return this.marks.indexOf(1, cell)
  }
}
