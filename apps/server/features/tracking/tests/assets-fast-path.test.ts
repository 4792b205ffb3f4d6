import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../../../../tests/support/servers/service.ts'
import { createTempDir, type TempDir } from '../../../../../tests/support/servers/temp-dir.ts'
import { defaultPlans, type Plans } from '../../../platform/config/plans.ts'
import { issueKey } from '../../accounts/tests/sample-accounts.ts'

let folder: TempDir
let service: TestService
let port: number
let key: string
let id: string
beforeAll(async () => {
  folder = await createTempDir()
  const config = { fastPath: true, shedDelayMs: 0, plans: widePlans() }
  service = await startTestService({ store: { dataDir: folder.path }, config })
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  port = (service.app.server.address() as AddressInfo).port
  key = (await issueKey(service, 'pro')).key
  const { body } = await send('POST', '/v1/assets', { 'x-api-key': key }, '{"name":"Van","kind":"vehicle"}')
  id = JSON.parse(body).id
})
afterAll(async () => {
  await service?.dispose()
  await folder?.dispose()
})

function widePlans(): Plans {
  const plans = defaultPlans(7)
  const wide = { webPollsPerSecond: 1000, apiLivePollsPerSecond: 1000, gpsPushPerSecond: 1000 }
  return { ...plans, pro: { ...plans.pro, live: { ...plans.pro.live, ...wide } } }
}

/** Reply with the parts that do not depend on the path. The fast path sends header names in lowercase. */
interface Answer {
  readonly byFastPath: boolean
  readonly status: number | undefined
  readonly headers: object
  /** Names of headers that were sent more than once. */
  readonly repeatedHeaders: readonly string[]
  readonly body: string
}

/** Sends a request on a new connection, because a connection that has left the fast path does not return to it. */
function send(method: string, path: string, headers: Record<string, string>, body?: string): Promise<Answer> {
  const agent = new Agent({ keepAlive: true })
  return new Promise<Answer>((resolve, reject) => {
    const options = { agent, port, host: '127.0.0.1', path, method, headers }
    const sent = request(options, async (reply) => {
      const { date: _d, 'x-request-id': _i, connection: _c, 'keep-alive': _k, ...rest } = reply.headers
      const { 'ratelimit-remaining': _r, 'ratelimit-reset': _s, ...stable } = rest
      const byFastPath = reply.rawHeaders.includes('date')
      const headerNames = reply.rawHeaders.filter((_name, index) => index % 2 === 0).map((name) => name.toLowerCase())
      const repeatedHeaders = headerNames.filter((name, index) => headerNames.indexOf(name) !== index)
      resolve({ byFastPath, status: reply.statusCode, headers: stable, repeatedHeaders, body: await text(reply) })
    })
    sent.on('error', reject)
    if (body !== undefined) {
      sent.setHeader('content-type', 'application/json')
      sent.setHeader('content-length', Buffer.byteLength(body))
    }
    sent.end(body)
  }).finally(() => agent.destroy())
}

const getId = (): string => id

const position = (battery: number) =>
  JSON.stringify({ at: [48.1, 11.5], time: '2026-01-05T08:00:00Z', speed_ms: 8.3, battery_pct: battery })

test.each([
  ['a position', getId, position(81), {}, 200],
  ['several positions, of which one is invalid', getId, `{"positions":[${position(80)},{"at":[99,0]}]}`, {}, 200],
  ['an unknown field', getId, '{"at":[48.1,11.5],"time":1767600001,"color":"red"}', {}, 200],
  ['a time without a zone', getId, '{"at":[48.1,11.5],"time":"2026-01-05T09:00:02"}', {}, 200],
  ['a time without seconds', getId, '{"at":[48.1,11.5],"time":"2026-01-05T08:01Z"}', {}, 200],
  ['an epoch number as text', getId, '{"at":[48.1,11.5],"time":"1767600003"}', {}, 200],
  ['a time that is none', getId, '{"at":[48.1,11.5],"time":"2026-02-30T08:00"}', {}, 422],
  ['an invalid position', getId, '{"at":[99,0]}', {}, 422],
  ['no JSON', getId, '{"at":', {}, 400],
  ['an asset that does not exist', (): string => 'as_AAAAAAAAAAAAAAAA', position(81), {}, 404],
  ['an id that is too long', (): string => 'x'.repeat(65), position(81), {}, 422],
  ['the message of a tracker app', getId, '{"_type":"location","lat":48.1,"lon":11.5,"tst":1767600000}', {}, 200],
  ['an unknown key', getId, position(81), { 'x-api-key': 'fw_live_nobody' }, 401],
] as const)('a push with %s gets the same reply on both paths', async (_title, toId, body, headers, status) => {
  const path = `/v1/assets/${toId()}/position`
  const fast = await send('POST', path, { 'x-api-key': key, ...headers }, body)
  const regular = await send('POST', `${path}/`, { 'x-api-key': key, ...headers }, body)
  expect([fast.byFastPath, fast.status, regular.byFastPath]).toEqual([true, status, false])
  expect({ ...fast, byFastPath: false }).toEqual(regular)
})

test('a push with the key as an HTTP Basic password takes the fast path', async () => {
  const authorization = `Basic ${Buffer.from(`van:${key}`).toString('base64')}`
  expect(await send('POST', `/v1/assets/${id}/position`, { authorization }, position(79))).toMatchObject({
    byFastPath: true,
    status: 200,
  })
})

test.each([
  ['without a channel', getId, {}, 200],
  ['on the web channel', getId, { 'x-service-live-channel': 'web' }, 200],
  ['on an unknown channel', getId, { 'x-service-live-channel': 'satellite' }, 422],
  ['of an asset that does not exist', (): string => 'as_AAAAAAAAAAAAAAAA', {}, 404],
  ['of another site', getId, { origin: 'https://example.com' }, 200],
] as const)('a live request %s gets the same reply on both paths', async (_title, toId, headers, status) => {
  const path = `/v1/assets/${toId()}/live`
  const fast = await send('GET', path, { 'x-api-key': key, ...headers })
  const regular = await send('GET', `${path}/`, { 'x-api-key': key, ...headers })
  expect([fast.byFastPath, fast.status, regular.byFastPath]).toEqual([true, status, false])
  expect({ ...fast, byFastPath: false }).toEqual(regular)
})

test.each([
  ['live request', 'GET', 'live', undefined],
  ['position push', 'POST', 'position', position(80)],
] as const)(
  'a %s that is too fast gets the RateLimit headers of the exceeded limit once',
  async (_title, method, operation, body) => {
    const starterKey = (await issueKey(service, 'starter')).key
    const headers = { 'x-api-key': starterKey }
    for (const [end, byFastPath] of [
      ['', true],
      ['/', false],
    ] as const) {
      const asset = await send('POST', '/v1/assets', headers, '{"name":"Van","kind":"vehicle"}')
      const path = `/v1/assets/${JSON.parse(asset.body).id}/${operation}${end}`
      expect((await send(method, path, headers, body)).status).toBe(200)
      const refused = await send(method, path, headers, body)
      expect(refused).toMatchObject({ byFastPath, status: 429, headers: { 'ratelimit-limit': '1' } })
      expect(refused.repeatedHeaders).toEqual([])
    }
  },
)
