import { cp, mkdir, open, rename, rm, stat, truncate } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ROADS_FILE, type StoredDataset } from '@fairway/dataset'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { publishCopy, publishMap, square } from '../support/maps/small-map.ts'
import { type ServerProcess, startServer } from '../support/servers/server-process.ts'
import { type StoreSettings, type Stores, startStores } from '../support/servers/stores.ts'
import { logLines } from '../threads/log.ts'
import { loadRoutes } from '../threads/route-load.ts'
import { issueKey } from './support/accounts.ts'
import { call, expectBusy } from './support/calls.ts'
import { openDoor } from './support/plans.ts'

const patiently = { timeout: 120_000, interval: 100 }
const trip = { from: [47.999, 11], to: [47.997, 11.005] }

let stores: Stores
const servers: ServerProcess[] = []
let compiled: StoredDataset
beforeAll(async () => {
  stores = await startStores('embedded')
  compiled = await publishMap((await stores.fresh()).dataDir, 'town', square([48, 11]))
})
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})
afterAll(() => stores.dispose())

async function serve(store: StoreSettings): Promise<ServerProcess> {
  const server = await startServer({ store, env: openDoor, args: ['--threads', '1'] })
  servers.push(server)
  return server
}
async function served(server: ServerProcess): Promise<unknown> {
  const { body } = await call(server.url, '/v1/route', { body: trip })
  return (body.data as { dataset: string } | undefined)?.dataset ?? body.detail
}

/** Publishes a newer dataset that is damaged before any server can read it. */
async function publishDamaged(store: StoreSettings, damage: (file: string) => Promise<void>): Promise<StoredDataset> {
  const elsewhere = `${store.dataDir}-elsewhere`
  const dataset = await publishCopy(compiled, elsewhere)
  await damage(join(dataset.folder, ROADS_FILE))
  const folder = join(store.dataDir, 'datasets', dataset.region, dataset.id)
  await mkdir(dirname(folder), { recursive: true })
  // The dataset is copied under a temporary name, so that it appears atomically.
  await cp(dataset.folder, `${folder}.copy`, { recursive: true })
  await rename(`${folder}.copy`, folder)
  await rm(elsewhere, { recursive: true })
  return { ...dataset, folder }
}
async function turnBit(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  const at = Math.floor((await handle.stat()).size * 0.7)
  const byte = new Uint8Array(1)
  await handle.read(byte, 0, 1, at)
  await handle.write(Uint8Array.of((byte[0] ?? 0) ^ 64), 0, 1, at)
  await handle.close()
}
const cutOff = async (file: string) => truncate(file, Math.floor((await stat(file)).size / 2))

/** Requests about roads on the map, which all of these operations answer. */
const roadRequests: readonly (readonly [path: string, body: object])[] = [
  ['/v1/route', trip],
  ['/v1/route', { ...trip, vehicle: { electric: { battery_kwh: 60, charge_pct: 80 } } }],
  ['/v1/nearest', { point: trip.from }],
  ['/v1/match', { points: [trip.from, [47.999, 11.004], trip.to] }],
  ['/v1/matrix', { points: [trip.from, trip.to] }],
  ['/v1/isochrone', { from: trip.from, minutes: [1] }],
  ['/v1/optimize', { stops: [trip.from, trip.to, [47.998, 11]] }],
  ['/v1/reroute', { geometry: [trip.from, trip.to], position: trip.from, to: trip.to }],
]
const osrmPath = '/v1/compat/osrm/route/v1/driving/11,47.999;11.005,47.997'

/** Expects that all operations on roads fail only for now, with the same reason. */
async function expectUnavailable(server: ServerProcess): Promise<void> {
  const [first, ...others] = await Promise.all([
    ...roadRequests.map(([path, body]) => call(server.url, path, { body })),
    call(server.url, osrmPath),
  ])
  const detail =
    'This service cannot use any of its road maps at the moment, because they are damaged or still being loaded; try again later, or ask the operator to check /readyz, which lists the maps to repair'
  for (const reply of [first, ...others]) {
    if (!reply) throw new Error('every request has a reply')
    expect(reply.status, reply.text).toBe(503)
    expect(reply.body).toMatchObject({ busy: true, detail })
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'x-error-code': 'maps-unavailable',
      'retry-after': '10',
    })
  }
  if (first) expectBusy(first)
}

test('is ready when it is configured to have no maps, and says that there is none', async () => {
  const server = await serve(await stores.fresh())
  const { status, body } = await call(server.url, '/readyz')
  expect({ status, maps: (body.checks as Record<string, string>).maps }).toEqual({ status: 200, maps: 'ok' })
  for (const [path, body] of roadRequests) {
    const reply = await call(server.url, path, { body })
    expect([reply.status, reply.body]).toEqual([
      422,
      { busy: false, detail: 'This service has no road map yet; ask the operator to add one' },
    ])
    expect(reply.headers.get('x-error-code')).toBe('no-map')
  }
})

