import { fileURLToPath } from 'node:url'
import { DatasetStore, type StoredDataset } from '@fairway/dataset'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { call } from '../faults/support/calls.ts'
import { launchServer } from '../faults/support/launch.ts'
import { openDoor } from '../faults/support/plans.ts'
import { drawMonaco, inMonaco } from '../support/maps/extracts.ts'
import { publishEmbedded } from '../support/maps/maps.ts'
import { publishCopy, publishMap, square } from '../support/maps/small-map.ts'
import { run } from '../support/servers/processes.ts'
import { type ServerProcess, startServer } from '../support/servers/server-process.ts'
import { type StoreSettings, type Stores, startStores } from '../support/servers/stores.ts'
import { closeAll, openConnections } from './connections.ts'
import { logLines, threadsSeen } from './log.ts'
import { loadRoutes, type RouteLoad } from './route-load.ts'
import { startFaultyServer } from './start-faulty-server.ts'

const CONNECTIONS = 8
const patiently = { timeout: 120_000, interval: 100 }
const inMontevideo = { from: [-34.9066, -56.1671], to: [-34.9094, -56.1653] }
const inTown = { from: [9.999, 20], to: [9.997, 20.004] }
const OUTSIDE_MONTEVIDEO = /^422 The start \(from\) is outside the loaded maps of this service \(montevideo\);/
const needsOwnMetric = {
  ...inMontevideo,
  avoid: ['tunnels'],
  vehicle: { height_m: 4.6 },
  avoid_areas: [
    [
      [-34.9, -56.2],
      [-34.9, -56.19],
      [-34.89, -56.19],
    ],
  ],
}

let stores: Stores
const servers: ServerProcess[] = []
const loads: RouteLoad[] = []
beforeAll(async () => {
  stores = await startStores('embedded')
})
afterEach(async () => {
  for (const load of loads.splice(0)) await load.stop()
  for (const server of servers.splice(0)) await server.stop()
})
afterAll(() => stores.dispose())

function load(server: ServerProcess, body: object): RouteLoad {
  const load = loadRoutes(server.url, body, CONNECTIONS)
  loads.push(load)
  return load
}

/** Path of the command that runs operator commands in a separate process. */
const command = fileURLToPath(new URL('../../apps/server/bin/fairway.js', import.meta.url))
async function fairway(store: StoreSettings, ...words: string[]): Promise<Record<string, unknown>> {
  const output = await run(process.execPath, [command, ...words, '--data-dir', store.dataDir, '--json'])
  return JSON.parse(output.slice(output.indexOf('{')))
}

const routeOn = (url: string, body: object) => call(url, '/v1/route', { body })

