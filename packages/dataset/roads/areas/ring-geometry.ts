/**
 * Rings of an area as points and segments in microdegrees. All tests use exact integer arithmetic. The tests need no
 * conversion to meters, because the side of a line on which a point lies does not depend on the scale of the axes.
 * Nodes at the same position count as one point.
 */
export class RingGeometry {
  readonly x: readonly number[]
  readonly y: readonly number[]
  /** End points of each segment at `2 * segment` and `2 * segment + 1`, in ring order. */
  readonly segmentPoint: readonly number[]
  /** First segment of each ring, followed by the number of segments. */
  readonly ringFirst: readonly number[]
  /** Point number of each raw node on a ring. */
  readonly pointByNode: ReadonlyMap<number, number>

  constructor(rings: readonly (readonly number[])[], latitude: Int32Array, longitude: Int32Array) {
    const pointByNode = new Map<number, number>()
    const pointByPosition = new Map<string, number>()
    const [x, y, segmentPoint, ringFirst] = [[], [], [], [0]] as [number[], number[], number[], number[]]
    const toPoint = (node: number): number => {
      const position = `${latitude[node]} ${longitude[node]}`
      const point = pointByPosition.get(position) ?? x.push(longitude[node]) - 1
      if (point === y.length) y.push(latitude[node])
      pointByPosition.set(position, point)
      pointByNode.set(node, point)
      return point
    }
    for (const ring of rings) {
      let from = toPoint(ring[ring.length - 1])
      for (const node of ring) {
        const to = toPoint(node)
        if (to !== from) segmentPoint.push(from, to)
        from = to
      }
      ringFirst.push(segmentPoint.length / 2)
    }
    this.x = x
    this.y = y
    this.segmentPoint = segmentPoint
    this.ringFirst = ringFirst
    this.pointByNode = pointByNode
  }

  get pointCount(): number {
    return this.x.length
  }

  get segmentCount(): number {
    return this.segmentPoint.length / 2
  }

  /** Returns a positive number if c is to the left of the line from a to b, or 0 if it is on the line. */
  side(a: number, b: number, c: number): number {
    const { x, y } = this
    return (x[b] - x[a]) * (y[c] - y[a]) - (y[b] - y[a]) * (x[c] - x[a])
  }

  /**
   * Returns whether segments cross, overlap or end in the middle of another segment. The interior of broken rings is
   * undefined.
   */
  isBroken(): boolean {
    const { segmentPoint, segmentCount, x } = this
    if (Math.max(...x) - Math.min(...x) > 180e6) return true
    for (let segment = 0; segment < segmentCount; segment++) {
      const [a, b] = [segmentPoint[2 * segment], segmentPoint[2 * segment + 1]]
      for (let other = 0; other < segment; other++) {
        const [c, d] = [segmentPoint[2 * other], segmentPoint[2 * other + 1]]
        if ((a === c && b === d) || (a === d && b === c)) return true
        if (this.isBetween(a, b, c) || this.isBetween(a, b, d)) return true
        if (this.isBetween(c, d, a) || this.isBetween(c, d, b) || this.crosses(a, b, c, d)) return true
      }
    }
    return false
  }

  /**
   * Returns whether the line between two points stays inside the area and touches no other point. A line through
   * another point consists of two shorter lines. The rings must be valid, and the two points must not belong to the
   * same segment.
   */
  isVisible(a: number, b: number): boolean {
    const { segmentPoint, segmentCount } = this
    for (let segment = 0; segment < segmentCount; segment++) {
      const [c, d] = [segmentPoint[2 * segment], segmentPoint[2 * segment + 1]]
      if (this.crosses(a, b, c, d) || this.isBetween(a, b, d)) return false
    }
    return this.isInside(this.x[a] + this.x[b], this.y[a] + this.y[b])
  }

  /**
   * Returns whether an odd number of rings encloses a position. Coordinates are doubled, so that midpoints are
   * integers.
   */
  isInside(doubledX: number, doubledY: number, firstSegment = 0, endSegment = this.segmentCount): boolean {
    const { x, y, segmentPoint } = this
    let isInside = false
    for (let segment = firstSegment; segment < endSegment; segment++) {
      const [c, d] = [segmentPoint[2 * segment], segmentPoint[2 * segment + 1]]
      const isUpward = 2 * y[d] > doubledY
      if (2 * y[c] > doubledY === isUpward) continue
      const turn = (x[d] - x[c]) * (doubledY - 2 * y[c]) - (y[d] - y[c]) * (doubledX - 2 * x[c])
      if (isUpward ? turn > 0 : turn < 0) isInside = !isInside
    }
    return isInside
  }

  private crosses(a: number, b: number, c: number, d: number): boolean {
    const { x } = this
    if (x[a] < x[c] && x[a] < x[d] && x[b] < x[c] && x[b] < x[d]) return false
    if (x[a] > x[c] && x[a] > x[d] && x[b] > x[c] && x[b] > x[d]) return false
    const sideOfC = this.side(a, b, c)
    const sideOfD = this.side(a, b, d)
    if (sideOfC === 0 || sideOfD === 0 || sideOfC > 0 === sideOfD > 0) return false
    const sideOfA = this.side(c, d, a)
    const sideOfB = this.side(c, d, b)
    return sideOfA !== 0 && sideOfB !== 0 && sideOfA > 0 !== sideOfB > 0
  }

  /** Returns whether a third point is on the line between two points. */
  private isBetween(a: number, b: number, point: number): boolean {
    if (point === a || point === b) return false
    const { x, y } = this
    const isInBox =
      x[point] >= Math.min(x[a], x[b]) &&
      x[point] <= Math.max(x[a], x[b]) &&
      y[point] >= Math.min(y[a], y[b]) &&
      y[point] <= Math.max(y[a], y[b])
    return isInBox && this.side(a, b, point) === 0
  }
}
