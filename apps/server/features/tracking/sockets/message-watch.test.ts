import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MAX_UNCOUNTED_BYTES } from '../../../platform/http/body/bytes-in-flight.ts'
import type { HttpFailure } from '../../../platform/http/http-problems.ts'
import { toFragments, toFrame, toPong } from '../tests/socket-frames.ts'
import type { MessageFailure } from './failures.ts'
import { MAX_ARRIVAL_MS, MAX_MESSAGE_BYTES, MAX_PIECES, MessageWatch } from './message-watch.ts'

const noRoom = { kind: 'bodies-in-flight', heldBytes: undefined, bodyBytes: 1, limitBytes: 1 } as const

let watch: MessageWatch
let refusals: (MessageFailure | HttpFailure)[]
/** Reserved bytes of each reservation, or 0 after its release. */
let reserved: number[]
let hasRoom: boolean
beforeEach(() => {
  vi.useFakeTimers()
  refusals = []
  reserved = []
  hasRoom = true
  watch = new MessageWatch({
    maxBytes: MAX_MESSAGE_BYTES,
    refuse: (failure) => void refusals.push(failure),
    reserveBytes: (bytes) => {
      if (!hasRoom) return noRoom
      const index = reserved.push(bytes) - 1
      return () => {
        reserved[index] = 0
      }
    },
  })
})
afterEach(() => {
  watch.stop()
  vi.useRealTimers()
})

/** Adds the header and the first byte of a message. */
const begin = (bytes: number) => watch.add(toFrame('x'.repeat(bytes)).subarray(0, 15))

describe('size', () => {
  test.each([
    [0, []],
    [1, [{ kind: 'message-too-large', limitBytes: 262_144 }]],
  ])('a message of the maximum size plus %i bytes is refused when its header arrives: %j', (more, expected) => {
    begin(MAX_MESSAGE_BYTES + more)
    expect(refusals).toEqual(expected)
  })

  test('the frames of a message count together, and even the last one may not exceed the limit', () => {
    const half = 'x'.repeat(MAX_MESSAGE_BYTES / 2)
    for (const frame of toFragments([half, half])) watch.add(frame)
    watch.resume()
    expect(refusals).toEqual([])
    for (const frame of toFragments([half, half, 'x'])) watch.add(frame)
    expect(refusals).toEqual([{ kind: 'message-too-large', limitBytes: MAX_MESSAGE_BYTES }])
  })
})

describe('pieces', () => {
  test.each([
    [0, []],
    [1, [{ kind: 'message-in-pieces', max: 4096 }]],
  ])('a message of the maximum number of frames in one chunk plus %i is refused: %j', (more, expected) => {
    // The chunk counts as a piece only if the message is incomplete after it.
    watch.add(Buffer.concat(toFragments(Array(MAX_PIECES + more).fill('x'))))
    expect(refusals).toEqual(expected)
  })

  test('a frame in as many chunks is refused, too', () => {
    const frame = toFrame('x'.repeat(10_000))
    watch.add(frame.subarray(0, 9))
    for (let piece = 3; piece <= MAX_PIECES; piece++) watch.add(frame.subarray(9 + piece, 10 + piece))
    expect(refusals).toEqual([])
    watch.add(Buffer.of(0))
    expect(refusals).toEqual([{ kind: 'message-in-pieces', max: MAX_PIECES }])
  })
})

describe('time', () => {
  test('an incomplete message is refused after the limit, even while its bytes and pongs still arrive', () => {
    begin(1000)
    for (let at = 0; at < MAX_ARRIVAL_MS / 1000 - 1; at++) {
      vi.advanceTimersByTime(1000)
      watch.add(Buffer.of(0))
    }
    vi.advanceTimersByTime(999)
    expect(refusals).toEqual([])
    vi.advanceTimersByTime(1)
    expect(refusals).toEqual([{ kind: 'message-too-slow', limitMs: 60_000 }])
  })

  test('a message that is complete in time is not refused, and the next one has the full time', () => {
    const frame = toFrame('abc')
    watch.add(frame.subarray(0, -1))
    vi.advanceTimersByTime(MAX_ARRIVAL_MS - 1)
    watch.add(frame.subarray(-1))
    watch.resume()
    watch.add(frame.subarray(0, -1))
    vi.advanceTimersByTime(MAX_ARRIVAL_MS - 1)
    expect(refusals).toEqual([])
    vi.advanceTimersByTime(1)
    expect(refusals).toHaveLength(1)
  })

  test('the time in which the server handles the previous message does not count', () => {
    const frame = toFrame('abc')
    watch.add(Buffer.concat([frame, frame.subarray(0, -1)]))
    vi.advanceTimersByTime(10 * MAX_ARRIVAL_MS)
    watch.resume()
    vi.advanceTimersByTime(MAX_ARRIVAL_MS - 1)
    expect(refusals).toEqual([])
    vi.advanceTimersByTime(1)
    expect(refusals).toHaveLength(1)
  })

  test('a connection without an incomplete message has no limit', () => {
    watch.add(toFrame('abc'))
    watch.resume()
    watch.add(toPong('x'))
    vi.advanceTimersByTime(10 * MAX_ARRIVAL_MS)
    expect(refusals).toEqual([])
  })
})

describe('bytes in flight', () => {
  test('a large message reserves its size before its content arrives, and a small one reserves nothing', () => {
    begin(MAX_UNCOUNTED_BYTES)
    expect(reserved).toEqual([])
    watch.add(Buffer.alloc(MAX_UNCOUNTED_BYTES - 1))
    watch.resume()
    begin(MAX_UNCOUNTED_BYTES + 1)
    expect(reserved).toEqual([MAX_UNCOUNTED_BYTES + 1])
    watch.add(Buffer.alloc(MAX_UNCOUNTED_BYTES))
    expect(reserved).toEqual([MAX_UNCOUNTED_BYTES + 1])
    watch.release()
    expect(reserved).toEqual([0])
  })

  test('a message whose further frames are unknown reserves the maximum once it is large', () => {
    const [first = Buffer.of(), second = Buffer.of(), third = Buffer.of()] = toFragments([
      'x'.repeat(MAX_UNCOUNTED_BYTES),
      'x',
      'x'.repeat(1000),
    ])
    watch.add(first)
    expect(reserved).toEqual([])
    watch.add(second)
    watch.add(third)
    expect(reserved).toEqual([MAX_MESSAGE_BYTES])
  })

  test('a message is refused without room', () => {
    hasRoom = false
    begin(MAX_UNCOUNTED_BYTES)
    expect(refusals).toEqual([])
    watch.add(Buffer.alloc(MAX_UNCOUNTED_BYTES - 1))
    watch.resume()
    begin(MAX_UNCOUNTED_BYTES + 1)
    expect(refusals).toEqual([noRoom])
  })

  test('a message that has begun together with the end of the previous one reserves when the server continues', () => {
    const frame = toFrame('x'.repeat(100_000))
    watch.add(Buffer.concat([frame, frame.subarray(0, 1000)]))
    expect(reserved).toEqual([])
    watch.resume()
    expect(reserved).toEqual([100_000])
  })

  test('are released when the message is handled without a request, and when the connection ends', () => {
    const frame = toFrame('x'.repeat(100_000))
    watch.add(frame.subarray(0, 1000))
    watch.add(frame.subarray(1000))
    watch.resume()
    expect(reserved).toEqual([0])
    watch.add(frame.subarray(0, 1000))
    watch.stop()
    expect(reserved).toEqual([0, 0])
    watch.add(frame)
    expect(reserved).toEqual([0, 0])
  })
})
