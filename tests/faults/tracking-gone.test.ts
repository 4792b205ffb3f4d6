import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requireOrSkip } from '../support/servers/backends.ts'
import type { RunningPostgres } from '../support/servers/postgres.ts'
import type { RunningRedis } from '../support/servers/redis.ts'
import { type ServerProcess, startServer } from '../support/servers/server-process.ts'
import { type StoreSettings, type Stores, startStores } from '../support/servers/stores.ts'
import { issueKey, withStore } from './support/accounts.ts'
import { call, expectBusy } from './support/calls.ts'
import {
  openTracking,
  positionAt,
  push,
  quickStart,
  registerAsset,
  streamEvents,
  trackCounts,
} from './support/fleet.ts'
import { withPlans } from './support/plans.ts'

const present = [requireOrSkip('postgres'), requireOrSkip('redis')].every(Boolean)
const soon = { timeout: 120_000, interval: 50 }
/**
 * Downtime of the stores in milliseconds. Many pushes fail during this time. `npm run bench -- tracking-away` uses 30
 * s.
 */
const AWAY_MS = 4000

describe.skipIf(!present)('positions while the stores are unavailable', () => {
  let stores: Stores
  let postgres: RunningPostgres
  let redis: RunningRedis
  let store: StoreSettings
  let server: ServerProcess
  let key: string
  let id: string

  beforeAll(async () => {
    stores = await startStores('scaled')
    if (!stores.postgres || !stores.redis) throw new Error('the scaled store has both servers')
    ;({ postgres, redis } = stores)
    store = await stores.fresh()
    // Durable commits are the default of PostgreSQL. For speed, the test servers may lose the last second in a crash.
    const name = new URL(store.databaseUrl ?? '').pathname.slice(1)
    await withStore(store, ({ db }) => sql`alter database ${sql.id(name)} set synchronous_commit = on`.execute(db))
    key = await issueKey(store, 'fleet@example.com', 'pro')
    const env = { ...(await withPlans(store, { pro: openTracking })), ...quickStart }
    server = await startServer({ store, env, args: ['--threads', '1'] })
    id = await registerAsset(server.url, key, 'Van')
  })
  afterAll(async () => {
    await server?.stop()
    await stores?.dispose()
  })

  test('lose nothing acknowledged from a steady tracker, and a stream survives', async () => {
    const acknowledged: number[] = []
    const refused: number[] = []
    const stop = new AbortController()
    const told: number[] = []
    const listening = (async () => {
      for await (const { data } of streamEvents(server.url, key, { signal: stop.signal })) {
        if (data.position) told.push(Math.round((data.position.at[0] - 48) * 1e5))
      }
    })()
    let count = 0
    let isOver = false
    const driving = (async () => {
      for (; !isOver; count++) {
        const reply = await push(server.url, key, id, positionAt(count, Date.now()))
        if (reply.status === 200) acknowledged.push(count)
        else {
          expectBusy(reply)
          expect(reply.ms).toBeLessThan(6000)
          refused.push(count)
        }
        await sleep(20)
      }
    })()
    const outage = async (end: () => Promise<void>, start: () => Promise<void>) => {
      const before = acknowledged.length
      await expect.poll(() => acknowledged.length, soon).toBeGreaterThan(before + 5)
      await end()
      const stood = acknowledged.length
      await sleep(AWAY_MS)
      expect(acknowledged.length - stood, 'at most one was in flight').toBeLessThanOrEqual(1)
      // If Redis is available, it still contains the positions of the last five seconds.
      const live = () => call(server.url, `/v1/assets/${id}/live`, { key })
      await expect.poll(async () => (await live()).status, soon).toBe(503)
      expectBusy(await live())
      await start()
      await expect.poll(() => acknowledged.length, soon).toBeGreaterThan(stood + 5)
      expect((await call(server.url, `/v1/assets/${id}/live`, { key })).status).toBe(200)
    }
    await outage(
      () => postgres.kill(),
      () => postgres.start(),
    )
    await outage(
      () => redis.stop(),
      () => redis.start(),
    )
    isOver = true
    await driving
    const last = acknowledged.at(-1)
    await expect.poll(() => told.at(-1), soon).toBe(last)
    stop.abort()
    await listening

    const kept = new Set(await trackCounts(server.url, key, id))
    expect(acknowledged.filter((one) => !kept.has(one))).toEqual([])
    expect(refused.length).toBeGreaterThan(2)
    const lines = server.process.output()
    expect(lines).not.toContain('request crashed')
    expect(lines).not.toContain('HTTP thread failed')
  })
})
