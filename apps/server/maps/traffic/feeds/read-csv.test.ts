import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultFeedLimits } from './feed-content.ts'
import { MAX_LINE_BYTES } from './read-csv.ts'
import { listSegmentRows, readContent, readFailure, readFailureMessage, readTestFeed } from './testing/reading.ts'

const skipped = async (feed: string) => (await readContent(feed)).skipped

describe('segment-speed CSV', () => {
  test('is read in the OSRM format, with or without a rate', async () => {
    const content = await readContent('272712606,5379459324,32\n5379459324,272712606,30.5,1.5\n1,2,0,\n')
    expect(listSegmentRows(content)).toEqual([
      [272712606, 5379459324, 32],
      [5379459324, 272712606, 30.5],
      [1, 2, 0],
    ])
    expect(content).toMatchObject({ events: [], skipped: { count: 0, first: [] }, omittedCount: 0 })
  })

  test.each([
    ['a header', 'from_osm_node,to_osm_node,km/h\n1,2,30\n'],
    ['a header of four columns', '"from","to","speed","rate"\n1,2,30\n'],
    ['comments', '# by us\n1,2,30\n#3,4,50\n'],
    ['blank lines', '\n\n1,2,30\n  \n\n'],
    ['CRLF', '1,2,30\r\n\r\n'],
    ['a byte order mark', '\ufeff1,2,30\n'],
    ['a byte order mark and a header', '\ufefffrom,to,speed\r\n1,2,30\r\n'],
    ['spaces and tabs', ' 1 ,\t2 , 30 \n'],
    ['quotes', '"1","2","30"\n'],
    ['no newline at its end', '1,2,30'],
    ['further columns', '1,2,30,1,"x",,y\n'],
    ['a decimal point too many', '1,2,30.\n'],
    ['leading zeros', '0001,02,0030.00\n'],
    ['an exponent', '1,2,3e1\n'],
    ['a plainly long fraction', `1,2,30.${'0'.repeat(300)}\n`],
  ])('may have %s', async (_what, feed) => {
    const content = await readContent(feed)
    expect(listSegmentRows(content)).toEqual([[1, 2, 30]])
    expect(content.skipped.count).toBe(0)
  })

  test('may have negative ids and ids of 16 digits', async () => {
    const content = await readContent('-1,-2,30\n9007199254740991,-9007199254740991,30\n-0,0,5\n')
    expect(listSegmentRows(content)).toEqual([
      [-1, -2, 30],
      [9007199254740991, -9007199254740991, 30],
      [0, 0, 5],
    ])
  })

  test('keeps the last of several speeds of a segment, at the index of the first', async () => {
    expect(listSegmentRows(await readContent('1,2,30\n3,4,50\n1,2,40\n2,1,10\n "1" ,2,45\n'))).toEqual([
      [1, 2, 45],
      [3, 4, 50],
      [2, 1, 10],
    ])
  })

  test('with a header and no rows has no speeds', async () => {
    expect(listSegmentRows(await readContent('from,to,speed\n'))).toEqual([])
  })
})

describe('invalid CSV row', () => {
  const id = 'a whole number, the id of an OSM node'
  test.each([
    ['1', 'the row has fewer than 3 columns; allowed: from_osm_node,to_osm_node,km/h'],
    ['1,2', 'the row has fewer than 3 columns; allowed: from_osm_node,to_osm_node,km/h'],
    ['1;2;30', 'the row has fewer than 3 columns; allowed: from_osm_node,to_osm_node,km/h'],
    ['a,2,30', `from_osm_node is "a"; allowed: ${id}`],
    [',2,30', `from_osm_node is ""; allowed: ${id}`],
    ['1,2.5,30', `to_osm_node is "2.5"; allowed: ${id}`],
    ['1,9007199254740992,30', `to_osm_node is "9007199254740992"; allowed: ${id}`],
    ['1,1e3,30', `to_osm_node is "1e3"; allowed: ${id}`],
    ['1,2,fast', 'km/h is "fast"; allowed: 0 (closed) to 500'],
    ['1,2,', 'km/h is ""; allowed: 0 (closed) to 500'],
    ['1,2,.', 'km/h is "."; allowed: 0 (closed) to 500'],
    ['1,2,-1', 'km/h is "-1"; allowed: 0 (closed) to 500'],
    ['1,2,500.01', 'km/h is "500.01"; allowed: 0 (closed) to 500'],
    ['1,2,1e999', 'km/h is "1e999"; allowed: 0 (closed) to 500'],
    ['1,2,NaN', 'km/h is "NaN"; allowed: 0 (closed) to 500'],
    ['1,2,3 4', 'km/h is "3 4"; allowed: 0 (closed) to 500'],
    ['from,to,speed', `from_osm_node is "from"; allowed: ${id}`],
    [`1,2,${'x'.repeat(99)}\u0007`, `km/h is "${'x'.repeat(40)}…"; allowed: 0 (closed) to 500`],
  ])('%j is skipped and described', async (row, what) => {
    expect(await skipped(`7,8,50\n${row}\n8,9,60\n`)).toEqual({ count: 1, first: [`line 2: ${what}`] })
  })

  test('is counted, and described when among the first five', async () => {
    const content = await readContent(`1,2,500\n${'x\n'.repeat(9)}2,3,0\n`)
    expect(listSegmentRows(content)).toHaveLength(2)
    expect(content.skipped.count).toBe(9)
    expect(content.skipped.first.map((csvText) => csvText.split(':')[0])).toEqual([
      'line 2',
      'line 3',
      'line 4',
      'line 5',
      'line 6',
    ])
  })

  test('is skipped above the maximum line length, however it is chunked', async () => {
    const long = (bytes: number) => `1,2,30,${'x'.repeat(bytes - 7)}`
    for (const size of [1 << 16, 1000, 7]) {
      const content = await readContent(`${long(MAX_LINE_BYTES)}\n${long(MAX_LINE_BYTES + 1)}\n3,4,50`, { size })
      expect(listSegmentRows(content)).toHaveLength(2)
      expect(content.skipped.first).toEqual([`line 2: it is too long; allowed: ${MAX_LINE_BYTES} bytes`])
    }
  })
})

