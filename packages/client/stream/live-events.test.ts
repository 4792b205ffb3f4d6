import { afterEach, expect, test } from 'vitest'
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
import type { LiveEvent, StreamBreak, StreamOptions } from './live-events.ts'

let server: ScriptedServer
afterEach(() => server.close())

/** Sends the pieces in order, then ends, breaks, or stays open. */
function events(pieces: readonly (string | Uint8Array)[], then: 'end' | 'break' | 'stay' = 'end'): ScriptedReply {
  return async (reply) => {
    reply.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    for (const piece of pieces) await new Promise((resolve) => reply.write(piece, () => setTimeout(resolve, 5)))
    if (then === 'end') reply.end()
    if (then === 'break') reply.destroy()
  }
}
const live = (id: number, state = 'idle') => `id: ${id}\nevent: live\ndata: ${JSON.stringify({ state })}\n\n`
const removed = (id: number, asset: string) => `id: ${id}\nevent: removed\ndata: {"removed":"${asset}"}\n\n`
const fast = 'retry: 20\n\n'

/** Reads until `count` events have arrived. */
async function takeEvents(count: number, options: StreamOptions = {}): Promise<string[]> {
  const read: string[] = []
  for await (const event of createClient({ baseUrl: server.url }).assets.stream('van', options)) {
    read.push(describeEvent(event))
    if (read.length === count) break
  }
  return read
}
function describeEvent(event: LiveEvent): string {
  if (event.type === 'live') return `${event.id} live ${event.data.state}`
  return `${event.id} ${event.type} ${event.type === 'removed' ? event.data.removed : event.data.detail}`
}
const lastIds = () => server.received.map(({ headers }) => headers['last-event-id'])

test('yields events as they arrive, and closes the connection when the loop is left', async () => {
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
  server = await startScriptedServer(
    events([bytes.slice(0, 40), bytes.slice(40, 41), bytes.slice(41, 44), bytes.slice(44)]),
  )
  expect(await takeEvents(1)).toEqual(['1 live Señal €'])
})

test('resumes after the last event when the stream ends or breaks, after the pause requested by the service', async () => {
  server = await startScriptedServer(
    events([fast, live(1)]),
    events([live(2), 'id: 3\nevent: li'], 'break'),
    events([live(3)]),
  )
  const breaks: StreamBreak[] = []
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

test('reconnects without limit once it was open, after growing pauses', async () => {
  const failedAttempts = [breakConnection, replyBusy(503, { 'retry-after': '0.01' }), breakConnection, breakConnection]
  server = await startScriptedServer(events([fast, live(1)]), ...failedAttempts, events([live(2)]))
  const breaks: StreamBreak[] = []
  expect(await takeEvents(2, { onBreak: (one) => breaks.push(one) })).toEqual(['1 live idle', '2 live idle'])
  expect(breaks.map(({ failures }) => failures)).toEqual([1, 2, 3, 4, 5])
  expect(breaks[4].delayMs).toBeGreaterThanOrEqual(160)
})

test('fails like a call when it never opened', async () => {
  server = await startScriptedServer(replyBusy(503, { 'retry-after': '0.01' }))
  await expect(takeEvents(1)).rejects.toMatchObject({ status: 503, attempts: 3 })
  expect(server.received.length).toBe(3)
})

test('ends on a permanent refusal, also in the middle', async () => {
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
  const breaks: StreamBreak[] = []
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

test('ends the loop with the stream when seconds is given', async () => {
  server = await startScriptedServer(events([fast, live(1)]))
  expect(await takeEvents(9, { seconds: 0 })).toEqual(['1 live idle'])
  expect(server.received.length).toBe(1)
})

test('closes a silent connection', async () => {
  server = await startScriptedServer(events([fast, live(1)], 'stay'), events([live(2)]))
  const breaks: StreamBreak[] = []
  await takeEvents(2, { idleMs: 150, onBreak: (one) => breaks.push(one) })
  expect(breaks[0].error?.message).toContain('(silent for 150 ms)')
})

test('keeps the connection open on comments', async () => {
  const comments = Array.from({ length: 20 }, () => ': still here\n\n')
  server = await startScriptedServer(events([live(1), ...comments, live(2)]), neverReply)
  expect(await takeEvents(2, { idleMs: 90 })).toEqual(['1 live idle', '2 live idle'])
  expect(server.received.length).toBe(1)
})

test.each([
  ['while it waits for events', events([live(1)], 'stay')],
  ['in a pause', events([live(1)])],
])('ends the loop without an error on the abort signal: %s', async (_, scene) => {
  server = await startScriptedServer(scene)
  const abortController = new AbortController()
  setTimeout(() => abortController.abort(), 150)
  expect(await takeEvents(9, { signal: abortController.signal })).toEqual(['1 live idle'])
  expect(server.received.length).toBe(1)
})
