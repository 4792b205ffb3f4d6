import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../../../../tests/support/servers/service.ts'
import { createTempDir, type TempDir } from '../../../../../tests/support/servers/temp-dir.ts'
import { WindowObject, WindowPair } from '../../../features/road/optimize/window-fields.ts'
import { RouteBody } from '../../../features/road/route/api/schemas.ts'
import { SinglePosition } from '../../../features/tracking/api/schemas.ts'
import { defineOperation } from '../../../operations/define-operation.ts'
import { jsonReply } from '../../../operations/reply.ts'
import { QueryTimeSchema } from '../schemas.ts'

const { avoid, depart_at, vehicle } = RouteBody.properties
/** Operation that returns its converted input, with the schemas of real operations. */
const echo = defineOperation({
  name: 'echo-times',
  method: 'POST',
  path: '/v1/echo-times',
  access: 'open',
  fastPath: true,
  body: Type.Object({
    from: Type.Optional(Type.Array(Type.Number())),
    avoid,
    depart_at,
    vehicle,
    time_windows: Type.Optional(Type.Array(Type.Unsafe<unknown>({ anyOf: [WindowPair, WindowObject] }))),
    position: Type.Optional(SinglePosition),
  }),
  handle: ({ body }) => jsonReply({ body }),
})
/** The same for a query. */
const echoQuery = defineOperation({
  name: 'echo-time-query',
  method: 'GET',
  path: '/v1/echo-time-query',
  access: 'open',
  fastPath: { query: true },
  query: Type.Object({ from: Type.Optional(QueryTimeSchema('Start.')), time_zone: Type.Optional(Type.String()) }),
  handle: ({ query }) => jsonReply({ query }),
})

