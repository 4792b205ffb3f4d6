import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ReplyStream } from './reply-stream.ts'

function* numbered(count: number, made: number[]): Generator<Buffer> {
  for (let i = 0; i < count; i++) {
    made.push(i)
    yield Buffer.alloc(64 * 1024, i)
  }
}

test('emits all chunks in order, and ends', async () => {
  const read: number[] = []
  for await (const chunk of new ReplyStream(numbered(20, []), 'a', 300_000)) read.push(chunk[0] as number)
  expect(new Set(read)).toEqual(new Set(Array.from({ length: 20 }, (_, i) => i)))
})

test('produces no more than its reader consumes', async () => {
  const generated: number[] = []
  const stream = new ReplyStream(numbered(1000, generated), 'a', 300_000)
  stream.read(0)
  // Each chunk takes one turn of the event loop.
  for (let turns = 0; turns < 10; turns++) await turn()
  expect(generated.length).toBeLessThanOrEqual(2)
  stream.destroy()
})

test('aborts a reader that stalls for too long', async () => {
  const stream = new ReplyStream(numbered(1000, []), 'a', 20)
  const failed = new Promise<Error>((resolve) => stream.once('error', resolve))
  stream.read(0)
  expect((await failed).message).toBe('the reader of a large reply has stalled')
  expect(stream.destroyed).toBe(true)
})
