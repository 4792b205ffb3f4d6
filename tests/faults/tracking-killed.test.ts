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
const queries = Array.from({ length: JOB_QUERIES }, (_, at) => ({ lat: (4_800_000 + at) / 1e5, lon: 11 }))

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
  /** Server that survived the previous kill. The next kill ends it, because starting a server is the slowest step. */
  let survivor: ServerProcess | undefined
  /** Listener, receiver and stream of the accounts that the kills interrupt. Later tests check what they get. */
  let fleet: FleetListener | undefined
  let depot: Depot | undefined
  let broken: BrokenStream | undefined
  afterAll(async () => {
    await depot?.receiver.stop()
    await survivor?.stop()
    await stores.dispose()
  })
  /** Returns the server to kill and, with two nodes, the server that continues. An embedded server is restarted. */
  const startPair = async (): Promise<[ServerProcess, ServerProcess | undefined]> => {
    const doomed = survivor
    survivor = undefined
    return await Promise.all([doomed ?? start(), kind === 'scaled' ? start() : undefined])
  }

  test('finishes a job at the other node, or after the restart, after its last finished part', async () => {
    const [doomed, other] = await startPair()
    if (other) fleet = await FleetListener.start(doomed, other, key)
    await fleet?.moveBeforeKill()
    const created = await call(doomed.url, '/v1/jobs', { key, body: { operation: 'geocodeBatch', body: { queries } } })
    expect(created.status, created.text).toBe(200)
    const path = `/v1/jobs/${String(created.body.id)}`
    const readJob = async (url: string) => (await call(url, path, { key })).body
    await expect.poll(async () => Number((await readJob(doomed.url)).progress_pct), { interval: 5 }).toBeGreaterThan(0)
    const killed = doomed.kill()
    await fleet?.moveDuringKill()
    await killed
    survivor = other ?? (await start())
    const { url } = survivor
    const taken = await readJob(url)
    expect(Number(taken.progress_pct), 'finished parts are kept').toBeGreaterThan(0)
    expect(taken.state, 'killed before the end').toBe('running')
    await fleet?.moveAfterKill()
    await expect.poll(async () => (await readJob(url)).state).toBe('done')
    const { results } = (await call(url, `${path}/result`, { key })).body as {
      results: { reverse: { at: number[] } }[]
    }
    const latitudes = results.map(({ reverse }) => reverse.at[0])
    expect(latitudes).toEqual(queries.map(({ lat }) => lat))
  })

  test.skipIf(kind !== 'scaled')('sends every asset to a client that changes nodes meanwhile', async () => {
    if (!fleet) throw new Error('the client listened during the previous test')
    const { ids, heard } = fleet
    await expect.poll(() => ids.filter((id) => !heard.has(id)), { timeout: 120_000 }).toEqual([])
    await fleet.stop()
  })

  test('has every acknowledged position in the track, and none twice', async () => {
    const [doomed, other] = await startPair()
    broken = await BrokenStream.open(doomed, await issueKey(store, 'stream@example.com', 'pro'))
    // Webhooks are tested on one store only, because their retries take ten seconds.
    if (kind === 'embedded') depot = await Depot.open(doomed, await issueKey(store, 'depot@example.com', 'pro'))
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

  test.skipIf(kind !== 'embedded')(
    'delivers every event to a webhook that was down meanwhile, in order for each asset',
    async () => {
      if (!depot || !survivor) throw new Error('the receiver was down during the previous test')
      const { receiver, ids } = depot
      await depot.visit(survivor.url)
      expect(receiver.ids.size, 'nothing was delivered while the receiver was down').toBe(6)
      await receiver.resume()
      await depot.visit(survivor.url)
      const listed = await call(survivor.url, '/v1/events?limit=1000', { key: depot.key })
      const events = listed.body.events as { id: string; asset: string; type: string }[]
      expect(events).toHaveLength(2 * 4 * ids.length)
      await expect.poll(() => events.filter(({ id }) => !receiver.ids.has(id))).toEqual([])
      for (const asset of ids) {
        const expected = events.filter((event) => event.asset === asset).map(({ id }) => id)
        expect(receiver.idsOf(asset), `in order for ${asset}`).toEqual(expected)
      }
    },
  )

  test('resumes a stream at the other node, or after the restart, where it broke off', async () => {
    if (!broken || !survivor) throw new Error('the stream was open during an earlier test')
    await broken.ended
    expect(broken.seen).toEqual([broken.a])
    const last = survivor
    await push(last.url, broken.key, broken.b, positionAt(2, broken.begun - 4000))
    const after: string[] = []
    const { lastEventId } = broken
    for await (const { data } of streamEvents(last.url, broken.key, { lastEventId, seconds: 0 })) {
      after.push(data.asset.id)
    }
    expect(after, 'only events from the interruption, none that was sent before').toEqual([broken.b])
    // Open streams do not delay the shutdown, because the server ends them long before its timeout.
    const begunToEnd = performance.now()
    for await (const _ of streamEvents(last.url, broken.key)) void last.stop()
    expect((await last.process.exited).code).toBe(0)
    expect(performance.now() - begunToEnd).toBeLessThan(8000)
  })
})

