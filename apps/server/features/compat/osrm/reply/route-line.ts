import { parsePolyline } from '@fairway/geo'
import type { Point } from '../request/coordinates.ts'

/** Coordinates of a line as integers. */
export interface Line {
  readonly latitude: Int32Array<ArrayBuffer>
  readonly longitude: Int32Array<ArrayBuffer>
}

/** Line of a route in microdegrees. */
export class RouteLine implements Line {
  readonly latitude: Int32Array<ArrayBuffer>
  readonly longitude: Int32Array<ArrayBuffer>

  constructor({ latitude, longitude }: Line) {
    this.latitude = latitude
    this.longitude = longitude
  }

  get length(): number {
    return this.latitude.length
  }

  /** Creates a line from points with at most six decimals. */
  static ofPoints(points: readonly Point[]): RouteLine {
    return new RouteLine({
      latitude: Int32Array.from(points, ([latitude]) => Math.round(latitude * 1e6)),
      longitude: Int32Array.from(points, ([, longitude]) => Math.round(longitude * 1e6)),
    })
  }

  /** Parses an encoded line with six decimals. A malformed line is empty. */
  static parse(encoded: string): RouteLine {
    return new RouteLine(parsePolyline(encoded, 6) ?? { latitude: new Int32Array(0), longitude: new Int32Array(0) })
  }

  /** Returns the point at an index of the line. */
  pointAt(index: number): Point {
    return [(this.latitude[index] ?? 0) / 1e6, (this.longitude[index] ?? 0) / 1e6]
  }

  /** Returns the coordinates in hundred-thousandths of a degree, with the rounding of `encodePolyline`. */
  toFiveDecimals(): Line {
    return { latitude: toFiveDecimals(this.latitude), longitude: toFiveDecimals(this.longitude) }
  }
}

function toFiveDecimals(microDegrees: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const rounded = new Int32Array(microDegrees.length)
  for (let i = 0; i < rounded.length; i++) {
    const degrees = (microDegrees[i] ?? 0) / 1e6
    rounded[i] = degrees < 0 ? -Math.round(-degrees * 1e5) : Math.round(degrees * 1e5)
  }
  return rounded
}
