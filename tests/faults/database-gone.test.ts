import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requireOrSkip } from '../support/servers/backends.ts'
import type { RunningPostgres } from '../support/servers/postgres.ts'
import type { RunningRedis } from '../support/servers/redis.ts'
import { type ServerProcess, startServer } from '../support/servers/server-process.ts'
import { type StoreSettings, type Stores, startStores } from '../support/servers/stores.ts'
import { issueKey, withStore, writtenUsage } from './support/accounts.ts'
import { call, expectBusy, probe, type Reply, signUp, usage, used } from './support/calls.ts'
import { openDoor } from './support/plans.ts'

const present = [requireOrSkip('postgres'), requireOrSkip('redis')].every(Boolean)
const soon = { timeout: 120_000, interval: 50 }

/** Maximum reply time in milliseconds: longer than the timeouts of the service, and shorter than those of clients. */
const LONGEST_REPLY_MS = 5000

describe.skipIf(!present)('running server whose stores become unavailable', () => {
  let stores: Stores
  let postgres: RunningPostgres
  let redis: RunningRedis
  let store: StoreSettings
  let server: ServerProcess
  let key: string

  beforeAll(async () => {
    stores = await startStores('scaled')
    if (!stores.postgres || !stores.redis) throw new Error('the scaled store has both servers')
    ;({ postgres, redis } = stores)
    store = await stores.fresh()
    await commitDurably(store)
    key = await issueKey(store, 'pro@example.com', 'pro')
    server = await startServer({ store, env: openDoor, hasProbe: true, args: ['--threads', '2'] })
  })
  afterAll(async () => {
    await server?.stop()
    await stores?.dispose()
  })

  const expectPromptlyBusy = (reply: Reply): void => {
    expectBusy(reply)
    expect(reply.ms).toBeLessThan(LONGEST_REPLY_MS)
  }

  test.each([
    { how: 'stopped', end: () => postgres.stop() },
    { how: 'crashed', end: () => postgres.kill() },
  ])('PostgreSQL $how: clients get a retry time, and no usage is lost', async ({ how, end }) => {
    // Both threads cache the key, and cached keys keep working without the database.
    for (let known = 0; known < 20; known++) expect((await probe(server.url, key)).status).toBe(200)
    const before = await used(server.url, key)
    await end()

    const replies = await Promise.all([
      ...Array.from({ length: 8 }, (_, index) => signUp(server.url, `${how}-${index}@example.com`)),
      ...Array.from({ length: 8 }, () => usage(server.url, key)),
      call(server.url, '/account/sign-in', { body: { email: 'pro@example.com' } }),
    ])
    for (const reply of replies) expectPromptlyBusy(reply)
    const readiness = await call(server.url, '/readyz')
    expectPromptlyBusy(readiness)
    expect(readiness.body.detail).toContain('database')
    expect((await call(server.url, '/healthz')).status).toBe(200)
    expect((await probe(server.url)).status).toBe(200)
    for (let served = 0; served < 10; served++) expect((await probe(server.url, key)).status).toBe(200)

    await postgres.start()
    await expect.poll(async () => (await call(server.url, '/readyz')).status, soon).toBe(200)
    await expect.poll(async () => (await signUp(server.url, `${how}-again@example.com`)).status, soon).toBe(200)
    await expect.poll(() => writtenUsage(store, 'pro@example.com'), soon).toBe(before + 10)
    expect(await used(server.url, key)).toBe(before + 10)
  })

  test('Redis stopped: every limited call gets a retry time immediately, and is served when Redis is back', async () => {
    await redis.stop()
    for (const reply of [await probe(server.url), await probe(server.url, key), await usage(server.url, key)]) {
      expectBusy(reply)
      expect(reply.ms).toBeLessThan(2500)
      expect(reply.body.detail).toBe('The service cannot reach its Redis at the moment; try again shortly')
    }
    const readiness = await call(server.url, '/readyz')
    expectPromptlyBusy(readiness)
    expect(readiness.body.detail).toContain('redis')
    expect((await call(server.url, '/healthz')).status).toBe(200)

    const before = await writtenUsage(store, 'pro@example.com')
    await redis.start()
    await expect.poll(async () => (await probe(server.url, key)).status, soon).toBe(200)
    expect((await call(server.url, '/readyz')).status).toBe(200)
    // The new Redis is empty, so counting continues from the value in the database.
    expect(await used(server.url, key)).toBe(before + 1)
  })

  test('reports no store failure as a crash', () => {
    const lines = server.process.output()
    expect(lines).not.toContain('request crashed')
    expect(lines).not.toContain('HTTP thread failed')
  })
})

/**
 * Enables durable commits, the default of PostgreSQL. For speed, the test servers may lose the last second in a crash.
 */
async function commitDurably(store: StoreSettings): Promise<void> {
  const name = new URL(store.databaseUrl ?? '').pathname.slice(1)
  await withStore(store, ({ db }) => sql`alter database ${sql.id(name)} set synchronous_commit = on`.execute(db))
}
