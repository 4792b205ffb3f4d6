export interface Segment {
  readonly ax: number
  readonly ay: number
  readonly bx: number
  readonly by: number
}

/** Whether two segments come within this distance. Rounded, so only for a first check. */
export function areWithin(one: Segment, other: Segment, reach: number): boolean {
  const limit = reach * reach
  const { ax, ay, bx, by } = one
  const { ax: cx, ay: cy, bx: dx, by: dy } = other
  if (squareTo(ax, ay, cx, cy, dx, dy) <= limit) return true
  if (ax === bx && ay === by) return false
  if (squareTo(bx, by, cx, cy, dx, dy) <= limit) return true
  if (squareTo(cx, cy, ax, ay, bx, by) <= limit || squareTo(dx, dy, ax, ay, bx, by) <= limit) return true
  const c = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
  const d = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
  const a = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
  const b = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
  return c > 0 !== d > 0 && a > 0 !== b > 0
}

/** The squared distance from a point to the segment from a to b. */
export function squareTo(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const dx = bx - ax
  const dy = by - ay
  const square = dx * dx + dy * dy
  const share = square === 0 ? 0 : ((x - ax) * dx + (y - ay) * dy) / square
  const clipped = Math.max(0, Math.min(1, share))
  const offX = ax + clipped * dx - x
  const offY = ay + clipped * dy - y
  return offX * offX + offY * offY
}
