import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import { fail } from '../../../platform/result.ts'
import type { UpstreamAdapter } from './adapter.ts'
import { createOsrmProvider } from './osrm-provider.ts'
import type { UpstreamProvider, UpstreamQuery } from './provider.ts'
import { createResilientProvider, type ResilienceOptions } from './resilient-provider.ts'
import type { Behaviour } from './testing/behaviour.ts'
import { aroundTheCorner, createOtherQuery } from './testing/queries.ts'
import { excludeRefused, noRoute } from './testing/replies.ts'
import { type OsrmProcess, startOsrm } from './testing/start-osrm.ts'

let server: OsrmProcess
let clock: FakeClock
let provider: UpstreamProvider
beforeAll(async () => {
  server = await startOsrm()
})
afterAll(() => server.kill())
beforeEach(async () => {
  await server.reset()
  clock = new FakeClock()
  provider = create()
})
afterEach(() => provider.close())

function create(options: Partial<ResilienceOptions> = {}): UpstreamProvider {
  const adapter = createOsrmProvider({ url: server.url, clock })
  return createResilientProvider(adapter, { clock, timeoutMs: 10_000, cacheSeconds: 300, ...options })
}
/** Replaces the default provider. */
async function use(options: Partial<ResilienceOptions>): Promise<void> {
  await provider.close()
  provider = create(options)
}
async function requestCount(): Promise<number> {
  return (await server.state()).requests.length
}
/** Each query is different, so that the cache is not used. */
let requestNumber = 0
function requestNewRoute() {
  return provider.route(createOtherQuery(++requestNumber))
}
const ok = expect.objectContaining({ ok: true })
const unavailable = (why: string, retryAfterSeconds: number) => ({
  ok: false,
  failure: { kind: 'upstream-unavailable', why, retryAfterSeconds },
})
const serverError: Behaviour = { does: 'answer', status: 500, json: {} }
/** The provider does not retry after a garbage reply, so one request counts as one failure. */
const garbage: Behaviour = { does: 'write', text: 'garbage' }
const isGarbage = unavailable('its reply is not JSON', 2)

async function failTimes(count: number): Promise<void> {
  await server.next(...Array.from({ length: count }, () => garbage))
  for (let i = 0; i < count; i++) expect(await requestNewRoute()).toEqual(isGarbage)
}

test('has the name of the wrapped provider', () => {
  expect(provider.name).toBe('osrm')
})

describe('retry', () => {
  test.each<Behaviour>([serverError, { does: 'drop' }, { does: 'hang-up' }])('happens after %j', async (trouble) => {
    await server.next(trouble)
    expect(await requestNewRoute()).toEqual(ok)
    expect(await requestCount()).toBe(2)
  })

  test('happens only once', async () => {
    await server.next(serverError, serverError)
    expect(await requestNewRoute()).toEqual(unavailable('it returned 500', 2))
    expect(await requestCount()).toBe(2)
  })

  test.each<Behaviour>([
    garbage,
    { does: 'answer', status: 400, json: noRoute },
    { does: 'answer', status: 400, json: excludeRefused },
    { does: 'write', status: 429, text: '' },
    { does: 'write', status: 503, headers: { 'retry-after': '1' }, text: '' },
    { does: 'write', status: 404, text: '' },
  ])('does not happen after %j', async (reply) => {
    await server.next(reply)
    expect(await requestNewRoute()).toMatchObject({ ok: false })
    expect(await requestCount()).toBe(1)
  })

  test('succeeds after the server closed the connection', async () => {
    expect(await requestNewRoute()).toEqual(ok)
    await server.restart()
    expect(await requestNewRoute()).toEqual(ok)
  })
})

describe('timeout', () => {
  test('ends a hanging call with its connection, without a retry', async () => {
    await use({ timeoutMs: 500 })
    await server.next({ does: 'hang' })
    expect(await requestNewRoute()).toEqual(unavailable('no response within 500 ms', 2))
    await server.waitForConnections(0)
    expect(await requestCount()).toBe(1)
  })

  test('covers both attempts together', async () => {
    await use({ timeoutMs: 5000 })
    await server.next(serverError, { does: 'hang' })
    const startedAt = performance.now()
    expect(await requestNewRoute()).toEqual(unavailable('no response within 5000 ms', 2))
    expect(performance.now() - startedAt).toBeLessThan(2 * 5000)
    expect(await requestCount()).toBe(2)
  })

  test('during the pause before the retry reports the first failure', async () => {
    const failure = { kind: 'upstream-unavailable', why: 'connection failed', isRetryable: true } as const
    const adapter: UpstreamAdapter = { name: 'away', request: async () => fail(failure), close: async () => undefined }
    // The timeout is shorter than the shortest retry pause.
    const hasty = createResilientProvider(adapter, { clock, timeoutMs: 40, cacheSeconds: 0 })
    expect(await hasty.route(aroundTheCorner)).toEqual(unavailable('connection failed', 2))
    await hasty.close()
  })
})

