import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyWebhook } from '../../apps/server/platform/notifications/webhook-signature.ts'
import { type HttpSink, type RecordedRequest, startHttpSink } from '../support/servers/http-sink.ts'
import { type ServerProcess, startServer } from '../support/servers/server-process.ts'
import { type StoreSettings, type Stores, startStores } from '../support/servers/stores.ts'
import { issueKey, withStore } from './support/accounts.ts'
import { probe } from './support/calls.ts'
import { launchServer } from './support/launch.ts'
import { withPlans } from './support/plans.ts'

const QUOTA = 20
const SECRET = 'whsec_c2VzYW1lc2VzYW1lc2VzYW1l'
const PHONE = '+59821234567'

let stores: Stores
beforeAll(async () => {
  stores = await startStores('embedded')
})
afterAll(() => stores.dispose())

async function withSink(store: StoreSettings, sink: HttpSink): Promise<Record<string, string>> {
  return {
    ...(await withPlans(store, { pro: { per_second: 1000, burst: 1000, routes_per_month: QUOTA } })),
    FAIRWAY_TEXT_PROVIDER: 'webhook',
    FAIRWAY_TEXT_WEBHOOK_URL: `${sink.url}/texts`,
    FAIRWAY_TEXT_WEBHOOK_SECRET: SECRET,
  }
}

async function start(store: StoreSettings, sink: HttpSink): Promise<ServerProcess> {
  return await startServer({ store, env: await withSink(store, sink), hasProbe: true, args: ['--threads', '1'] })
}

async function useRoutes(server: ServerProcess, key: string, count: number): Promise<void> {
  for (let index = 0; index < count; index++) expect((await probe(server.url, key)).status).toBe(200)
}

interface OutboxState {
  readonly state: string
  readonly attempts: number
  readonly leased: boolean
}

function readOutbox(store: StoreSettings): Promise<OutboxState[]> {
  return withStore(store, async ({ db }) => {
    const rows = await db.selectFrom('outbox').selectAll().execute()
    return rows.map((row) => ({ state: row.state, attempts: row.attempts, leased: row.leased_until !== null }))
  })
}

async function countAttempts(store: StoreSettings): Promise<number> {
  return (await readOutbox(store))[0]?.attempts ?? 0
}

/** Skips the pause before the next retry and the lease of a server that died during sending. */
async function skipPause(store: StoreSettings): Promise<void> {
  await withStore(store, ({ db }) =>
    db
      .updateTable('outbox')
      .set((update) => ({
        next_attempt_at: 0,
        leased_until: update.case().when('leased_until', 'is', null).then(null).else(1).end(),
      }))
      .execute(),
  )
}

function expectAlert(request: RecordedRequest): void {
  expect(verifyWebhook(SECRET, request.headers, request.body, Date.now(), 300)).toBe(true)
  expect(JSON.parse(request.body)).toEqual({
    type: 'text_message',
    id: request.headers['webhook-id'],
    to: PHONE,
    body: expect.stringMatching(/^Fairway: \d+ % of this month's 20 routes are used/),
  })
}

const settled = { timeout: 120_000, interval: 50 }

test('sends one signed SMS at 90 % of the quota, and nothing more that month', async () => {
  const store = await stores.fresh()
  const sink = await startHttpSink()
  const key = await issueKey(store, 'pro@example.com', 'pro', PHONE)
  const server = await start(store, sink)
  await useRoutes(server, key, 17)
  await expect.poll(() => usageIsWritten(store, 17), settled).toBe(true)
  expect(await readOutbox(store)).toEqual([])

  await useRoutes(server, key, 1)
  const [text] = await sink.next(1)
  if (text === undefined) throw new Error('no SMS was received')
  expectAlert(text)
  expect(text).toMatchObject({ method: 'POST', path: '/texts' })
  await expect.poll(() => readOutbox(store), settled).toEqual([{ state: 'sent', attempts: 1, leased: false }])

  await useRoutes(server, key, 2)
  expect((await probe(server.url, key)).status).toBe(429)
  // The shutdown writes the usage last, so any resulting alert is in the outbox afterwards.
  expect(await server.stop()).toBe(0)
  expect(await usageIsWritten(store, QUOTA)).toBe(true)
  expect(await readOutbox(store)).toEqual([{ state: 'sent', attempts: 1, leased: false }])
  expect(sink.requests).toHaveLength(1)
  await sink.dispose()
})

test('eventually sends one SMS when the receiver fails and servers are killed, even during a send', async () => {
  const store = await stores.fresh()
  const key = await issueKey(store, 'pro@example.com', 'pro', PHONE)
  const failing = await startHttpSink(() => ({ status: 500 }))
  let server = await start(store, failing)
  await useRoutes(server, key, 18)
  // On a slow machine, the next retry may be due before the outbox is read.
  await expect.poll(() => readOutbox(store), settled).toMatchObject([{ state: 'pending', leased: false }])
  await expect.poll(() => failing.requests.length, settled).toBeGreaterThan(0)
  await failing.dispose()
  const whileFailing = await countAttempts(store)
  await skipPause(store)
  await expect.poll(() => countAttempts(store), settled).toBeGreaterThan(whileFailing)
  await server.kill()
  const attempts = await countAttempts(store)

  // The server is killed after the receiver got the SMS but before it replied, so the outcome is unknown.
  const sink = await startHttpSink(() => 'hang')
  await skipPause(store)
  // A busy machine may need longer to become ready than the server waits for the reply.
  const doomed = launchServer({ store, env: await withSink(store, sink) })
  await sink.next(1)
  await doomed.end('SIGKILL')
  expect(await readOutbox(store)).toEqual([{ state: 'pending', attempts: attempts + 1, leased: true }])

  sink.respond = () => ({ status: 202 })
  await skipPause(store)
  server = await start(store, sink)
  const sent = [{ state: 'sent', attempts: attempts + 2, leased: false }]
  await expect.poll(() => readOutbox(store), settled).toEqual(sent)
  await useRoutes(server, key, 2)
  expect(await server.stop()).toBe(0)

  const tries = [...failing.requests, ...sink.requests]
  expect(sink.requests).toHaveLength(2)
  for (const request of tries) expectAlert(request)
  expect(new Set(tries.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  await sink.dispose()
})

async function usageIsWritten(store: StoreSettings, units: number): Promise<boolean> {
  return await withStore(store, async ({ db }) => {
    const row = await db.selectFrom('usage_months').select('units').executeTakeFirst()
    return row?.units === units
  })
}
