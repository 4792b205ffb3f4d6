import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { verifyWebhook } from '../../../platform/notifications/webhook-signature.ts'
import { sendWebhook } from './send.ts'
import { makeSecret, toEventRequest, toTestRequest } from './webhook.ts'

const allowed = { allowPrivate: true, timeoutMs: 5000 }
const NOW = Date.UTC(2026, 10, 17, 12)

let server: Server | undefined
const received: { headers: IncomingHttpHeaders; body: string }[] = []
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  received.length = 0
})

/** Starts a receiver with the same reply to all messages. Without a status, the receiver never replies. */
async function listen(status: number | undefined, headers: Record<string, string> = {}): Promise<string> {
  server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) })
    if (status !== undefined) response.writeHead(status, headers).end('x'.repeat(100_000))
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const event = {
  id: 'ev_1',
  type: 'late',
  asset_id: 'as_1',
  time: NOW,
  created_at: NOW + 5,
  geofence: null,
  details: '{"asset_name":"Van"}',
}
const signer = (url: string) => ({ url, secret: makeSecret(), old_secret: null, old_secret_until: null })

test('sends a message that the receiver can verify', async () => {
  const webhook = signer(await listen(204))
  const result = await sendWebhook(toEventRequest(webhook, event, NOW + 9), allowed)
  expect(result).toEqual({ kind: 'answered', status: 204, retryAfterMs: undefined })
  const [{ headers, body } = { headers: {}, body: '' }] = received
  expect(headers).toMatchObject({ 'webhook-id': 'ev_1', 'content-type': 'application/json' })
  expect(verifyWebhook(webhook.secret, headers, body, NOW, 300)).toBe(true)
  expect(verifyWebhook(makeSecret(), headers, body, NOW, 300)).toBe(false)
  const data = { id: 'ev_1', type: 'late', asset: 'as_1', asset_name: 'Van' }
  expect(JSON.parse(body)).toMatchObject({ type: 'late', timestamp: new Date(NOW).toISOString(), data })
})

test('signs with the old secret too until it ends', async () => {
  const old = makeSecret()
  const webhook = { ...signer(await listen(200)), old_secret: old, old_secret_until: NOW + 1 }
  for (const nowMs of [NOW, NOW + 1]) await sendWebhook(toTestRequest(webhook, nowMs), allowed)
  const isValid = (secret: string) =>
    received.map(({ headers, body }) => verifyWebhook(secret, headers, body, NOW, 300))
  expect(isValid(webhook.secret)).toEqual([true, true])
  expect(isValid(old)).toEqual([true, false])
})

test('does not follow redirects, and reads Retry-After up to an hour', async () => {
  const elsewhere = await listen(307, { location: 'http://169.254.169.254/', 'retry-after': '120' })
  const result = await sendWebhook(toTestRequest(signer(elsewhere), NOW), allowed)
  expect(result).toEqual({ kind: 'answered', status: 307, retryAfterMs: 120_000 })
  expect(received).toHaveLength(1)
  server?.close()
  const slow = await listen(503, { 'retry-after': '99999' })
  expect(await sendWebhook(toTestRequest(signer(slow), NOW), allowed)).toMatchObject({ retryAfterMs: 3_600_000 })
})

test('reports a receiver that does not reply, and one that does not exist', async () => {
  const url = await listen(undefined)
  const silent = await sendWebhook(toTestRequest(signer(url), NOW), { allowPrivate: true, timeoutMs: 50 })
  expect(silent).toEqual({ kind: 'failed', why: 'no response within 50 ms' })
  server?.closeAllConnections()
  await new Promise((resolve) => server?.close(resolve))
  const gone = await sendWebhook(toTestRequest(signer(url), NOW), allowed)
  expect(gone).toEqual({ kind: 'failed', why: 'connection failed (ECONNREFUSED)' })
})

test('rejects private addresses and names that resolve to them', async () => {
  const url = await listen(200)
  for (const target of [url, url.replace('127.0.0.1', 'localhost')]) {
    const result = await sendWebhook(toTestRequest(signer(target), NOW), { allowPrivate: false, timeoutMs: 5000 })
    expect(result).toMatchObject({
      kind: 'failed',
      why: expect.stringMatching(/^the target is on a private network, w/),
    })
  }
  expect(received).toEqual([])
})
