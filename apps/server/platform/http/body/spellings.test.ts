import { describe, expect, test } from 'vitest'
import { createRespeller, listNotes } from './spellings.ts'

const instant = { type: 'string', format: 'date-time' }
const respell = createRespeller({
  properties: {
    from: { type: 'array', items: { type: 'number' } },
    depart_at: instant,
    language: { type: 'string', 'x-aliases': ['lang'] },
    avoid: { type: 'array', items: { enum: ['motorways'], 'x-words': { highways: 'motorways' } } },
    positions: { type: 'array', items: { properties: { at: {}, time: instant } } },
  },
})

function rewrite(body: object): object {
  respell?.(body)
  return body
}

const MONTEVIDEO = [-34.9, -56.2]
const MONACO = [43.73, 7.42]

describe('other spellings of a request', () => {
  test.each([
    [{ toString: 1 }],
    [[{ valueOf: 1, toString: 1 }, 2]],
    [[1, { toString: 1 }]],
    [[null, null]],
    [{ at: { toString: 1 } }],
    ['x,y'],
    [[' ', 0]],
  ])('a local time beside %j, which is no point, is read in UTC', (from) => {
    const time = '2026-06-16T08:30'
    expect(rewrite({ from, depart_at: time })).toEqual({ from, depart_at: '2026-06-16T08:30:00.000Z' })
  })

  test('aliases of fields and values get the documented names', () => {
    expect(rewrite({ lang: 'de', avoid: ['highways', 'motorways', 'planets'] })).toEqual({
      language: 'de',
      avoid: ['motorways', 'motorways', 'planets'],
    })
  })

  test('an alias next to its field stays, and is reported as unknown', () => {
    expect(rewrite({ lang: 'de', language: 'fr' })).toEqual({ lang: 'de', language: 'fr' })
  })

  test.each([
    ['2026-06-16T08:30:00Z', '2026-06-16T08:30:00Z'],
    ['2026-06-16T08:30:00-0300', '2026-06-16T08:30:00-03:00'],
    ['2026-06-16 08:30z', '2026-06-16T08:30:00Z'],
    [1_781_598_600, '2026-06-16T08:30:00.000Z'],
    [1_781_598_600_500, '2026-06-16T08:30:00.500Z'],
    ['1781598600', '2026-06-16T08:30:00.000Z'],
  ])('%s is an instant', (given, expected) => {
    const body = rewrite({ from: MONACO, depart_at: given })
    expect(body).toMatchObject({ depart_at: expected })
    expect(listNotes(body)).toEqual([])
  })

  test.each([12, 999_999_999, 4_000_000_000, -1, 'tomorrow', '2026-13-40T99:99', null, {}])('%j stays', (given) => {
    expect(rewrite({ depart_at: given })).toEqual({ depart_at: given })
  })

  test('a time without a zone is local at the first point, and the reply reports it', () => {
    const body = rewrite({ from: MONTEVIDEO, depart_at: '2026-06-16T08:30' })
    expect(body).toMatchObject({ depart_at: '2026-06-16T11:30:00.000Z' })
    expect(listNotes(body)).toEqual(['depart_at has no time zone and was read as local time in America/Montevideo'])
  })

  test('times in a list belong to their own points, and without any point to UTC', () => {
    const time = '2026-06-16T08:30:00'
    const body = rewrite({ positions: [{ at: MONACO, time }, { at: MONTEVIDEO, time }, { time }] })
    expect(body).toMatchObject({
      positions: [
        { time: '2026-06-16T06:30:00.000Z' },
        { time: '2026-06-16T11:30:00.000Z' },
        { time: '2026-06-16T08:30:00.000Z' },
      ],
    })
    expect(listNotes(body)[2]).toBe('positions[2].time has no time zone and was read as local time in UTC')
  })

  test('a skipped hour in spring is read as the hour after it', () => {
    const body = rewrite({ from: MONACO, depart_at: '2026-03-29T02:30' })
    expect(body).toMatchObject({ depart_at: '2026-03-29T01:30:00.000Z' })
  })

  test('a schema without other spellings needs no conversion', () => {
    expect(createRespeller({ properties: { name: { type: 'string' } } })).toBeUndefined()
  })
})
