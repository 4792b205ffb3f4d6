import type { PositionRow } from '../../../platform/storage/tables/assets.ts'
import { toPositionReply } from '../api/replies.ts'
import type { Asset } from '../assets/asset.ts'
import { listDrawnRows } from '../tracks/track-drawn.ts'

const flagNames = [undefined, 'late', 'jump'] as const

export function toTrackPosition(row: PositionRow) {
  const flag = flagNames[row.flag]
  return {
    ...toPositionReply({
      latitude: row.latitude,
      longitude: row.longitude,
      timeMs: row.time,
      ...(row.speed !== null && { speedMs: roundFloat(row.speed) }),
      ...(row.heading !== null && { headingDeg: roundFloat(row.heading) }),
      ...(row.battery !== null && { batteryPct: roundFloat(row.battery) }),
      ...(row.altitude !== null && { altitudeM: roundFloat(row.altitude) }),
      ...(row.accuracy !== null && { accuracyM: roundFloat(row.accuracy) }),
    }),
    ...(flag && { flag }),
  }
}

/** Rounds to seven significant digits, because PostgreSQL stores these values as 4-byte floats. */
function roundFloat(value: number): number {
  return Number(value.toPrecision(7))
}

type GeoJsonPosition = readonly [longitude: number, latitude: number, altitude?: number]

/** Piece of the line, with the time at each point. */
interface TrackSegment {
  readonly coordinates: GeoJsonPosition[]
  readonly times: string[]
}

/**
 * Converts a track to GeoJSON. As RFC 7946 requires, the line is cut at the antimeridian, with a point on either side.
 * `times` has the same nesting as the coordinates.
 */
export function toGeoJson({ id, name, kind }: Asset, rows: readonly PositionRow[]) {
  const drawnRows = listDrawnRows(rows, kind)
  const [first] = drawnRows
  const segments = splitAtAntimeridian(drawnRows)
  const [onlySegment] = segments
  const properties = (times: unknown) => ({ asset: id, name, kind, times })
  const feature = (times: unknown, geometry: object | null) => {
    return { type: 'Feature', properties: properties(times), geometry }
  }
  if (!first || !onlySegment) return feature([], null)
  if (drawnRows.length === 1)
    return feature([toIsoTime(first.time)], { type: 'Point', coordinates: toGeoJsonPosition(first) })
  if (segments.length === 1)
    return feature(onlySegment.times, { type: 'LineString', coordinates: onlySegment.coordinates })
  return feature(
    segments.map(({ times }) => times),
    { type: 'MultiLineString', coordinates: segments.map(({ coordinates }) => coordinates) },
  )
}

/** Rounds to about one centimeter, as in the other formats. */
const roundDegrees = (value: number) => Math.round(value * 1e7) / 1e7

function toGeoJsonPosition({
  longitude,
  latitude,
  altitude,
}: Pick<PositionRow, 'longitude' | 'latitude' | 'altitude'>): GeoJsonPosition {
  const lonLat = [roundDegrees(longitude), roundDegrees(latitude)] as const
  return altitude === null ? lonLat : [...lonLat, roundFloat(altitude)]
}

const toIsoTime = (ms: number) => new Date(ms).toISOString()

function splitAtAntimeridian(rows: readonly PositionRow[]): TrackSegment[] {
  const segments: TrackSegment[] = [{ coordinates: [], times: [] }]
  const addPosition = (position: GeoJsonPosition, time: number) => {
    segments.at(-1)?.coordinates.push(position)
    segments.at(-1)?.times.push(toIsoTime(time))
  }
  rows.forEach((row, index) => {
    const previousRow = rows[index - 1]
    if (previousRow && Math.abs(row.longitude - previousRow.longitude) > 180) {
      const edgeLongitude = previousRow.longitude > 0 ? 180 : -180
      const longitudeGap = 360 - Math.abs(row.longitude - previousRow.longitude)
      const fraction = longitudeGap === 0 ? 0 : Math.abs(edgeLongitude - previousRow.longitude) / longitudeGap
      const interpolate = (from: number, to: number) => from + (to - from) * fraction
      const altitude =
        previousRow.altitude === null || row.altitude === null ? null : interpolate(previousRow.altitude, row.altitude)
      const crossingPoint = { latitude: interpolate(previousRow.latitude, row.latitude), altitude }
      const time = Math.round(interpolate(previousRow.time, row.time))
      addPosition(toGeoJsonPosition({ ...crossingPoint, longitude: edgeLongitude }), time)
      segments.push({ coordinates: [], times: [] })
      addPosition(toGeoJsonPosition({ ...crossingPoint, longitude: -edgeLongitude }), time)
    }
    addPosition(toGeoJsonPosition(row), row.time)
  })
  return segments
}

/** Converts a track to GPX 1.1. */
export function toGpx({ name, kind }: Asset, rows: readonly PositionRow[]): string {
  const points = listDrawnRows(rows, kind).map(({ latitude, longitude, altitude, time }) => {
    const elevationTag = altitude === null ? '' : `<ele>${formatDecimal(altitude, 2)}</ele>`
    return `<trkpt lat="${formatDecimal(latitude, 7)}" lon="${formatDecimal(longitude, 7)}">${elevationTag}<time>${new Date(time).toISOString()}</time></trkpt>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Fairway" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>${escapeXml(name)}</name><trkseg>
${points.join('\n')}
</trkseg></trk></gpx>
`
}

/** Formats a number without an exponent, which the XML decimal type does not allow. */
function formatDecimal(value: number, digits: number): string {
  return value.toFixed(digits).replace(/\.?0+$/, '')
}

/** Escapes text for XML and drops characters that XML does not allow even when escaped. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
