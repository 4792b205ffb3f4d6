import { expect, test } from 'vitest'
import { parsePlusCode } from './plus-code.ts'

test.each([
  ['7FG49Q00+', 20.375, 2.775],
  ['8FVC2222+22', 47.0000625, 8.0000625],
  ['849vcwc8+r9', 37.4220625, -122.0840625],
  ['8FVC2222+222', 47.0000125, 8.000015625],
  ['22220000+', -89.5, -179.5],
])('%s', (code, latitude, longitude) => {
  const position = parsePlusCode(code)
  expect(position?.latitude).toBeCloseTo(latitude, 6)
  expect(position?.longitude).toBeCloseTo(longitude, 6)
})

test.each(['CWC8+R9', '849VCWC8', 'X2220000+', '2X220000+', '8FVC2222+2', '8FVC2200+22', 'A+B', ''])(
  '"%s" is no full code',
  (text) => {
    expect(parsePlusCode(text)).toBeUndefined()
  },
)
