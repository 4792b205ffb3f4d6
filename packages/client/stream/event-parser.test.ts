import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EventParser, type ServerEvent } from './event-parser.ts'

const seed = Number(process.env.SEED ?? 20260616)
const parse = (...chunks: string[]) => {
  const parser = new EventParser()
  return chunks.flatMap((chunk) => parser.push(chunk))
}
const data = (...chunks: string[]) => parse(...chunks).map((event) => event.data)

// These tests use the examples of the standard:
// https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
test('joins several data lines into one string', () => {
  expect(data('data: YHOO\ndata: +2\ndata: 10\n\n')).toEqual(['YHOO\n+2\n10'])
})
test('parses comments, ids, an empty id, and one space after the colon', () => {
  const text = ': test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n'
  expect(parse(text)).toEqual([
    { type: 'message', data: 'first event', lastEventId: '1' },
    { type: 'message', data: 'second event', lastEventId: '' },
    { type: 'message', data: ' third event', lastEventId: '' },
  ])
})
test('accepts empty data, and drops an unterminated event', () => {
  expect(data('data\n\ndata\ndata\n\ndata:')).toEqual(['', '\n'])
})

test.each(['\n', '\r', '\r\n'])('accepts lines ending with %j, split anywhere', (end) => {
  const text = `event: live${end}id: 7${end}data: {"a":${end}data: 1}${end}${end}`
  const expected = [{ type: 'live', data: '{"a":\n1}', lastEventId: '7' }]
  expect(parse(text)).toEqual(expected)
  expect(parse(...text)).toEqual(expected)
})
test('does not end a line again at a line feed in the chunk after a carriage return', () => {
  expect(data('data: a\r', '\ndata: b\r', '\n\r', '\n')).toEqual(['a\nb'])
  expect(data('data: a\r', '', '\n\r')).toEqual(['a'])
})
test('emits an event at its blank line, without waiting for more input', () => {
  expect(data('data: a\r\r')).toEqual(['a'])
})

test('applies the type to one event, and the id until the next id', () => {
  expect(parse('event: a\nid: 1\ndata: x\n\ndata: y\n\n')).toEqual([
    { type: 'a', data: 'x', lastEventId: '1' },
    { type: 'message', data: 'y', lastEventId: '1' },
  ])
})
test('applies an id when its event is complete, even without data', () => {
  const parser = new EventParser('3')
  parser.push('id: 4\ndata: x\n')
  expect(parser.lastEventId).toBe('3')
  parser.push('\nid: 5\n\n')
  expect(parser.lastEventId).toBe('5')
})
test('ignores ids with a null character and retry values that are not integers', () => {
  const parser = new EventParser()
  parser.push('id: a\0b\nretry: 1.5\nretry: 9s\n\n')
  expect([parser.lastEventId, parser.retryMs]).toEqual(['', undefined])
  parser.push('retry: 3000\n')
  expect(parser.retryMs).toBe(3000)
})

/** Reference implementation of the standard, which parses the whole stream at once. */
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

test(`parses chunks split anywhere identically (seed ${seed})`, () => {
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
