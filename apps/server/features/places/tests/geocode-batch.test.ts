import { beforeAll, expect, test } from 'vitest'
import { expectProblem } from '../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../tests/support/maps/maps.ts'
import { askPlaces } from '../../../../../tests/support/maps/places.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { signUp } from '../../accounts/tests/sample-accounts.ts'
import { batchExample, batchRequestExample } from '../batch/examples.ts'
import { smallWorld } from '../testing/small-index.ts'

describeOnStores('POST /v1/geocode/batch', ({ start, startShared }) => {
  let service: TestService
  beforeAll(async () => {
    service = await startShared({
      config: { anonymousBurst: 100_000 },
      maps: await openMaps(),
      world: smallWorld(),
    })
  })
  const post = (payload: object, headers: Record<string, string> = {}) =>
    service.app.inject({ method: 'POST', url: '/v1/geocode/batch', payload, headers })

  test('returns the reply of the example', async () => {
    const reply = await post(batchRequestExample)
    expect([reply.statusCode, reply.json()]).toEqual([200, batchExample])
  })

  test('returns what the single operations return, in the order of the queries', async () => {
    const cities = ['Paris', 'Montevideo', 'Durazno', 'xyzzyqqq']
    const positions = [
      { lat: -34.9, lon: -56.17 },
      { lat: 30, lon: -45 },
    ]
    const reply = (await post({ queries: [...cities.map((q) => ({ q, limit: 3 })), ...positions] })).json()
    for (const [index, q] of cities.entries()) {
      const { results } = (await askPlaces(service, 'geocode', { q, limit: 3 })).json()
      expect(reply.results[index]).toEqual({ status: results.length > 0 ? 'found' : 'nothing', results })
    }
    expect(reply.results[3]).toEqual({ status: 'nothing', results: [] })
    for (const [index, position] of positions.entries()) {
      const { data: _, ...reverse } = (await askPlaces(service, 'reverse', position)).json()
      expect(reply.results[cities.length + index]).toEqual({ status: 'found', reverse })
    }
  })

  test('applies the fields of the batch to the queries that do not have them', async () => {
    const queries = [{ q: 'paris' }, { q: 'paris', lang: 'en', country: 'FR' }, { q: 'montevideo', limit: 1 }]
    const reply = (await post({ queries, lang: 'de', limit: 2, near: '48.85,2.35' })).json()
    const [german, english, one] = reply.results
    expect(german.results[0].label).toBe('Paris, Île-de-France, Frankreich')
    expect(german.results[0].distance_km).toBeLessThan(1)
    expect(english.results[0].label).toBe('Paris, Île-de-France, France')
    expect(one.results).toHaveLength(1)
  })

  test('reports each invalid query in its own result', async () => {
    const queries = [
      { q: 5 },
      { lat: 91, lon: 0 },
      { lat: 1 },
      { lat: 0, lon: 0 },
      { q: 'paris', lat: 1, lon: 1 },
      { q: 'paris', street: 'Rue' },
      { housenumber: '5' },
      {},
      { q: 'paris', limit: 21 },
      { q: 'Paris' },
    ]
    const { results } = (await post({ queries })).json()
    expect(results.map(({ status }: { status: string }) => status)).toEqual([...Array(9).fill('invalid'), 'found'])
    const errors = results.slice(0, 9).map(({ error }: { error: { code: string; detail: string } }) => error)
    expect(errors).toEqual([
      { code: 'input-invalid', detail: expect.stringMatching(/^q is 5; it must be a string/) },
      { code: 'input-invalid', detail: expect.stringMatching(/^lat is 91; it must be at most 90/) },
      { code: 'input-invalid', detail: expect.stringMatching(/^lon is missing; it must be a number/) },
      { code: 'position-zero', detail: expect.stringMatching(/^lat and lon are both 0/) },
      {
        code: 'query-and-position',
        detail: 'The query contains both q and a position; give lat and lon to get an address, or q to get a position',
      },
      { code: 'query-and-street', detail: expect.stringMatching(/^q and street are both set/) },
      {
        code: 'street-missing',
        detail: expect.stringMatching(/^housenumber is "5", but street and city are both missing/),
      },
      { code: 'query-missing', detail: expect.stringMatching(/^q is missing; give the search text as q/) },
      { code: 'input-invalid', detail: expect.stringMatching(/^limit is 21; it must be at most 20/) },
    ])
  })

  test('accepts 1,000 queries and rejects 1,001', async () => {
    const queries = Array.from({ length: 1001 }, (_, index) => ({ lat: -34.9 + index / 1e5, lon: -56.17 }))
    const reply = (await post({ queries: queries.slice(1) })).json()
    expect(reply.results).toHaveLength(1000)
    expectProblem(
      await post({ queries }),
      422,
      'queries has 1001 entries, but a batch may have at most 1000; divide the queries among several batches',
    )
  })

  test('accepts plain texts as queries', async () => {
    const { results } = (await post({ queries: ['paris', { q: 'paris' }] })).json()
    expect(results[0].status).toBe('found')
    expect(results[0]).toEqual(results[1])
  })

  test('rejects a batch without queries', async () => {
    expectProblem(await post({ queries: [] }), 422, /^queries is empty; give at least one query, such as/)
    expectProblem(await post({}), 422, /^queries is missing; it must be an array/)
    expectProblem(
      await post({ queries: [7] }),
      422,
      /^queries\[0\] is 7; it must be a search text, or an object such as \{"q": "paris"\}/,
    )
    expectProblem(await post({ queries: [{ q: 'paris' }], limit: 0 }), 422, /^limit is 0; it must be at least 1/)
  })

  test('counts each query as a call, and none as a route', async () => {
    const { key } = await signUp(service)
    const headers = { 'x-api-key': key }
    await post({ queries: [{ q: 'paris' }, { q: 'a' }, { lat: 1, lon: 1 }] }, headers)
    expectProblem(await post({ queries: [] }, headers), 422, /^queries is empty/)
    const { quota, usage } = (await service.app.inject({ url: '/v1/account/usage', headers })).json()
    expect([quota.used, usage.by_operation]).toEqual([0, [{ operation: 'geocode.batch', calls: 3, routes: 0 }]])
  })

  test('reports when the world index is still being built', async () => {
    const waiting = await start({ config: { gazetteer: true } })
    const payload = { queries: [{ q: 'Paris' }] }
    const reply = await waiting.app.inject({ method: 'POST', url: '/v1/geocode/batch', payload })
    expect(reply.json()).toMatchObject({
      results: [{ status: 'nothing', results: [] }],
      warnings: [expect.stringMatching(/because the world index is still being built/)],
    })
  })
})
