import type { UpstreamPoint } from './provider.ts'

/** Line composed of pieces, each of which starts at the end of the previous piece. */
export class RouteGeometry {
  readonly points: UpstreamPoint[] = []

  /**
   * Appends a piece and returns its range on the line. A piece with a single point, such as an arrival, adds no point.
   * A piece that starts elsewhere includes the gap, so that the pieces always cover the line.
   */
  append(stepPoints: readonly UpstreamPoint[]): { firstPoint: number; lastPoint: number } {
    const firstPoint = Math.max(0, this.points.length - 1)
    for (const point of stepPoints) if (!this.isLastPoint(point)) this.points.push(point)
    return { firstPoint, lastPoint: this.points.length - 1 }
  }

  /**
   * Returns whether a point equals the last point. The second point may equal the first, because a line needs two
   * points.
   */
  private isLastPoint([latitude, longitude]: UpstreamPoint): boolean {
    const last = this.points.at(-1)
    return this.points.length >= 2 && last?.[0] === latitude && last[1] === longitude
  }
}
