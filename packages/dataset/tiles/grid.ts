/** Cells of a rectangle, each set or not. */
export class Grid {
  readonly width: number
  readonly height: number
  private readonly cells: Uint8Array

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.cells = new Uint8Array(width * height)
  }

  has(column: number, row: number): boolean {
    return (
      column >= 0 && column < this.width && row >= 0 && row < this.height && this.cells[row * this.width + column] === 1
    )
  }

  set(column: number, row: number): void {
    if (column >= 0 && column < this.width && row >= 0 && row < this.height) this.cells[row * this.width + column] = 1
  }

  fill(isSet: (column: number, row: number) => boolean): void {
    for (let row = 0; row < this.height; row++)
      for (let column = 0; column < this.width; column++) if (isSet(column, row)) this.set(column, row)
  }

  list(): (readonly [column: number, row: number])[] {
    return [...this.cells.keys()]
      .filter((index) => this.cells[index] === 1)
      .map((index) => [index % this.width, Math.floor(index / this.width)])
  }

  invert(): Grid {
    const grid = new Grid(this.width, this.height)
    grid.fill((column, row) => !this.has(column, row))
    return grid
  }

  /** Returns the grid extended by all cells within this distance. */
  grow(distance: number): Grid {
    const grid = new Grid(this.width, this.height)
    for (const [column, row] of this.list())
      for (let dy = -distance; dy <= distance; dy++)
        for (let dx = -distance; dx <= distance; dx++) grid.set(column + dx, row + dy)
    return grid
  }

  /** Lists the connected parts of this grid. */
  listParts(): Grid[] {
    const parts: Grid[] = []
    const seen = new Grid(this.width, this.height)
    for (const [column, row] of this.list()) {
      if (seen.has(column, row)) continue
      const part = this.listReachable(column, row)
      for (const [partColumn, partRow] of part.list()) seen.set(partColumn, partRow)
      parts.push(part)
    }
    return parts
  }

  /** Returns the cells of this grid that are connected to a cell. */
  listReachable(startColumn: number, startRow: number): Grid {
    const grid = new Grid(this.width, this.height)
    const open: [number, number][] = [[startColumn, startRow]]
    for (let next = open.pop(); next; next = open.pop()) {
      const [column, row] = next
      if (!this.has(column, row) || grid.has(column, row)) continue
      grid.set(column, row)
      open.push([column + 1, row], [column - 1, row], [column, row + 1], [column, row - 1])
    }
    return grid
  }
}
