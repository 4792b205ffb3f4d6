import { getEventListeners } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
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
import type { ClientOptions, Fetch } from './caller.ts'
import { FairwayError } from './fairway-error.ts'

const trip = { from: [-34.9, -56.2], to: [-34.8, -56.1] } as const
const done = replyWith(200, { distance_km: 1 })
let server: ScriptedServer
afterEach(() => server.close())

async function clientOf(scenes: readonly ScriptedReply[], options: Partial<ClientOptions> = {}) {
  server = await startScriptedServer(...scenes)
  return createClient({ baseUrl: server.url, ...options })
}
async function errorOf(call: Promise<unknown>): Promise<FairwayError> {
  const error = await call.then(
    () => undefined,
    (reason) => reason,
  )
  expect(error).toBeInstanceOf(FairwayError)
  return error
}

test('sends method, path, key, and JSON without undefined values', async () => {
  const client = await clientOf([done], { apiKey: 'fw_live_x' })
  expect(await client.route({ ...trip, avoid: undefined })).toEqual({ distance_km: 1 })
  const [request] = server.received
  expect(request).toMatchObject({ method: 'POST', url: '/v1/route', body: JSON.stringify(trip) })
  expect(request.headers).toMatchObject({ 'x-api-key': 'fw_live_x', 'content-type': 'application/json' })
})
test('omits the headers for a missing key and body', async () => {
  const client = await clientOf([done])
  await client.geocode({ q: 'a b', limit: undefined })
  expect(server.received[0].url).toBe('/v1/geocode?q=a+b')
  expect(Object.keys(server.received[0].headers)).not.toContain('x-api-key')
  expect(Object.keys(server.received[0].headers)).not.toContain('content-type')
})

describe('retries', () => {
  test.each([429, 502, 503])('happen after %i when the service allows it', async (status) => {
    const client = await clientOf([replyBusy(status, { 'retry-after': '0.2' }), done])
    await client.route(trip)
    const [first, second] = server.received
    expect(second.atMs - first.atMs).toBeGreaterThanOrEqual(199)
    expect(second.body).toBe(first.body)
  })
  test('happen after a broken connection', async () => {
    const client = await clientOf([breakConnection, done])
    await client.matrix({ points: [trip.from, trip.to] })
    expect(server.received.length).toBe(2)
  })
  test('happen for every operation that the service calls idempotent', async () => {
    const client = await clientOf([breakConnection, done, breakConnection, done])
    await client.elevation({ points: [trip.from] })
    await client.assets.update('a', { name: 'Van' })
    expect(server.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /v1/elevation',
      'POST /v1/elevation',
      'PATCH /v1/assets/a',
      'PATCH /v1/assets/a',
    ])
  })
  test('stop at the configured maximum, with the last error in full', async () => {
    const headers = { 'retry-after': '0.01', 'x-error-code': 'overloaded' }
    const client = await clientOf([replyBusy(503, headers)], { retries: 2 })
    const error = await errorOf(client.route(trip))
    expect(server.received.length).toBe(3)
    expect({ ...error }).toMatchObject({ kind: 'reply', status: 503, busy: true, detail: 'busy with 503' })
    expect(error).toMatchObject({
      code: 'overloaded',
      requestId: 'req_7',
      retryAfterS: 0.01,
      attempts: 3,
      message: '503: busy with 503',
    })
  })
  test('do not happen with retries: 0', async () => {
    const client = await clientOf([replyBusy(503, { 'retry-after': '0' }), done])
    expect(await errorOf(client.route(trip, { retries: 0 }))).toMatchObject({ attempts: 1 })
    expect(server.received.length).toBe(1)
  })
  test.each([400, 401, 403, 404, 409, 422, 500])('never happen after %i', async (status) => {
    const client = await clientOf([replyWith(status, { busy: false, detail: 'no' }), done])
    expect(await errorOf(client.route(trip))).toMatchObject({ status, busy: false, detail: 'no', attempts: 1 })
    expect(server.received.length).toBe(1)
  })
  test('happen only after 429 for operations that are not idempotent', async () => {
    for (const scene of [replyBusy(503, { 'retry-after': '0' }), breakConnection]) {
      const client = await clientOf([scene, done])
      expect(await errorOf(client.signup({ email: 'a@example.com' }))).toMatchObject({ attempts: 1 })
      expect(server.received.length).toBe(1)
      await server.close()
    }
    const client = await clientOf([replyBusy(429, { 'retry-after': '0' }), done])
    await client.assets.register({ name: 'Van', kind: 'vehicle' })
    expect(server.received.length).toBe(2)
  })
  test('happen for positions with a time', async () => {
    const at = trip.from
    for (const [body, attempts] of [
      [{ at }, 1],
      [{ at, time: 1_780_000_000 }, 2],
      [{ positions: [{ at }, { at, time: 1 }] }, 1],
      [{ positions: [{ at, time: 1 }] }, 2],
    ] as const) {
      const client = await clientOf([breakConnection, done])
      await client.assets.push('a', body).catch(() => undefined)
      expect([body, server.received.length]).toEqual([body, attempts])
      await server.close()
    }
    const client = await clientOf([replyBusy(503, { 'retry-after': '0' }), done])
    await client.assets.push('a', { at })
    expect(server.received.length).toBe(2)
  })
})

