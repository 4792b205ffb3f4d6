import { expect, test } from 'vitest'
import { toCallerTerms } from './caller-terms.ts'

test.each([
  [
    'stops[0] is outside the loaded maps of this service (montevideo); points are [latitude, longitude], and with the two values swapped, the point would be in montevideo',
    'jobs[0].location is outside the loaded maps of this service (montevideo); locations are [longitude, latitude], and with the two values swapped, the point would be in montevideo',
  ],
  [
    'stops[1][0] is -134.9; latitude ranges from -90 to 90 (points are [latitude, longitude])',
    'jobs[1].location[1] is -134.9; latitude ranges from -90 to 90 (locations are [longitude, latitude])',
  ],
  [
    'stops[2][1] is 200; longitude ranges from -180 to 180 (points are [latitude, longitude])',
    'shipments[0].pickup.location[0] is 200; longitude ranges from -180 to 180 (locations are [longitude, latitude])',
  ],
  ['stops[5] and fleet[1].start have no road', 'shipments[1].delivery.location and vehicles[1].start have no road'],
  ['fleet[0].shift ends before it starts', 'vehicles[0].time_window ends before it starts'],
  ['service_min[1] is 9; at most 8', 'jobs[1].service is 9; at most 8'],
])('names the fields and the order of the input: %s', (detail, text) => {
  expect(toCallerTerms(detail, { jobCount: 2 })).toBe(text)
})
