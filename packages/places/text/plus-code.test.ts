import { expect, test } from 'vitest'
import { parsePlusCode, parseShortPlusCode, resolvePlusCode } from './plus-code.ts'

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
  'rejects "%s" as a full code',
  (text) => {
    expect(parsePlusCode(text)).toBeUndefined()
  },
)

test.each([
  ['9C3W9QCJ+2VX', 51.3701125, -1.217765625, 'CJ+2VX'],
  ['9C3W9QCJ+2VX', 51.3708675, -1.217765625, '9QCJ+2VX'],
  ['9C3W9QCJ+2VX', 51.3852125, -1.217765625, '9QCJ+2VX'],
  ['9C3W9QCJ+2VX', 51.3701125, -1.2026, '9QCJ+2VX'],
  ['8FVC2222+22', 47.4, 8.4, '2222+22'],
  ['4VCPPQGP+Q9', -41.273125, 174.785937, 'PQGP+Q9'],
  ['22222222+22', -89.9, -179.95, '2222+22'],
  ['CFX3X2X2+X2', 89.6, 1.1, 'X2X2+X2'],
])('resolves %s near %f, %f also from %s', (code, latitude, longitude, short) => {
  const parsed = parseShortPlusCode(short)
  const resolved = parsed && resolvePlusCode(parsed, { latitude, longitude })
  const full = parsePlusCode(code)
  expect(resolved?.latitude).toBeCloseTo(full?.latitude ?? 0, 8)
  expect(resolved?.longitude).toBeCloseTo(full?.longitude ?? 0, 8)
})

test('reads the reference place after a short code', () => {
  expect(parseShortPlusCode('48Q3+X6 Montevideo, Uruguay')?.locality).toBe('Montevideo, Uruguay')
  expect(parseShortPlusCode('cwc8+r9')?.locality).toBe('')
  expect(['CWC+R9', '849VCWC8+R9', 'CWC8', 'CWC8+R', 'main st+5'].map(parseShortPlusCode)).toEqual(
    Array(5).fill(undefined),
  )
})
