import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '../client.ts'
import type { SocketOptions } from './asset-socket.ts'
import type { LiveEvent } from './live-events.ts'

/** WebSocket whose other end is the test. */
class ScriptedSocket {
  static opened: ScriptedSocket[] = []
  readyState = 0
  readonly sent: { readonly id: number }[] = []
  readonly url: string
  readonly protocols: readonly string[]
  onopen = () => undefined
  onmessage = (_message: { readonly data: string }) => undefined
  onclose = (_event: { readonly code: number; readonly reason: string }) => undefined

  constructor(url: string, protocols: readonly string[]) {
    this.url = url
    this.protocols = protocols
    ScriptedSocket.opened.push(this)
  }
  accept(): this {
    this.readyState = 1
    this.onopen()
    return this
  }
  receive(message: object): void {
    this.onmessage({ data: JSON.stringify(message) })
  }
  end(code = 1006, reason = ''): void {
    this.readyState = 3
    this.onclose({ code, reason })
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  close(): void {
    if (this.readyState < 2) this.readyState = 2
    queueMicrotask(() => this.end(1000))
  }
}

const latestSocket = () => ScriptedSocket.opened.at(-1) ?? expect.fail('no connection')
const liveEvent = (id: number) => ({ type: 'live', id: String(id), data: { asset: { id: 'as_1' } } })
const positions = { positions: [{ asset: 'as_1', at: [1, 2] as [number, number] }] }

describe('the socket of positions and events', () => {
  let status = 200
  const requests: { readonly url: string; readonly headers: unknown; readonly body: unknown }[] = []
  const open = (options: SocketOptions = {}) => {
    const fetch = async (url: string, { headers, body }: RequestInit) => {
      requests.push({ url, headers, body })
      return new Response('{"busy":false,"detail":"the key is unknown"}', { status })
    }
    const client = createClient({ baseUrl: 'https://example.com/below', apiKey: 'fw_live_1', timeoutMs: 5000, fetch })
    return client.assets.socket({ webSocket: ScriptedSocket as unknown as typeof WebSocket, ...options })
  }
  beforeEach(() => {
    vi.useFakeTimers()
    ScriptedSocket.opened = []
    requests.length = 0
    status = 200
  })
  afterEach(() => void vi.useRealTimers())

  test('sends the key as a subprotocol and the options in the URL', () => {
    open({ asset: 'as_1', channel: 'web', lastEventId: 'e7', events: false }).close()
    expect(latestSocket()).toMatchObject({
      url: 'wss://example.com/below/v1/assets/socket?asset=as_1&channel=web&last_event_id=e7&stream=false',
      protocols: ['fairway', 'key.fw_live_1'],
    })
  })

  test('says what to do in a runtime without WebSocket', () => {
    vi.stubGlobal('WebSocket', undefined)
    expect(() => open({ webSocket: undefined })).toThrow('use Node 22 or newer, or pass webSocket')
    vi.unstubAllGlobals()
  })

  test('gives every push its own reply', async () => {
    const socket = open()
    const replies = [socket.push(positions), socket.push(positions)]
    latestSocket().accept()
    await vi.advanceTimersByTimeAsync(0)
    const [first, second] = latestSocket().sent
    expect(first).toEqual({ ...positions, id: first?.id })
    latestSocket().receive({ type: 'accepted', id: second?.id, accepted: 1, rejected: [], assets: [] })
    latestSocket().receive({
      ...{ type: 'error', id: first?.id, status: 429, code: 'too-fast', busy: true, detail: 'slower' },
      retry_after_s: 3,
    })
    await expect(replies[0]).rejects.toMatchObject({ status: 429, code: 'too-fast', busy: true, retryAfterS: 3 })
    expect(await replies[1]).toMatchObject({ accepted: 1 })
    socket.close()
  })

  test('continues after the last event when the connection breaks, and fails pushes without a reply', async () => {
    const socket = open()
    const received: string[] = []
    const loop = (async () => {
      for await (const { id } of socket.events()) received.push(id)
    })()
    latestSocket().accept().receive(liveEvent(1))
    const push = socket.push(positions)
    const outcome = expect(push).rejects.toMatchObject({ kind: 'network', busy: true })
    await vi.advanceTimersByTimeAsync(0)
    latestSocket().end()
    await outcome
    await vi.advanceTimersByTimeAsync(2000)
    expect(ScriptedSocket.opened).toHaveLength(2)
    expect(latestSocket().url).toMatch(/\?last_event_id=1$/)
    latestSocket().accept().receive(liveEvent(2))
    await vi.advanceTimersByTimeAsync(0)
    expect(received).toEqual(['1', '2'])
    socket.close()
    await loop
  })

  test('closes the connection at 1,000 unread events and continues when the loop has caught up', async () => {
    const socket = open()
    const connection = latestSocket().accept()
    for (let id = 1; id < 1000; id++) connection.receive(liveEvent(id))
    expect(connection.readyState).toBe(1)
    connection.receive(liveEvent(1000))
    expect(connection.readyState).toBe(2)
    connection.receive(liveEvent(1001))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(ScriptedSocket.opened).toHaveLength(1)
    const events = socket.events()
    const read: LiveEvent[] = []
    while (read.length < 1000) read.push((await events.next()).value ?? expect.fail('the loop has ended'))
    expect(read.at(-1)?.id).toBe('1000')
    await vi.advanceTimersByTimeAsync(2000)
    expect(latestSocket()).not.toBe(connection)
    expect(latestSocket().url).toMatch(/\?last_event_id=1000$/)
    socket.close()
  })

  test('reports why the handshake was refused, in the loop and in pushes', async () => {
    status = 401
    const socket = open()
    const outcomes = [
      expect(socket.events().next()).rejects.toMatchObject({ status: 401, detail: 'the key is unknown' }),
      expect(socket.push(positions)).rejects.toMatchObject({ status: 401 }),
    ]
    latestSocket().end()
    await Promise.all(outcomes)
    expect(ScriptedSocket.opened).toHaveLength(1)
  })

  test.each<[SocketOptions, object]>([
    [{}, { url: 'https://example.com/below/v1/assets/stream?seconds=0' }],
    [
      { asset: 'as_1', channel: 'web', lastEventId: '7' },
      {
        url: 'https://example.com/below/v1/assets/as_1/stream?seconds=0',
        headers: expect.objectContaining({ 'x-service-live-channel': 'web', 'last-event-id': '7' }),
      },
    ],
    [{ events: false }, { url: 'https://example.com/below/v1/assets/positions', body: '{"positions":[{}]}' }],
  ])('asks for the reason with the request that the handshake stands for: %j', async (options, request) => {
    status = 403
    const socket = open(options)
    const outcome = expect(socket.push(positions)).rejects.toMatchObject({ status: 403 })
    latestSocket().end()
    await outcome
    expect(requests).toMatchObject([request])
  })

  test('ends with an error when the key is no longer valid', async () => {
    const socket = open()
    const outcome = expect(socket.events().next()).rejects.toMatchObject({ status: 401, detail: 'the key has expired' })
    latestSocket().accept().end(1008, 'the key has expired')
    await outcome
  })

  test('fails the largest push when a message is too large, and continues', async () => {
    const socket = open()
    const detail = 'The message exceeds the limit of 262144 bytes'
    const large = { positions: Array.from({ length: 3 }, () => positions.positions).flat() }
    latestSocket().accept()
    const outcomes = [
      expect(socket.push(positions)).rejects.toMatchObject({ kind: 'network', busy: true }),
      expect(socket.push(large)).rejects.toMatchObject({ status: 413, code: 'message-too-large', busy: false, detail }),
      expect(socket.push(positions)).rejects.toMatchObject({ kind: 'network', busy: true }),
    ]
    await vi.advanceTimersByTimeAsync(0)
    latestSocket().end(1009, detail)
    await Promise.all(outcomes)
    await vi.advanceTimersByTimeAsync(2000)
    expect(ScriptedSocket.opened).toHaveLength(2)
    socket.close()
  })

  test('gives up a push without a reply after the time limit, and the connection with it', async () => {
    const socket = open()
    latestSocket().accept()
    const outcome = expect(socket.push(positions)).rejects.toMatchObject({ kind: 'timeout' })
    await vi.advanceTimersByTimeAsync(4999)
    expect(latestSocket().readyState).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    await outcome
    expect(latestSocket().readyState).toBeGreaterThan(1)
    socket.close()
  })

  test('ends when the signal aborts and when the asset is removed', async () => {
    const abort = new AbortController()
    const aborted = open({ signal: abort.signal }).events().next()
    abort.abort()
    expect(await aborted).toEqual({ value: undefined, done: true })
    const events = open({ asset: 'as_1' }).events()
    latestSocket()
      .accept()
      .receive({ type: 'removed', id: '1', data: { removed: 'as_1' } })
    expect(await events.next()).toMatchObject({ value: { type: 'removed' } })
    expect(await events.next()).toMatchObject({ done: true })
    expect(latestSocket().readyState).toBeGreaterThan(1)
  })
})
