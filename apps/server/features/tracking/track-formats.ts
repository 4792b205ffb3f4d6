import type { PositionRow } from '../../storage/tables.ts'
import type { Asset } from './asset.ts'
import { toPositionReply } from './replies.ts'

const flags = [undefined, 'late', 'jump'] as const
const JUMP = 2

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

/** PostgreSQL keeps these in four bytes, which are good for seven digits. */
function tidy(value: number): number {
  return Number(value.toPrecision(7))
}

/** RFC 7946; cut where it crosses the antimeridian. What lies farther away than it can have come is not drawn. */
export function toGeoJson({ id, name, kind }: Asset, rows: readonly PositionRow[]) {
  const drawn = rows.filter(isDrawn)
  const pieces = cutAtAntimeridian(drawn)
  const times = drawn.map(({ time }) => new Date(time).toISOString())
  const properties = { asset: id, name, kind, times }
  const [only] = pieces
  const geometry =
    drawn.length < 2
      ? drawn[0] && { type: 'Point', coordinates: [drawn[0].longitude, drawn[0].latitude] }
      : pieces.length === 1
        ? { type: 'LineString', coordinates: only }
        : { type: 'MultiLineString', coordinates: pieces }
  return { type: 'Feature', properties, geometry: geometry ?? null }
}

function cutAtAntimeridian(rows: readonly PositionRow[]): [number, number][][] {
  const pieces: [number, number][][] = [[]]
  rows.forEach(({ latitude, longitude }, at) => {
    const before = rows[at - 1]
    if (before && Math.abs(longitude - before.longitude) > 180) {
      const side = before.longitude > 0 ? 180 : -180
      const gap = 360 - Math.abs(longitude - before.longitude)
      const share = gap === 0 ? 0 : Math.abs(side - before.longitude) / gap
      const seam = before.latitude + (latitude - before.latitude) * share
      pieces.at(-1)?.push([side, seam])
      pieces.push([[-side, seam]])
    }
    pieces.at(-1)?.push([longitude, latitude])
  })
  return pieces.filter((piece) => piece.length > 1)
}

/** GPX 1.1. */
export function toGpx(name: string, rows: readonly PositionRow[]): string {
  const points = rows.filter(isDrawn).map(({ latitude, longitude, altitude, time }) => {
    const height = altitude === null ? '' : `<ele>${decimal(altitude, 2)}</ele>`
    return `<trkpt lat="${decimal(latitude, 7)}" lon="${decimal(longitude, 7)}">${height}<time>${new Date(time).toISOString()}</time></trkpt>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Fairway" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>${escapeXml(name)}</name><trkseg>
${points.join('\n')}
</trkseg></trk></gpx>
`
}

/** Late ones are in their place: they are in the order of time. */
function isDrawn({ flag }: PositionRow): boolean {
  return flag !== JUMP
}

/** XML knows no exponents. */
function decimal(value: number, digits: number): string {
  return value.toFixed(digits).replace(/\.?0+$/, '')
}

/** What XML has no place for, not even escaped, is left out. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
