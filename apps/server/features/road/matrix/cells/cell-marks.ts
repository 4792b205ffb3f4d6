const EMPTY_MARKS = new Uint8Array(0)

/** Set of matrix cells with one byte per cell. A `Set` of a million numbers would take forty bytes per cell. */
export class CellMarks {
  count = 0
  private readonly cellCount: number
  /** Marks by cell, allocated on first use because most matrices have no marked cell. */
  private marks = EMPTY_MARKS

  constructor(cellCount: number, markedCells: Iterable<number> = []) {
    this.cellCount = cellCount
    for (const cell of markedCells) this.mark(cell)
  }

  mark(cell: number): void {
    if (this.marks === EMPTY_MARKS) this.marks = new Uint8Array(this.cellCount)
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
    this.marks = new Uint8Array(this.cellCount).fill(1)
    this.count = this.cellCount
  }

  /** Returns the first marked cell at or after the given cell, or -1. */
  nextMarked(cell: number): number {
    return this.marks.indexOf(1, cell)
  }
}