/**
 * Client that listens to a fleet at one node until that node is killed, and then at the other node. Each asset moves
 * once, before, during or after the kill, so a missed event never arrives again.
 */
class FleetListener {
  readonly ids: string[] = []
  readonly heard = new Set<string>()
  private readonly doomed: ServerProcess
  private readonly other: ServerProcess
  private readonly key: string
  private readonly stopping = new AbortController()
  private lastEventId: string | undefined
  private listening: Promise<void> | undefined

  private constructor(doomed: ServerProcess, other: ServerProcess, key: string) {
    this.doomed = doomed
    this.other = other
    this.key = key
  }

  static async start(doomed: ServerProcess, other: ServerProcess, key: string): Promise<FleetListener> {
    const fleet = new FleetListener(doomed, other, key)
    for (let at = 0; at < 40; at++) fleet.ids.push(await registerAsset(other.url, key, `F${at}`))
    const opened = Promise.withResolvers<void>()
    fleet.listening = fleet.listen(doomed.url, opened.resolve).then(() => fleet.listen(other.url, () => {}))
    // The kill must interrupt an open stream. On a busy machine, opening it takes longer than some pushes.
    await Promise.race([opened.promise, fleet.listening])
    return fleet
  }

  moveBeforeKill = () => this.move(0, 15)
  moveDuringKill = () => this.move(15, 20)
  moveAfterKill = () => this.move(20, 40)

  async stop(): Promise<void> {
    this.stopping.abort()
    await this.listening
  }

  private async listen(url: string, onOpen: () => void): Promise<void> {
    const { lastEventId, key } = this
    for await (const { id, data } of streamEvents(url, key, { lastEventId, signal: this.stopping.signal, onOpen })) {
      this.lastEventId = id ?? this.lastEventId
      if (data.position && this.ids.includes(data.asset.id)) this.heard.add(data.asset.id)
    }
  }

  private async move(from: number, to: number): Promise<void> {
    for (let at = from; at < to; at++) {
      const node = at % 2 === 0 && at < 15 ? this.doomed : this.other
      const reply = await push(node.url, this.key, this.ids[at] ?? '', positionAt(at, Date.now()))
      expect(reply.status, reply.text).toBe(200)
    }
  }
}

/** Assets that enter and leave a depot, and a webhook that is down after the first visit. */
class Depot {
  readonly key: string
  readonly receiver: WebhookReceiver
  readonly ids: readonly string[]
  private readonly begun = Date.now() - 7_200_000
  private round = 0

  private constructor(key: string, receiver: WebhookReceiver, ids: readonly string[]) {
    this.key = key
    this.receiver = receiver
    this.ids = ids
  }

  static async open({ url }: ServerProcess, key: string): Promise<Depot> {
    const receiver = await WebhookReceiver.start()
    const geofence = { name: 'Depot', circle: { center: [48, 11], radius_m: 100 } }
    await call(url, '/v1/geofences', { key, body: geofence })
    await call(url, '/v1/webhooks', { key, body: { url: receiver.url } })
    const ids = await Promise.all(['X', 'Y', 'Z'].map((name) => registerAsset(url, key, name)))
    const depot = new Depot(key, receiver, ids)
    await depot.visit(url)
    await expect.poll(() => receiver.ids.size).toBe(6)
    await receiver.stop()
    await depot.visit(url)
    return depot
  }

  /** Makes each asset enter and leave the depot once. */
  async visit(url: string): Promise<void> {
    for (const [at, latitude] of [48, 48.01].entries()) {
      const time = new Date(this.begun + 120_000 * (2 * this.round + at)).toISOString()
      const positions = this.ids.map((asset) => ({ asset, at: [latitude, 11], time }))
      const reply = await call(url, '/v1/assets/positions', { key: this.key, body: { positions } })
      expect(reply.body.accepted, reply.text).toBe(this.ids.length)
    }
    this.round++
  }
}

/**
 * Stream for one account, which stays open until the server is killed. Only later listeners get the events after the
 * kill.
 */
class BrokenStream {
  readonly key: string
  readonly a: string
  readonly b: string
  readonly begun = Date.now()
  readonly seen: string[] = []
  lastEventId: string | undefined
  ended: Promise<void> = Promise.resolve()

  private constructor(key: string, a: string, b: string) {
    this.key = key
    this.a = a
    this.b = b
  }

  static async open({ url }: ServerProcess, key: string): Promise<BrokenStream> {
    const [a = '', b = ''] = await Promise.all(['D', 'E'].map((name) => registerAsset(url, key, name)))
    const stream = new BrokenStream(key, a, b)
    await push(url, key, a, positionAt(1, stream.begun - 5000))
    stream.ended = stream.listen(url)
    await expect.poll(() => stream.seen).toEqual([a])
    return stream
  }

  private async listen(url: string): Promise<void> {
    for await (const { id, data } of streamEvents(url, this.key)) {
      this.lastEventId = id ?? this.lastEventId
      if (data.asset.id === this.a && data.position) this.seen.push(this.a)
    }
  }
}

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
