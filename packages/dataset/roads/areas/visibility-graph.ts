/** A straight edge between two points with a clear line of sight. */
export interface VisibilityEdge {
  readonly a: number
  readonly b: number
  readonly meters: number
  readonly isOutline: boolean
}

/** A small undirected graph of points. */
export class VisibilityGraph {
  private readonly edges: VisibilityEdge[] = []
  private readonly edgesByPoint: number[][]
  private readonly meters: Float64Array
  private readonly edgeTo: Int32Array

  constructor(pointCount: number) {
    this.edgesByPoint = Array.from({ length: pointCount }, () => [])
    this.meters = new Float64Array(pointCount)
    this.edgeTo = new Int32Array(pointCount)
  }

  add(edge: VisibilityEdge): void {
    const index = this.edges.push(edge) - 1
    this.edgesByPoint[edge.a].push(index)
    this.edgesByPoint[edge.b].push(index)
  }

  listOutline(): VisibilityEdge[] {
    return this.edges.filter(({ isOutline }) => isOutline)
  }

  /** Returns whether a path of at most this length exists. */
  isWithin(limitMeters: number, a: number, b: number): boolean {
    this.findPaths(a, limitMeters)
    return this.meters[b] <= limitMeters
  }

  /** Returns the edges of one shortest path between each pair of points. */
  listShortestPathEdges(points: readonly number[]): VisibilityEdge[] {
    const isUsed = new Uint8Array(this.edges.length)
    for (const [index, start] of points.entries()) {
      this.findPaths(start, Number.POSITIVE_INFINITY)
      for (const target of points.slice(0, index)) {
        for (let point = target; point !== start && this.edgeTo[point] >= 0; ) {
          const edge = this.edgeTo[point]
          isUsed[edge] = 1
          point = this.otherEnd(edge, point)
        }
      }
    }
    return this.edges.filter((_, edge) => isUsed[edge] === 1)
  }

  /** Runs Dijkstra's algorithm without a heap, because only a few points are waiting to be visited at a time. */
  private findPaths(start: number, limitMeters: number): void {
    const { meters, edgeTo, edges, edgesByPoint } = this
    meters.fill(Number.POSITIVE_INFINITY)
    edgeTo.fill(-1)
    meters[start] = 0
    const open = [start]
    while (open.length > 0) {
      let nearest = 0
      for (let i = 1; i < open.length; i++) if (meters[open[i]] < meters[open[nearest]]) nearest = i
      const point = open[nearest]
      open[nearest] = open[open.length - 1]
      open.pop()
      for (const edge of edgesByPoint[point]) {
        const other = this.otherEnd(edge, point)
        const total = meters[point] + edges[edge].meters
        if (total >= meters[other] || total > limitMeters) continue
        if (meters[other] === Number.POSITIVE_INFINITY) open.push(other)
        meters[other] = total
        edgeTo[other] = edge
      }
    }
  }

  private otherEnd(edge: number, point: number): number {
    const { a, b } = this.edges[edge]
    return a === point ? b : a
  }
}
