import { expect, test } from 'vitest'
import { ContourBuilder, toDistanceField } from './distance-field.ts'

const ON_OUTLINE = 255 * 0.75

test('is 191 on the outline, and changes by 32 per pixel', () => {
  const square = [4, 4, 12, 4, 12, 12, 4, 12]
  const field = toDistanceField([square], { left: 0, top: 0, width: 16, height: 16 })
  // The middle of a pixel is half a pixel from its border.
  expect(field[8 * 16 + 3]).toBe(Math.round(ON_OUTLINE - (255 / 8) * 0.5))
  expect(field[8 * 16 + 4]).toBe(Math.round(ON_OUTLINE + (255 / 8) * 0.5))
  expect(field[8 * 16 + 1]).toBe(Math.round(ON_OUTLINE - (255 / 8) * 2.5))
})

test('leaves out holes, which run in the opposite direction', () => {
  const outer = [0, 0, 16, 0, 16, 16, 0, 16]
  const hole = [4, 4, 4, 12, 12, 12, 12, 4]
  const field = toDistanceField([outer, hole], { left: 0, top: 0, width: 16, height: 16 })
  expect([Number(field[8 * 16 + 8]) < ON_OUTLINE, Number(field[2 * 16 + 8]) > ON_OUTLINE]).toEqual([true, true])
})

test('follows curves', () => {
  const builder = new ContourBuilder()
  // The shape consists of four quarters of a circle with radius 6 around (8, 8).
  const k = 6 * 0.5523
  builder.moveTo(14, 8)
  builder.cubicTo(14, 8 + k, 8 + k, 14, 8, 14)
  builder.cubicTo(8 - k, 14, 2, 8 + k, 2, 8)
  builder.cubicTo(2, 8 - k, 8 - k, 2, 8, 2)
  builder.cubicTo(8 + k, 2, 14, 8 - k, 14, 8)
  builder.close()
  const field = toDistanceField(builder.contours, { left: 0, top: 0, width: 16, height: 16 })
  for (let row = 0; row < 16; row++) {
    for (let column = 0; column < 16; column++) {
      const distance = Math.hypot(column + 0.5 - 8, row + 0.5 - 8) - 6
      const expected = Math.max(0, Math.min(255, ON_OUTLINE - (255 / 8) * distance))
      expect(Math.abs(Number(field[row * 16 + column]) - expected)).toBeLessThan(4)
    }
  }
})
