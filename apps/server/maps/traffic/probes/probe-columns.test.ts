import { describe, expect, test } from 'vitest'
import { parseColumns } from './probe-columns.ts'

test.each([
  ['vehicle,time,lat,lon', [0, 1, 2, 3, -1, -1]],
  ['Vehicle_ID;Timestamp;Latitude;Longitude;Heading;Accuracy', [0, 1, 2, 3, 4, 5]],
  ['ts\tlng\tlat\tdevice\tcourse\taccuracy_m', [3, 0, 2, 1, 4, 5]],
  ['"track id", "time", "lat", "lon", "bearing"', [0, 1, 2, 3, 4, -1]],
  ['lon,lat,speed,time,probe', [4, 3, 1, 0, -1, -1]],
  ['id,vehicle,time,lat,lon', [1, 2, 3, 4, -1, -1]],
  ['id,track-id,time,lat,lon', [1, 2, 3, 4, -1, -1]],
  ['id,time,lat,lon', [0, 1, 2, 3, -1, -1]],
])('finds all columns in %j', (line, places) => {
  const { vehicle, time, latitude, longitude, heading, accuracy } = parseColumns(line)
  expect([vehicle, time, latitude, longitude, heading, accuracy]).toEqual(places)
})

test('accepts coordinates in one column', () => {
  expect(parseColumns('id,time,geometry')).toMatchObject({ vehicle: 0, time: 1, geometry: 2, latitude: -1 })
})

describe('unreadable header', () => {
  test.each([
    [
      'time,lat,lon',
      'the first line has no column for the vehicle; allowed: vehicle, vehicle_id, track, track_id, device, device_id, probe, probe_id, id',
    ],
    ['vehicle,lat,lon', 'the first line has no column for the time; allowed: time, timestamp, ts'],
    ['vehicle,time,lon', 'the first line has no column for the latitude; allowed: lat, latitude'],
    ['vehicle,time,lat', 'the first line has no column for the longitude; allowed: lon, lng, longitude'],
    [
      'car,2026-11-15T08:00:00Z,41.1,-8.6',
      'the first line is a data row; it must name the columns, such as vehicle,time,lat,lon',
    ],
  ])('%j', (line, text) => {
    expect(() => parseColumns(line)).toThrow(text)
  })
})
