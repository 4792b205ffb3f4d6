import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServerProcess, startServer } from '../support/servers/server-process.ts'
import { type StoreSettings, type Stores, startStores, storeKinds } from '../support/servers/stores.ts'
import { issueKey } from './support/accounts.ts'
import { call } from './support/calls.ts'
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
import { WebhookReceiver } from './support/webhook-receiver.ts'
import { workOff } from './support/workers.ts'

const PUSHES = 3000
const KILL_AFTER = 250
const WORKERS = 8
const BATCH = 5
/** Number of queries of the job. The job has twenty parts and takes seconds. */
const JOB_QUERIES = 10_000

describe.each(storeKinds())('server killed while receiving positions or running a job, store %s', (kind) => {
  let stores: Stores
  let store: StoreSettings
  let env: Record<string, string>
  let key: string
  beforeAll(async () => {
    stores = await startStores(kind)
    store = await stores.fresh()
    const plans = await withPlans(store, { pro: openTracking })
    env = {
      ...plans,
      ...quickStart,
      FAIRWAY_JOB_LEASE_SECONDS: '1',
      FAIRWAY_WEBHOOK_PRIVATE_TARGETS: 'true',
    }
    key = await issueKey(store, 'fleet@example.com', 'pro')
  })
  const start = () => startServer({ store, env, args: ['--threads', '1'] })
  /** Server that survived the previous test. The next test kills it, because starting a server is the slowest step. */
  let survivor: ServerProcess | undefined
  afterAll(async () => {
    await survivor?.stop()
    await stores.dispose()
  })
  /** Returns the server to kill and, with two nodes, the server that continues. An embedded server is restarted. */
  const startPair = async (): Promise<[ServerProcess, ServerProcess | undefined]> => {
    const doomed = survivor
    survivor = undefined
    return await Promise.all([doomed ?? start(), kind === 'scaled' ? start() : undefined])
  }

  test('has every acknowledged position in the track, and none twice', async () => {
    const [doomed, other] = await startPair()
    const ids = await Promise.all(['A', 'B', 'C'].map((name) => registerAsset(doomed.url, key, name)))
    const acknowledged = await pushUntilKilled(doomed, key, ids)
    survivor = other ?? (await start())
    const { url } = survivor
    for (const [at, id] of ids.entries()) {
      const track = await trackCounts(url, key, id)
      const kept = new Set(track)
      expect(kept.size, 'no position twice').toBe(track.length)
      const expected = acknowledged.filter((count) => count % ids.length === at)
      const lost = expected.flatMap((count) => batchOf(count)).filter((count) => !kept.has(count))
      expect(lost).toEqual([])
      expect(track.length % BATCH, 'a batch is stored completely or not at all').toBe(0)
    }
    const next = PUSHES + 1
    expect((await push(url, key, ids[0] ?? '', batchBody(next))).status).toBe(200)
  })

  test.skipIf(kind !== 'scaled')('sends every asset to a client that changes nodes meanwhile', async () => {
    const [doomed, other] = await startPair()
    if (!other) throw new Error('there are two nodes')
    survivor = other
    const names = Array.from({ length: 40 }, (_, at) => `F${at}`)
    const ids: string[] = []
    for (const name of names) ids.push(await registerAsset(other.url, key, name))
    const heard = new Set<string>()
    const stop = new AbortController()
    let lastEventId: string | undefined
    const listen = async (url: string, onOpen: () => void) => {
      for await (const { id, data } of streamEvents(url, key, { lastEventId, signal: stop.signal, onOpen })) {
        lastEventId = id ?? lastEventId
        if (data.position && ids.includes(data.asset.id)) heard.add(data.asset.id)
      }
    }
    const opened = Promise.withResolvers<void>()
    const listening = listen(doomed.url, opened.resolve).then(() => listen(other.url, () => {}))
    // The kill must interrupt an open stream. On a busy machine, opening it takes longer than some pushes.
    await Promise.race([opened.promise, listening])
    try {
      // Each asset moves once, before, during or after the kill, so a missed event never arrives again.
      for (const [at, id] of ids.entries()) {
        if (at === 15) void doomed.kill()
        const node = at % 2 === 0 && at < 14 ? doomed : other
        expect((await push(node.url, key, id, positionAt(at, Date.now()))).status).toBe(200)
      }
      await expect.poll(() => ids.filter((id) => !heard.has(id)), { timeout: 120_000 }).toEqual([])
      stop.abort()
      await listening
    } finally {
      await doomed.process.exited
    }
  })

  test('finishes a job at the other node, or after the restart, after its last finished part', async () => {
    const [doomed, other] = await startPair()
    const queries = Array.from({ length: JOB_QUERIES }, (_, at) => ({ lat: (4_800_000 + at) / 1e5, lon: 11 }))
    const created = await call(doomed.url, '/v1/jobs', { key, body: { operation: 'geocodeBatch', body: { queries } } })
    expect(created.status, created.text).toBe(200)
    const path = `/v1/jobs/${String(created.body.id)}`
    const readJob = async (url: string) => (await call(url, path, { key })).body
    await expect.poll(async () => Number((await readJob(doomed.url)).progress_pct), { interval: 5 }).toBeGreaterThan(0)
    await doomed.kill()
    survivor = other ?? (await start())
    const { url } = survivor
    const taken = await readJob(url)
    expect(Number(taken.progress_pct), 'finished parts are kept').toBeGreaterThan(0)
    expect(taken.state, 'killed before the end').toBe('running')
    await expect.poll(async () => (await readJob(url)).state, { timeout: 60_000 }).toBe('done')
    const { results } = (await call(url, `${path}/result`, { key })).body as {
      results: { reverse: { at: number[] } }[]
    }
    const latitudes = results.map(({ reverse }) => reverse.at[0])
    expect(latitudes).toEqual(queries.map(({ lat }) => lat))
  })

  // This test runs on one store only, because it takes ten seconds.
  test.skipIf(kind !== 'embedded')(
    'delivers every event to a webhook that was down meanwhile, in order for each asset',
    async () => {
      const [doomed, other] = await startPair()
      const receiver = await WebhookReceiver.start()
      try {
        const geofence = { name: 'Depot', circle: { center: [48, 11], radius_m: 100 } }
        const { body: created } = await call(doomed.url, '/v1/geofences', { key, body: geofence })
        const { body } = await call(doomed.url, '/v1/webhooks', { key, body: { url: receiver.url } })
        const ids = await Promise.all(['X', 'Y', 'Z'].map((name) => registerAsset(doomed.url, key, name)))
        const begun = Date.now() - 7_200_000
        let round = 0
        /** Makes each asset enter and leave the depot once. */
        const visit = async (url: string) => {
          for (const [at, latitude] of [48, 48.01].entries()) {
            const time = new Date(begun + 120_000 * (2 * round + at)).toISOString()
            const positions = ids.map((asset) => ({ asset, at: [latitude, 11], time }))
            const reply = await call(url, '/v1/assets/positions', { key, body: { positions } })
            expect(reply.body.accepted, reply.text).toBe(ids.length)
          }
          round++
        }
        await visit(doomed.url)
        await expect.poll(() => receiver.ids.size).toBe(6)
        await receiver.stop()
        await visit(doomed.url)
        await doomed.kill()
        await doomed.process.exited
        survivor = other ?? (await start())
        await visit(survivor.url)
        expect(receiver.ids.size, 'nothing was delivered while the receiver was down').toBe(6)
        await receiver.resume()
        await visit(survivor.url)
        const listed = await call(survivor.url, '/v1/events?limit=1000', { key })
        const events = listed.body.events as { id: string; asset: string; type: string }[]
        expect(events).toHaveLength(2 * 4 * ids.length)
        await expect.poll(() => events.filter(({ id }) => !receiver.ids.has(id)), { timeout: 60_000 }).toEqual([])
        for (const asset of ids) {
          const expected = events.filter((event) => event.asset === asset).map(({ id }) => id)
          expect(receiver.idsOf(asset), `in order for ${asset}`).toEqual(expected)
        }
        await call(survivor.url, `/v1/webhooks/${body.id}`, { key, method: 'DELETE' })
        await call(survivor.url, `/v1/geofences/${created.id}`, { key, method: 'DELETE' })
      } finally {
        await receiver.stop()
      }
    },
  )

  test('resumes a stream at the other node, or after the restart, where it broke off', async () => {
    const [doomed, other] = await startPair()
    const [a = '', b = ''] = await Promise.all(['D', 'E'].map((name) => registerAsset(doomed.url, key, name)))
    let lastEventId: string | undefined
    const seen: string[] = []
    const begun = Date.now()
    await push(doomed.url, key, a, positionAt(1, begun - 5000))
    for await (const { id, data } of streamEvents(doomed.url, key)) {
      lastEventId = id ?? lastEventId
      if (data.asset.id === a && data.position) {
        seen.push(a)
        // After the kill, only later listeners receive the next events.
        void doomed.kill()
      }
    }
    expect(seen).toEqual([a])
    await doomed.process.exited
    const last = other ?? (await start())
    survivor = last
    await push(last.url, key, b, positionAt(2, begun - 4000))
    const after: string[] = []
    for await (const { data } of streamEvents(last.url, key, { lastEventId, seconds: 0 })) after.push(data.asset.id)
    expect(after, 'only events from the interruption, none that was sent before').toEqual([b])
    // Open streams do not delay the shutdown, because the server ends them long before its timeout.
    const begunToEnd = performance.now()
    for await (const _ of streamEvents(last.url, key)) void last.stop()
    expect((await last.process.exited).code).toBe(0)
    expect(performance.now() - begunToEnd).toBeLessThan(8000)
  })
})

const batchOf = (push: number) => Array.from({ length: BATCH }, (_, at) => push * BATCH + at)
const started = Date.now() - 3_600_000
const batchBody = (count: number) => ({ positions: batchOf(count).map((one) => positionAt(one, started + one * 100)) })

/** Returns the numbers of the pushes that returned 200. */
async function pushUntilKilled(server: ServerProcess, key: string, ids: readonly string[]): Promise<number[]> {
  const acknowledged: number[] = []
  let killed: Promise<void> | undefined
  const counts = Array.from({ length: PUSHES }, (_, count) => count)
  await workOff(counts, WORKERS, async (count) => {
    const reply = await push(server.url, key, ids[count % ids.length] ?? '', batchBody(count)).catch(() => undefined)
    if (reply === undefined) return 'stop'
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body.accepted).toBe(BATCH)
    acknowledged.push(count)
    if (acknowledged.length === KILL_AFTER) killed = server.kill()
    return 'next'
  })
  await killed
  expect(acknowledged.length, 'killed before the end').toBeLessThan(PUSHES)
  return acknowledged
}
