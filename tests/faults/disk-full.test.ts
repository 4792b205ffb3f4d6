import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServerProcess, startServer } from '../support/servers/server-process.ts'
import { type StoreSettings, type Stores, startStores, storeKinds } from '../support/servers/stores.ts'
import { logLines } from '../threads/log.ts'
import { countStoredCalls, issueKey, withStore } from './support/accounts.ts'
import { call, expectBusy, probe, type Reply, signUp } from './support/calls.ts'
import { openTracking, positionAt, push, registerAsset, trackCounts } from './support/fleet.ts'
import { openDoor, withPlans } from './support/plans.ts'
import { mountSmallDisk, type SmallDisk } from './support/small-disk.ts'

const soon = { timeout: 120_000, interval: 100 }
/**
 * Maximum number of rounds until PostgreSQL runs out of space. PostgreSQL fills its pages before it needs space for
 * another page.
 */
const MAX_ROUNDS = 1000
const REFUSALS = 40

const points = [
  [-34.9, -56.2],
  [-34.91, -56.18],
  [-34.92, -56.17],
]
const distances_km = [
  [0, 1, 2],
  [1, 0, 1],
  [2, 1, 0],
]
const tour = { stops: points, matrix: { distances_km }, budget_ms: 10 }

const canMount = await mountSmallDisk(1).then((disk) => disk?.dispose().then(() => true) ?? false)
if (!canMount) console.warn('\n*** SKIPPED: a full disk; this user may not mount a file system ***\n')

describe.skipIf(!canMount).each(storeKinds())('server whose disk becomes full, store %s', (kind) => {
  let smallDisk: SmallDisk
  let stores: Stores
  let store: StoreSettings
  let server: ServerProcess
  let key: string
  let asset: string
  let fence: string

  beforeAll(async () => {
    const disk = await mountSmallDisk(32)
    if (!disk) throw new Error('the disk is not mounted')
    smallDisk = disk
    stores = await startStores(kind)
    store = await openStoreOn(disk, stores)
    const plans = await withPlans(store, { pro: openTracking })
    key = await issueKey(store, 'pro@example.com', 'pro')
    const env = { ...openDoor, ...plans, FAIRWAY_MIN_FREE_MB: '1' }
    server = await startServer({ store, env, hasProbe: true, args: ['--threads', '1'] })
    asset = await registerAsset(server.url, key, 'van')
    const circle = { center: [-34.9, -56.2], radius_m: 500 }
    fence = String((await call(server.url, '/v1/geofences', { key, body: { name: 'fence 0', circle } })).body.id)
  })
  afterAll(async () => {
    await server?.stop()
    await stores?.dispose()
    await smallDisk?.dispose()
  })

  const acknowledged = {
    accounts: new Set<string>(),
    positions: new Set<number>(),
    probes: 0,
    fence: 0,
    solutions: new Set<string>(),
    jobs: new Set<string>(),
  }
  let attempts = 0

  /** Sends writes of every kind and records the acknowledged writes. */
  async function writeOnce(): Promise<Reply[]> {
    const number = ++attempts
    const email = `person-${number}@example.com`
    const signedUp = await signUp(server.url, email)
    if (signedUp.status === 200) acknowledged.accounts.add(email)
    const pushed = await push(server.url, key, asset, positionAt(number, Date.now() - 3_600_000 + number * 1000))
    if (pushed.status === 200) acknowledged.positions.add(number)
    const served = await probe(server.url, key)
    if (served.status === 200) acknowledged.probes++
    const renamed = await call(server.url, `/v1/geofences/${fence}`, {
      key,
      method: 'PATCH',
      body: { name: `fence ${number}` },
    })
    if (renamed.status === 200) acknowledged.fence = number
    const solved = await call(server.url, '/v1/optimize', { key, body: tour })
    if (solved.status === 200) acknowledged.solutions.add(String(solved.body.id))
    const queued = await call(server.url, '/v1/jobs', { key, body: { operation: 'matrix', body: { points } } })
    if (queued.status === 200) acknowledged.jobs.add(String(queued.body.id))
    // The jobs need a map, so they wait until the account has as many jobs as it may have.
    return [signedUp, pushed, served, renamed, solved, ...(queued.status === 409 ? [] : [queued])]
  }

  test('answers every write with 200 or 503, and /readyz with the reason', async () => {
    for (const reply of await writeOnce()) expect(reply.status, reply.text).toBe(200)
    expect((await call(server.url, '/readyz')).status).toBe(200)
    smallDisk.fill()
    const refused: Reply[] = []
    for (let round = 0; round < MAX_ROUNDS && refused.length < REFUSALS; round++) {
      for (const reply of await writeOnce()) if (reply.status !== 200) refused.push(reply)
    }
    expect(refused.length).toBeGreaterThanOrEqual(REFUSALS)
    for (const reply of refused) {
      expectBusy(reply)
      expect(reply.body.detail).toBe(
        'The service cannot read or save its data at the moment; try again in a few seconds',
      )
    }
    const readiness = await call(server.url, '/readyz')
    expectBusy(readiness)
    expect(readiness.body.detail).toMatch(/^The service is not ready: .*the disk is full/)
    expect((await call(server.url, '/healthz')).status).toBe(200)
  })

  test('logs the real reason once, and no crash', () => {
    const reasons = logLines(server, 'storage does not work')
    expect(reasons).toHaveLength(1)
    expect(reasons[0]).toMatchObject({
      why: expect.stringMatching(/full|No space/),
      reason: expect.stringMatching(/full/),
    })
    expect(server.process.output()).not.toMatch(/rollback|request crashed|HTTP thread failed/)
  })

  test('recovers without a restart when space is freed, with everything that it has acknowledged', async () => {
    smallDisk.free()
    await expect.poll(async () => (await call(server.url, '/readyz')).status, soon).toBe(200)
    for (const reply of await writeOnce()) expect(reply.status, reply.text).toBe(200)
    await expect.poll(() => countStoredCalls(store, 'pro@example.com', 'probe'), soon).toBe(acknowledged.probes)
    const track = new Set(await trackCounts(server.url, key, asset))
    expect([...acknowledged.positions].filter((number) => !track.has(number))).toEqual([])
    const emails = await withStore(store, async ({ db }) => {
      return new Set((await db.selectFrom('accounts').select('email').execute()).map(({ email }) => email))
    })
    expect([...acknowledged.accounts].filter((email) => !emails.has(email))).toEqual([])
    const { body } = await call(server.url, `/v1/geofences/${fence}`, { key })
    expect(Number(String(body.name).split(' ')[1])).toBeGreaterThanOrEqual(acknowledged.fence)
    for (const id of acknowledged.solutions) {
      expect((await call(server.url, `/v1/optimize/${id}`, { key })).status, id).toBe(200)
    }
    for (const id of acknowledged.jobs) expect((await call(server.url, `/v1/jobs/${id}`, { key })).status, id).toBe(200)
    expect([acknowledged.solutions.size, acknowledged.jobs.size].every((count) => count > 0)).toBe(true)
    await expect.poll(() => logLines(server, 'storage works again').length, soon).toBe(1)
  })
})

/**
 * Opens a store with the PostgreSQL tables on the small disk. The write-ahead log is on another disk, because
 * PostgreSQL stops without it.
 */
async function openStoreOn({ path }: SmallDisk, { postgres, fresh }: Stores): Promise<StoreSettings> {
  const store = await fresh()
  if (!postgres) return { dataDir: join(path, 'data') }
  const folder = join(path, 'tables')
  await chmod(path, 0o755)
  await mkdir(folder)
  return { ...store, databaseUrl: await postgres.createDatabase(folder) }
}
