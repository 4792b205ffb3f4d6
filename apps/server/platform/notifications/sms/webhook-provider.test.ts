import { createHmac } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { findClosedUrl, type LoopbackHttp, startLoopbackHttp } from '../testing/loopback-http.ts'
import { verifyWebhook } from '../webhook-signature.ts'
import { createWebhookProvider } from './webhook-provider.ts'

const KEY = Buffer.from('a key of thirty-two bytes exactly')
const SECRET = `whsec_${KEY.toString('base64')}`
const MESSAGE = { id: 'msg_42', to: '+15005550006', body: 'Fairway: 90 % of this month’s quota is used.' }
const NOW_MS = Date.UTC(2030, 0, 15, 12)
const never = new AbortController().signal

let server: LoopbackHttp | undefined
afterEach(() => server?.close())

async function sendTo(answer: Parameters<typeof startLoopbackHttp>[0], signal = never, timeoutMs = 5000) {
  server = await startLoopbackHttp(answer)
  const url = `${server.url}/texts?token=hidden`
  return createWebhookProvider({ url, secret: SECRET, timeoutMs, now: () => NOW_MS }).send(MESSAGE, signal)
}

const status = (code: number, headers = {}) => sendTo((response) => response.writeHead(code, headers).end())

describe('request', () => {
  test('contains the message as JSON', async () => {
    expect(await status(200)).toEqual({ kind: 'sent' })
    const [request] = server?.requests ?? []
    expect(request?.method).toBe('POST')
    expect(request?.url.pathname).toBe('/texts')
    expect(request?.headers['content-type']).toBe('application/json')
    expect(JSON.parse(request?.body ?? '')).toEqual({ type: 'text_message', ...MESSAGE })
  })

  test('is signed by the Standard Webhooks scheme', async () => {
    await status(204)
    const [request] = server?.requests ?? []
    const timestamp = NOW_MS / 1000
    const mac = createHmac('sha256', KEY).update(`msg_42.${timestamp}.${request?.body}`).digest('base64')
    expect(request?.headers).toMatchObject({
      'webhook-id': 'msg_42',
      'webhook-timestamp': String(timestamp),
      'webhook-signature': `v1,${mac}`,
    })
    expect(verifyWebhook(SECRET, request?.headers ?? {}, request?.body ?? '', NOW_MS, 300)).toBe(true)
  })

  test('is rejected by the receiver when its body was changed', async () => {
    await status(200)
    const [request] = server?.requests ?? []
    const tampered = (request?.body ?? '').replace('+15005550006', '+15005550007')
    expect(tampered).not.toBe(request?.body)
    expect(verifyWebhook(SECRET, request?.headers ?? {}, tampered, NOW_MS, 300)).toBe(false)
  })

  test('keeps its webhook-id across retries, so that the receiver can remove duplicates', async () => {
    server = await startLoopbackHttp((response) => response.writeHead(503).end())
    const provider = createWebhookProvider({ url: server.url, secret: 'plain text' })
    await provider.send(MESSAGE, never)
    await provider.send(MESSAGE, never)
    expect(server.requests.map((request) => request.headers['webhook-id'])).toEqual(['msg_42', 'msg_42'])
    expect(provider.wasSent).toBeUndefined()
  })
})

describe('outcome', () => {
  test.each([200, 201, 202, 204])('%i is sent', async (code) => {
    expect(await status(code)).toEqual({ kind: 'sent' })
  })

  test.each([400, 401, 403, 404, 409, 410, 422])('%i is a permanent refusal', async (code) => {
    expect(await status(code)).toEqual({ kind: 'refused', permanent: true, why: `the receiver returned ${code}` })
  })

  test.each([408, 425, 429, 500, 502, 503, 504])('%i is a temporary refusal', async (code) => {
    expect(await status(code)).toEqual({ kind: 'refused', permanent: false, why: `the receiver returned ${code}` })
  })

  test('is a refusal for a redirect, which is not followed', async () => {
    expect(await status(307, { location: '/elsewhere' })).toMatchObject({ kind: 'refused', permanent: true })
    expect(server?.requests).toHaveLength(1)
  })

  test.each([
    ['120', 120_000],
    ['0', 0],
    [new Date(NOW_MS + 90_000).toUTCString(), 90_000],
    [new Date(NOW_MS - 90_000).toUTCString(), 0],
    ['99999999999999', 86_400_000],
  ])('honors Retry-After %s', async (value, retryAfterMs) => {
    expect(await status(429, { 'retry-after': value })).toMatchObject({ permanent: false, retryAfterMs })
  })

  test.each(['soon', '-1', '1.5', ''])('ignores Retry-After %j', async (value) => {
    expect(await status(503, { 'retry-after': value })).not.toHaveProperty('retryAfterMs')
  })

  test('is unknown when the receiver hangs', async () => {
    expect(await sendTo(() => undefined, never, 150)).toEqual({ kind: 'unknown', why: 'no response within 150 ms' })
  })

  test('is unknown when the connection is reset after the request', async () => {
    const outcome = await sendTo((response) => response.socket?.destroy())
    expect(outcome).toEqual({ kind: 'unknown', why: 'connection failed (UND_ERR_SOCKET)' })
    expect(server?.requests).toHaveLength(1)
  })

  test('is unknown when the caller stops while waiting', async () => {
    const stop = new AbortController()
    const outcome = await sendTo(() => stop.abort(), stop.signal)
    expect(outcome).toEqual({ kind: 'unknown', why: 'stopped while waiting for the response' })
  })

  test('is a temporary refusal when the caller stopped before sending', async () => {
    const outcome = await sendTo((response) => response.end(), AbortSignal.abort())
    expect(outcome).toMatchObject({ kind: 'refused', permanent: false })
    expect(server?.requests).toHaveLength(0)
  })

  test('is a temporary refusal when nothing is listening', async () => {
    const url = await findClosedUrl()
    const outcome = await createWebhookProvider({ url, secret: SECRET }).send(MESSAGE, never)
    expect(outcome).toEqual({ kind: 'refused', permanent: false, why: 'connection failed (ECONNREFUSED)' })
  })

  test('is a temporary refusal when the host name does not exist', async () => {
    // A label of 64 characters is too long for a DNS query, so the resolver fails locally.
    const url = `http://${'a'.repeat(64)}.invalid/?token=hidden`
    const outcome = await createWebhookProvider({ url, secret: SECRET }).send(MESSAGE, never)
    expect(outcome).toEqual({ kind: 'refused', permanent: false, why: 'connection failed (ENOTFOUND)' })
  })
})

describe('invalid settings, rejected at startup without repeating the secret', () => {
  test.each([
    [{ url: 'ftp://hidden/', secret: SECRET }, 'not http'],
    [{ url: 'nonsense hidden', secret: SECRET }, 'not http'],
    [{ url: 'https://user:hidden@127.0.0.1/', secret: SECRET }, 'password'],
    [{ url: 'https://127.0.0.1/', secret: '' }, 'empty'],
    [{ url: 'https://127.0.0.1/', secret: 'whsec_hidden!' }, 'not base64'],
    [{ url: 'https://127.0.0.1/', secret: 'whsec_' }, 'not base64'],
  ])('%#', (options, message) => {
    expect(() => createWebhookProvider(options)).toThrow(message)
    expect(() => createWebhookProvider(options)).not.toThrow('hidden')
  })
})
