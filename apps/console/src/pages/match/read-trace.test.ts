import { expect, test } from 'vitest'
import { readTraceFile, toTrace } from './read-trace.ts'

const line = { type: 'LineString', coordinates: [[7.42, 43.73], [7.43, 43.74]] } // biome-ignore format: one line
const read = (value: unknown) => readTraceFile('a.json', JSON.stringify(value))
const points = [
  [43.73, 7.42],
  [43.74, 7.43],
]

test('reads lines, features and collections, with their times', () => {
  const coordTimes = ['2026-01-01T10:00:00Z', '2026-01-01T10:01:00Z']
  expect(read(line)).toEqual({ name: 'a.json', points })
  const feature = { type: 'Feature', geometry: line, properties: { coordTimes } }
  expect(read(feature)).toEqual({ name: 'a.json', points, times: coordTimes })
  expect(read({ type: 'FeatureCollection', features: [feature, feature] })).toMatchObject({
    points: [...points, ...points],
    times: [...coordTimes, ...coordTimes],
  })
  const several = { type: 'MultiLineString', coordinates: [line.coordinates, line.coordinates] }
  expect(read({ ...feature, geometry: several, properties: { coordTimes: [coordTimes, coordTimes] } })).toMatchObject({
    times: [...coordTimes, ...coordTimes],
  })
})

test('leaves times out if one is missing', () => {
  expect(toTrace('a', [{ at: [1, 2], time: '2026-01-01T10:00:00Z' }, { at: [1, 3] }])).not.toHaveProperty('times')
})

test('describes what is wrong with a file', () => {
  expect(readTraceFile('a.json', '{')).toBe('a.json is not valid JSON.')
  expect(read({ type: 'Point', coordinates: [7, 43] })).toBe('a.json contains no LineString. A trace must be a line.')
  expect(read({ type: 'Feature', geometry: null })).toBe('a.json contains no LineString. A trace must be a line.')
  expect(read({ ...line, coordinates: [[7.42, 43.73]] })).toBe('a.json has 1 point. A trace needs at least 2.')
  expect(read({ ...line, coordinates: [['x', 43.73]] })).toBe(
    'a.json has coordinates that are not [longitude, latitude].',
  )
})

test('thins a trace of more than 10,000 points, and keeps both ends', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => ({ at: [0, index / 1e4] as const }))
  expect(toTrace('a', many(10_000)).points).toHaveLength(10_000)
  const thinned = toTrace('a', many(10_001))
  expect(thinned.points.length).toBeLessThanOrEqual(10_000)
  expect(thinned.givenCount).toBe(10_001)
  expect([thinned.points[0], thinned.points.at(-1)]).toEqual([
    [0, 0],
    [0, 1],
  ])
})

test('reads the track of a GPX file with its times, or else its route', () => {
  const track = `<?xml version="1.0"?><gpx:gpx><!-- <trkpt lat="9" lon="9"/> --><gpx:wpt lat="1" lon="1"><time>x</time></gpx:wpt>
    <gpx:trkpt lon='7.42' lat='43.73'><ele>5</ele><gpx:time> 2026-01-01T10:00:00Z </gpx:time></gpx:trkpt>
    <gpx:trkpt lat="43.74" lon="7.43"><gpx:time>2026-01-01T10:01:00Z</gpx:time></gpx:trkpt></gpx:gpx>`
  expect(readTraceFile('a.gpx', track)).toEqual({
    name: 'a.gpx',
    points,
    times: ['2026-01-01T10:00:00Z', '2026-01-01T10:01:00Z'],
  })
  const route = '<gpx><rtept lat="43.73" lon="7.42"/><rtept lat="43.74" lon="7.43"/><time>2026</time></gpx>'
  expect(readTraceFile('a.gpx', route)).toEqual({ name: 'a.gpx', points })
})

test('describes what is wrong with a GPX file', () => {
  expect(readTraceFile('a.gpx', 'PK')).toBe('a.gpx is not a GPX or GeoJSON file.')
  expect(readTraceFile('a.gpx', '<gpx><wpt lat="1" lon="2"/></gpx>')).toBe(
    'a.gpx contains no track or route. Waypoints alone are not a trace.',
  )
  expect(readTraceFile('a.gpx', '<gpx><trkpt lat="91" lon="2"/></gpx>')).toBe(
    'a.gpx has an invalid point: lat="91" lon="2".',
  )
  expect(readTraceFile('a.gpx', '<gpx><trkpt lat="" /></gpx>')).toBe('a.gpx has an invalid point: lat="" lon="".')
})
