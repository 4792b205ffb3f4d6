import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EventParser, type ServerEvent } from './event-parser.ts'

const seed = Number(process.env.SEED ?? 20260616)
const parse = (...chunks: string[]) => {
  const parser = new EventParser()
  return chunks.flatMap((chunk) => parser.push(chunk))
}
const data = (...chunks: string[]) => parse(...chunks).map((event) => event.data)

// The examples of the standard:
// https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
test('several lines of data are one text', () => {
  expect(data('data: YHOO\ndata: +2\ndata: 10\n\n')).toEqual(['YHOO\n+2\n10'])
})
test('comments, ids, an empty id, one blank after the colon', () => {
  const text = ': test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n'
  expect(parse(text)).toEqual([
    { type: 'message', data: 'first event', lastEventId: '1' },
    { type: 'message', data: 'second event', lastEventId: '' },
    { type: 'message', data: ' third event', lastEventId: '' },
  ])
})
test('empty data is data; what has no end is none', () => {
  expect(data('data\n\ndata\ndata\n\ndata:')).toEqual(['', '\n'])
})

test.each(['\n', '\r', '\r\n'])('lines may end with %j, cut anywhere', (end) => {
  const text = `event: live${end}id: 7${end}data: {"a":${end}data: 1}${end}${end}`
  const expected = [{ type: 'live', data: '{"a":\n1}', lastEventId: '7' }]
  expect(parse(text)).toEqual(expected)
  expect(parse(...text)).toEqual(expected)
})
test('a line feed behind a carriage return, in the next chunk, ends nothing again', () => {
  expect(data('data: a\r', '\ndata: b\r', '\n\r', '\n')).toEqual(['a\nb'])
  expect(data('data: a\r', '', '\n\r')).toEqual(['a'])
})
test('an event ends with its blank line, without waiting for what follows', () => {
  expect(data('data: a\r\r')).toEqual(['a'])
})

test('the type holds for one event, the id until there is another', () => {
  expect(parse('event: a\nid: 1\ndata: x\n\ndata: y\n\n')).toEqual([
    { type: 'a', data: 'x', lastEventId: '1' },
    { type: 'message', data: 'y', lastEventId: '1' },
  ])
})
test('an id counts when its event is complete, and without data, too', () => {
  const parser = new EventParser('3')
  parser.push('id: 4\ndata: x\n')
  expect(parser.lastEventId).toBe('3')
  parser.push('\nid: 5\n\n')
  expect(parser.lastEventId).toBe('5')
})
test('ids with a null and waits that are no whole numbers are passed over', () => {
  const parser = new EventParser()
  parser.push('id: a\0b\nretry: 1.5\nretry: 9s\n\n')
  expect([parser.lastEventId, parser.retryMs]).toEqual(['', undefined])
  parser.push('retry: 3000\n')
  expect(parser.retryMs).toBe(3000)
})

/** Follows the wording of the standard, applied to the whole stream at once. */
function reference(text: string): ServerEvent[] {
  const events: ServerEvent[] = []
  let [type, lines, id] = ['', '', '']
  for (const line of text.replace(/\r\n?/g, '\n').split('\n').slice(0, -1)) {
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (line === '') {
      if (lines !== '') events.push({ type: type || 'message', data: lines.slice(0, -1), lastEventId: id })
      ;[type, lines] = ['', '']
    } else if (field === 'data') lines += `${value}\n`
    else if (field === 'event') type = value
    else if (field === 'id') id = value
  }
  return events
}

test(`chunks cut anywhere make no difference (seed ${seed})`, () => {
  const word = fc.constantFrom(
    'data',
    'event',
    'id',
    'retry',
    ':',
    ': ',
    ' ',
    'x',
    '€',
    '\n',
    '\r',
    '\r\n',
    '\n\n',
    '\r\r',
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 40 }), fc.array(fc.nat(3), { maxLength: 200 }), (words, sizes) => {
      const text = words.join('')
      const chunks: string[] = []
      let at = 0
      for (const size of sizes) {
        chunks.push(text.slice(at, at + size))
        at += size
      }
      expect(parse(...chunks, text.slice(at))).toEqual(reference(text))
    }),
    { seed, numRuns: 2000 },
  )
})
