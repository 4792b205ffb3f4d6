import { afterEach, describe, expect, test } from 'vitest'
import { findClosedUrl, type LoopbackHttp, sendJson, startLoopbackHttp } from '../testing/loopback-http.ts'
import { createTwilioProvider } from './twilio-provider.ts'

const ACCOUNT = { accountSid: 'AC0123', authToken: 'hidden+token', sender: { from: '+15005550001' } }
const MESSAGE = { id: 'msg_42', to: '+15005550006', body: 'Fairway: 90 % used & counting – ümlaut' }
const NOW_MS = Date.UTC(2030, 0, 15, 12)
const never = new AbortController().signal

let server: LoopbackHttp | undefined
afterEach(() => server?.close())

async function sendTo(answer: Parameters<typeof startLoopbackHttp>[0], account = {}) {
  server = await startLoopbackHttp(answer)
  const options = { ...ACCOUNT, baseUrl: `${server.url}/`, timeoutMs: 5000, now: () => NOW_MS, ...account }
  return createTwilioProvider(options).send(MESSAGE, never)
}

const answered = (status: number, body: unknown = {}, headers = {}) =>
  sendTo((response) => sendJson(response, status, body, headers))

describe('request', () => {
  test('has exactly the form fields and basic auth that Twilio requires', async () => {
    await answered(201, { sid: 'SM1', status: 'queued' })
    const [request] = server?.requests ?? []
    expect(request?.method).toBe('POST')
    expect(request?.url.pathname).toBe('/2010-04-01/Accounts/AC0123/Messages.json')
    expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded;charset=UTF-8')
    expect(request?.headers.authorization).toBe(`Basic ${btoa('AC0123:hidden+token')}`)
    expect([...new URLSearchParams(request?.body)]).toEqual([
      ['To', '+15005550006'],
      ['From', '+15005550001'],
      ['Body', MESSAGE.body],
    ])
    expect(request?.body).toContain('To=%2B15005550006&')
  })

  test('names a messaging service instead of a number', async () => {
    await sendTo((response) => sendJson(response, 201, {}), { sender: { messagingServiceSid: 'MG7' } })
    const form = new URLSearchParams(server?.requests[0]?.body)
    expect([...form.keys()]).toEqual(['To', 'MessagingServiceSid', 'Body'])
    expect(form.get('MessagingServiceSid')).toBe('MG7')
  })
})

describe('outcome', () => {
  test('is sent, with the sid as reference', async () => {
    expect(await answered(201, { sid: 'SM1', status: 'queued', error_code: null })).toEqual({
      kind: 'sent',
      reference: 'SM1',
    })
  })

  test('is sent when the reply says so and its body is truncated', async () => {
    const outcome = await sendTo((response) => {
      response.writeHead(201, { 'content-length': '100' }).write('{"sid":', () => response.socket?.destroy())
    })
    expect(outcome).toEqual({ kind: 'sent' })
  })

  test('is a refusal when the message was created as failed', async () => {
    const outcome = await answered(201, { sid: 'SM1', status: 'failed', error_code: 30007 })
    expect(outcome).toMatchObject({ kind: 'refused', permanent: true })
  })

  test.each([
    [400, 21211],
    [400, 21610],
    [400, 21614],
    [400, 21408],
    [401, 20003],
    [403, 20005],
    [404, 20404],
  ])('%i with error %i is a permanent refusal', async (status, code) => {
    const outcome = await answered(status, { code, message: 'about +15005550006', status })
    expect(outcome).toEqual({ kind: 'refused', permanent: true, why: `Twilio returned ${status}, error ${code}` })
  })

  test.each([
    [429, 20429],
    [400, 21611],
    [400, 14107],
    [400, 30022],
  ])('%i with error %i is a temporary refusal', async (status, code) => {
    const outcome = await answered(status, { code, status })
    expect(outcome).toEqual({ kind: 'refused', permanent: false, why: `Twilio returned ${status}, error ${code}` })
  })

  test.each([
    ['7', 7000],
    [new Date(NOW_MS + 60_000).toUTCString(), 60_000],
  ])('honors Retry-After %s', async (value, retryAfterMs) => {
    expect(await answered(429, {}, { 'retry-after': value })).toMatchObject({ permanent: false, retryAfterMs })
  })

  test.each([408, 500, 502, 503, 504])(
    '%i is unknown, because Twilio may have accepted the message',
    async (status) => {
      expect(await answered(status)).toEqual({ kind: 'unknown', why: `Twilio returned ${status}` })
    },
  )

  test('is unknown when Twilio hangs', async () => {
    const outcome = await sendTo(() => undefined, { timeoutMs: 150 })
    expect(outcome).toEqual({ kind: 'unknown', why: 'no response within 150 ms' })
  })

  test('is unknown when the connection is reset after the request', async () => {
    expect(await sendTo((response) => response.socket?.resetAndDestroy())).toMatchObject({ kind: 'unknown' })
    expect(server?.requests).toHaveLength(1)
  })

  test('is a temporary refusal when nothing is listening', async () => {
    const baseUrl = await findClosedUrl()
    const outcome = await createTwilioProvider({ ...ACCOUNT, baseUrl }).send(MESSAGE, never)
    expect(outcome).toEqual({ kind: 'refused', permanent: false, why: 'connection failed (ECONNREFUSED)' })
  })

  test('is a refusal for a redirect, and the password is not sent on', async () => {
    const outcome = await answered(302, {}, { location: '/elsewhere' })
    expect(outcome).toMatchObject({ kind: 'refused', permanent: true })
    expect(server?.requests).toHaveLength(1)
  })
})

test.each(['nonsense', 'ftp://127.0.0.1', 'https://user:hidden@127.0.0.1'])(
  'rejects base URL %s at startup',
  (baseUrl) => {
    expect(() => createTwilioProvider({ ...ACCOUNT, baseUrl })).toThrow('not a plain http or https URL')
  },
)
