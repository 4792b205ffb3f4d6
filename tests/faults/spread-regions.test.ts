import { setTimeout as sleep } from 'node:timers/promises'
import { toWorldX, toWorldY } from '@fairway/geo'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { copyWater } from '../support/maps/copy-maps.ts'
import { publishMap, rectangle, type SmallMap } from '../support/maps/small-map.ts'
import { requireOrSkip } from '../support/servers/backends.ts'
import { freePort } from '../support/servers/free-port.ts'
import { type ServerProcess, startServer } from '../support/servers/server-process.ts'
import { type StoreSettings, type Stores, startStores } from '../support/servers/stores.ts'
import { issueKey } from './support/accounts.ts'
import { call, expectBusy, type Reply, used } from './support/calls.ts'
import { openDoor, unlimitedRate, withPlans } from './support/plans.ts'

const present = [requireOrSkip('postgres'), requireOrSkip('redis')].every(Boolean)
const patiently = { timeout: 120_000, interval: 50 }
/** Pause between the requests of a client, in milliseconds. Without a pause, the load would slow the new nodes down. */
const PAUSE_MS = 100

/** Two towns far apart, each on its own map, with a café and an address. */
const towns = {
  east: town([48.2, 16.3], 'Kaiserstrasse'),
  west: town([41.15, -8.62], 'Aliados'),
} as const
type Town = keyof typeof towns

function town([north, west]: readonly [number, number], name: string): SmallMap & { readonly name: string } {
  const map = rectangle([north, west], [north - 0.004, west + 0.005])
  return {
    ...map,
    name,
    ways: { ...map.ways, AB: { highway: 'residential', name } },
    things: [
      { at: [north - 0.0001, west + 0.002], tags: { 'addr:street': name, 'addr:housenumber': '7' } },
      { at: [north - 0.0001, west + 0.003], tags: { amenity: 'cafe', name: `Café ${name}` } },
    ],
  }
}

function cornersOf(town: Town) {
  const { A, B, C, D } = towns[town].places as Record<'A' | 'B' | 'C' | 'D', readonly [number, number]>
  return { A, B, C, D }
}

/** One request for each operation that needs a map, with a check of its reply. */
function requestsIn(town: Town): readonly { path: string; body?: object; check: (reply: Reply) => void }[] {
  const { A, B, C, D } = cornersOf(town)
  const { name } = towns[town]
  const inTown = ({ text }: Reply) => expect(text).toContain(`"region":"${town}"`)
  const isFound = ({ text }: Reply) => expect(text).toContain(name)
  const near = `lat=${A[0]}&lon=${A[1] + 0.002}`
  return [
    { path: '/v1/route', body: { from: A, to: C }, check: inTown },
    { path: '/v1/reroute', body: { geometry: [A, B, C], position: A, reply: 'full' }, check: inTown },
    { path: '/v1/matrix', body: { points: [A, B, C, D] }, check: inTown },
    { path: '/v1/isochrone', body: { from: A, minutes: [1] }, check: inTown },
    { path: '/v1/match', body: { points: [A, B, C] }, check: inTown },
    { path: '/v1/nearest', body: { point: B }, check: inTown },
    {
      path: '/v1/optimize',
      body: { stops: [A, B, C, D], budget_ms: 20 },
      check: ({ text }) => expect(text).toContain('"receipt"'),
    },
    { path: '/v1/elevation', body: { points: [A] }, check: ({ body }) => expect(body.heights_m).toEqual([null]) },
    { path: `/v1/geocode?q=${name}%207`, check: isFound },
    { path: '/v1/geocode/batch', body: { queries: [{ q: `${name} 7` }] }, check: isFound },
    { path: `/v1/reverse?${near}`, check: isFound },
    { path: `/v1/nearby?${near}&category=cafe`, check: isFound },
  ]
}

async function ask(url: string, town: Town, key?: string): Promise<Reply> {
  const { A, C } = cornersOf(town)
  return await call(url, '/v1/route', { body: { from: A, to: C }, ...(key !== undefined && { key }) })
}