describe('deadline', () => {
  test('fails immediately when the retry time is beyond it', async () => {
    const client = await clientOf([replyBusy(429, { 'retry-after': '3600' }), done], { timeoutMs: 3_000_000 })
    expect(await errorOf(client.route(trip))).toMatchObject({ status: 429, retryAfterS: 3600, attempts: 1 })
  })
  test('names the URL of a service that does not respond', async () => {
    const client = await clientOf([neverReply], { timeoutMs: 150 })
    const error = await errorOf(client.route(trip))
    expect(error).toMatchObject({ kind: 'timeout', status: 0, busy: true, attempts: 1 })
    expect(error.message).toBe(`POST ${server.url}/v1/route got no response within 150 ms; increase timeoutMs`)
  })
  test('covers all attempts together', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const busy = Response.json({ busy: true, detail: 'busy' }, { status: 503, headers: { 'retry-after': '0.05' } })
    let attempts = 0
    const fetch: Fetch = (_url, { signal }) =>
      ++attempts === 1
        ? Promise.resolve(busy)
        : new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    const failure = errorOf(createClient({ baseUrl: 'http://example.test', fetch }).route(trip, { timeoutMs: 300 }))
    // The loop waits until both timers are set: the deadline and the delay.
    while (vi.getTimerCount() < 2) await turn()
    await vi.advanceTimersByTimeAsync(299)
    expect(attempts).toBe(2)
    expect(await Promise.race([failure, turn('waits')])).toBe('waits')
    await vi.advanceTimersByTimeAsync(1)
    expect((await failure).message).toContain('within 300 ms, in 2 attempts')
  })
  test('applies to a reply that starts and does not end', async () => {
    const client = await clientOf([
      (reply) => void reply.writeHead(200, { 'content-type': 'application/json' }).write('{'),
    ])
    expect(await errorOf(client.route(trip, { timeoutMs: 150 }))).toMatchObject({ kind: 'timeout' })
  })
})

describe('abort signal', () => {
  test('ends a call with its reason, without another attempt', async () => {
    const client = await clientOf([neverReply])
    const abortController = new AbortController()
    const call = client.route(trip, { signal: abortController.signal })
    call.catch(() => undefined)
    await expect.poll(() => server.received.length).toBe(1)
    abortController.abort(new Error('the page was left'))
    await expect(call).rejects.toThrow('the page was left')
    expect(server.received.length).toBe(1)
  })
  test('ends a pause', async () => {
    const client = await clientOf([replyBusy(503, { 'retry-after': '20' })])
    const call = client.route(trip, { signal: AbortSignal.timeout(100) })
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' })
  })
  test('has no listeners after a call ends', async () => {
    const client = await clientOf([replyBusy(503, { 'retry-after': '0.01' }), done])
    const { signal } = new AbortController()
    await client.route(trip, { signal })
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
  test('prevents the request if it is already aborted', async () => {
    const client = await clientOf([done])
    await expect(client.route(trip, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
    expect(server.received.length).toBe(0)
  })
})

describe('invalid reply', () => {
  test('is reported when nothing is listening at the URL', async () => {
    const client = await clientOf([done], { retries: 1 })
    await server.close()
    const error = await errorOf(client.geocode({ q: 'Rua' }))
    expect(error).toMatchObject({ kind: 'network', status: 0, busy: true, attempts: 2 })
    expect(error.message).toMatch(
      /^GET http:\/\/127\.0\.0\.1:\d+\/v1\/geocode\?q=Rua could not be reached \(.*ECONNREFUSED.*\); check that the service is running and that baseUrl is correct$/,
    )
  })
  test('is reported for a proxy that refuses with a message of its own', async () => {
    const client = await clientOf([(reply) => void reply.writeHead(502).end('<h1>Bad Gateway</h1>')], { retries: 0 })
    const error = await errorOf(client.route(trip))
    expect(error).toMatchObject({ status: 502, busy: true, detail: `${server.url}/v1/route answered 502 Bad Gateway` })
    expect(error).toHaveProperty('code', undefined)
  })
  test('is reported for a web page', async () => {
    const client = await clientOf([(reply) => void reply.writeHead(200, { 'content-type': 'text/html' }).end('<p>')])
    const error = await errorOf(client.route(trip))
    expect(error.message).toBe(
      `200: ${server.url}/v1/route returned a web page; check that baseUrl is the URL of the service`,
    )
  })
  test('is reported for truncated JSON', async () => {
    const client = await clientOf([
      (reply) => void reply.writeHead(200, { 'content-type': 'application/json' }).end('{'),
    ])
    expect((await errorOf(client.route(trip))).message).toContain('returned JSON that cannot be parsed')
  })
})

test('uses a custom fetch', async () => {
  const client = await clientOf([done], { fetch: async (address) => Response.json({ address }) })
  expect(await client.usage()).toEqual({ address: `${server.url}/v1/account/usage` })
})
