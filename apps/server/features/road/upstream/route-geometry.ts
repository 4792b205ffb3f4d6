import type { Place } from './provider.ts'

/** One line made of pieces that each begin where the one before ended. */
export class RouteGeometry {
  readonly points: Place[] = []

  /**
   * Where the piece begins and ends on the line. A piece that is only a point, such as an arrival, adds none. Should a
   * piece begin elsewhere than the last one ended, the gap is part of it, so that the pieces always cover the line.
   */
  append(piece: readonly Place[]): { firstPoint: number; lastPoint: number } {
    const firstPoint = Math.max(0, this.points.length - 1)
    for (const point of piece) if (!this.#repeats(point)) this.points.push(point)
    return { firstPoint, lastPoint: this.points.length - 1 }
  }

  /** The second point may be the first one again: a way from a place to itself is a line too, and has two ends. */
  #repeats([latitude, longitude]: Place): boolean {
    const last = this.points.at(-1)
    return this.points.length >= 2 && last?.[0] === latitude && last[1] === longitude
  }
}
