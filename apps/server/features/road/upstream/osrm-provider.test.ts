import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { UpstreamAdapter } from './adapter.ts'
import { createOsrmProvider } from './osrm-provider.ts'
import type { Behaviour } from './testing/behaviour.ts'
import { aroundTheCorner } from './testing/queries.ts'
import { excludeRefused, noRoute, noSegment, threeSteps } from './testing/replies.ts'
import { type OsrmProcess, startOsrm } from './testing/start-osrm.ts'

const MAX_REPLY_BYTES = 200_000
const clock = new FakeClock('2026-11-15T12:00:00Z')

let server: OsrmProcess
let osrm: UpstreamAdapter
beforeAll(async () => {
  server = await startOsrm()
})
afterAll(() => server.kill())
beforeEach(async () => {
  await server.reset()
  osrm = createOsrmProvider({ url: server.url, clock, maxReplyBytes: MAX_REPLY_BYTES })
})
afterEach(() => osrm.close())

function requestRoute(signal = AbortSignal.timeout(120_000), adapter = osrm) {
  return adapter.request(aroundTheCorner, signal)
}
async function failureAfter(behaviour: Behaviour) {
  await server.next(behaviour)
  const answer = await requestRoute()
  if (answer.ok) throw new Error('it returned a route')
  return answer.failure
}
const unavailable = (why: string, isRetryable = false) => ({ kind: 'upstream-unavailable', why, isRetryable })

test('sends longitude first and returns latitude first', async () => {
  const answer = await requestRoute()
  if (!answer.ok) throw new Error(answer.failure.why)
  expect(answer.value.routes[0]).toMatchObject({ distanceMeters: 563.6, durationSeconds: 79.7 })
  expect(answer.value.routes[0]?.geometry[0]).toEqual([52.517033, 13.388799])
  expect(answer.value.snapped[1]?.at).toEqual([52.520112, 13.392003])
  const { requests } = await server.state()
  expect(requests.map(({ url }) => url)).toEqual([
    '/route/v1/driving/13.388860,52.517037;13.392021,52.520112' +
      '?alternatives=2&steps=true&geometries=polyline6&overview=full&annotations=false',
  ])
  expect(requests[0]?.headers).toMatchObject({ 'user-agent': expect.stringMatching(/^fairway\/\d/) })
})

test('rejects an unsupported query without a request', async () => {
  const answer = await osrm.request({ ...aroundTheCorner, avoid: ['unpaved'] }, AbortSignal.timeout(120_000))
  expect(answer).toMatchObject({ ok: false, failure: { kind: 'upstream-refused' } })
  expect((await server.state()).requests).toEqual([])
})

describe('OSRM error', () => {
  test.each([
    [400, noRoute, { kind: 'upstream-no-route', why: 'NoRoute: Impossible route between points' }],
    [200, noRoute, { kind: 'upstream-no-route', why: 'NoRoute: Impossible route between points' }],
    [400, noSegment, { kind: 'upstream-no-route', why: `NoSegment: ${noSegment.message}` }],
    [400, excludeRefused, { kind: 'upstream-refused', why: `InvalidValue: ${excludeRefused.message}` }],
    [400, { code: 'InvalidQuery' }, { kind: 'upstream-refused', why: 'InvalidQuery' }],
    [400, { code: 'InvalidOptions' }, { kind: 'upstream-refused', why: 'InvalidOptions' }],
    [400, { code: 'TooBig', message: 'Too\n many\u0007' }, { kind: 'upstream-refused', why: 'TooBig: Too many' }],
    [414, '', { kind: 'upstream-refused', why: 'it returned 414' }],
    [400, { code: 'InvalidUrl' }, unavailable('it returned 400 InvalidUrl')],
    [400, { code: 'InvalidService' }, unavailable('it returned 400 InvalidService')],
    [401, { code: 'Unauthorized' }, unavailable('it returned 401 Unauthorized')],
    [404, 'not here', unavailable('it returned 404')],
    [500, noRoute, unavailable('it returned 500', true)],
    [503, '', unavailable('it returned 503', true)],
    [429, '', unavailable('it returned 429')],
  ])('with %i %j', async (status, json, expected) => {
    expect(await failureAfter({ does: 'answer', status, json })).toEqual(expected)
  })

  test('truncates a long message', async () => {
    const failure = await failureAfter({ does: 'answer', status: 400, json: { code: 'X', message: 'x'.repeat(5000) } })
    expect(failure.why.length).toBe('X: '.length + 200)
  })

  test.each([429, 503])('honors the Retry-After of a %i, in seconds or as a date', async (status) => {
    for (const retryAfter of ['20', 'Sun, 15 Nov 2026 12:00:20 GMT']) {
      const failure = await failureAfter({ does: 'write', status, headers: { 'retry-after': retryAfter }, text: '' })
      expect(failure).toEqual({ ...unavailable(`it returned ${status}`), retryAfterSeconds: 20 })
    }
  })

  test('does not follow a redirect', async () => {
    const headers = { location: `${server.url}/elsewhere` }
    expect(await failureAfter({ does: 'write', status: 302, headers, text: '' })).toEqual(
      unavailable('it returned 302'),
    )
    expect((await server.state()).requests.length).toBe(1)
  })
})

