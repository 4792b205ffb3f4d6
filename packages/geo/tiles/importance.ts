/**
 * Computes the weight of each point, which is the square of the largest tolerance at which the algorithm of Douglas and
 * Peucker (1973) keeps it. The weights are computed once for all tolerances. At each zoom level, only points whose
 * weight exceeds the squared tolerance are drawn. End points are always kept.
 */
export function computePointWeights(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  weight: Float32Array,
  first: number,
  last: number,
): void {
  weight[first] = Number.POSITIVE_INFINITY
  weight[last] = Number.POSITIVE_INFINITY
  // Most edges in a town are straight and have no inner points.
  if (last - first < 2) return
  const stack: number[] = [first, last]
  while (stack.length > 0) {
    const to = stack.pop() as number
    const from = stack.pop() as number
    if (to - from < 2) continue
    const farthestPoint = findFarthestBetween(x, y, from, to)
    // Dropping a point also drops the points that were found only by splitting the line at that point.
    const maxWeight = Math.min(weight[from], weight[to])
    weight[farthestPoint] = Math.min(maxWeight, squaredDistanceToSegment(x, y, farthestPoint, from, to))
    stack.push(from, farthestPoint, farthestPoint, to)
  }
}

function findFarthestBetween(x: ArrayLike<number>, y: ArrayLike<number>, from: number, to: number): number {
  const ax = x[from]
  const ay = y[from]
  const dx = x[to] - ax
  const dy = y[to] - ay
  const squaredLength = dx * dx + dy * dy
  // Among equally distant points, prefer the one nearest to the middle. Otherwise, a line of identical points would be
  // split off point by point.
  let farthestPoint = (from + to) >> 1
  let maxSquaredDistance = -1
  let minMiddleDistance = to - from
  const middle = farthestPoint
  for (let i = from + 1; i < to; i++) {
    let px = x[i] - ax
    let py = y[i] - ay
    if (squaredLength > 0) {
      const fraction = (px * dx + py * dy) / squaredLength
      if (fraction >= 1) {
        px -= dx
        py -= dy
      } else if (fraction > 0) {
        px -= fraction * dx
        py -= fraction * dy
      }
    }
    const squaredDistance = px * px + py * py
    if (squaredDistance < maxSquaredDistance) continue
    const middleDistance = Math.abs(i - middle)
    if (squaredDistance === maxSquaredDistance && middleDistance >= minMiddleDistance) continue
    maxSquaredDistance = squaredDistance
    farthestPoint = i
    minMiddleDistance = middleDistance
  }
  return farthestPoint
}

function squaredDistanceToSegment(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  index: number,
  from: number,
  to: number,
): number {
  const dx = x[to] - x[from]
  const dy = y[to] - y[from]
  const squaredLength = dx * dx + dy * dy
  const projection = squaredLength > 0 ? ((x[index] - x[from]) * dx + (y[index] - y[from]) * dy) / squaredLength : 0
  const share = Math.max(0, Math.min(1, projection))
  const px = x[index] - x[from] - share * dx
  const py = y[index] - y[from] - share * dy
  return px * px + py * py
}
