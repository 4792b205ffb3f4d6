import type { ServerResponse } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { FairwayError } from '../call/fairway-error.ts'
import { createClient } from '../client.ts'
import {
  breakConnection,
  neverReply,
  replyBusy,
  replyWith,
  type ScriptedReply,
  type ScriptedServer,
  startScriptedServer,
} from '../testing/scripted-server.ts'
import type { LiveEvent, StreamInterruption, StreamOptions } from './live-events.ts'

let server: ScriptedServer
afterEach(() => server.close())

/** Replaces the timers of the client. The network uses no timers. */
function useFakeTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })
}

/** Waits by yielding to the event loop, because timers may be fake. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await turn()
}

/**
 * Sends the pieces in order. The stream then ends, stays open, or breaks after the test has received the given number
 * of events.
 */
function events(pieces: readonly (string | Uint8Array)[], then: 'end' | 'stay' | number = 'end'): ScriptedReply {
  return async (reply) => {
    reply.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    for (const piece of pieces) reply.write(piece)
    if (then === 'end') reply.end()
    if (typeof then !== 'number') return
    await until(() => taken.length >= then)
    reply.destroy()
  }
}
const live = (id: number, state = 'idle') => `id: ${id}\nevent: live\ndata: ${JSON.stringify({ state })}\n\n`
const removed = (id: number, asset: string) => `id: ${id}\nevent: removed\ndata: {"removed":"${asset}"}\n\n`
const fast = 'retry: 20\n\n'

let taken: string[] = []
/** Reads until `count` events have arrived. */
async function takeEvents(count: number, options: StreamOptions = {}): Promise<string[]> {
  taken = []
  for await (const event of createClient({ baseUrl: server.url }).assets.stream('van', options)) {
    taken.push(describeEvent(event))
    if (taken.length === count) break
  }
  return taken
}
function describeEvent(event: LiveEvent): string {
  if (event.type === 'live') return `${event.id} live ${event.data.state}`
  if (event.type === 'event') return `${event.id} event ${event.data.type}`
  return `${event.id} ${event.type} ${event.type === 'removed' ? event.data.removed : event.data.detail}`
}
const IDLE_MS = 60_000
/**
 * Reads events from a stream that the test sends chunk by chunk. `send` resolves when the client has read the chunk.
 */
async function readByHand(count: number) {
  const opened = Promise.withResolvers<ServerResponse>()
  server = await startScriptedServer((reply) => {
    reply.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    opened.resolve(reply)
  }, neverReply)
  useFakeTimers()
  const timer = vi.spyOn(globalThis, 'setTimeout')
  const countWaits = () => timer.mock.calls.filter(([, ms]) => ms === IDLE_MS).length
  const reading = takeEvents(count, { idleMs: IDLE_MS })
  const reply = await opened.promise
  // The client has one timer for the headers and one for the first chunk.
  await until(() => countWaits() === 2)
  const send = async (chunk: string | Uint8Array): Promise<void> => {
    const before = countWaits()
    reply.write(chunk)
    await until(() => countWaits() > before || taken.length === count)
  }
  return { reading, send }
}
const lastIds = () => server.received.map(({ headers }) => headers['last-event-id'])

test('yields events as they arrive, and closes the connection when the loop exits', async () => {
  let closed: () => void
  const isClosed = new Promise<void>((resolve) => {
    closed = resolve
  })
  const scene = events([fast, live(1), live(2, 'on_route')], 'stay')
  server = await startScriptedServer((reply, request) => {
    reply.on('close', () => closed())
    scene(reply, request)
  })
  expect(await takeEvents(2)).toEqual(['1 live idle', '2 live on_route'])
  await isClosed
  expect(server.received[0]).toMatchObject({ url: '/v1/assets/van/stream', headers: { accept: 'text/event-stream' } })
})

test('keeps characters that are split between chunks', async () => {
  const bytes = new TextEncoder().encode(live(1, 'Señal €'))
  const { reading, send } = await readByHand(1)
  for (const [begin, end] of [
    [0, 37],
    [37, 42],
    [42, 43],
  ])
    await send(bytes.slice(begin, end))
  void send(bytes.slice(43))
  expect(await reading).toEqual(['1 live Señal €'])
})

test('resumes after the last event when the stream ends or breaks, after the pause requested by the service', async () => {
  server = await startScriptedServer(
    events([fast, live(1)]),
    events([live(2), 'id: 3\nevent: li'], 2),
    events([live(3)]),
  )
  const breaks: StreamInterruption[] = []
  expect(await takeEvents(3, { onBreak: (one) => breaks.push(one) })).toEqual([
    '1 live idle',
    '2 live idle',
    '3 live idle',
  ])
  expect(lastIds()).toEqual([undefined, '1', '2'])
  expect(breaks.map(({ failures, error }) => [failures, error?.kind])).toEqual([
    [1, undefined],
    [1, 'network'],
  ])
  for (const { delayMs } of breaks) expect(delayMs).toBeLessThanOrEqual(20)
})

test('begins at the given event', async () => {
  server = await startScriptedServer(events([live(42)]))
  await takeEvents(1, { lastEventId: '41', channel: 'web', seconds: 60 })
  expect(server.received[0]).toMatchObject({
    url: '/v1/assets/van/stream?seconds=60',
    headers: { 'last-event-id': '41', 'x-service-live-channel': 'web' },
  })
})

