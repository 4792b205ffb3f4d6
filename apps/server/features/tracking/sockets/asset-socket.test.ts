import { EventEmitter } from 'node:events'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { AssetSocket } from './asset-socket.ts'

/** WebSocket whose client receives a message only when the test says so. */
class SlowSocket extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  isPaused = false
  isTerminated = false
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
  close(): void {}
  terminate(): void {
    this.isTerminated = true
    this.emit('close')
  }
}

const takeTurns = async () => {
  for (let turn = 0; turn < 20; turn++) await setImmediate()
}

function open(pushPositions = async () => ({ status: 200, headers: {}, body: '{}' })) {
  let read = 0
  async function* events() {
    for (;;) yield `event: live\nid: ${++read}\ndata: ${JSON.stringify({ filler: 'x'.repeat(1000) })}\n\n`
  }
  const stream = Readable.from(events(), { objectMode: false, highWaterMark: 4000 })
  const socket = new SlowSocket()
  new AssetSocket(socket as unknown as WebSocket, { pushPositions, stream })
  return { socket, stream, countRead: () => read }
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
  const reply = { status: 200, headers: {}, body: '{}' }
  const { socket, stream } = open(() => new Promise((resolve) => pushes.push(() => resolve(reply))))
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
