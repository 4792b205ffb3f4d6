import type { DistanceGrid } from './distance-grid.ts'

/** Horizontal runs of nodes outside the contour. */
interface Runs {
  count: number
  readonly row: number[]
  readonly first: number[]
  readonly last: number[]
  /** Parents in a union-find structure. The root is the run of the same hole with the smallest index. */
  readonly parent: number[]
}

/** An area of the grid that is outside the contour and enclosed by it. */
export interface Hole {
  readonly nodeCount: number
  /** Row, first column and last column (inclusive) of every run. */
  readonly runs: readonly (readonly [row: number, first: number, last: number])[]
}

/** Squared distance, in cells, for nodes in filled holes. Nodes at this distance are well inside the contour. */
const INSIDE_SQUARED = 0.01

/**
 * Fills the holes that `isFilled` accepts. These holes remain filled in all larger contours, which contain this
 * contour.
 */
export function fillHoles(grid: DistanceGrid, squaredRadius: number, isFilled: (hole: Hole) => boolean): void {
  const { squared, columns } = grid
  for (const hole of listHoles(grid, squaredRadius)) {
    if (!isFilled(hole)) continue
    for (const [row, first, last] of hole.runs)
      squared.fill(INSIDE_SQUARED, row * columns + first, row * columns + last + 1)
  }
}

function listHoles({ squared, columns, rows }: DistanceGrid, squaredRadius: number): Hole[] {
  const runs: Runs = { count: 0, row: [], first: [], last: [], parent: [] }
  let rowAbove = 0
  for (let row = 0; row < rows; row++) {
    const begin = runs.count
    const offset = row * columns
    for (let column = 0; column < columns; column++) {
      if (squared[offset + column] < squaredRadius) continue
      const first = column
      while (column < columns && squared[offset + column] >= squaredRadius) column++
      addRun(runs, row, first, column - 1)
    }
    joinRows(runs, rowAbove, begin)
    rowAbove = begin
  }
  return collectHoles(runs)
}

function addRun(runs: Runs, row: number, first: number, last: number): void {
  runs.row.push(row)
  runs.first.push(first)
  runs.last.push(last)
  runs.parent.push(runs.count++)
}

/** Joins the runs of the last row with the runs of the previous row that share a column. */
function joinRows(runs: Runs, rowAbove: number, begin: number): void {
  let upper = rowAbove
  for (let lower = begin; lower < runs.count; lower++) {
    while (upper < begin && runs.last[upper] < runs.first[lower]) upper++
    for (let other = upper; other < begin && runs.first[other] <= runs.last[lower]; other++)
      joinRuns(runs, other, lower)
  }
}

function findRoot({ parent }: Runs, run: number): number {
  let root = run
  while (parent[root] !== root) {
    parent[root] = parent[parent[root]]
    root = parent[root]
  }
  return root
}

function joinRuns(runs: Runs, a: number, b: number): void {
  const [rootA, rootB] = [findRoot(runs, a), findRoot(runs, b)]
  runs.parent[Math.max(rootA, rootB)] = Math.min(rootA, rootB)
}

/**
 * Returns all components except the one that contains the first run, because that component includes the border of the
 * grid.
 */
function collectHoles(runs: Runs): Hole[] {
  const holes = new Map<number, { nodeCount: number; runs: [number, number, number][] }>()
  for (let run = 0; run < runs.count; run++) {
    const root = findRoot(runs, run)
    if (root === 0) continue
    const hole = holes.get(root) ?? { nodeCount: 0, runs: [] }
    hole.nodeCount += runs.last[run] - runs.first[run] + 1
    hole.runs.push([runs.row[run], runs.first[run], runs.last[run]])
    holes.set(root, hole)
  }
  return [...holes.values()]
}