describe('unreadable CSV', () => {
  test('is rejected with the first reason', async () => {
    expect(await readFailureMessage('hello\nworld\n')).toBe(
      'no part of the feed can be read: 2 records are invalid. First error: line 1: the row has fewer than 3 columns; allowed: from_osm_node,to_osm_node,km/h',
    )
  })

  test('is abandoned early, however long it is', async () => {
    const failure = await readFailure('x\n'.repeat(1_000_000), { size: 1 << 12 })
    expect(failure.kind === 'nothing-readable' && failure.skipped.count).toBeLessThan(15_000)
  })

  test.each(['', ' \n\r\n', '\ufeff', '# nothing\n'])('%j is empty', async (feed) => {
    expect(await readFailure(feed)).toEqual({ kind: 'empty' })
  })

  test('does not mistake a three-word error message for a header', async () => {
    expect((await readFailure('sorry, not, today\n')).kind).toBe('nothing-readable')
  })
})

test('accepts the maximum number of segments and rejects one more', async () => {
  const limits = { ...defaultFeedLimits, segments: 2 }
  expect((await readTestFeed('1,2,3\n2,3,4\n1,2,4\n', { limits })).ok).toBe(true)
  expect(await readFailure('1,2,3\n2,3,4\n3,4,5\n', { limits })).toEqual({
    kind: 'too-much-content',
    of: 'segments',
    max: 2,
  })
})

/** Parses the row format with a slow and simple second implementation. */
function oracle(text: string): { rows: number[][]; skipped: number } {
  const rows = new Map<string, number[]>()
  let wrong = 0
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.trim().startsWith('#')) continue
    const [from, to, speed] = line.split(',').map((field) => field.replaceAll('"', ' ').trim())
    const isId = (field: string | undefined) => /^-?[0-9]+$/.test(field ?? '') && Number.isSafeInteger(Number(field))
    const isSpeed = /^([0-9]+|[0-9]+\.[0-9]*|\.[0-9]+)$/.test(speed ?? '') && Number(speed) <= 500
    if (isId(from) && isId(to) && isSpeed) {
      rows.set(`${from},${to}`, [Number(from), Number(to), Math.fround(Number(speed))])
    } else wrong++
  }
  return { rows: [...rows.values()], skipped: wrong }
}

test('matches a reference reader on random rows in random chunks', async () => {
  const id = fc.oneof(
    fc.nat(9).map(String),
    fc.maxSafeNat().map(String),
    fc.bigInt(2n ** 52n, 2n ** 54n).map(String),
    fc.constantFrom('-5', 'x', '', '1.5'),
  )
  const speed = fc.oneof(
    fc.nat(600).map(String),
    fc.double({ min: 0, max: 501, noNaN: true }).map((kmh) => kmh.toFixed(17)),
    fc.double({ min: 0, max: 501, noNaN: true }).map((kmh) => kmh.toFixed(1)),
    fc.constantFrom('.5', '5.', '.', '', '-1', '5.5.5', 'x'),
  )
  const padded = (field: fc.Arbitrary<string>) =>
    fc.tuple(field, fc.constantFrom('', '', '', ' ', '\t')).map(([text, pad]) => `${pad}${text}${pad}`)
  const row = fc
    .tuple(padded(id), padded(id), padded(speed), fc.constantFrom('', '', ',1.5', ',', ',a,"b"'))
    .map(([from, to, kmh, rest]) => `${from},${to},${kmh}${rest}`)
  const csvLine = fc.oneof({ weight: 8, arbitrary: row }, fc.constantFrom('', ' ', '# x', '1,2'))
  const csvText = fc
    .tuple(fc.array(csvLine, { maxLength: 40 }), fc.constantFrom('\n', '\r\n'))
    .map(([lines, end]) => `1,1,1${end}${lines.join(end)}`)
  await fc.assert(
    fc.asyncProperty(csvText, fc.integer({ min: 1, max: 300 }), async (feed, size) => {
      const content = await readContent(feed, { size })
      expect({ rows: listSegmentRows(content), skipped: content.skipped.count }).toEqual(oracle(feed))
    }),
    { numRuns: 500 },
  )
})
