import type { RingGeometry } from './ring-geometry.ts'

/** Neighbors of each point on its rings, and whether the corner at the point is reflex. */
export class Corners {
  private readonly geometry: RingGeometry
  /** Previous and next point for each occurrence of the point in a ring. */
  private readonly neighbors: (readonly [number, number])[][]
  private readonly reflex: Uint8Array

  constructor(geometry: RingGeometry) {
    const { segmentPoint, ringFirst, pointCount } = geometry
    this.geometry = geometry
    this.neighbors = Array.from({ length: pointCount }, () => [])
    this.reflex = new Uint8Array(pointCount)
    for (let ring = 0; ring + 1 < ringFirst.length; ring++) {
      const [first, end] = [ringFirst[ring], ringFirst[ring + 1]]
      const groundSide = findGroundSide(geometry, first, end)
      for (let segment = first; segment < end; segment++) {
        const nextSegment = segment + 1 < end ? segment + 1 : first
        const [previous, point] = [segmentPoint[2 * segment], segmentPoint[2 * segment + 1]]
        const next = segmentPoint[2 * nextSegment + 1]
        this.neighbors[point].push([previous, next])
        if (geometry.side(previous, point, next) * groundSide <= 0) this.reflex[point] = 1
      }
    }
  }

  /** Returns whether a shortest path may bend at the point. Paths bend at reflex corners and where rings touch. */
  canBend(point: number): boolean {
    return this.reflex[point] === 1 || this.neighbors[point].length > 1
  }

  areNeighbors(a: number, b: number): boolean {
    return this.neighbors[a].some((pair) => pair.includes(b))
  }

  /**
   * Returns whether both neighbors of the corner are on the same side of the line from `other` to the corner. A path
   * can only bend at a corner if it is tangent there.
   */
  isTangent(corner: number, other: number): boolean {
    if (this.neighbors[corner].length > 1) return true
    const [[previous, next]] = this.neighbors[corner]
    return this.geometry.side(other, corner, previous) * this.geometry.side(other, corner, next) >= 0
  }
}

/** Returns 1 if the ground is to the left of the ring's segments, or -1 if it is to the right. */
function findGroundSide(geometry: RingGeometry, first: number, end: number): number {
  const { x, y, segmentPoint, segmentCount } = geometry
  const [a, b] = [segmentPoint[2 * first], segmentPoint[2 * first + 1]]
  let doubledArea = 0
  for (let segment = first; segment < end; segment++) {
    doubledArea += geometry.side(a, segmentPoint[2 * segment], segmentPoint[2 * segment + 1])
  }
  const isEnclosed =
    geometry.isInside(x[a] + x[b], y[a] + y[b], 0, first) !==
    geometry.isInside(x[a] + x[b], y[a] + y[b], end, segmentCount)
  return doubledArea > 0 !== isEnclosed ? 1 : -1
}
