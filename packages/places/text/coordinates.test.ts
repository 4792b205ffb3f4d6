import { expect, test } from 'vitest'
import { parseCoordinates } from './coordinates.ts'

test.each([
  ['-34.9,-56.2', -34.9, -56.2],
  ['-34.9, -56.2', -34.9, -56.2],
  ['  -34.9  -56.2 ', -34.9, -56.2],
  ['40.7128; -74.006', 40.7128, -74.006],
  ['+40,-74', 40, -74],
  ['40.7128° N, 74.0060° W', 40.7128, -74.006],
  ['40.7128N 74.006W', 40.7128, -74.006],
  ['74.006W 40.7128N', 40.7128, -74.006],
  ['N40.7128 W74.006', 40.7128, -74.006],
  [`40°26'46"N 79°58'56"W`, 40.446111, -79.982222],
  ['40° 26′ 46″ N, 79° 58′ 56″ W', 40.446111, -79.982222],
  ['40 26 46 N 79 58 56 W', 40.446111, -79.982222],
  ['N 40 26.767 W 79 58.933', 40.446117, -79.982217],
  [`33°51'35.9"S, 151°12'40"E`, -33.859972, 151.211111],
  ['geo:-34.9,-56.2', -34.9, -56.2],
  ['geo:-34.9,-56.2?z=12', -34.9, -56.2],
  ['90,180', 90, 180],
])('%s', (text, latitude, longitude) => {
  const position = parseCoordinates(text)
  expect(position?.latitude).toBeCloseTo(latitude, 5)
  expect(position?.longitude).toBeCloseTo(longitude, 5)
})

test.each([
  '91,0',
  '0,181',
  '12 34',
  'Main Street 5',
  '40°70\'00"N 79°W',
  '40N 50N',
  '1,2,3',
  '',
  'N W',
  'x'.repeat(500),
])('"%s" is no position', (text) => {
  expect(parseCoordinates(text)).toBeUndefined()
})
