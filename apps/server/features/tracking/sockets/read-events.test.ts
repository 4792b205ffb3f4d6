import { expect, test } from 'vitest'
import { readEvents, type StreamEvent } from './read-events.ts'

const text =
  ': hello\nretry: 1000\n\nid: 7\nevent: live\ndata: {"name":"Zoë"}\n\nevent: end\ndata: {"detail":"a: b"}\n\ndata: {'
const expected: StreamEvent[] = [
  { type: 'live', id: '7', data: { name: 'Zoë' } },
  { type: 'end', data: { detail: 'a: b' } },
]

test.each([1, 3, 1000])('finds the same events in chunks of %i bytes', async (size) => {
  const bytes = Buffer.from(text)
  async function* cut() {
    for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size)
  }
  const events: StreamEvent[] = []
  for await (const event of readEvents(cut())) events.push(event)
  expect(events).toEqual(expected)
})
