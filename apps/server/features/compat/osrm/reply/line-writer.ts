import { asciiLiteral, type JsonWriter } from '@fairway/road'
import type { LineFormat } from './lines.ts'
import type { RouteLine } from './route-line.ts'

const keys = { lineString: asciiLiteral('{"type":"LineString","coordinates":'), closeObject: asciiLiteral('}') }

/** Writes parts of a line in the format of a reply. The next line reuses the memory. */
export class LineWriter {
  private readonly json: JsonWriter
  private format: LineFormat = 'polyline'
  private latitude: Int32Array = new Int32Array(0)
  private longitude: Int32Array = new Int32Array(0)
  private length = 0
  private isRounded = false
  private roundedLatitude = new Int32Array(0)
  private roundedLongitude = new Int32Array(0)
  private readonly repeatedLatitude = new Int32Array(2)
  private readonly repeatedLongitude = new Int32Array(2)

  constructor(json: JsonWriter) {
    this.json = json
  }

  /** Sets the line that `write` writes. */
  begin({ latitude, longitude, length, roundsAsNative }: RouteLine, format: LineFormat): void {
    this.format = format
    this.length = length
    this.isRounded = format === 'polyline' && !roundsAsNative
    if (this.isRounded) {
      if (this.roundedLatitude.length < length) {
        this.roundedLatitude = new Int32Array(2 * length)
        this.roundedLongitude = new Int32Array(2 * length)
      }
      roundToFiveDecimals(latitude, this.roundedLatitude, length)
      roundToFiveDecimals(longitude, this.roundedLongitude, length)
    }
    this.latitude = this.isRounded ? this.roundedLatitude : latitude
    this.longitude = this.isRounded ? this.roundedLongitude : longitude
  }

  /** Writes the points from `from` to `to`. GeoJSON needs two points, so a single point is repeated. */
  write(from = 0, to = this.length - 1): void {
    const { latitude, longitude } = this
    const end = Math.max(from, Math.min(to + 1, this.length))
    if (end - from !== 1) return this.writePoints(latitude, longitude, from, end)
    this.repeatedLatitude.fill(latitude[from] ?? 0)
    this.repeatedLongitude.fill(longitude[from] ?? 0)
    this.writePoints(this.repeatedLatitude, this.repeatedLongitude, 0, 2)
  }

  private writePoints(latitude: Int32Array, longitude: Int32Array, from: number, to: number): void {
    const { json, format } = this
    if (format === 'geojson')
      json.literal(keys.lineString).points(longitude, latitude, from, to).literal(keys.closeObject)
    // Rounded coordinates are already in units of the last decimal, so they are written like microdegrees.
    else json.polyline(format === 'polyline6' || this.isRounded ? 6 : 5, latitude, longitude, from, to)
  }
}

/** Converts microdegrees to units of the fifth decimal, with the rounding of `encodePolyline`. */
function roundToFiveDecimals(microdegrees: Int32Array, rounded: Int32Array, length: number): void {
  for (let i = 0; i < length; i++) {
    const value = microdegrees[i] ?? 0
    const sign = value >> 31
    const size = (value ^ sign) - sign
    const units = (size / 10) | 0
    const remainder = size - 10 * units
    // Only ties depend on the rounding error of degrees, so the other values need no division by a million.
    const roundedSize = remainder === 5 ? Math.round((size / 1e6) * 1e5) : remainder > 5 ? units + 1 : units
    rounded[i] = (roundedSize ^ sign) - sign
  }
}
