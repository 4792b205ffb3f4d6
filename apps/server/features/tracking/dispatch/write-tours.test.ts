import { expect, test } from 'vitest'
import type { ExportedTour } from '../../road/optimize/solution.ts'
import { toursToCsv, toursToGeoJson, toursToGpx } from './write-tours.ts'

const stops = [
  [1, 2],
  [3, 4],
]
const at = (minute: string) => `2026-11-18T08:${minute}:00-03:00`
const times = { arrives_at: at('10'), begins_at: at('12'), leaves_at: at('15') }
const route = {
  ...{ vehicle: 7, order: [0, 1], distance_km: 5, duration_min: 9, leaves_at: at('00'), ends_at: at('20') },
  visits: [{ stop: 1, arrives_min: 10, begins_min: 12, leaves_min: 15, ...times, waiting_min: 2, load: [1, 0] }],
} as unknown as ExportedTour
const toResult = (geometry?: ExportedTour['geometry']) => ({
  stops,
  routes: [{ ...route, ...(geometry && { geometry }) }],
  attribution: 'A & B',
})
const line: [number, number][] = [
  [1, 2],
  [3, 4],
]

test('a table has one row per visit', () => {
  expect(toursToCsv(toResult())).toBe(
    'vehicle,position,stop,latitude,longitude,arrives_at,begins_at,leaves_at,waiting_min,slack_min,load\r\n' +
      `7,0,1,3,4,${at('10')},${at('12')},${at('15')},2,,1 0\r\n`,
  )
})

test('GeoJSON has a point per visit, and a line per tour that was drawn', () => {
  const point = { geometry: { type: 'Point', coordinates: [4, 3] }, properties: { vehicle: 7, position: 0, stop: 1 } }
  expect(toursToGeoJson(toResult()).features).toMatchObject([point])
  const drawn = {
    geometry: {
      type: 'LineString',
      coordinates: [
        [2, 1],
        [4, 3],
      ],
    },
    properties: { vehicle: 7 },
  }
  expect(toursToGeoJson(toResult(line)).features).toMatchObject([drawn, point])
  const geometry: ExportedTour['geometry'] = {
    type: 'LineString',
    coordinates: [
      [2, 1],
      [4, 3],
    ],
  }
  expect(toursToGeoJson(toResult(geometry)).features).toMatchObject([drawn, point])
})

test('GPX has a waypoint per visit in UTC, and a track per tour that was drawn', () => {
  const gpx = toursToGpx(toResult(line), 'A < B')
  expect(gpx).toContain('<metadata><name>A &lt; B</name><desc>A &amp; B</desc></metadata>')
  expect(gpx).toContain(
    '<wpt lat="3" lon="4"><time>2026-11-18T11:10:00.000Z</time><name>Vehicle 7, visit 1: stop 1</name></wpt>\n<trk><name>Vehicle 7</name><trkseg>\n<trkpt lat="1" lon="2"/>\n<trkpt lat="3" lon="4"/>\n</trkseg></trk>',
  )
  expect(toursToGpx(toResult(), 'Tours')).not.toContain('<trk>')
})
