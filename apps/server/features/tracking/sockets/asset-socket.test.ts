import { EventEmitter } from 'node:events'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { toFrame } from '../tests/socket-frames.ts'
import { AssetSocket } from './asset-socket.ts'

/** WebSocket whose client receives a message only when the test says so. */
class SlowSocket extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  isPaused = false
  isTerminated = false
  closedWith: readonly [code: number, reason: string] | undefined
  readonly sent: { readonly text: string; readonly received: () => void }[] = []
  send(text: string, received: () => void): void {
    this.sent.push({ text, received })
  }
  pause(): void {
    this.isPaused = true
  }
  resume(): void {
    this.isPaused = false
  }
  ping(): void {}
  close(code: number, reason: string): void {
    this.closedWith ??= [code, reason]
  }
  terminate(): void {
    this.isTerminated = true
    this.emit('close')
  }
}

const takeTurns = async () => {
  for (let turn = 0; turn < 20; turn++) await setImmediate()
}

const REPLY = { status: 200, headers: {}, body: '{}' }
const noRoom = { kind: 'bodies-in-flight', heldBytes: 900, bodyBytes: 100_000, limitBytes: 1000 } as const

function open({ pushPositions = async () => REPLY, hasRoom = true } = {}) {
  let read = 0
  async function* events() {
    for (;;) yield `event: live\nid: ${++read}\ndata: ${JSON.stringify({ filler: 'x'.repeat(1000) })}\n\n`
  }
  const stream = Readable.from(events(), { objectMode: false, highWaterMark: 4000 })
  const socket = new SlowSocket()
  const connection = new EventEmitter()
  let reservedBytes = 0
  const reserveBytes = (bytes: number) => {
    if (!hasRoom) return noRoom
    reservedBytes += bytes
    return () => {
      reservedBytes -= bytes
    }
  }
  const limits = { maxMessageBytes: 262_144, reserveBytes, takeTurn: () => undefined }
  new AssetSocket(socket as unknown as WebSocket, { pushPositions, stream, connection, ...limits })
  return { socket, stream, connection, countRead: () => read, countReserved: () => reservedBytes }
}

afterEach(() => void vi.useRealTimers())

test('a client that receives slowly slows down its stream, which is not buffered', async () => {
  const { socket, stream, countRead } = open()
  await takeTurns()
  expect(socket.sent).toHaveLength(1)
  const readBefore = countRead()
  // The buffers of the stream and of its reader hold 4,000 bytes each.
  expect(readBefore).toBeLessThan(12)
  for (let at = 0; at < 30; at++) {
    socket.sent[at]?.received()
    await takeTurns()
  }
  expect(socket.sent).toHaveLength(31)
  expect(countRead() - readBefore).toBeLessThan(42)
  stream.destroy()
})

test('messages are read only after the client has received the reply to the previous one', async () => {
  const pushes: (() => void)[] = []
  const { socket, stream } = open({ pushPositions: () => new Promise((resolve) => pushes.push(() => resolve(REPLY))) })
  await takeTurns()
  socket.emit('message', '{"positions":[]}', false)
  await takeTurns()
  expect({ isPaused: socket.isPaused, pushes: pushes.length, sent: socket.sent.length }).toEqual({
    isPaused: true,
    pushes: 1,
    sent: 1,
  })
  pushes[0]?.()
  await takeTurns()
  expect(socket.sent.map(({ text }) => JSON.parse(text).type)).toEqual(['live', 'accepted'])
  expect(socket.isPaused).toBe(true)
  socket.sent[1]?.received()
  await takeTurns()
  expect(socket.isPaused).toBe(false)
  stream.destroy()
})

test('a client that answers no ping for 30 s is disconnected, and its stream ends', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { socket, stream } = open()
  await takeTurns()
  vi.advanceTimersByTime(15_000)
  socket.emit('pong')
  vi.advanceTimersByTime(29_999)
  expect({ isTerminated: socket.isTerminated, isEnded: stream.destroyed }).toEqual({
    isTerminated: false,
    isEnded: false,
  })
  vi.advanceTimersByTime(1)
  expect({ isTerminated: socket.isTerminated, isEnded: stream.destroyed }).toEqual({
    isTerminated: true,
    isEnded: true,
  })
})

test('a large message holds a reservation until its request makes its own', async () => {
  const reserved: number[] = []
  const opened = open({
    pushPositions: async () => {
      reserved.push(opened.countReserved())
      return REPLY
    },
  })
  const { socket, stream, connection, countReserved } = opened
  const text = JSON.stringify({ positions: [], filler: 'x'.repeat(100_000) })
  const frame = toFrame(text)
  connection.emit('data', frame.subarray(0, 1000))
  expect(countReserved()).toBe(text.length)
  connection.emit('data', frame.subarray(1000))
  expect(countReserved()).toBe(text.length)
  socket.emit('message', text, false)
  await takeTurns()
  expect({ reserved, now: countReserved() }).toEqual({ reserved: [0], now: 0 })
  stream.destroy()
})

test('a message without room ends the connection: an error says why, and the client may connect again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let pushes = 0
  const pushPositions = async () => {
    pushes++
    return REPLY
  }
  const { socket, stream, connection } = open({ hasRoom: false, pushPositions })
  connection.emit('data', toFrame('x'.repeat(100_000)).subarray(0, 1000))
  const error = JSON.parse(socket.sent[0]?.text ?? '')
  expect(error).toEqual({
    type: 'error',
    status: 503,
    code: 'too-many-bodies',
    busy: true,
    detail: expect.stringMatching(/^The body is 100000 bytes long, and 900 bytes of your other requests/),
    retry_after_s: 2,
  })
  expect(socket.closedWith).toEqual([1013, error.detail.slice(0, 120)])
  // The rest of the message may still arrive.
  socket.emit('message', '{"positions":[]}', false)
  vi.advanceTimersByTime(999)
  expect({ pushes, isTerminated: socket.isTerminated }).toEqual({ pushes: 0, isTerminated: false })
  vi.advanceTimersByTime(1)
  expect({ pushes, isTerminated: socket.isTerminated }).toEqual({ pushes: 0, isTerminated: true })
  stream.destroy()
})

test('an incomplete message ends the connection after 60 s, with a reason', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { socket, stream, connection } = open()
  connection.emit('data', toFrame('{"positions":[]}').subarray(0, 8))
  vi.advanceTimersByTime(59_999)
  expect(socket.closedWith).toBeUndefined()
  vi.advanceTimersByTime(1)
  const detail = 'The complete message did not arrive within 60 s; connect and send it again'
  expect(socket.closedWith).toEqual([4408, detail])
  const errors = socket.sent.map(({ text }) => JSON.parse(text)).filter(({ type }) => type === 'error')
  expect(errors).toEqual([{ type: 'error', status: 408, code: 'message-timeout', busy: false, detail }])
  stream.destroy()
})

test.each([
  ['[1]', 'message-invalid', 422],
  ['{"positions":[', 'message-invalid', 422],
  [`{"positions":${'['.repeat(100)}${']'.repeat(100)}}`, 'nested-too-deeply', 400],
  ['{"asset":"as_1","__proto__":{}}', 'field-forbidden', 400],
])('a message follows the rules of request bodies: %s gets %s', async (text, code, status) => {
  const { socket, stream } = open()
  socket.emit('message', text, false)
  await takeTurns()
  const errors = socket.sent.map((message) => JSON.parse(message.text)).filter(({ type }) => type === 'error')
  expect(errors).toEqual([expect.objectContaining({ status, code, busy: false })])
  stream.destroy()
})