test('reconnects without limit after it was open once, with growing pauses', async () => {
  const failedAttempts = [breakConnection, replyBusy(503, { 'retry-after': '0.01' }), breakConnection, breakConnection]
  server = await startScriptedServer(events([fast, live(1)]), ...failedAttempts, events([live(2)]))
  const breaks: StreamInterruption[] = []
  expect(await takeEvents(2, { onBreak: (one) => breaks.push(one) })).toEqual(['1 live idle', '2 live idle'])
  expect(breaks.map(({ failures }) => failures)).toEqual([1, 2, 3, 4, 5])
  expect(breaks[4].delayMs).toBeGreaterThanOrEqual(160)
})

test('fails like a call when it never opened', async () => {
  server = await startScriptedServer(replyBusy(503, { 'retry-after': '0.01' }))
  await expect(takeEvents(1)).rejects.toMatchObject({ status: 503, attempts: 3 })
  expect(server.received.length).toBe(3)
})

test('ends on a permanent refusal, even in the middle of the stream', async () => {
  const refused = replyWith(401, { busy: false, detail: 'The key was revoked.' })
  server = await startScriptedServer(events([fast, live(1)]), refused)
  const error = await takeEvents(9).catch((reason: FairwayError) => reason)
  expect(error).toMatchObject({ status: 401, detail: 'The key was revoked.' })
})

test('rejects a reply that is not an event stream', async () => {
  server = await startScriptedServer(replyWith(200, {}))
  await expect(takeEvents(1)).rejects.toMatchObject({
    status: 200,
    message: `200: ${server.url}/v1/assets/van/stream returned application/json instead of events; check that baseUrl is the URL of the service`,
  })
  expect(server.received.length).toBe(1)
})

test('ends without an error when the asset is removed', async () => {
  server = await startScriptedServer(events([fast, live(1), removed(2, 'van'), live(3)]))
  const breaks: StreamInterruption[] = []
  expect(await takeEvents(9, { onBreak: (one) => breaks.push(one) })).toEqual(['1 live idle', '2 removed van'])
  expect([server.received.length, breaks]).toEqual([1, []])
})

test('yields removals and resets of a fleet, and continues', async () => {
  const unknown = 'id: 6\nevent: later\ndata: not JSON\n\n'
  const reset = 'event: reset\ndata: {"detail":"no such event"}\n\n'
  server = await startScriptedServer(events([reset, live(4), removed(5, 'van'), unknown, live(7)]))
  const read: string[] = []
  const { assets } = createClient({ baseUrl: server.url })
  for await (const event of assets.streamAll({ lastEventId: 'bogus:99', seconds: 0 })) read.push(describeEvent(event))
  expect(read).toEqual(['bogus:99 reset no such event', '4 live idle', '5 removed van', '7 live idle'])
})

test('ends on 204, as in browsers', async () => {
  server = await startScriptedServer(events([fast, live(1)]), (reply) => void reply.writeHead(204).end())
  expect(await takeEvents(9)).toEqual(['1 live idle'])
})

test('ends the loop with the stream when `seconds` is given', async () => {
  server = await startScriptedServer(events([fast, live(1)]))
  expect(await takeEvents(9, { seconds: 0 })).toEqual(['1 live idle'])
  expect(server.received.length).toBe(1)
})

test('closes a silent connection', async () => {
  server = await startScriptedServer(events([fast, live(1)], 'stay'), events([live(2)]))
  useFakeTimers()
  const breaks: StreamInterruption[] = []
  const reading = takeEvents(2, { idleMs: IDLE_MS, onBreak: (one) => breaks.push(one) })
  await until(() => taken.length === 1)
  await vi.advanceTimersByTimeAsync(IDLE_MS - 1)
  await turn()
  expect(breaks).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await until(() => breaks.length === 1)
  expect(breaks[0].error?.message).toContain('(silent for 60000 ms)')
  await vi.advanceTimersByTimeAsync(breaks[0].delayMs + 1)
  expect(await reading).toEqual(['1 live idle', '2 live idle'])
})

test('keeps the connection open on comments', async () => {
  const { reading, send } = await readByHand(1)
  for (let comments = 0; comments < 3; comments++) {
    await vi.advanceTimersByTimeAsync((2 / 3) * IDLE_MS)
    await send(': still here\n\n')
  }
  void send(live(1))
  expect(await reading).toEqual(['1 live idle'])
  expect(server.received.length).toBe(1)
})

test.each([
  ['while it waits for events', 'stay', 0],
  ['in a pause', 'end', 1],
] as const)('ends the loop without an error on the abort signal: %s', async (_, then, breaks) => {
  server = await startScriptedServer(events([live(1)], then))
  // With fake timers, the delay never ends.
  useFakeTimers()
  const abortController = new AbortController()
  let broken = 0
  const reading = takeEvents(9, { signal: abortController.signal, onBreak: () => broken++ })
  await until(() => taken.length === 1 && broken === breaks)
  abortController.abort()
  expect(await reading).toEqual(['1 live idle'])
  expect(server.received.length).toBe(1)
})
