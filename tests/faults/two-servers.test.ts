import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendLoad } from '../../bench/http/load.ts'
import { requireOrSkip } from '../support/servers/backends.ts'
import { type ServerProcess, startServer } from '../support/servers/server-process.ts'
import { type StoreSettings, type Stores, startStores } from '../support/servers/stores.ts'
import { issueKey, withStore, writtenUsage } from './support/accounts.ts'
import { probe, signUp, used } from './support/calls.ts'
import { onlyBurst, unlimitedRate, withPlans } from './support/plans.ts'
import { revokeOnlyKey, signIn } from './support/sign-in.ts'

const present = [requireOrSkip('postgres'), requireOrSkip('redis')].every(Boolean)
const QUOTA = 500
const BURST = 60

describe.skipIf(!present)('two servers on one PostgreSQL and one Redis', () => {
  let stores: Stores
  let store: StoreSettings
  let servers: ServerProcess[] = []
  let first: ServerProcess
  let second: ServerProcess

  beforeAll(async () => {
    stores = await startStores('scaled')
    store = await stores.fresh()
    const env = {
      ...(await withPlans(store, {
        pro: unlimitedRate,
        starter: { ...unlimitedRate, routes_per_month: QUOTA },
        free: onlyBurst(BURST),
      })),
      FAIRWAY_ANONYMOUS_PER_SECOND: '0.01',
      FAIRWAY_ANONYMOUS_BURST: String(BURST),
    }
    // Both servers start at the same moment on an empty database and try to create its tables.
    const start = () => startServer({ store, env, hasProbe: true, args: ['--threads', '1'] })
    ;[first, second] = await Promise.all([start(), start()])
    servers = [first, second]
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await stores?.dispose()
  })

  /** Counts the 200 and 429 replies when both servers are called at the same time. */
  const callBoth = async (requestsEach: number, headers: Record<string, string>) => {
    const load = (server: ServerProcess) =>
      sendLoad({ url: `${server.url}/v1/probe`, requests: requestsEach, connections: 8, headers, body: '{}' })
    const reports = await Promise.all(servers.map(load))
    const count = (status: number) => reports.reduce((sum, { statuses }) => sum + (statuses.get(status) ?? 0), 0)
    return { passed: count(200), refused: count(429) }
  }

  test('share one quota: not one call more than it allows, and not one less', async () => {
    const key = await issueKey(store, 'starter@example.com', 'starter')
    expect(await callBoth(400, { 'x-api-key': key })).toEqual({ passed: QUOTA, refused: 800 - QUOTA })
    for (const server of servers) expect(await used(server.url, key)).toBe(QUOTA)
    expect(await writtenUsage(store, 'starter@example.com')).toBe(QUOTA)
  })

  test('share one rate limit per key', async () => {
    const key = await issueKey(store, 'free@example.com', 'free')
    expect(await callBoth(50, { 'x-api-key': key })).toEqual({ passed: BURST, refused: 100 - BURST })
  })

  test('add up their usage', async () => {
    const key = await issueKey(store, 'pro@example.com', 'pro')
    expect(await callBoth(150, { 'x-api-key': key })).toEqual({ passed: 300, refused: 0 })
    for (const server of servers) expect(await used(server.url, key)).toBe(300)
    await expect.poll(() => writtenUsage(store, 'pro@example.com')).toBe(300)
  })

  test('sign up one email once, for any number of concurrent requests', async () => {
    const asked = Array.from({ length: 8 }, (_, index) => (index % 2 ? first : second))
    const replies = await Promise.all(asked.map(({ url }) => signUp(url, 'wanted@example.com')))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
    await withStore(store, async ({ db }) => {
      const rows = await db.selectFrom('accounts').where('email', '=', 'wanted@example.com').selectAll().execute()
      expect(rows).toHaveLength(1)
    })
  })

  test('reject a key soon after it was revoked at the other one', async () => {
    const email = 'revoked@example.com'
    const key = await issueKey(store, email, 'pro')
    for (const server of servers) expect((await probe(server.url, key)).status).toBe(200)
    await revokeOnlyKey(first.url, await signIn(first, email))
    const begun = performance.now()
    expect((await probe(first.url, key)).status).toBe(401)
    await expect.poll(async () => (await probe(second.url, key)).status, { interval: 20 }).toBe(401)
    // The change arrives within a second, but a busy machine may need longer.
    expect(performance.now() - begun).toBeLessThan(20_000)
  })

  test('share one rate limit per IP address', async () => {
    // Other tests have also used this IP address.
    await stores.redis?.flush()
    expect(await callBoth(80, {})).toEqual({ passed: BURST, refused: 160 - BURST })
  })
})