describe('maps that change while routes are requested', () => {
  // Both tests share one server, because its start takes longer than either test.
  let store: StoreSettings
  let server: ServerProcess
  beforeAll(async () => {
    store = await stores.fresh()
    server = await startServer({ store, env: openDoor, args: ['--threads', '2'] })
  })
  afterAll(() => server?.stop())

  test('serves the first map of a server that started without one, and several at once', async () => {
    expect(await routeOn(server.url, inMonaco)).toMatchObject({
      status: 422,
      body: { busy: false, detail: expect.stringMatching(/^This service has no road map yet/) },
    })
    const ask = async (latitude: number, longitude: number) => {
      const at = [latitude - 0.001, longitude]
      const { status, body } = await routeOn(server.url, { from: at, to: [latitude - 0.003, longitude + 0.004] })
      return [status, (body.data as { region: string } | undefined)?.region]
    }
    await publishMap(store.dataDir, 'one', square([10, 20]))
    await vi.waitFor(async () => expect(await ask(10, 20)).toEqual([200, 'one']), patiently)
    // The second region overlaps the first, and the third is on the other side of the earth.
    const wide = square([10, 20])
    const places = { ...wide.places, E: [9, 19], F: [11, 21] } as const
    await publishMap(store.dataDir, 'wide', {
      places,
      ways: { ...wide.ways, AE: { highway: 'primary' }, BF: { highway: 'primary' } },
    })
    await publishMap(store.dataDir, 'far/away', square([-17, 179.99]))
    await vi.waitFor(async () => expect(await ask(-17, 179.99)).toEqual([200, 'far/away']), patiently)
    await vi.waitFor(async () => {
      const reply = await routeOn(server.url, { from: [9, 19], to: [11, 21] })
      expect((reply.body.data as { region: string } | undefined)?.region).toBe('wide')
    }, patiently)
    expect(await ask(10, 20)).toEqual([200, 'one'])
    expect(await routeOn(server.url, { from: [10, 20], to: [-17, 179.99] })).toMatchObject({
      status: 422,
      body: {
        detail: expect.stringMatching(/^The points are on different maps of this service \(far\/away, one, wide\)/),
      },
    })
    const shelf = new DatasetStore(store.dataDir)
    for (const region of ['one', 'wide', 'far/away']) await shelf.remove(region)
    await vi.waitFor(async () => expect((await ask(10, 20))[0]).toBe(422), patiently)
  })

  test('fails no request, regardless of its options, during a new region, a newer dataset, a rollback and a removal', async () => {
    const served = logLines(server, 'serving a map').length
    const first = await publishEmbedded(store.dataDir)
    await load(server, inMontevideo).until(`200 ${first.id}`)
    await loads.pop()?.stop()
    const [here, there, demanding] = [load(server, inMontevideo), load(server, inMonaco), load(server, needsOwnMetric)]
    await Promise.all([
      here.until(`200 ${first.id}`),
      there.until(OUTSIDE_MONTEVIDEO),
      demanding.until(`200 ${first.id}`),
    ])
    await fairway(store, 'compile', await drawMonaco(store.dataDir), '--region', 'europe/monaco')
    await there.until(/^200 /)

    const second = await publishEmbedded(store.dataDir)
    await Promise.all([here.until(`200 ${second.id}`), demanding.until(`200 ${second.id}`)])

    await fairway(store, 'regions', 'use', 'montevideo', first.id)
    await Promise.all([here.until(`200 ${first.id}`), demanding.until(`200 ${first.id}`)])

    await fairway(store, 'regions', 'remove', 'europe/monaco')
    await there.until(OUTSIDE_MONTEVIDEO)

    for (const { seen } of [here, there]) {
      await vi.waitFor(() => expect(seen.flat().length).toBeGreaterThan(200), patiently)
    }
    const [asked, askedThere] = [await here.stop(), await there.stop()]
    await demanding.stop()
    loads.length = 0
    expect(asked).toBeGreaterThan(200)
    expect(askedThere).toBeGreaterThan(200)
    for (const { outcomes } of [here, demanding]) {
      expect(outcomes()).toEqual(new Set([`200 ${first.id}`, `200 ${second.id}`]))
    }
    for (const outcome of there.outcomes())
      expect(outcome).toMatch(/^200 \d{8}T|^422 The start \(from\) is outside the loaded maps/)
    // Every thread switches once and never alternates between two datasets.
    for (const seen of here.seen) {
      const changes = seen.filter((outcome, index) => outcome !== seen[index - 1])
      expect(changes).toEqual([`200 ${first.id}`, `200 ${second.id}`, `200 ${first.id}`])
    }
    expect(threadsSeen(server)).toEqual([0, 1])
    expect(logLines(server, 'request crashed')).toEqual([])
    const since = logLines(server, 'serving a map').slice(served)
    expect(since.map(({ region }) => region)).toEqual(['montevideo', 'europe/monaco', 'montevideo', 'montevideo'])
  })
})

