/** Positions in millionths of a degree. */
export interface Points {
  readonly latitude: Int32Array
  readonly longitude: Int32Array
}

/** Maximum size of a leaf. Ranges up to this size are scanned linearly. */
export const LEAF_SIZE = 16

/**
 * Builds a balanced kd-tree as an order of point numbers. The middle of a range splits it by longitude, then by
 * latitude, and so on (as in kdbush). The tree needs no pointers, because the range identifies the node.
 */
export function buildKdTree(points: Points, count: number): Uint32Array {
  const order = new Uint32Array(count)
  for (let point = 0; point < count; point++) order[point] = point
  sortRange(order, points, 0, count - 1, 0)
  return order
}

function sortRange(order: Uint32Array, points: Points, left: number, right: number, axis: number): void {
  if (right - left <= LEAF_SIZE) return
  const middle = (left + right) >> 1
  quickSelect(order, axis === 0 ? points.longitude : points.latitude, middle, left, right)
  sortRange(order, points, left, middle - 1, 1 - axis)
  sortRange(order, points, middle + 1, right, 1 - axis)
}

/**
 * Moves the k-th smallest element to position k, with smaller elements before it and larger elements after it (Floyd
 * and Rivest 1975).
 */
function quickSelect(order: Uint32Array, value: Int32Array, k: number, from: number, to: number): void {
  let left = from
  let right = to
  while (right > left) {
    if (right - left > 600) {
      const size = right - left + 1
      const rankInRange = k - left + 1
      const log = Math.log(size)
      const sampleSize = 0.5 * Math.exp((2 * log) / 3)
      const spread =
        0.5 * Math.sqrt((log * sampleSize * (size - sampleSize)) / size) * (rankInRange < size / 2 ? -1 : 1)
      const newLeft = Math.max(left, Math.floor(k - (rankInRange * sampleSize) / size + spread))
      const newRight = Math.min(right, Math.floor(k + ((size - rankInRange) * sampleSize) / size + spread))
      quickSelect(order, value, k, newLeft, newRight)
    }
    const pivot = value[order[k]]
    let low = left
    let high = right
    swap(order, left, k)
    if (value[order[right]] > pivot) swap(order, left, right)
    while (low < high) {
      swap(order, low, high)
      low++
      high--
      while (value[order[low]] < pivot) low++
      while (value[order[high]] > pivot) high--
    }
    if (value[order[left]] === pivot) swap(order, left, high)
    else {
      high++
      swap(order, high, right)
    }
    if (high <= k) left = high + 1
    if (k <= high) right = high - 1
  }
}

function swap(order: Uint32Array, a: number, b: number): void {
  const swappedPoint = order[a]
  order[a] = order[b]
  order[b] = swappedPoint
}
