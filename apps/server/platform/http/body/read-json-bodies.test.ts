import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { type ExpectedBody, readBody } from './read-json-bodies.ts'

/** Resolves with the body or the error's text. */
function read(chunks: readonly string[], expected: Partial<ExpectedBody> = {}): Promise<string> {
  const payload = Readable.from(chunks.map((chunk) => Buffer.from(chunk)))
  const limits = { declaredBytes: undefined, limitBytes: 8, maxJoinedBytes: 4, ...expected }
  return new Promise((resolve) => {
    readBody(payload, limits, (error, bytes) => resolve(error ? error.message : bytes.toString()))
  })
}

test.each([undefined, 0, 4, 8])(
  'reads bodies of every size whose length is known or not: %s',
  async (declaredBytes) => {
    const body = 'abcdefgh'.slice(0, declaredBytes)
    const chunks = [body.slice(0, 3), body.slice(3, 5), body.slice(5)].filter((chunk) => chunk !== '')
    expect(await read(chunks, { declaredBytes })).toBe(body)
  },
)

test('gives each large body its own memory, which can be moved to another thread', async () => {
  const payload = Readable.from([Buffer.from('abc'), Buffer.from('de')])
  const bytes = await new Promise<Buffer>((resolve) => {
    readBody(payload, { declaredBytes: 5, limitBytes: 8, maxJoinedBytes: 4 }, (_error, whole) => resolve(whole))
  })
  expect(bytes.buffer.byteLength).toBe(5)
})

test('accepts exactly the limit and refuses one byte more, announced or not', async () => {
  expect(await read(['abcdefgh'])).toBe('abcdefgh')
  expect(await read(['abcdefgh', 'i'])).toBe('the body has more than 8 bytes')
  expect(await read([], { declaredBytes: 9 })).toBe('the body has more than 8 bytes')
})

test.each([
  ['shorter', ['abc', 'd']],
  ['longer', ['abc', 'def']],
])('refuses a large body that is %s than announced', async (_, chunks) => {
  expect(await read(chunks, { declaredBytes: 5 })).toBe('http-malformed')
})

test('reports a connection that breaks in the middle', async () => {
  const payload = new Readable({ read() {} })
  payload.push('abc')
  const failed = new Promise((resolve) => {
    readBody(payload, { declaredBytes: 5, limitBytes: 8, maxJoinedBytes: 4 }, resolve)
  })
  payload.destroy(new Error('aborted'))
  expect(await failed).toEqual(new Error('aborted'))
})
