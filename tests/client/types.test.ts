import { readFileSync } from 'node:fs'
import { createClient, type Exchanges, operations } from '@fairway/client'
import { expect, test } from 'vitest'
import { currentTypes, typesFile } from '../../scripts/client-types/current-types.ts'

test('has the types of the API document', async () => {
  expect(readFileSync(typesFile, 'utf8'), 'run npm run client-types').toBe(await currentTypes())
})

test('has a method for every operation of the document', async () => {
  /**
   * Operations that the client omits: a spelling variant, an operation for trackers and an operation for Prometheus.
   */
  const left = new Set(['optimise', 'pushPositionByQuery', 'metrics'])
  const called = new Set<string>()
  const client = createClient({
    baseUrl: 'http://fairway.test',
    fetch: async (address, { method }) => {
      const { pathname } = new URL(address)
      const path = pathname.replace('/share/x1', '/share/{token}').replace('/x1', '/{id}').replace('/x2', '/{stop}')
      called.add(`${method} ${path}`)
      if (pathname.endsWith('/stream')) return new Response(null, { status: 204 })
      return Response.json({ assets: [], positions: [], events: [], deliveries: [], jobs: [], state: 'done' })
    },
  })
  const { assets, geofences, events, webhooks, jobs, account } = client
  const parts = [client, assets, geofences, events, webhooks, jobs, account]
  const methods = parts.flatMap((part) => Object.values(part))
  // The second argument is either a stop in the path or the options object.
  const second = Object.create({ toString: () => 'x2' })
  for (const method of methods) {
    if (typeof method !== 'function') continue
    const result = method('x1', second)
    if (Symbol.asyncIterator in result) await result.next()
    else await result
  }
  const expected = Object.entries(operations).filter(([name]) => !left.has(name))
  expect([...called].sort()).toEqual(expected.map(([, { method, path }]) => `${method} ${path}`).sort())
})

test('infers the geometry type of a reply from the request', () => {
  const client = createClient({ baseUrl: '' })
  const trip = { from: [1, 2], to: [3, 4] } as const
  // This function is never called. It only has to compile.
  const checks = async () => {
    const points: readonly (readonly [number, number])[] = (await client.route(trip)).geometry
    const text: string = (await client.route({ ...trip, geometry: 'polyline' })).geometry
    const others: string | undefined = (await client.route({ ...trip, geometry: 'polyline6' })).alternatives[0]
      ?.geometry
    const none: null = (await client.avRoute({ ...trip, geometry: 'none' })).geometry
    const plan: 'Plan' = (await client.droneRoute({ ...trip, format: 'plan' })).fileType
    const gpx: string = await client.assets.track('id', { format: 'gpx' })
    const reply: Exchanges['matrix']['reply'] = await client.matrix({ points: [trip.from, trip.to] })
    return [points, text, others, none, plan, gpx, reply]
  }
  expect(checks).toBeTypeOf('function')
})
