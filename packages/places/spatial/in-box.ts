import { LEAF_SIZE, type Points } from './kd-tree.ts'

/** A box in millionths of a degree. */
export interface PointBox {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** Lists the points in a box, including its border, in no particular order. */
export function listPointsInBox({ latitude, longitude }: Points, order: Uint32Array, box: PointBox): number[] {
  const { west, south, east, north } = box
  const points: number[] = []
  const visit = (point: number): void => {
    const [lat, lon] = [latitude[point], longitude[point]]
    if (lat >= south && lat <= north && lon >= west && lon <= east) points.push(point)
  }
  const stack = [0, order.length - 1, 0]
  while (stack.length > 0) {
    const [left, right, axis] = stack.splice(-3) as [number, number, number]
    if (right - left <= LEAF_SIZE) {
      for (let i = left; i <= right; i++) visit(order[i])
      continue
    }
    const middle = (left + right) >> 1
    visit(order[middle])
    const value = axis === 0 ? longitude[order[middle]] : latitude[order[middle]]
    if ((axis === 0 ? west : south) <= value) stack.push(left, middle - 1, 1 - axis)
    if ((axis === 0 ? east : north) >= value) stack.push(middle + 1, right, 1 - axis)
  }
  return points
}
