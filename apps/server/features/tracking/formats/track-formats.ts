import type { PositionRow } from '../../../platform/storage/tables.ts'
import { toPositionReply } from '../api/replies.ts'
import type { Asset } from '../assets/asset.ts'
import { drawnOf } from '../tracks/track-drawn.ts'

const flags = [undefined, 'late', 'jump'] as const

export function toTrackPosition(row: PositionRow) {
  const flag = flags[row.flag]
  return {
    ...toPositionReply({
      latitude: row.latitude,
      longitude: row.longitude,
      timeMs: row.time,
      ...(row.speed !== null && { speedMs: tidy(row.speed) }),
      ...(row.heading !== null && { headingDeg: tidy(row.heading) }),
      ...(row.battery !== null && { batteryPct: tidy(row.battery) }),
      ...(row.altitude !== null && { altitudeM: tidy(row.altitude) }),
      ...(row.accuracy !== null && { accuracyM: tidy(row.accuracy) }),
    }),
    ...(flag && { flag }),
  }
}

/** PostgreSQL stores these as 4-byte floats with about seven significant digits. */
function tidy(value: number): number {
  return Number(value.toPrecision(7))
}

type Place = readonly [longitude: number, latitude: number, altitude?: number]

/** A piece of the line and the time at each of its points. */
interface Piece {
  readonly coordinates: Place[]
  readonly times: string[]
}

/**
 * RFC 7946: cut at the antimeridian, with a point on either side. `times` has the shape of the coordinates, nested by
 * piece if there are several.
 */
export function toGeoJson({ id, name, kind }: Asset, rows: readonly PositionRow[]) {
  const drawn = drawnOf(rows, kind)
  const [first] = drawn
  const pieces = cutAtAntimeridian(drawn)
  const [only] = pieces
  const properties = (times: unknown) => ({ asset: id, name, kind, times })
  const feature = (times: unknown, geometry: object | null) => {
    return { type: 'Feature', properties: properties(times), geometry }
  }
  if (!first || !only) return feature([], null)
  if (drawn.length === 1) return feature([isoTime(first.time)], { type: 'Point', coordinates: placeOf(first) })
  if (pieces.length === 1) return feature(only.times, { type: 'LineString', coordinates: only.coordinates })
  return feature(
    pieces.map(({ times }) => times),
    { type: 'MultiLineString', coordinates: pieces.map(({ coordinates }) => coordinates) },
  )
}

/** One centimeter, as in the other formats. */
const degrees = (value: number) => Math.round(value * 1e7) / 1e7

function placeOf({ longitude, latitude, altitude }: Pick<PositionRow, 'longitude' | 'latitude' | 'altitude'>): Place {
  const place = [degrees(longitude), degrees(latitude)] as const
  return altitude === null ? place : [...place, tidy(altitude)]
}

const isoTime = (ms: number) => new Date(ms).toISOString()

function cutAtAntimeridian(rows: readonly PositionRow[]): Piece[] {
  const pieces: Piece[] = [{ coordinates: [], times: [] }]
  const add = (place: Place, time: number) => {
    pieces.at(-1)?.coordinates.push(place)
    pieces.at(-1)?.times.push(isoTime(time))
  }
  rows.forEach((row, at) => {
    const before = rows[at - 1]
    if (before && Math.abs(row.longitude - before.longitude) > 180) {
      const side = before.longitude > 0 ? 180 : -180
      const gap = 360 - Math.abs(row.longitude - before.longitude)
      const share = gap === 0 ? 0 : Math.abs(side - before.longitude) / gap
      const between = (from: number, to: number) => from + (to - from) * share
      const altitude = before.altitude === null || row.altitude === null ? null : between(before.altitude, row.altitude)
      const seam = { latitude: between(before.latitude, row.latitude), altitude }
      const time = Math.round(between(before.time, row.time))
      add(placeOf({ ...seam, longitude: side }), time)
      pieces.push({ coordinates: [], times: [] })
      add(placeOf({ ...seam, longitude: -side }), time)
    }
    add(placeOf(row), row.time)
  })
  return pieces
}

/** GPX 1.1. */
export function toGpx({ name, kind }: Asset, rows: readonly PositionRow[]): string {
  const points = drawnOf(rows, kind).map(({ latitude, longitude, altitude, time }) => {
    const height = altitude === null ? '' : `<ele>${decimal(altitude, 2)}</ele>`
    return `<trkpt lat="${decimal(latitude, 7)}" lon="${decimal(longitude, 7)}">${height}<time>${new Date(time).toISOString()}</time></trkpt>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Fairway" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>${escapeXml(name)}</name><trkseg>
${points.join('\n')}
</trkseg></trk></gpx>
`
}

/** The XML decimal type does not allow exponents. */
function decimal(value: number, digits: number): string {
  return value.toFixed(digits).replace(/\.?0+$/, '')
}

/** Drops characters that XML does not allow even when escaped. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