describe('a server with a good map and a damaged one', () => {
  // Both tests share the server, because its start takes longest.
  let store: StoreSettings
  let good: StoredDataset
  let server: ServerProcess
  beforeAll(async () => {
    store = await stores.fresh()
    good = await publishCopy(compiled, store.dataDir)
    const { folder } = await publishCopy(compiled, store.dataDir, 'other')
    await turnBit(join(folder, ROADS_FILE))
    server = await startServer({ store, env: openDoor, args: ['--threads', '2'] })
  })
  afterAll(() => server?.stop())

  test('is ready while one of two maps is damaged, and names it', async () => {
    const { status, body } = await call(server.url, '/readyz')
    expect(status).toBe(200)
    expect(body.checks).toMatchObject({ maps: 'ok', datasets: expect.stringMatching(/^other is damaged/) })
    const route = await call(server.url, '/v1/route', { body: { from: [10, 10], to: [10.01, 10] } })
    expect([route.status, route.body]).toEqual([
      422,
      { busy: false, detail: expect.stringMatching(/is outside the loaded maps of this service \(town\)/) },
    ])
  })

  test('does not serve datasets with a flipped bit or truncated: logs the reason and keeps the previous one, even after a restart', async () => {
    const refused = () => logLines(server, 'a dataset cannot be served').filter(({ region }) => region === 'town')
    const load = loadRoutes(server.url, trip, 6)
    await load.until(`200 ${good.id}`)
    for (const [earlier, damage] of [turnBit, cutOff].entries()) {
      const bad = await publishDamaged(store, damage)
      const refusals = () => refused().slice(earlier)
      await vi.waitFor(() => expect(refusals()).toHaveLength(1), patiently)
      expect(refusals()[0]).toMatchObject({
        region: 'town',
        dataset: bad.id,
        why: expect.stringMatching(/roads\.bin.*fairway compile <extract> --region town/),
      })
      await load.until(`200 ${good.id}`)
    }
    await load.stop()
    expect(load.outcomes()).toEqual(new Set([`200 ${good.id}`]))

    await server.stop()
    const restarted = await serve(store)
    expect(await served(restarted)).toBe(good.id)
    // The next valid dataset replaces the damaged dataset.
    const next = await publishCopy(compiled, store.dataDir)
    await vi.waitFor(async () => expect(await served(restarted)).toBe(next.id), patiently)
  })
})

test('starts with a damaged dataset, is not ready and recovers when it is repaired; files deleted later do not affect loaded data', async () => {
  const store = await stores.fresh()
  const damaged = await publishDamaged(store, turnBit)
  const key = await issueKey(store, 'jobs@example.com', 'pro')
  const server = await serve(store)
  await expectUnavailable(server)
  const readJob = async (id: unknown) => (await call(server.url, `/v1/jobs/${id}`, { key })).body
  const matrix = { operation: 'matrix', body: { points: [trip.from, trip.to] } }
  const { id } = (await call(server.url, '/v1/jobs', { key, body: matrix })).body
  const readiness = await call(server.url, '/readyz')
  expectBusy(readiness)
  expect(readiness.body.detail).toBe(
    'The service is not ready: maps: no map can be used: town is damaged or was compiled by another version (compile it again with "fairway compile <extract> --region town"; the log has details)',
  )
  // The dataset is repaired in place, as if restored from a backup.
  await turnBit(join(damaged.folder, ROADS_FILE))
  await vi.waitFor(async () => expect((await call(server.url, '/readyz')).status).toBe(200), patiently)
  for (const [path, body] of roadRequests) {
    const reply = await call(server.url, path, { body })
    expect(reply.status, `${path} ${reply.text}`).toBe(200)
  }
  expect((await call(server.url, osrmPath)).body).toMatchObject({ code: 'Ok' })
  expect(await served(server)).toBe(damaged.id)
  // The job was created while no map could be used, and waited.
  await vi.waitFor(async () => expect(await readJob(id)).toMatchObject({ state: 'done' }), patiently)
  const good = await publishCopy(compiled, store.dataDir)
  await vi.waitFor(async () => expect(await served(server)).toBe(good.id), patiently)

  await rm(join(good.folder, ROADS_FILE))
  for (const vehicle of [{ height_m: 4 }, { weight_t: 12 }, { hazmat: true }]) {
    const { status, text } = await call(server.url, '/v1/route', { body: { ...trip, vehicle } })
    expect(status, text).toBe(200)
  }
})