describe('replaced threads', () => {
  // Both tests share one server, because its start takes longer than either test.
  let store: StoreSettings
  let server: ServerProcess
  let old: StoredDataset
  beforeAll(async () => {
    store = await stores.fresh()
    old = await publishMap(store.dataDir, 'town', square([10, 20]))
    server = await startFaultyServer({ store, threads: 2, env: openDoor })
  })
  afterAll(() => server?.stop())
  const routes = async () => {
    const connections = openConnections(server.url, CONNECTIONS)
    const replies = await Promise.all(connections.map((one) => one.send('/v1/route', { body: inTown })))
    closeAll(connections)
    return new Set(replies.map(({ status, body }) => `${status} ${JSON.parse(body).data?.dataset}`))
  }
  const replacements = () => logLines(server, 'HTTP thread is restarted').length
  /** Waits until both threads have replied with only this outcome. */
  const expectFromBoth = async (outcome: string) => {
    const seen = logLines(server, 'reply').length
    await vi.waitFor(async () => {
      expect(await routes()).toEqual(new Set([outcome]))
      const answered = logLines(server, 'reply').slice(seen)
      expect(new Set(answered.map(({ thread }) => thread))).toEqual(new Set([0, 1]))
    }, patiently)
    expect(await routes()).toEqual(new Set([outcome]))
  }

  test('get all maps again, including those added after the start', async () => {
    expect(await routes()).toEqual(new Set([`200 ${old.id}`]))
    const fresh = await publishCopy(old, store.dataDir)
    await vi.waitFor(async () => expect(await routes()).toEqual(new Set([`200 ${fresh.id}`])), patiently)
    for (const how of ['exit', 'throw']) {
      const before = replacements()
      expect((await call(server.url, '/v1/die', { body: { how } })).status).toBe(200)
      await vi.waitFor(() => expect(replacements()).toBe(before + 1), patiently)
      await vi.waitFor(async () => expect(await routes()).toEqual(new Set([`200 ${fresh.id}`])), patiently)
    }
    await expectFromBoth(`200 ${fresh.id}`)
  })

  test('start with either map while a new one is loading, and end with the new one', async () => {
    const before = replacements()
    const dying = call(server.url, '/v1/die', { body: { how: 'exit' } })
    const fresh = await publishCopy(old, store.dataDir)
    expect((await dying).status).toBe(200)
    await vi.waitFor(() => expect(replacements()).toBe(before + 1), patiently)
    await expectFromBoth(`200 ${fresh.id}`)
  })
})

describe('bundled map', () => {
  const env = { ...openDoor, FAIRWAY_EMBEDDED_REGION: 'true' }

  test('of Monaco is ready after the first start; an interrupted start compiles Montevideo the next time', async () => {
    const store = await stores.fresh()
    const interrupted = launchServer({ store, env })
    await interrupted.waitFor(/compiling the embedded map of Montevideo/)
    expect(interrupted.output()).toContain('first start: using the prepared map of Monaco')
    expect(await interrupted.end('SIGTERM', 120_000)).toEqual({ code: 0, signal: null })
    expect([...(await new DatasetStore(store.dataDir).listCurrent()).keys()]).toEqual(['monaco'])
    const server = await startServer({ store, env, args: ['--threads', '1'] })
    servers.push(server)
    expect(logLines(server, 'first start: using the prepared map of Monaco')).toHaveLength(0)
    const reply = await routeOn(server.url, inMonaco)
    expect(reply).toMatchObject({ status: 200, body: { data: { region: 'monaco' } } })
    // This test does not wait for the map, because the compiler has a low priority, and other tests keep the machine
    // busy.
    await server.process.waitFor(/compiling the embedded map of Montevideo in the background/)
    const readiness = await call(server.url, '/readyz')
    const datasets = expect.stringMatching(/^(montevideo is being compiled|ok)$/)
    expect(readiness).toMatchObject({ status: 200, body: { checks: { datasets } } })
    expect(await server.stop()).toBe(0)
  })

  test('is not compiled when there is another map, or when it is disabled', async () => {
    const store = await stores.fresh()
    await publishMap(store.dataDir, 'own', square([10, 20]))
    const server = await startServer({ store, env, args: ['--threads', '1'] })
    servers.push(server)
    const reply = await routeOn(server.url, inMontevideo)
    expect(reply.body.detail).toMatch(/^The start \(from\) is outside the loaded maps of this service \(own\);/)
  })
})
