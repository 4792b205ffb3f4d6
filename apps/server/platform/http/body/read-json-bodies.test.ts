import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { type BodySink, readBody } from './read-json-bodies.ts'

interface RecordedSink extends BodySink {
  readonly pieces: string[]
  isDropped: boolean
}

function openSink(): RecordedSink {
  const pieces: string[] = []
  return {
    pieces,
    isDropped: false,
    add: (chunks) => void pieces.push(Buffer.concat(chunks).toString()),
    parse: async () => undefined,
    drop() {
      this.isDropped = true
    },
  }
}

/**
 * Reads bodies of up to 8 bytes and passes bodies above 4 bytes to the sink. Resolves with the body or the error
 * message.
 */
function read(chunks: readonly string[], declaredBytes?: number, sink = openSink()): Promise<string> {
  const payload = Readable.from(chunks.map((chunk) => Buffer.from(chunk)))
  return new Promise((resolve) => {
    readBody(payload, { declaredBytes, limitBytes: 8, maxInlineBytes: 4, open: () => sink }, (error, body) => {
      if (error) resolve(error.message)
      else resolve(Buffer.isBuffer(body) ? body.toString() : sink.pieces.join(''))
    })
  })
}

test.each([undefined, 0, 4, 8])(
  'reads bodies of every size, whether or not their length is known: %s',
  async (declaredBytes) => {
    const body = 'abcdefgh'.slice(0, declaredBytes)
    const chunks = [body.slice(0, 3), body.slice(3, 5), body.slice(5)].filter((chunk) => chunk !== '')
    expect(await read(chunks, declaredBytes)).toBe(body)
  },
)

test('passes on a large body in pieces while it arrives, whether or not its length is known', async () => {
  for (const declaredBytes of [undefined, 7]) {
    const sink = openSink()
    expect(await read(['ab', 'cd', 'e', 'f', 'g'], declaredBytes, sink)).toBe('abcdefg')
    expect(sink).toMatchObject({ pieces: ['abcde', 'fg'], isDropped: false })
  }
})

test('keeps a body of exactly the inline size', async () => {
  const sink = openSink()
  expect(await read(['ab', 'cd'], 4, sink)).toBe('abcd')
  expect(sink.pieces).toEqual([])
})

test('accepts exactly the limit and rejects one byte more, announced or not', async () => {
  expect(await read(['abcdefgh'])).toBe('abcdefgh')
  expect(await read(['abcdefgh', 'i'])).toBe('the body has more than 8 bytes')
  expect(await read([], 9)).toBe('the body has more than 8 bytes')
})

test.each([
  ['shorter', ['abc', 'de']],
  ['longer', ['abc', 'de', 'fg']],
])('drops a large body that is %s than announced', async (_, chunks) => {
  const sink = openSink()
  expect(await read(chunks, 6, sink)).toBe('http-malformed')
  expect(sink.isDropped).toBe(true)
})

test('drops a large body whose connection breaks in the middle', async () => {
  const sink = openSink()
  const payload = new Readable({ read() {} })
  payload.push('abcde')
  const failed = new Promise((resolve) => {
    readBody(payload, { declaredBytes: 6, limitBytes: 8, maxInlineBytes: 4, open: () => sink }, resolve)
  })
  await expect.poll(() => sink.pieces).toEqual(['abcde'])
  payload.destroy(new Error('aborted'))
  expect(await failed).toEqual(new Error('aborted'))
  expect(sink.isDropped).toBe(true)
})
