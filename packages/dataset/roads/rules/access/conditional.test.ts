import { describe, expect, test } from 'vitest'
import { alwaysOpen, intersectAvailability, neverOpen, toAvailability } from './availability.ts'
import { parseConditional } from './conditional.ts'

const time = (when: string) => ({ kind: 'time', when })
const otherCondition = { kind: 'other' }

describe('conditional syntax variants', () => {
  test.each([
    ['no @ (Mo-Fr 07:00-09:00)', [['no', time('Mo-Fr 07:00-09:00')]]],
    ['no @ Mo-Fr 07:00-09:00', [['no', time('Mo-Fr 07:00-09:00')]]],
    ['no@(Sa)', [['no', time('Sa')]]],
    [
      'no @ (Sa); yes @ (Su)',
      [
        ['no', time('Sa')],
        ['yes', time('Su')],
      ],
    ],
    ['no @ (Mo 07:00-09:00; Sa 10:00-12:00)', [['no', time('Mo 07:00-09:00; Sa 10:00-12:00')]]],
    ['no @ Mo 07:00-09:00; Sa 10:00-12:00', [['no', time('Mo 07:00-09:00; Sa 10:00-12:00')]]],
    ['no @ (Mo-Fr AND 07:00-09:00)', [['no', time('Mo-Fr 07:00-09:00')]]],
    ['no @ (Nov 15 - Apr 30)', [['no', time('Nov 15-Apr 30')]]],
    ['no @ (sunset-sunrise)', [['no', time('sunset-sunrise')]]],
    ['no @ (2026 May 01-2026 Jun 30)', [['no', time('2026 May 01-2026 Jun 30')]]],
    ['no @ (24/7)', [['no', { kind: 'always' }]]],
    ['no @ (weight>7.5)', [['no', { kind: 'larger', limits: { weightTons: 7.5 } }]]],
    ['no @ (maxweight >= 7.5 t)', [['no', { kind: 'larger', limits: { weightTons: 7.5 } }]]],
    ['yes @ (length<12)', [['yes', { kind: 'smaller', limits: { lengthMeters: 12 } }]]],
    ['no @ (weight>7.5 AND 22:00-06:00)', [['no', otherCondition]]],
    ['no @ wet', [['no', otherCondition]]],
    ['no @ (has_pygmies > 10 p)', [['no', otherCondition]]],
    ['no @ (Mo-Fr', [['no', time('Mo-Fr')]]],
    ['no @ ((Mo-Fr) AND (07:00-09:00))', [['no', time('Mo-Fr 07:00-09:00')]]],
  ])('%s', (text, entries) => {
    expect(parseConditional(text).map(({ value, condition }) => [value, condition])).toEqual(entries)
  })

  test.each(['', '@', 'no', 'no @', '@ (Sa)', ';;;', '('])('ignores "%s"', (text) => {
    expect(parseConditional(text)).toEqual([])
  })
})

describe('combined availability', () => {
  const morning = toAvailability(true, [{ when: '06:00-10:00', opens: true }])
  const notSunday = toAvailability(false, [{ when: 'Su', opens: false }])

  test('drops rules without effect', () => {
    expect(toAvailability(false, [{ when: 'Su', opens: true }])).toBe(alwaysOpen)
    expect(toAvailability(true, [{ when: 'Su', opens: false }])).toBe(neverOpen)
  })

  test('orders closing rules last, in either order of combination', () => {
    const joined = { closedByDefault: true, timed: [...morning.timed, ...notSunday.timed] }
    expect(intersectAvailability(morning, notSunday)).toEqual(joined)
    expect(intersectAvailability(notSunday, morning)).toEqual(joined)
  })

  test('handles always and never', () => {
    expect(intersectAvailability(alwaysOpen, morning)).toBe(morning)
    expect(intersectAvailability(morning, neverOpen)).toBe(neverOpen)
    expect(intersectAvailability(morning, { ...morning })).toEqual(morning)
  })
})