let folder: TempDir
let service: TestService
let port: number
beforeAll(async () => {
  folder = await createTempDir()
  service = await startTestService({
    store: { dataDir: folder.path },
    config: { fastPath: true, shedDelayMs: 0, anonymousBurst: 100_000 },
    features: [{ operations: [echo, echoQuery] }],
  })
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  port = (service.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await service?.dispose()
  await folder?.dispose()
})

/** Sends a request on a new connection, because a connection that has left the fast path does not return to it. */
async function send(path: string, body: object | undefined): Promise<{ byFastPath: boolean; json: unknown }> {
  const agent = new Agent({ keepAlive: true })
  const sent = request({ agent, port, host: '127.0.0.1', path, method: body ? 'POST' : 'GET' })
  const bytes = Buffer.from(body ? JSON.stringify(body) : '')
  if (body) sent.setHeader('content-type', 'application/json').setHeader('content-length', bytes.length)
  const [reply] = (await once(sent.end(bytes), 'response')) as [IncomingMessage]
  const json: unknown = JSON.parse(await text(reply))
  agent.destroy()
  // The fast path sends header names in lowercase.
  return { byFastPath: reply.rawHeaders.includes('date'), json }
}

/** Sends the request on the fast path and, with a slash at the end of the path, on the regular path. */
async function ask(path: string, body?: object, query = ''): Promise<unknown> {
  const fast = await send(`${path}${query}`, body)
  const regular = await send(`${path}/${query}`, body)
  expect([fast.byFastPath, regular.byFastPath]).toEqual([true, false])
  expect(regular.json).toEqual(fast.json)
  return fast.json
}

const MONACO = [43.73, 7.42]
const local = '2026-11-19T21:00:00'
const instant = '2026-11-19T20:00:00.000Z'

describe('other spellings of times, on both paths', () => {
  test.each([
    ['2026-11-19T21:00:00Z', '2026-11-19T21:00:00Z'],
    ['2026-11-19T21:00Z', '2026-11-19T21:00:00Z'],
    ['2026-11-19 21:00:00+01', '2026-11-19T21:00:00+01:00'],
    ['1795122002', '2026-11-19T21:00:02.000Z'],
    [1_795_122_002_500, '2026-11-19T21:00:02.500Z'],
  ])('%j is accepted everywhere, without a warning', async (time, converted) => {
    const body = { depart_at: time, time_windows: [[0, time], { start: time, end: '24:00' }] }
    const expected = { depart_at: converted, time_windows: [[0, converted], { start: converted, end: '24:00' }] }
    expect(await ask('/v1/echo-times', body)).toEqual({ body: expected })
    expect(await ask('/v1/echo-time-query', undefined, `?from=${encodeURIComponent(time)}`)).toEqual({
      query: { from: converted },
    })
  })

  test('a position keeps an epoch number, and converts a text', async () => {
    const position = (time: unknown) => ask('/v1/echo-times', { position: { at: MONACO, time } })
    expect(await position(1_795_122_002)).toEqual({ body: { position: { at: MONACO, time: 1_795_122_002 } } })
    expect(await position('1795122002')).toMatchObject({ body: { position: { time: '2026-11-19T21:00:02.000Z' } } })
    expect(await position(local)).toEqual({
      body: { position: { at: MONACO, time: instant } },
      warnings: ['position.time has no time zone and was read as local time in Europe/Monaco'],
    })
  })

  test('a time without a time zone is local time at the first point, and one warning counts all of them', async () => {
    const body = { from: MONACO, depart_at: local, time_windows: [[local, 5], { start: local, end: local }] }
    expect(await ask('/v1/echo-times', body)).toEqual({
      body: { from: MONACO, depart_at: instant, time_windows: [[instant, 5], { start: instant, end: instant }] },
      warnings: ['depart_at and 3 other times have no time zone and were read as local time in Europe/Monaco'],
    })
  })

  test('a time without a time zone in a query is in UTC, or in the given time zone', async () => {
    expect(await ask('/v1/echo-time-query', undefined, `?from=${local}`)).toEqual({
      query: { from: '2026-11-19T21:00:00.000Z' },
      warnings: ['from has no time zone and was read as local time in UTC'],
    })
    expect(await ask('/v1/echo-time-query', undefined, `?from=${local}&time_zone=Europe/Monaco`)).toMatchObject({
      query: { from: instant },
    })
  })

  const must = 'it must be a timestamp such as 2026-06-16T08:30:00Z, or seconds or milliseconds since 1970'
  test.each<[body: object, detail: string]>([
    [{ depart_at: '2026-02-30T08:30' }, `depart_at is "2026-02-30T08:30"; ${must}`],
    [{ depart_at: 12 }, `depart_at is 12; ${must}`],
    [{ position: { time: '17951220021795' } }, `position.time is "17951220021795"; ${must}`],
    [{ time_windows: [[0, 144_001]] }, 'time_windows[0][1] is 144001; it must be a number of minutes after depart_at'],
    [{ time_windows: [['25:00', 5]] }, 'time_windows[0][0] is "25:00"; it must be a number of minutes after depart_at'],
  ])('rejects %j', async (body, detail) => {
    expect(await ask('/v1/echo-times', body)).toEqual({ busy: false, detail: expect.stringContaining(detail) })
  })

  test('rejects a query with a wrong time', async () => {
    expect(await ask('/v1/echo-time-query', undefined, '?from=soon')).toEqual({
      busy: false,
      detail: `from is "soon"; ${must} (Start)`,
    })
  })
})

describe('lists of words, on both paths', () => {
  test('words that mean the same count once', async () => {
    const words = ['toll', 'highways', 'highway', 'motorway', 'ferry', 'tunnel', 'unpaved']
    expect(await ask('/v1/echo-times', { avoid: words })).toEqual({
      body: { avoid: ['tolls', 'motorways', 'ferries', 'tunnels', 'unpaved'] },
    })
  })

  test('an unknown word is reported at its place', async () => {
    expect(await ask('/v1/echo-times', { avoid: ['toll', 'tolls', 'hills'] })).toEqual({
      busy: false,
      detail: 'avoid[2] is "hills"; it must be one of tolls, motorways, ferries, tunnels, unpaved',
    })
  })

  test('a list that is too long is quoted as it was given', async () => {
    const words = ['toll', 'highways', 'highway', 'ferry', 'hills', 'sea']
    expect(await ask('/v1/echo-times', { avoid: words })).toEqual({
      busy: false,
      detail: expect.stringMatching(
        /^avoid is \["toll","highways","highway","ferry","hills",.*; it must have at most 5 items; it has 6 /,
      ),
    })
  })
})

test('unknown fields of alternatives are reported on both paths', async () => {
  const body = {
    vehicle: { electric: { battery_kwh: 50, charge_pct: 50, foo: 1 } },
    time_windows: [{ start: 5, end: 9, foo: 1 }],
  }
  expect(await ask('/v1/echo-times', body)).toMatchObject({
    warnings: ["unknown field 'vehicle.electric.foo' was ignored", "unknown field 'time_windows[0].foo' was ignored"],
  })
})
