import { describe, expect, test } from 'vitest'
import { createRespeller, findGivenValue, getNotes, listNotes } from './spellings.ts'

const MONTEVIDEO = [-34.9, -56.2]
const MONACO = [43.73, 7.42]
const instant = { type: 'string', format: 'date-time' }
const respell = createRespeller({
  properties: {
    from: { type: 'array', items: { type: 'number' } },
    depart_at: instant,
    language: { type: 'string', 'x-aliases': ['lang'] },
    avoid: { type: 'array', items: { enum: ['motorways'], 'x-words': { highways: 'motorways' } } },
    plug: {
      anyOf: [
        { type: 'boolean' },
        {
          properties: {
            kind: { enum: ['type2'], 'x-words': { type2: 'type2', mennekes: 'type2' }, 'x-ignores-case': true },
          },
        },
      ],
    },
    positions: { type: 'array', items: { properties: { at: {}, time: instant } } },
  },
})

function rewrite(body: object): object {
  respell?.(body)
  return body
}

const time = { type: 'string', 'x-time': true }
const minutesOrTime = {
  anyOf: [{ type: 'number', minimum: 0, maximum: 144_000 }, time, { type: 'string', pattern: ':' }],
}
const window = {
  type: 'object',
  required: ['start', 'end'],
  properties: { start: minutesOrTime, end: minutesOrTime, time_zone: { type: 'string' } },
}
const respellAlternatives = createRespeller({
  properties: {
    time: { anyOf: [time, { type: 'number' }] },
    windows: { items: { anyOf: [{ type: 'array', items: minutesOrTime }, window] } },
    depart_at: { ...time, 'x-named-place': true },
  },
})

describe('alternatives of a schema', () => {
  const rewriteAlternatives = (body: object): object => {
    respellAlternatives?.(body)
    return body
  }

  test.each([
    ['2026-11-19T21:00:00Z', '2026-11-19T21:00:00Z'],
    ['2026-11-19T21:00Z', '2026-11-19T21:00:00Z'],
    ['2026-11-19T21:00:00+01', '2026-11-19T21:00:00+01:00'],
    ['1795122002', '2026-11-19T21:00:02.000Z'],
    // Numbers are times already.
    [1_795_122_002, 1_795_122_002],
    [5, 5],
    ['soon', 'soon'],
    ['2026-02-30T08:00', '2026-02-30T08:00'],
    [null, null],
  ])('a time %j that may be a number becomes %j', (given, expected) => {
    const body = rewriteAlternatives({ time: given })
    expect(body).toEqual({ time: expected })
    expect(listNotes(body)).toEqual([])
  })

  test('numbers and texts that another alternative accepts stay', () => {
    const windows = [[0, '08:30'], { start: 5, end: 144_000 }, null, 'x']
    expect(rewriteAlternatives({ windows: structuredClone(windows) })).toEqual({ windows })
  })

  test('a number above the maximum of minutes is an epoch number, unless it is too small for one', () => {
    expect(rewriteAlternatives({ windows: [[1_795_122_002, 1_795_122_002_500, 144_001]] })).toEqual({
      windows: [['2026-11-19T21:00:02.000Z', '2026-11-19T21:00:02.500Z', 144_001]],
    })
  })

  test('one note counts all times that were read in the same zone', () => {
    const local = '2026-06-16T08:30'
    const body = rewriteAlternatives({
      from: MONACO,
      windows: [
        [local, local],
        { start: local, end: 9 },
        { start: local, end: 9, time_zone: 'America/Montevideo' },
        { start: local, end: 9, time_zone: 'Montevideo' },
      ],
    })
    expect(body).toMatchObject({
      windows: [
        ['2026-06-16T06:30:00.000Z', '2026-06-16T06:30:00.000Z'],
        { start: '2026-06-16T06:30:00.000Z' },
        { start: '2026-06-16T11:30:00.000Z' },
        { start: '2026-06-16T06:30:00.000Z' },
      ],
    })
    expect(listNotes(body)).toEqual([
      'windows[0][0] and 3 other times have no time zone and were read as local time in Europe/Monaco',
      'windows[2].start has no time zone and was read as local time in America/Montevideo',
    ])
  })

  test('the time at a named place waits for its zone, and the time at a point does not', () => {
    const named = rewriteAlternatives({ from: 'Rotterdam', depart_at: '2026-11-20T08:00' })
    expect(named).toMatchObject({ depart_at: '2026-11-20T08:00:00.000Z' })
    expect(getNotes(named)).toEqual({ warnings: [], unplacedTimes: ['depart_at'] })
    const placed = rewriteAlternatives({ from: MONACO, depart_at: '2026-11-20T08:00' })
    expect(placed).toMatchObject({ depart_at: '2026-11-20T07:00:00.000Z' })
    expect(getNotes(placed).unplacedTimes).toEqual([])
  })
})

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

  test('words that mean the same count once, and errors quote the given words', () => {
    const given = ['highways', 'motorways', 'highways']
    const { avoid } = rewrite({ avoid: [...given] }) as { readonly avoid: unknown }
    expect(avoid).toEqual(['motorways'])
    expect(findGivenValue(avoid)).toEqual(given)
    expect(findGivenValue('tolls')).toBe('tolls')
  })

  test('aliases of values apply in the object form of a field, in any case if the schema says so', () => {
    expect(rewrite({ plug: { kind: 'Mennekes' } })).toEqual({ plug: { kind: 'type2' } })
    expect(rewrite({ plug: { kind: 'TYPE2' } })).toEqual({ plug: { kind: 'type2' } })
    expect(rewrite({ plug: { kind: 'usb' } })).toEqual({ plug: { kind: 'usb' } })
    expect(rewrite({ plug: true })).toEqual({ plug: true })
    expect(rewrite({ avoid: ['Highways'] })).toEqual({ avoid: ['Highways'] })
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
