import { describe, expect, test } from 'vitest'
import { contrastWithBlack, findValueRange, toCellColors } from './heat.ts'

const rgb = (text: string) => (text.match(/\d+/g) ?? []).map(Number)

describe('matrix colors', () => {
  test('range from the shortest to the longest route; the diagonal and missing routes do not count', () => {
    expect(
      findValueRange([
        [0, 4, null],
        [2, 0, 9],
        [3, 5, 100],
      ]),
    ).toEqual({ min: 2, max: 9 })
    expect(
      findValueRange([
        [0, null],
        [null, 0],
      ]),
    ).toBeUndefined()
  })

  test('get steadily darker, and keep the number on them readable', () => {
    let before = Number.POSITIVE_INFINITY
    for (let share = 0; share <= 1; share += 0.01) {
      const { background, color } = toCellColors(share, { min: 0, max: 1 })
      const contrast = contrastWithBlack(rgb(background))
      expect(contrast).toBeLessThanOrEqual(before)
      before = contrast
      expect(color === '#000' ? contrast : 21 / contrast).toBeGreaterThanOrEqual(4.5)
    }
  })

  test('use the lightest color when all routes are equal', () => {
    expect(toCellColors(5, { min: 5, max: 5 })).toEqual(toCellColors(0, { min: 0, max: 1 }))
  })
})
