/** Edge of an outline. The ball that touches both points contains no other point. */
export interface OutlineEdge {
  readonly from: number
  readonly to: number
  readonly centerX: number
  readonly centerY: number
}

const FULL_TURN = 2 * Math.PI
/** Angle below zero that still counts as zero, in radians. Points on one circle differ by rounding errors. */
const ANGLE_TOLERANCE = 1e-9

/** Points in squares as wide as the largest distance between neighbors. */
export class PointGrid {
  private readonly x: Float64Array
  private readonly y: Float64Array
  private readonly width: number
  private readonly pointsByCell = new Map<string, number[]>()

  constructor(x: Float64Array, y: Float64Array, points: Iterable<number>, width: number) {
    this.x = x
    this.y = y
    this.width = width
    for (const point of points) {
      const key = `${this.cellOf(x[point])} ${this.cellOf(y[point])}`
      const cell = this.pointsByCell.get(key)
      if (cell) cell.push(point)
      else this.pointsByCell.set(key, [point])
    }
  }

  /** Lists the squares around a point, each with its points. */
  listCells(point: number): (readonly number[])[] {
    const [column, row] = [this.cellOf(this.x[point]), this.cellOf(this.y[point])]
    const offsets = [-1, 0, 1]
    return offsets.flatMap((dx) => offsets.map((dy) => this.pointsByCell.get(`${column + dx} ${row + dy}`) ?? []))
  }

  private cellOf(value: number): number {
    return Math.floor(value / this.width)
  }
}

/**
 * Rolls a ball around a set of points and returns the outline along which it rolls: the outer boundary of the α-shape
 * (Edelsbrunner, Kirkpatrick and Seidel, 1983). The outline passes exactly through the outermost points, and gaps that
 * are narrower than the ball belong to the inside. The northernmost point is a valid start.
 */
export function rollBall(
  { x, y }: { readonly x: Float64Array; readonly y: Float64Array },
  grid: PointGrid,
  radius: number,
  start: number,
): OutlineEdge[] {
  const outline: OutlineEdge[] = []
  let point = start
  // The y axis points south, so the ball starts north of the first point.
  let centerAngle = -Math.PI / 2
  for (;;) {
    const { next, angle } = findNext(x, y, grid.listCells(point), radius, point, centerAngle)
    if (next < 0) return outline
    const centerX = x[point] + radius * Math.cos(angle)
    const centerY = y[point] + radius * Math.sin(angle)
    const [first] = outline
    if (first && first.from === point && first.to === next) return outline
    outline.push({ from: point, to: next, centerX, centerY })
    if (outline.length > 4 * x.length) return outline
    centerAngle = Math.atan2(centerY - y[next], centerX - x[next])
    point = next
  }
}

/** Finds the point that the ball touches first when it turns around a point, and the direction of its center then. */
function findNext(
  x: Float64Array,
  y: Float64Array,
  cells: readonly (readonly number[])[],
  radius: number,
  point: number,
  centerAngle: number,
): { next: number; angle: number } {
  const maxSquaredDistance = 4 * radius * radius
  let [next, nextTurn, nextAngle] = [-1, Number.POSITIVE_INFINITY, 0]
  for (const cell of cells) {
    for (const other of cell) {
      const dx = x[other] - x[point]
      const dy = y[other] - y[point]
      const squaredDistance = dx * dx + dy * dy
      if (squaredDistance === 0 || squaredDistance > maxSquaredDistance) continue
      const angle = Math.atan2(dy, dx) - Math.acos(Math.min(1, Math.sqrt(squaredDistance) / (2 * radius)))
      const turn = toTurn(angle - centerAngle)
      if (turn > nextTurn || (turn === nextTurn && other >= next)) continue
      next = other
      nextTurn = turn
      nextAngle = angle
    }
  }
  return { next, angle: nextAngle }
}

/** Normalizes an angle to a turn from 0 to 2π. */
function toTurn(angle: number): number {
  const turn = ((angle % FULL_TURN) + FULL_TURN) % FULL_TURN
  return turn > FULL_TURN - ANGLE_TOLERANCE ? 0 : turn
}
