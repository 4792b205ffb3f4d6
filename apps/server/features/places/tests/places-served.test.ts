import { DatasetStore } from '@fairway/dataset'
import { PlacesBuilder } from '@fairway/places'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { call } from '../../../../../tests/faults/support/calls.ts'
import { openDoor } from '../../../../../tests/faults/support/plans.ts'
import { town } from '../../../../../tests/support/maps/places.ts'
import { publishMap } from '../../../../../tests/support/maps/small-map.ts'
import { type HttpSink, startHttpSink } from '../../../../../tests/support/servers/http-sink.ts'
import { type ServerProcess, startServer } from '../../../../../tests/support/servers/server-process.ts'
import { type Stores, startStores } from '../../../../../tests/support/servers/stores.ts'
import { loadOrBuildWorld } from '../runtime/world-file.ts'
import { fillSmallWorld } from '../testing/small-index.ts'

/**
 * The tests run on a real server with two HTTP threads, a world file with a few places, maps that are added and
 * removed, and an upstream geocoder.
 */

let stores: Stores
let sink: HttpSink
let server: ServerProcess | undefined
beforeAll(async () => {
  stores = await startStores('embedded')
  sink = await startHttpSink(() => ({ body: '[]' }))
})
afterEach(async () => {
  await server?.stop()
  server = undefined
})
afterAll(async () => {
  await stores.dispose()
  await sink.dispose()
})

/** Stores a small world where the server expects the places of the world. */
async function publishWorld(dataDir: string): Promise<void> {
  const builder = new PlacesBuilder()
  fillSmallWorld(builder)
  const refuse = (reason: string) => {
    throw new Error(reason)
  }
  await loadOrBuildWorld(dataDir, refuse, () => ({ index: builder.build() }))
}

/** Requests a path over several connections, so that every thread receives requests. */
async function requestAll(path: string): Promise<Record<string, unknown>[]> {
  const asked = Array.from({ length: 12 }, async () => {
    const reply = await fetch(`${server?.url}${path}`, { headers: { connection: 'close' } })
    expect(reply.status).toBe(200)
    return (await reply.json()) as Record<string, unknown>
  })
  return await Promise.all(asked)
}

test('loads the world and every map on all threads, and drops removed maps', async () => {
  const store = await stores.fresh()
  await publishWorld(store.dataDir)
  server = await startServer({
    store,
    env: { ...openDoor, FAIRWAY_GAZETTEER: 'true', FAIRWAY_GEOCODER_URL: sink.url, FAIRWAY_GEOCODER_PER_SECOND: '2' },
    args: ['--threads', '2'],
  })
  expect(server.process.output()).toContain('world index loaded')
  for (const { results, warnings } of await requestAll('/v1/geocode?q=montevideo&limit=1')) {
    expect(results).toMatchObject([{ name: 'Montevideo', address: { country_code: 'UY' }, source: 'local' }])
    expect(warnings).toBeUndefined()
  }
  const nearby = '/v1/nearby?lat=10&lon=20.001&category=cafe'
  const countEverywhere = async () =>
    new Set((await requestAll(nearby)).map(({ places }) => (places as readonly unknown[]).length))
  expect(await countEverywhere()).toEqual(new Set([0]))
  await publishMap(store.dataDir, 'nowhere', town('Nowhere', [10, 20]))
  await expect.poll(countEverywhere).toEqual(new Set([2]))
  for (const { address } of await requestAll('/v1/reverse?lat=10.0001&lon=20.0005')) {
    expect(address).toMatchObject({ house_number: '1', street: 'North Street', city: 'Nowhere' })
  }
  const roads = await call(server.url, `${nearby}&by=road`, {})
  expect(roads.body).toMatchObject({ places: [{ name: 'Nowhere Café' }, { name: 'Beans' }] })
  await new DatasetStore(store.dataDir).remove('nowhere')
  await expect.poll(countEverywhere).toEqual(new Set([0]))

  // Both threads share the upstream geocoder, its rate and its results.
  const [first] = await requestAll('/v1/geocode?q=Rue%20qui%20nexiste%20point%2017')
  expect(first?.results).toBeDefined()
  expect(sink.requests).toHaveLength(1)
})
