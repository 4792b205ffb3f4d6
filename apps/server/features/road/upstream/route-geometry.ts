import type { UpstreamPoint } from './provider.ts'

/** A line composed of pieces, each of which starts where the previous one ended. */
export class RouteGeometry {
  readonly points: UpstreamPoint[] = []

  /**
   * Returns the range of the piece on the line. A piece that consists of a single point, such as an arrival, adds no
   * point. If a piece does not start where the last one ended, it includes the gap, so that the pieces always cover the
   * line.
   */
  append(stepPoints: readonly UpstreamPoint[]): { firstPoint: number; lastPoint: number } {
    const firstPoint = Math.max(0, this.points.length - 1)
    for (const point of stepPoints) if (!this.isLastPoint(point)) this.points.push(point)
    return { firstPoint, lastPoint: this.points.length - 1 }
  }

  /** The second point may equal the first: a path from a point to itself is also a line and needs two points. */
  private isLastPoint([latitude, longitude]: UpstreamPoint): boolean {
    const last = this.points.at(-1)
    return this.points.length >= 2 && last?.[0] === latitude && last[1] === longitude
  }
}