describe('circuit breaker', () => {
  test('opens after five failures: the sixth call fails without a request, with a retry time', async () => {
    await failTimes(5)
    expect(await requestNewRoute()).toEqual(unavailable('paused after failures: its reply is not JSON', 10))
    clock.advance(6500)
    expect(await requestNewRoute()).toEqual(unavailable('paused after failures: its reply is not JSON', 4))
    expect(await requestCount()).toBe(5)
  })

  test('lets one probe through after the pause, and all calls after its success', async () => {
    await failTimes(5)
    clock.advance(10_000)
    await server.next({ does: 'hang' })
    const probe = requestNewRoute()
    await server.waitForRequests(6)
    expect(await requestNewRoute()).toEqual(unavailable('paused after failures: its reply is not JSON', 1))
    await server.release()
    expect(await probe).toEqual(ok)
    expect(await Promise.all([requestNewRoute(), requestNewRoute()])).toEqual([ok, ok])
    expect(await requestCount()).toBe(8)
  })

  test('sends a probe once, and doubles the pause when it fails', async () => {
    await failTimes(5)
    clock.advance(10_000)
    await server.next(serverError)
    expect(await requestNewRoute()).toEqual(unavailable('it returned 500', 2))
    expect(await requestCount()).toBe(6)
    expect(await requestNewRoute()).toEqual(unavailable('paused after failures: it returned 500', 20))
  })

  test('does not count missing routes or rejections, which end a series of failures', async () => {
    for (const json of [noRoute, excludeRefused]) {
      await failTimes(4)
      await server.next({ does: 'answer', status: 400, json })
      expect(await requestNewRoute()).toMatchObject({ ok: false, failure: { why: expect.stringContaining(json.code) } })
    }
    await failTimes(4)
    expect(await requestNewRoute()).toEqual(ok)
  })

  test('counts timeouts', async () => {
    await use({ timeoutMs: 100 })
    await server.next(...Array.from({ length: 5 }, () => ({ does: 'hang' }) as const))
    for (let i = 0; i < 5; i++) await requestNewRoute()
    expect(await requestNewRoute()).toEqual(unavailable('paused after failures: no response within 100 ms', 10))
  })

  test('honors a Retry-After for its full duration', async () => {
    await server.next({ does: 'write', status: 429, headers: { 'retry-after': '7' }, text: '' })
    expect(await requestNewRoute()).toEqual(unavailable('it returned 429', 7))
    clock.advance(3000)
    expect(await requestNewRoute()).toEqual(unavailable('paused after failures: it returned 429', 4))
    expect(await requestCount()).toBe(1)
    clock.advance(4000)
    expect(await requestNewRoute()).toEqual(ok)
  })

  test('still returns cached replies', async () => {
    expect(await provider.route(aroundTheCorner)).toEqual(ok)
    await failTimes(5)
    expect(await provider.route(aroundTheCorner)).toEqual(ok)
    expect(await requestNewRoute()).toMatchObject({ ok: false })
  })

  test('recovers automatically after a server was killed', async () => {
    await server.kill()
    for (let i = 0; i < 5; i++) expect(await requestNewRoute()).toMatchObject({ ok: false })
    expect(await requestNewRoute()).toMatchObject({
      failure: { why: expect.stringContaining('paused after failures') },
    })
    await server.restart()
    clock.advance(10_000)
    expect(await requestNewRoute()).toEqual(ok)
    expect(await requestNewRoute()).toEqual(ok)
  })
})

