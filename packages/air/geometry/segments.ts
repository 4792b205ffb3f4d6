export interface Segment {
  readonly ax: number
  readonly ay: number
  readonly bx: number
  readonly by: number
}

/**
 * Returns whether two segments come within this distance of each other. The result is rounded, so use it only as a
 * first check.
 */
export function areWithinDistance(segmentA: Segment, segmentB: Segment, maxDistance: number): boolean {
  const limit = maxDistance * maxDistance
  const { ax, ay, bx, by } = segmentA
  const { ax: cx, ay: cy, bx: dx, by: dy } = segmentB
  if (squaredDistanceTo(ax, ay, cx, cy, dx, dy) <= limit) return true
  if (ax === bx && ay === by) return false
  if (squaredDistanceTo(bx, by, cx, cy, dx, dy) <= limit) return true
  if (squaredDistanceTo(cx, cy, ax, ay, bx, by) <= limit || squaredDistanceTo(dx, dy, ax, ay, bx, by) <= limit)
    return true
  const c = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
  const d = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
  const a = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
  const b = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
  return c > 0 !== d > 0 && a > 0 !== b > 0
}

/** Returns the squared distance from a point to the segment from a to b. */
export function squaredDistanceTo(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const dx = bx - ax
  const dy = by - ay
  const squaredLength = dx * dx + dy * dy
  const fraction = squaredLength === 0 ? 0 : ((x - ax) * dx + (y - ay) * dy) / squaredLength
  const clampedFraction = Math.max(0, Math.min(1, fraction))
  const offsetX = ax + clampedFraction * dx - x
  const offsetY = ay + clampedFraction * dy - y
  return offsetX * offsetX + offsetY * offsetY
}
