import { get, type IncomingMessage } from 'node:http'
import { createClient } from '@fairway/client'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectProblem } from '../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../tests/support/maps/maps.ts'
import { Fleet } from '../../../../../tests/support/operations/assets.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { defaultPlans, type Plans } from '../../../platform/config/plans.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { issueKey, signIn, signUp, signUpUnproved } from '../../accounts/tests/sample-accounts.ts'
import { SocketReader } from './assets-socket-reader.ts'
import { StreamReader } from './assets-streams-reader.ts'

const start = [-34.9066, -56.1671] as const
const goal = [-34.8941, -56.1527] as const

/** Returns plans with high limits, because other tests cover the limits. */
function widePlans(): Plans {
  const plans = defaultPlans(7)
  const live = { ...plans.pro.live, webPollsPerSecond: 1000, apiLivePollsPerSecond: 1000, gpsPushPerSecond: 1000 }
  return { ...plans, pro: { ...plans.pro, live } }
}

describeOnStores('streams of assets', ({ start: startOwn, startShared, kind }) => {
  let service: TestService
  let clock: FakeClock
  let address: string
  let fleet: Fleet
  let key: string
  const streams: StreamReader[] = []
  beforeAll(async () => {
    clock = new FakeClock()
    service = await startShared({ clock, config: { plans: widePlans() }, maps: await openMaps() })
    address = await service.app.listen({ port: 0, host: '127.0.0.1' })
  })
  beforeEach(async () => {
    clock.advance(60_000)
    key = (await issueKey(service, 'pro')).key
    fleet = new Fleet(service, key)
  })
  afterEach(() => {
    for (const stream of streams.splice(0)) stream.close()
  })
  async function open(path = '/stream', headers: Record<string, string> = {}): Promise<StreamReader> {
    const stream = await StreamReader.open(`${address}/v1/assets${path}`, { 'x-api-key': key, ...headers })
    streams.push(stream)
    return stream
  }

  test('send a stale event once when an asset goes silent', async () => {
    const id = await fleet.register()
    await fleet.push(id, { at: start })
    const both = [await open(), await open(`/${id}/stream`)]
    for (const stream of both) expect((await stream.next()).data.state).toBe('idle')
    clock.advance(120_000)
    for (const stream of both) stream.events.length = 0
    clock.advance(1000)
    for (const stream of both) {
      const firstEvent = await stream.next()
      expect(firstEvent).toMatchObject({
        event: 'live',
        id: undefined,
        data: { state: 'stale', last_state: 'idle', age_s: 121 },
      })
      expect(firstEvent.data).toEqual(await fleet.live(id))
    }
    clock.advance(60_000)
    await fleet.push(id, { at: start })
    for (const stream of both) expect((await stream.next()).data).toMatchObject({ state: 'idle', age_s: 0 })
    expect(both.map(({ events }) => events)).toEqual([[], []])
  })

  test('send stale events to a resuming reader', async () => {
    const id = await fleet.register()
    await fleet.push(id, { at: start })
    const first = await open()
    const { id: last = '' } = await first.next()
    first.close()
    clock.advance(200_000)
    const again = await open('/stream', { 'last-event-id': last })
    expect(await again.next()).toMatchObject({ event: 'live', data: { asset: { id }, state: 'stale' } })
  })

  test('send a removal, end the stream of that asset, and send the removal to a resuming reader', async () => {
    const ids = [await fleet.register(), await fleet.register()]
    const all = await open()
    const own = await open(`/${ids[0]}/stream`)
    const { id: last = '' } = await all.next(({ data }) => data.asset.id === ids[1])
    await own.next()
    await fleet.delete(`/${ids[0]}`)
    const removed = { event: 'removed', id: expect.stringMatching(/^\d+$/), data: { removed: ids[0] } }
    expect(await own.next()).toMatchObject(removed)
    await own.waitForEnd()
    expect(await all.next()).toMatchObject(removed)
    expect(all.isEnded).toBe(false)
    expectProblem(await fleet.get(`/${ids[0]}/stream`), 404)
    const again = await open('/stream', { 'last-event-id': last })
    expect(await again.next()).toMatchObject(removed)
    const fresh = await open()
    expect((await fresh.next()).data.asset.id).toBe(ids[1])
  })

  test('reply to an impossible Last-Event-ID with a reset and everything', async () => {
    const id = await fleet.register()
    const { id: last = '' } = await (await open()).next()
    for (const lastEventId of [String(Number(last) + 1), '9007199254740993', 'abc', '-1', '1.5', '1e1']) {
      const stream = await open('/stream', { 'last-event-id': lastEventId })
      const reset = await stream.next()
      expect([reset.event, reset.id]).toEqual(['reset', undefined])
      expect(reset.data.detail).toBe(
        `Last-Event-ID is "${lastEventId}", which is not the id of any event of this account; the stream starts from the beginning, so discard earlier events`,
      )
      expect(await stream.next()).toMatchObject({ event: 'live', id: last, data: { asset: { id } } })
      stream.close()
    }
    const known = await open('/stream?seconds=0', { 'last-event-id': last })
    await known.waitForEnd()
    expect(known.events).toEqual([])
  })

  test('include the reroute of an off-route asset, as a poll of the same second does', async () => {
    const id = await fleet.register()
    const { route } = (await fleet.post(`/${id}/route`, { from: start, to: goal })).json()
    const line = route.geometry as [number, number][]
    const [latitude = 0, longitude = 0] = line[2] ?? []
    const aside = Array.from({ length: 12 }, (_, at) => [latitude - (at + 1) * 2e-4, longitude - (at + 1) * 4e-4])
    for (const at of [...line.slice(0, 3), ...aside]) {
      clock.advance(10_000)
      await fleet.push(id, { at, accuracy_m: 3 })
    }
    const streams = [await open(), await open(`/${id}/stream`)]
    for (const stream of streams) {
      const { data } = await stream.next(({ data }) => data.state === 'off_route')
      expect(data.reroute).toMatchObject({ kind: expect.stringMatching(/delta|full/) })
      expect(data).toEqual(await fleet.live(id))
    }
  })

  test('end with a reason when the plan loses the channel; the other channel continues', async () => {
    const person = await issueKey(service, 'pro')
    const own = new Fleet(service, person.key)
    const id = await own.register()
    const headers = { 'x-api-key': person.key }
    const ended = [await open('/stream', headers), await open(`/${id}/stream`, headers)]
    const web = await open('/stream', { ...headers, 'x-service-live-channel': 'web' })
    for (const stream of [...ended, web]) await stream.next(({ data }) => data.asset.id === id)
    await issueKey(service, 'trial', { email: person.email })
    for (const stream of ended) {
      const { event, id: number, data } = await stream.next()
      expect([event, number, data.detail]).toEqual([
        'end',
        undefined,
        'The trial plan does not include live positions over the api channel; to use the other channel, send the header X-Service-Live-Channel: web',
      ])
      await stream.waitForEnd()
    }
    expectProblem(
      await own.get('/stream?seconds=0'),
      403,
      /^The trial plan does not include live positions over the api channel/,
    )
    clock.advance(10_000)
    const other = await own.register()
    expect((await web.next()).data.asset.id).toBe(other)
    expect(web.isEnded).toBe(false)
  })

  test('end with a reason when the key is revoked', async () => {
    const person = await issueKey(service, 'pro')
    const stream = await open('/stream', { 'x-api-key': person.key })
    await new Fleet(service, person.key).register()
    await stream.next()
    const { headers } = await signIn(service, person)
    const [key] = (await service.app.inject({ url: '/account/keys', headers })).json().keys
    await service.app.inject({ method: 'DELETE', url: `/account/keys/${key.id}`, headers })
    const { event, data } = await stream.next()
    expect([event, data.detail]).toEqual(['end', expect.stringMatching(/revoked/)])
    await stream.waitForEnd()
  })

  test('end with a reason when the owner keeps the key, because its assets move', async () => {
    const person = await signUpUnproved(service)
    const stream = await open('/stream', { 'x-api-key': person.key, 'x-service-live-channel': 'web' })
    await new Fleet(service, person.key).register()
    await stream.next()
    const { headers } = await signIn(service, person)
    const [key] = (await service.app.inject({ url: '/account', headers })).json().unkept_keys
    await service.app.inject({ method: 'POST', url: `/account/keys/${key.id}/keep`, headers })
    const { event, data } = await stream.next(({ event }) => event === 'end')
    expect([event, data.detail]).toEqual(['end', 'the owner kept the key, so its data moved; open the stream again'])
    await stream.waitForEnd()
  })

  test('end with a reason when the scope of the key no longer allows them', async () => {
    const person = await issueKey(service, 'pro')
    const own = new Fleet(service, person.key)
    const id = await own.register()
    const headers = { 'x-api-key': person.key }
    const both = [await open('/stream', headers), await open(`/${id}/stream`, headers)]
    for (const stream of both) await stream.next()
    const session = (await signIn(service, person)).headers
    const [stored] = (await service.app.inject({ url: '/account/keys', headers: session })).json().keys
    const payload = { scopes: { operations: ['streamAssets'], networks: ['203.0.113.0/24'] } }
    await service.app.inject({ method: 'PATCH', url: `/account/keys/${stored.id}`, headers: session, payload })
    const ends = await Promise.all(both.map((stream) => stream.next()))
    expect(ends.map(({ event, data }) => [event, data.detail])).toEqual([
      [
        'end',
        expect.stringMatching(
          /^This key may be used only from this network: 203\.0\.113\.0\/24; the request comes from 127/,
        ),
      ],
      ['end', expect.stringMatching(/^This key may not be used for the streamAsset operation; it is restricted to/)],
    ])
    for (const stream of both) await stream.waitForEnd()
  })

  test('end with a reason when the account is deleted', async () => {
    const person = await issueKey(service, 'pro')
    await new Fleet(service, person.key).register()
    const stream = await open('/stream', { 'x-api-key': person.key })
    await stream.next()
    const { headers } = await signIn(service, person)
    await service.app.inject({ method: 'DELETE', url: '/account', headers, payload: { confirm: person.email } })
    const { event, data } = await stream.next()
    expect([event, data.detail]).toEqual(['end', expect.stringMatching(/^The key in X-API-Key is unknown/)])
    await stream.waitForEnd()
  })

  test('are limited per account and server; closing one frees a slot', async () => {
    const small = await startOwn({ clock, config: { plans: widePlans(), streamsPerAccount: 2 } })
    const port = await small.app.listen({ port: 0, host: '127.0.0.1' })
    const person = await issueKey(small, 'pro')
    const headers = { 'x-api-key': person.key }
    const openAt = () => StreamReader.open(`${port}/v1/assets/stream`, headers)
    const both = [await openAt(), await openAt()]
    streams.push(...both)
    const own = new Fleet(small, person.key)
    const refused = expectProblem(
      await own.get('/stream'),
      429,
      'The account has 2 open streams and WebSockets on this server, which is the maximum; close one, or read all assets from a single stream at GET /v1/assets/stream',
    )
    expect(refused.headers['retry-after']).toBe('10')
    // HEAD requests do not occupy a stream slot.
    for (let count = 0; count < 3; count++) {
      const headResponse = await fetch(`${port}/v1/assets/stream`, { method: 'HEAD', headers })
      expect(headResponse.status).toBe(200)
    }
    const stranger = new Fleet(small, (await issueKey(small, 'pro')).key)
    expect((await stranger.get('/stream?seconds=0')).statusCode).toBe(200)
    both[0]?.close()
    await expect.poll(async () => (await own.get('/stream?seconds=0')).statusCode).toBe(200)
  })

  test('send a change on notification, long before the next poll of the store', async () => {
    const id = await fleet.register()
    const stream = await open()
    await stream.next()
    const times: number[] = []
    for (let count = 1; count <= 10; count++) {
      clock.advance(1000)
      await fleet.push(id, { at: [start[0] + count * 1e-5, start[1]] })
      const pushed = performance.now()
      times.push((await stream.next()).at - pushed)
    }
    // The store is polled every two seconds. A single fast change proves that notifications work, and a busy machine
    // may delay the others.
    expect(Math.min(...times), `${kind}: ${times}`).toBeLessThan(1000)
  })

  test('are documented with their headers', async () => {
    const { paths } = (await service.app.inject('/openapi.json')).json()
    for (const path of ['/v1/assets/stream', '/v1/assets/{id}/stream']) {
      const headers = paths[path].get.parameters.filter((one: { in: string }) => one.in === 'header')
      expect(headers.map(({ name }: { name: string }) => name.toLowerCase()).sort()).toEqual([
        'last-event-id',
        'x-service-live-channel',
      ])
    }
  })

  test.skipIf(kind !== 'embedded')('report the RateLimit headers of the exceeded limit', async () => {
    const trial = new Fleet(service, (await signUp(service)).key)
    const id = await trial.register()
    const web = { 'x-service-live-channel': 'web' }
    expect(Number((await trial.get('')).headers['ratelimit-limit'])).toBeGreaterThan(1)
    const passed = await trial.get(`/${id}/live`, web)
    expect([passed.statusCode, Number(passed.headers['ratelimit-limit'])]).toEqual([200, 1])
    const refused = expectProblem(await trial.get(`/${id}/live`, web), 429)
    const { 'ratelimit-limit': limit, 'ratelimit-remaining': left, 'ratelimit-reset': reset } = refused.headers
    expect([limit, left, reset, refused.headers['retry-after']].map(Number)).toEqual([1, 0, 5, 5])
  })

  describe('over a WebSocket', () => {
    const sockets: SocketReader[] = []
    afterEach(() => {
      for (const socket of sockets.splice(0)) socket.close()
    })
    const connect = async (
      query = '',
      protocols: string[] = [],
      headers: Record<string, string> = { 'x-api-key': key },
    ) => {
      const socket = await SocketReader.open(`${address}/v1/assets/socket${query}`, protocols, headers)
      sockets.push(socket)
      return socket
    }
    /** Returns the reply to a refused handshake. */
    const refused = (query: string, headers: Record<string, string>) =>
      SocketReader.expectRefusal(`${address}/v1/assets/socket${query}`, headers)

    test('take positions and send what they change, with replies in order', async () => {
      const id = await fleet.register()
      const socket = await connect()
      expect(await socket.next()).toMatchObject({ type: 'live', data: { asset: { id }, state: 'no_fix' } })
      socket.send({ id: 1, asset: id, at: start })
      socket.send({
        id: 2,
        positions: [
          { asset: id, at: goal },
          { asset: 'as_1', at: goal },
          { asset: id, at: [91, 0] },
        ],
      })
      expect(await socket.next(({ type }) => type === 'accepted')).toMatchObject({ id: 1, accepted: 1, rejected: [] })
      const second = await socket.next(({ type }) => type === 'accepted')
      expect(second).toMatchObject({ id: 2, accepted: 1, rejected: [{ index: 1 }, { index: 2 }] })
      clock.advance(60_000)
      await fleet.push(id, { at: goal })
      const live = await socket.next(({ type, data }) => type === 'live' && data?.position?.at[0] === goal[0])
      expect(live).toMatchObject({ id: expect.stringMatching(/^\d+$/), data: { asset: { id } } })
    })

    test('accept the key as a protocol, as browsers must send it, and continue after the last event', async () => {
      const id = await fleet.register()
      const first = await connect(`?asset=${id}&channel=web`, ['fairway', `key.${key}`], {})
      expect(first.protocol).toBe('fairway')
      const { id: last } = await first.next()
      const socket = await connect(`?asset=${id}&last_event_id=${last}`)
      socket.send({ asset: id, at: start })
      expect(await socket.next(({ type }) => type === 'live')).toMatchObject({ data: { position: { at: start } } })
    })

    test('serve the client package, and tell it why a key is refused', async () => {
      const id = await fleet.register()
      const open = (apiKey: string) => createClient({ baseUrl: address, apiKey }).assets.socket({ asset: id })
      const socket = open(key)
      const events = socket.events()
      expect((await events.next()).value).toMatchObject({ type: 'live', data: { state: 'no_fix' } })
      const reply = await socket.push({ positions: [{ asset: id, at: [...start] }] })
      expect(reply).toMatchObject({ accepted: 1, assets: [{ asset: id }] })
      expect((await events.next()).value).toMatchObject({ type: 'live', data: { position: { at: start } } })
      await expect(socket.push({ positions: [] })).rejects.toMatchObject({ status: 422, busy: false })
      socket.close()
      expect(await events.next()).toMatchObject({ done: true })
      const refusedSocket = open(`${key}x`)
      await expect(refusedSocket.events().next()).rejects.toMatchObject({ status: 401, code: 'key-unknown' })
    })

    test('report errors of messages and stay open', async () => {
      const id = await fleet.register()
      const socket = await connect('?stream=false')
      const invalid = { type: 'error', status: 422, code: 'message-invalid', busy: false }
      socket.sendText('[1]')
      expect(await socket.next()).toEqual({
        ...invalid,
        detail: 'The message is not a JSON object; send { "positions": [ … ] }',
      })
      socket.sendText(Buffer.from('{}'))
      expect(await socket.next()).toEqual({ ...invalid, detail: 'The message is binary; send JSON as text' })
      socket.send({ id: 'a' })
      expect(await socket.next()).toEqual({
        ...invalid,
        id: 'a',
        detail: 'The message has neither positions nor asset; send { "positions": [ … ] }',
      })
      const positions = Array.from({ length: 1001 }, () => ({ asset: id, at: start }))
      socket.send({ id: 'b', positions })
      const tooMany = await fleet.post('/positions', { positions })
      expect(await socket.next()).toEqual({
        type: 'error',
        id: 'b',
        status: tooMany.statusCode,
        code: tooMany.headers['x-error-code'],
        ...tooMany.json(),
      })
      socket.send({ id: 'c', positions: positions.slice(1) })
      expect(await socket.next()).toMatchObject({ type: 'accepted', id: 'c', accepted: 1000 })
    })

    test('are refused like requests, and closed when the key ends', async () => {
      const none = await refused('', {})
      expectProblem(none, 401, (await service.app.inject('/v1/assets/stream')).json().detail)
      expectProblem(await refused('?stream=false', { 'x-api-key': 'fw_live_wrong' }), 401)
      expectProblem(await refused('?asset=as_1', { 'x-api-key': key }), 404, /no asset "as_1"/)
      expectProblem(await refused('?channel=radio', { 'x-api-key': key }), 422)
      const trial = await signUp(service)
      expectProblem(await refused('', { 'x-api-key': trial.key }), 403)
      const person = await issueKey(service, 'pro')
      const { headers } = await signIn(service, person)
      const socket = await connect('?stream=false', [], { 'x-api-key': person.key })
      const [{ id }] = (await service.app.inject({ url: '/account/keys', headers })).json().keys
      expect((await service.app.inject({ method: 'DELETE', url: `/account/keys/${id}`, headers })).statusCode).toBe(200)
      // The key may be cached for a short time.
      await expect
        .poll(async () => {
          if (socket.closedWith !== undefined) return 401
          socket.send({ asset: 'as_1', at: start })
          return (await socket.next()).status
        })
        .toBe(401)
      expect(await socket.waitForClose()).toBe(1008)
    })

    test('share the push rate of an asset with requests', async () => {
      const slow = await startOwn({ clock })
      const port = await slow.app.listen({ port: 0, host: '127.0.0.1' })
      const person = await issueKey(slow, 'pro')
      const own = new Fleet(slow, person.key)
      const id = await own.register()
      const socket = await SocketReader.open(`${port}/v1/assets/socket?stream=false`, [], { 'x-api-key': person.key })
      const before = (await own.get('')).json().limits.gps_push_per_s as number
      const replies = []
      for (let i = 0; i <= before; i++) {
        socket.send({ asset: id, at: start })
        replies.push(await socket.next())
      }
      expect(replies.slice(0, -1).every(({ accepted }) => accepted === 1)).toBe(true)
      expect(replies.at(-1)).toMatchObject({ accepted: 0, rejected: [{ index: 0, why: expect.any(String) }] })
      await socket.close()
    })

    test('are offered at one address only: elsewhere the upgrade is ignored', async () => {
      const { port } = new URL(address)
      for (const [path, upgrade] of [
        ['/healthz', 'websocket'],
        ['/healthz', 'h2c'],
        ['/v1/assets/socket', 'h2c'],
      ] as const) {
        const response = await new Promise<IncomingMessage>((resolve, reject) =>
          get({ port, path, headers: { connection: 'upgrade', upgrade } }, resolve).on('error', reject),
        )
        response.resume()
        expect([path, upgrade, response.statusCode]).toEqual([path, upgrade, path === '/healthz' ? 200 : 401])
      }
    })
  })
})