describe('unusable reply', () => {
  test.each<[string, Behaviour, string]>([
    ['garbage', { does: 'write', text: '{"code":"Ok","routes":[' }, 'its reply is not JSON'],
    ['HTML', { does: 'write', text: '<html>Welcome to nginx!</html>' }, 'its reply is not JSON'],
    ['nothing', { does: 'write', text: '' }, 'its reply is not JSON'],
    ['null', { does: 'write', text: 'null' }, 'its reply has no code'],
    ['other JSON', { does: 'answer', json: { status: 'ok' } }, 'its reply has no code'],
    [
      'a route without legs',
      { does: 'answer', json: { ...threeSteps, routes: [{ distance: 1, duration: 1, geometry: '' }] } },
      "its reply is not usable: routes[0] must have required property 'legs'",
    ],
    [
      'a stop too many',
      { does: 'answer', json: { ...threeSteps, waypoints: [...threeSteps.waypoints, threeSteps.waypoints[0]] } },
      'its reply is not usable: 3 waypoints for 2 stops',
    ],
    ['a flood', { does: 'flood' }, `its reply is larger than ${MAX_REPLY_BYTES} bytes`],
  ])('%s', async (_, behaviour, why) => {
    expect(await failureAfter(behaviour)).toEqual(unavailable(why))
  })

  test('is read up to the size limit, and rejected one byte above', async () => {
    const body = JSON.stringify(threeSteps)
    const padding = MAX_REPLY_BYTES - Buffer.byteLength(body)
    await server.next({ does: 'write', text: body + ' '.repeat(padding) })
    expect((await requestRoute()).ok).toBe(true)
    const failure = await failureAfter({ does: 'write', text: body + ' '.repeat(padding + 1) })
    expect(failure.why).toContain('larger than')
  })
})

describe('connections', () => {
  test('are reused, and closed with the adapter', async () => {
    for (let i = 0; i < 3; i++) expect((await requestRoute()).ok).toBe(true)
    expect((await server.state()).connections).toBe(1)
    await osrm.close()
    expect((await server.waitForConnections(0)).requests.length).toBe(3)
  })

  test.each<Behaviour>([{ does: 'drop' }, { does: 'hang-up' }])('that break (%j) can be retried', async (how) => {
    expect(await failureAfter(how)).toEqual(unavailable('connection failed: ECONNRESET', true))
    expect((await requestRoute()).ok).toBe(true)
  })

  test('are not left open after an oversized or truncated reply', async () => {
    await failureAfter({ does: 'flood' })
    await server.waitForConnections(0)
    await failureAfter({ does: 'drop' })
    await server.waitForConnections(0)
  })

  test.each<Behaviour>([{ does: 'hang' }, { does: 'stall' }])(
    'end %j with the reason of an abort signal',
    async (silence) => {
      const controller = new AbortController()
      await server.next(silence)
      const answer = requestRoute(controller.signal)
      await server.waitForRequests(1)
      controller.abort(new Error('no answer within 1 s'))
      expect(await answer).toEqual({ ok: false, failure: unavailable('no answer within 1 s') })
      await server.waitForConnections(0)
      expect(await requestRoute(controller.signal)).toEqual({ ok: false, failure: unavailable('no answer within 1 s') })
    },
  )

  test('using TLS to a server without it fail like others', async () => {
    const adapter = createOsrmProvider({ url: server.url.replace('http:', 'https:'), clock })
    const answer = await requestRoute(undefined, adapter)
    expect(answer).toEqual({
      ok: false,
      failure: unavailable(expect.stringMatching(/^connection failed: (ERR_SSL|EPROTO)/), true),
    })
    await adapter.close()
  })

  test('cancel requests in flight on close', async () => {
    await server.next({ does: 'hang' })
    const answer = requestRoute()
    await server.waitForRequests(1)
    await osrm.close()
    expect(await answer).toMatchObject({ ok: false, failure: { kind: 'upstream-unavailable' } })
    await server.waitForConnections(0)
  })

  test('reports an unreachable server as unavailable, and uses it again when it is back', async () => {
    expect((await requestRoute()).ok).toBe(true)
    await server.kill()
    const answer = await requestRoute()
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'upstream-unavailable', isRetryable: true } })
    await server.restart()
    expect((await requestRoute()).ok).toBe(true)
  })
})

describe('secrets in the URL', () => {
  test('are sent, even with a stray percent sign', async () => {
    for (const [password, sent] of [
      ['p%40ss', 'p@ss'],
      ['100%zz', '100%zz'],
    ] as const) {
      await server.reset()
      const url = `${server.url.replace('//', `//me:${password}@`)}/maps?key=k1`
      const adapter = createOsrmProvider({ url, clock })
      expect((await requestRoute(undefined, adapter)).ok).toBe(true)
      const [request] = (await server.state()).requests
      expect(request?.headers.authorization).toBe(`Basic ${Buffer.from(`me:${sent}`).toString('base64')}`)
      expect(request?.url).toMatch(/^\/maps\/route\/v1\/.*\?key=k1&/)
      await adapter.close()
    }
  })

  test('never appear in a message', async () => {
    const adapter = createOsrmProvider({ url: 'http://me:hunter2@127.0.0.1:1/?key=hunter2', clock })
    const answer = await requestRoute(undefined, adapter)
    expect(answer).toEqual({ ok: false, failure: unavailable('connection failed: ECONNREFUSED', true) })
    expect(JSON.stringify(answer)).not.toContain('hunter2')
    await adapter.close()
  })
})
