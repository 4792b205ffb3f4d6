import { afterEach, describe, expect, test } from 'vitest'
import { type LoopbackHttp, type ReceivedRequest, sendJson, startLoopbackHttp } from '../testing/loopback-http.ts'
import { createTwilioProvider } from './twilio-provider.ts'

const LIST = '/2010-04-01/Accounts/AC0123/Messages.json'
const MESSAGE = { id: 'msg_42', to: '+15005550006', body: 'Fairway: 90 % used' }
/** Time half a minute after midnight, so that the tolerance of one minute includes the previous day. */
const SINCE = new Date('2030-01-15T00:00:30Z')
const never = new AbortController().signal

let server: LoopbackHttp | undefined
afterEach(() => server?.close())

function listed(changes = {}) {
  const date = 'Tue, 15 Jan 2030 00:00:31 +0000'
  return { to: MESSAGE.to, body: MESSAGE.body, status: 'delivered', date_created: date, date_sent: date, ...changes }
}

async function wasSent(answer: Parameters<typeof startLoopbackHttp>[0], timeoutMs = 5000): Promise<boolean> {
  server = await startLoopbackHttp(answer)
  const account = { accountSid: 'AC0123', authToken: 'hidden', sender: { from: '+15005550001' } }
  const provider = createTwilioProvider({ ...account, baseUrl: server.url, timeoutMs })
  return (await provider.wasSent?.(MESSAGE, SINCE, never)) ?? false
}

const wasSentAmong = (...messages: unknown[]) =>
  wasSent((response) => sendJson(response, 200, { messages, next_page_uri: null }))

/** Serves the list page by page, with and without the filter. The pages are linked like Twilio's pages. */
function paged(pages: readonly (readonly unknown[])[]) {
  return (response: Parameters<typeof sendJson>[0], { url }: ReceivedRequest) => {
    const page = Number(url.searchParams.get('Page') ?? 0)
    const following = new URLSearchParams(url.searchParams)
    following.set('Page', String(page + 1))
    const next = page + 1 < pages.length ? `${LIST}?${following}` : null
    sendJson(response, 200, { messages: pages[page], next_page_uri: next })
  }
}

describe('SMS counted as sent', () => {
  test.each(['accepted', 'queued', 'sending', 'sent', 'delivered', 'read'])('is in state %s', async (status) => {
    expect(await wasSentAmong(listed({ status }))).toBe(true)
  })

  test('is queued without a sent date', async () => {
    expect(await wasSentAmong(listed({ status: 'queued', date_sent: null }))).toBe(true)
    expect(server?.requests[0]?.url.search).toBe('?To=%2B15005550006&PageSize=100')
  })

  test('was created up to a minute before the attempt by our clock', async () => {
    expect(await wasSentAmong(listed({ date_created: 'Mon, 14 Jan 2030 23:59:30 +0000' }))).toBe(true)
  })

  test('has an unreadable date', async () => {
    expect(await wasSentAmong(listed({ date_created: null }))).toBe(true)
  })

  test('has the prefix of a trial account', async () => {
    expect(await wasSentAmong(listed({ body: `Sent from your Twilio trial account - ${MESSAGE.body}` }))).toBe(true)
  })
})

describe('SMS not counted as sent', () => {
  test.each([
    ['in state failed', { status: 'failed' }],
    ['in state undelivered', { status: 'undelivered' }],
    ['in state canceled', { status: 'canceled' }],
    ['to somebody else', { to: '+15005550007' }],
    ['with other words', { body: `${MESSAGE.body}!` }],
    ['from before the attempt', { date_created: 'Mon, 14 Jan 2030 23:59:29 +0000' }],
  ])('%s', async (_, changes) => {
    expect(await wasSentAmong(listed(changes), null, 'nonsense')).toBe(false)
  })
})

describe('message list', () => {
  test('is requested from the day of the attempt, with the password', async () => {
    expect(await wasSent(paged([[], []]))).toBe(false)
    const [newest, filtered, second] = server?.requests ?? []
    expect(server?.requests).toHaveLength(3)
    expect(newest?.url.searchParams.get('DateSent>')).toBeNull()
    expect(filtered?.url.pathname).toBe(LIST)
    expect(filtered?.url.search).toBe('?To=%2B15005550006&PageSize=100&DateSent%3E=2030-01-14')
    expect(second?.url.searchParams.get('Page')).toBe('1')
    expect(second?.headers.authorization).toBe(`Basic ${btoa('AC0123:hidden')}`)
  })

  test('is paged until the message is found', async () => {
    expect(await wasSent(paged([[listed({ body: 'other' })], [], [listed()], []]))).toBe(true)
    expect(server?.requests).toHaveLength(4)
  })

  test('fails instead of guessing when it does not end', async () => {
    const endless = wasSent(paged(new Array(99).fill([listed({ body: 'other' })])))
    await expect(endless).rejects.toThrow('more than 1000 messages')
    expect(server?.requests).toHaveLength(11)
  })

  test.each([
    ['an error', 500, { code: 20500 }],
    ['refused credentials', 401, { code: 20003 }],
    ['something else', 200, { hello: 'world' }],
  ])('fails when the reply is %s', async (_, status, body) => {
    await expect(wasSent((response) => sendJson(response, status, body))).rejects.toThrow(`returned ${status}`)
  })

  test('fails when Twilio hangs', async () => {
    await expect(wasSent(() => undefined, 150)).rejects.toThrow('unreachable: no response within 150 ms')
  })

  test.each(['http://127.0.0.1:9/steal', '@127.0.0.1/steal'])('never sends the password to %s', async (next) => {
    const answer = wasSent((response) => sendJson(response, 200, { messages: [], next_page_uri: next }))
    await expect(answer).rejects.toThrow('not a path')
  })
})
