import { expect, test } from 'vitest'
import { findNearestSize, toSheetPixels } from './sheet-size.ts'

test('a released sheet takes the nearest of its three heights', () => {
  const half = toSheetPixels('half', 800)
  expect([0, 116, half - 40, half + 40, 600, 800].map((pixels) => findNearestSize(pixels, 800))).toEqual([
    'peek',
    'peek',
    'half',
    'half',
    'full',
    'full',
  ])
})

test('a full sheet leaves the header and the navigation bar uncovered', () => {
  expect(toSheetPixels('full', 800)).toBe(702)
})