describe.skipIf(!present)('regions spread over nodes', () => {
  let stores: Stores
  let store: StoreSettings
  let env: Record<string, string>
  const nodes = new Set<ServerProcess>()

  /** Starts a node with some regions. All nodes share the data folder but load different regions. */
  async function startNode(regions: string): Promise<ServerProcess> {
    const port = await freePort()
    const server = await startServer({
      store,
      env: { ...env, FAIRWAY_REGIONS: regions, FAIRWAY_NODE_URL: `http://127.0.0.1:${port}` },
      args: ['--threads', '1', '--port', String(port)],
    })
    nodes.add(server)
    return server
  }
  async function stopNode(server: ServerProcess): Promise<void> {
    nodes.delete(server)
    expect(await server.stop(), server.process.lastLines()).toBe(0)
  }
  /** Waits until a node forwards to both towns. */
  async function waitForTowns(...servers: readonly ServerProcess[]): Promise<void> {
    for (const server of servers) {
      for (const town of ['east', 'west'] as const) {
        await vi.waitFor(async () => expect((await ask(server.url, town)).status).toBe(200), patiently)
      }
    }
  }

  let east: ServerProcess
  let west: ServerProcess
  let none: ServerProcess
  /** Node that loads both regions. It replaces the killed node of the west, and later also that of the east. */
  let both: ServerProcess
  beforeAll(async () => {
    stores = await startStores('scaled')
    store = await stores.fresh()
    env = { ...(await withPlans(store, { pro: unlimitedRate })), ...openDoor, FAIRWAY_MAP_TILES: 'true' }
    for (const town of ['east', 'west'] as const) await publishMap(store.dataDir, town, towns[town])
    // Otherwise every node would cut the world's water into tiles, which takes half a minute.
    await copyWater(store.dataDir)
    ;[east, west, none] = await Promise.all([startNode('east'), startNode('west'), startNode('none')])
    await waitForTowns(east, west, none)
  })
  afterAll(async () => {
    await Promise.all([...nodes].map((server) => server.stop()))
    await stores?.dispose()
  })

  test.each(['east', 'west'] as const)('every node answers every operation in %s', async (town) => {
    for (const { url } of [east, west, none]) {
      for (const { path, body, check } of requestsIn(town)) {
        const reply = await call(url, path, body ? { body } : {})
        expect(reply.status, `${path}: ${reply.text}`).toBe(200)
        check(reply)
      }
    }
  })

  test.each(['east', 'west'] as const)('every node draws the tiles of %s', async (town) => {
    const [latitude, longitude] = cornersOf(town).A
    const path = toTilePath(14, latitude - 0.002, longitude + 0.002)
    for (const { url } of [east, west, none]) {
      const layers = await readTile(`${url}${path}`)
      expect(layers.roads).toContain(towns[town].name)
      const { body } = await call(url, '/tiles/map.json')
      expect((body.regions as { name: string }[]).map(({ name }) => name).sort()).toEqual(['east', 'west'])
    }
  })

  test('a job for a large matrix runs on the node that has the map', async () => {
    const key = await issueKey(store, 'jobs@example.com', 'pro')
    for (const town of ['east', 'west'] as const) {
      const { A, C } = cornersOf(town)
      const created = await call(none.url, '/v1/jobs', { key, body: { operation: 'matrix', body: { points: [A, C] } } })
      expect(created.status, created.text).toBe(200)
      const read = () => call(none.url, `/v1/jobs/${created.body.id}`, { key })
      await expect.poll(async () => (await read()).body.state, patiently).toBe('done')
      const result = await call(none.url, `/v1/jobs/${created.body.id}/result`, { key })
      expect(result.text).toContain(`"region":"${town}"`)
    }
  })

  test('a forwarded reply equals the reply of the node that has the map', async () => {
    const { A, C } = cornersOf('east')
    const body = { points: [A, C], unknown_field: 1 }
    const [direct, forwarded] = await Promise.all([east, none].map(({ url }) => call(url, '/v1/matrix', { body })))
    expect(forwarded?.text).toBe(direct?.text)
    expect(forwarded?.text).toContain("unknown field 'unknown_field' was ignored")
  })

  test('a forwarded request counts once toward quota and usage', async () => {
    const key = await issueKey(store, 'once@example.com', 'pro')
    for (let count = 0; count < 5; count++) expect((await ask(none.url, 'east', key)).status).toBe(200)
    expect(await used(none.url, key)).toBe(5)
    await expect.poll(() => used(east.url, key), patiently).toBe(5)
  })

  test('the request id of the client is in the reply and in the log of both nodes', async () => {
    const { A, C } = cornersOf('east')
    const reply = await fetch(`${none.url}/v1/route`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': 'spread-1' },
      body: JSON.stringify({ from: A, to: C }),
    })
    expect(reply.headers.get('x-request-id')).toBe('spread-1')
    await reply.text()
    for (const { process } of [none, east]) await expect.poll(() => process.output(), patiently).toContain('spread-1')
  })

  test('a client cannot call another node in the name of a node', async () => {
    const forged = { 'x-fairway-node': 'a', 'x-fairway-time': String(Date.now()), 'x-fairway-signature': 'b' }
    for (const headers of [{}, forged]) {
      const reply = await fetch(`${east.url}/cluster/call`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-fairway-call', ...headers } as Record<string, string>,
        body: 'x',
      })
      expect(reply.status).toBe(404)
      expect(reply.headers.get('x-error-code')).toBe('path-unknown')
    }
  })

  test('a route id is known through every node', async () => {
    const { A, C } = cornersOf('west')
    const { body } = await call(none.url, '/v1/route', { body: { from: A, to: C } })
    for (const { url } of [east, west, none]) {
      const withId = await call(url, '/v1/reroute', { body: { route_id: body.id, position: A } })
      expect(withId.status, withId.text).toBe(200)
      const onlyId = await call(url, '/v1/reroute', { body: { route_id: body.id } })
      expect(onlyId.status, onlyId.text).toBe(200)
    }
  })

  test('requests outside and across the maps name all regions of the cluster', async () => {
    for (const { url } of [east, none]) {
      const outside = await call(url, '/v1/route', { body: { from: [10, 10], to: [10, 10.01] } })
      expect(outside.status).toBe(422)
      expect(outside.text).toContain('east')
      expect(outside.text).toContain('west')
      const body = { from: cornersOf('east').A, to: cornersOf('west').A }
      const across = await call(url, '/v1/route', { body })
      expect([across.status, across.headers.get('x-error-code')]).toEqual([422, 'across-maps'])
    }
  })

  test('the death of a node costs only its region, with 503, until it returns', async () => {
    await west.kill()
    nodes.delete(west)
    for (const { url } of [east, none]) {
      expectBusy(await ask(url, 'west'))
      expect((await ask(url, 'west')).headers.get('x-error-code')).toBe('region-unavailable')
      expect((await ask(url, 'west')).text).toContain('The map west is currently unavailable')
      expect((await ask(url, 'east')).status).toBe(200)
      const [latitude, longitude] = cornersOf('west').A
      expectBusy(await call(url, toTilePath(13, latitude - 0.002, longitude + 0.002)))
      const places = await call(url, `/v1/geocode?q=${towns.east.name}%207`)
      expect(places.text).toContain('places in the map west are missing')
      expect(places.text).toContain(towns.east.name)
    }
    expect((await readChecks(none)).regions).toMatch(/^east: 1 other server; west: /)
    // The announcement expires, but the region stays known.
    await expect.poll(() => countAnnounced(stores), patiently).toBe(2)
    await expect
      .poll(async () => (await readChecks(none)).regions, patiently)
      .toBe('east: 1 other server; west: unavailable')
    await expect
      .poll(async () => (await ask(none.url, 'west')).headers.get('x-error-code'), patiently)
      .toBe('region-unavailable')
    both = await startNode('east,west')
    await waitForTowns(east, none)
  })

  test('with two nodes for a region, the death of one costs nothing', async () => {
    await expect
      .poll(async () => (await readChecks(none)).regions, patiently)
      .toBe('east: 2 other servers; west: 1 other server')
    let isDone = false
    const statuses = new Set<number>()
    let replies = 0
    const clients = (['east', 'west'] as const).map(async (town) => {
      while (!isDone) {
        statuses.add((await ask(none.url, town)).status)
        replies++
      }
    })
    await expect.poll(() => replies, patiently).toBeGreaterThan(20)
    nodes.delete(east)
    await east.kill()
    const repliesAtKill = replies
    await expect.poll(() => replies, patiently).toBeGreaterThan(repliesAtKill + 50)
    isDone = true
    await Promise.all(clients)
    expect([...statuses]).toEqual([200])
  })

  test('the client of a forwarded request can disconnect, and the next request works', async () => {
    const { A, B, C, D } = cornersOf('east')
    const abort = new AbortController()
    const pending = fetch(`${none.url}/v1/optimize`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ stops: [A, B, C, D], budget_ms: 5000 }),
      signal: abort.signal,
    })
    abort.abort()
    await expect(pending).rejects.toThrow('aborted')
    expect((await ask(none.url, 'east')).status).toBe(200)
  })

  test('no request is lost while all nodes are replaced one after another', async () => {
    let entry = none
    let isDone = false
    const outcomes = new Map<string, number>()
    const pending: ServerProcess[] = []
    const load = async (town: Town): Promise<void> => {
      while (!isDone) {
        const asked = entry
        pending.push(asked)
        const outcome = await ask(asked.url, town).then(
          ({ status, text }) => (status === 200 ? '200' : `${status} ${text}`),
          (error: Error) => error.message,
        )
        pending.splice(pending.indexOf(asked), 1)
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
        await sleep(PAUSE_MS)
      }
    }
    const clients = (['east', 'west', 'east', 'west'] as const).map(load)
    const replace = async (old: ServerProcess, regions: string): Promise<ServerProcess> => {
      const replacement = await startNode(regions)
      // A load balancer stops sending requests to the old node before it stops. A request that is sent on an idle
      // connection while the server closes it is lost.
      if (old === entry) entry = replacement
      await vi.waitFor(() => expect(pending).not.toContain(old), { timeout: 120_000, interval: 5 })
      await stopNode(old)
      return replacement
    }
    both = await replace(both, 'east,west')
    await waitForTowns(none)
    none = await replace(none, 'none')
    await expect.poll(() => outcomes.get('200'), patiently).toBeGreaterThan(100)
    isDone = true
    await Promise.all(clients)
    expect([...outcomes.keys()]).toEqual(['200'])
  })
})