describe('concurrent requests', () => {
  test('have a limit, above which calls fail immediately without affecting the breaker', async () => {
    await use({ maxInFlight: 2 })
    await server.next({ does: 'hang' }, { does: 'hang' })
    const slow = [requestNewRoute(), requestNewRoute()]
    await server.waitForRequests(2)
    for (let i = 0; i < 6; i++) {
      expect(await requestNewRoute()).toEqual(unavailable('2 requests to it are already in flight', 1))
    }
    await server.release()
    expect(await Promise.all(slow)).toEqual([ok, ok])
    expect(await requestNewRoute()).toEqual(ok)
    expect(await server.state()).toMatchObject({ mostAtOnce: 2 })
  })

  test('are limited to 32 by default', async () => {
    await server.next(...Array.from({ length: 33 }, () => ({ does: 'hang' }) as const))
    const slow = Array.from({ length: 32 }, requestNewRoute)
    expect(await requestNewRoute()).toEqual(unavailable('32 requests to it are already in flight', 1))
    await server.waitForRequests(32)
    await server.release()
    expect(await Promise.all(slow)).toEqual(Array(32).fill(ok))
  })

  test('are shared by identical queries', async () => {
    await use({ maxInFlight: 1 })
    await server.next({ does: 'hang' })
    const calls = Array.from({ length: 10 }, () => provider.route(aroundTheCorner))
    await server.waitForRequests(1)
    calls.push(provider.route(aroundTheCorner))
    await server.release()
    const [first, ...others] = await Promise.all(calls)
    expect(first).toEqual(ok)
    for (const other of others) expect(other).toBe(first)
    expect(await requestCount()).toBe(1)
  })

  test('share a failure too, without caching it', async () => {
    await server.next(garbage)
    const outcomes = await Promise.all([provider.route(aroundTheCorner), provider.route(aroundTheCorner)])
    expect(outcomes).toEqual([isGarbage, isGarbage])
    expect(await provider.route(aroundTheCorner)).toEqual(ok)
    expect(await requestCount()).toBe(2)
  })
})

describe('memory', () => {
  async function requestsOf(...queries: readonly UpstreamQuery[]): Promise<number> {
    for (const query of queries) await provider.route(query)
    return requestCount()
  }
  const nearby: UpstreamQuery = {
    ...aroundTheCorner,
    stops: aroundTheCorner.stops.map((stop) => ({ ...stop, longitude: stop.longitude + 0.000001 })),
  }

  test('serves an identical or nearly identical query without the server', async () => {
    expect(await requestsOf(aroundTheCorner, aroundTheCorner, nearby)).toBe(1)
  })

  test('does not mix up queries', async () => {
    expect(await requestsOf(aroundTheCorner, createOtherQuery(1), { ...aroundTheCorner, steps: false })).toBe(3)
  })

  test('expires after the configured time', async () => {
    await requestsOf(aroundTheCorner)
    clock.advance(299_999)
    expect(await requestsOf(aroundTheCorner)).toBe(1)
    clock.advance(1)
    expect(await requestsOf(aroundTheCorner)).toBe(2)
  })

  test('stores a missing route, but not a rejected query', async () => {
    await server.next({ does: 'answer', status: 400, json: noRoute })
    expect(await requestsOf(aroundTheCorner, aroundTheCorner)).toBe(1)
    await server.next({ does: 'answer', status: 400, json: excludeRefused })
    expect(await requestsOf(createOtherQuery(1), createOtherQuery(1))).toBe(3)
  })

  test('can be disabled', async () => {
    await use({ cacheSeconds: 0 })
    expect(await requestsOf(aroundTheCorner, aroundTheCorner)).toBe(2)
  })
})

describe('closing', () => {
  const stopping = unavailable('the service is stopping', 2)

  test('ends calls and connections; afterwards there are no requests and no cached replies', async () => {
    expect(await provider.route(aroundTheCorner)).toEqual(ok)
    await server.next({ does: 'hang' })
    const call = requestNewRoute()
    await server.waitForRequests(2)
    await provider.close()
    expect(await call).toEqual(stopping)
    await server.waitForConnections(0)
    expect(await provider.route(aroundTheCorner)).toEqual(stopping)
    expect(await requestCount()).toBe(2)
  })

  test('does not wait for the pause before a retry', async () => {
    await server.next(serverError)
    const call = requestNewRoute()
    await server.waitForRequests(1)
    await provider.close()
    expect(await call).toMatchObject({ ok: false, failure: { kind: 'upstream-unavailable' } })
  })

  test('can be repeated', async () => {
    await provider.close()
    await provider.close()
  })
})

test('does not swallow an adapter error, which does not block the breaker', async () => {
  const osrm = createOsrmProvider({ url: server.url, clock })
  let isBroken = true
  const adapter: UpstreamAdapter = {
    ...osrm,
    async request(query, signal) {
      if (isBroken) throw new Error('a bug')
      return osrm.request(query, signal)
    },
  }
  const wrapped = createResilientProvider(adapter, { clock, timeoutMs: 10_000, cacheSeconds: 0 })
  for (let i = 0; i < 5; i++) await expect(wrapped.route(createOtherQuery(i))).rejects.toThrow('a bug')
  expect(await wrapped.route(aroundTheCorner)).toEqual(unavailable('paused after failures: an internal error', 10))
  clock.advance(10_000)
  isBroken = false
  expect(await wrapped.route(aroundTheCorner)).toEqual(ok)
  await wrapped.close()
})
