import { parsePolyline } from '@fairway/geo'
import type { Point } from '../request/coordinates.ts'

/** Coordinates of a line as integers. The arrays may be longer than the line. */
interface Line {
  readonly latitude: Int32Array
  readonly longitude: Int32Array
  readonly length: number
}

/** Line of a route in microdegrees. */
export class RouteLine implements Line {
  readonly latitude: Int32Array
  readonly longitude: Int32Array
  readonly length: number
  /** Whether five decimals are rounded as in a native line. Other lines are rounded in degrees, so ties may differ. */
  readonly roundsAsNative: boolean

  constructor({ latitude, longitude, length }: Line, roundsAsNative = false) {
    this.latitude = latitude
    this.longitude = longitude
    this.length = length
    this.roundsAsNative = roundsAsNative
  }

  /** Creates a line from points with at most six decimals. */
  static ofPoints(points: readonly Point[]): RouteLine {
    const latitude = Int32Array.from(points, (point) => Math.round(point[0] * 1e6))
    const longitude = Int32Array.from(points, (point) => Math.round(point[1] * 1e6))
    return new RouteLine({ latitude, longitude, length: points.length })
  }

  /** Parses an encoded line with six decimals. A malformed line is empty. */
  static parse(encoded: string): RouteLine {
    const { latitude, longitude } = parsePolyline(encoded, 6) ?? NO_COORDINATES
    return new RouteLine({ latitude, longitude, length: latitude.length })
  }

  pointAt(index: number): Point {
    return [(this.latitude[index] ?? 0) / 1e6, (this.longitude[index] ?? 0) / 1e6]
  }
}

const NO_COORDINATES = { latitude: new Int32Array(0), longitude: new Int32Array(0) }