function toTilePath(zoom: number, latitude: number, longitude: number): string {
  const x = Math.floor(toWorldX(longitude * 1e6) * 2 ** zoom)
  const y = Math.floor(toWorldY(latitude * 1e6) * 2 ** zoom)
  return `/tiles/${zoom}/${x}/${y}.mvt`
}

/** Returns the names of the features of each layer. */
async function readTile(url: string): Promise<Record<string, unknown[]>> {
  const reply = await fetch(url)
  const bytes = new Uint8Array(await reply.arrayBuffer())
  expect([200, 204], Buffer.from(bytes).toString('utf8')).toContain(reply.status)
  const { layers } = new VectorTile(new PbfReader(bytes))
  return Object.fromEntries(
    Object.entries(layers).map(([name, layer]) => [
      name,
      Array.from({ length: layer.length }, (_, index) => layer.feature(index).properties.name),
    ]),
  )
}

async function readChecks({ url }: ServerProcess): Promise<Record<string, string>> {
  return (await call(url, '/readyz')).body.checks as Record<string, string>
}

async function countAnnounced({ redis }: Stores): Promise<number> {
  const { Redis } = await import('ioredis')
  const client = new Redis(redis?.url ?? '')
  try {
    return (await client.keys('fairway:node:*')).length
  } finally {
    client.disconnect()
  }
}
