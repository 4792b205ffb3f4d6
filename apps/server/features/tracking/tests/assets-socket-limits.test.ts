import { get, type IncomingMessage } from 'node:http'
import { createClient } from '@fairway/client'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectProblem } from '../../../../../tests/support/expect-problem.ts'
import { Fleet } from '../../../../../tests/support/operations/assets.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { issueKey, signUp } from '../../accounts/tests/sample-accounts.ts'
import { SocketReader } from './assets-socket-reader.ts'
import { StreamReader } from './assets-streams-reader.ts'

const MAX_STREAMS = 6
const MAX_MESSAGE_BYTES = 262_144
const start = [-34.9066, -56.1671] as const

describeOnStores('WebSockets of assets', ({ startShared }) => {
  let service: TestService
  let address: string
  let key: string
  let fleet: Fleet
  const sockets: SocketReader[] = []
  beforeAll(async () => {
    const config = { streamsPerAccount: MAX_STREAMS, bodiesInFlightPerCaller: 4 * MAX_MESSAGE_BYTES }
    service = await startShared({ config })
    address = await service.app.listen({ port: 0, host: '127.0.0.1' })
  })
  beforeEach(async () => {
    key = (await issueKey(service, 'pro')).key
    fleet = new Fleet(service, key)
  })
  afterEach(async () => {
    for (const socket of sockets.splice(0)) await socket.close()
  })
  const toUrl = (query: string) => `${address}/v1/assets/socket${query}`
  async function connect(query = '?stream=false'): Promise<SocketReader> {
    const socket = await SocketReader.open(toUrl(query), [], { 'x-api-key': key })
    sockets.push(socket)
    return socket
  }
  const refused = (query = '?stream=false') => SocketReader.expectRefusal(toUrl(query), { 'x-api-key': key })

  test('accept a message of 256 KiB', async () => {
    const message = JSON.stringify({ id: 1, asset: await fleet.register(), at: start })
    const socket = await connect()
    socket.sendText(message + ' '.repeat(MAX_MESSAGE_BYTES - message.length))
    expect(await socket.next()).toMatchObject({ type: 'accepted', id: 1, accepted: 1 })
  })

  test('close at a larger message, with a reason', async () => {
    const socket = await connect()
    socket.sendText(' '.repeat(MAX_MESSAGE_BYTES + 1))
    const detail = 'The message exceeds the limit of 262144 bytes; split it, or use POST /v1/assets/positions'
    expect(await socket.next()).toEqual({ type: 'error', status: 413, code: 'message-too-large', busy: false, detail })
    expect([await socket.waitForClose(), socket.closeReason]).toEqual([1009, detail])
  })

  test('accept the largest batch with all fields', async () => {
    const asset = await fleet.register()
    const positions = Array.from({ length: 1000 }, (_, index) => ({
      asset,
      at: [start[0] + index * 1.000_000_1e-7, start[1] + index * 1.000_000_1e-7],
      time: new Date(service.clock.now() - index * 1000).toISOString(),
      ...{ speed_ms: 12.3456, heading: 123.456, battery_pct: 87.65, altitude_m: 123.456, accuracy_m: 12.3456 },
    }))
    const socket = await connect()
    socket.send({ id: 1, positions })
    expect(await socket.next()).toMatchObject({ type: 'accepted', id: 1 })
  })

  test('make the client package report which push is too large, without a retry', async () => {
    const asset = await fleet.register()
    const socket = createClient({ baseUrl: address, apiKey: key }).assets.socket({ events: false })
    const position = { asset, at: [...start] as [number, number] }
    const filler = { ...position, filler: 'x'.repeat(MAX_MESSAGE_BYTES) }
    await expect(socket.push({ positions: [filler] })).rejects.toMatchObject({
      ...{ status: 413, code: 'message-too-large', busy: false },
      detail: expect.stringMatching(/^The message exceeds the limit of 262144 bytes/),
    })
    expect(await socket.push({ positions: [position] })).toMatchObject({ accepted: 1 })
    socket.close()
  })

  test('count as streams of the account, also without events', async () => {
    const first = await connect()
    await connect('')
    const stream = await StreamReader.open(`${address}/v1/assets/stream`, { 'x-api-key': key })
    for (let count = 3; count < MAX_STREAMS; count++) await connect()
    for (const query of ['', '?stream=false']) {
      const reply = expectProblem(
        await refused(query),
        429,
        'The account has 6 open streams and WebSockets on this server, which is the maximum; close one, or read all assets from a single stream at GET /v1/assets/stream',
      )
      expect(reply.headers).toMatchObject({ 'x-error-code': 'too-many-streams', 'retry-after': '10' })
      expect(reply.headers['x-request-id']).toMatch(/./)
    }
    expectProblem(await fleet.get('/stream'), 429)
    await first.close()
    await expect.poll(async () => (await fleet.get('/stream?seconds=0')).statusCode).toBe(200)
    await connect()
    expectProblem(await refused(), 429)
    stream.close()
    await expect.poll(async () => (await fleet.get('/stream?seconds=0')).statusCode).toBe(200)
    await connect()
  })

  test.each(['', '?stream=false'])('occupy nothing once they are closed: %s', async (query) => {
    for (let count = 0; count < MAX_STREAMS; count++) await connect(query)
    expectProblem(await fleet.get('/stream?seconds=0'), 429)
    for (const socket of sockets.splice(0)) await socket.close()
    await expect.poll(async () => (await fleet.get('/stream?seconds=0')).statusCode).toBe(200)
    for (let count = 0; count < MAX_STREAMS; count++) await connect(query)
  })

  test('occupy nothing when the handshake is invalid', async () => {
    const headers = { 'x-api-key': key, connection: 'upgrade', upgrade: 'websocket' }
    for (const query of ['', '?stream=false']) {
      for (let count = 0; count < MAX_STREAMS; count++) {
        const response = await new Promise<IncomingMessage>((resolve, reject) =>
          get(toUrl(query), { headers }, resolve).on('error', reject),
        )
        response.resume()
        expect(response.statusCode).toBe(400)
      }
    }
    await expect.poll(async () => (await fleet.get('/stream?seconds=0')).statusCode).toBe(200)
    for (let count = 0; count < MAX_STREAMS; count++) await connect()
  })

  test('are refused for pushes at the handshake when the plan has none', async () => {
    const trial = await signUp(service)
    const reply = expectProblem(
      await SocketReader.expectRefusal(toUrl('?stream=false'), { 'x-api-key': trial.key }),
      403,
      'The trial plan does not accept live positions; the starter plan and higher plans do',
    )
    expect(reply.headers['x-error-code']).toBe('push-unavailable')
    const clientSocket = createClient({ baseUrl: address, apiKey: trial.key }).assets.socket({ events: false })
    const push = clientSocket.push({ positions: [{ asset: 'as_1', at: [...start] }] })
    await expect(push).rejects.toMatchObject({ status: 403, code: 'push-unavailable', busy: false })
  })

  test('send events on a plan without pushes, and refuse its positions', async () => {
    const trial = await signUp(service)
    const socket = await SocketReader.open(toUrl('?channel=web'), [], { 'x-api-key': trial.key })
    sockets.push(socket)
    socket.send({ asset: 'as_1', at: start })
    expect(await socket.next(({ type }) => type === 'error')).toMatchObject({ status: 403, code: 'push-unavailable' })
  })

  test('share the bytes in flight of the account with requests', async () => {
    const part = 'x'.repeat(65_537)
    // A message of unknown length counts as the largest allowed message.
    for (let count = 0; count < 4; count++) (await connect()).sendPart(part)
    await expect.poll(async () => (await fleet.post('/positions', { part })).statusCode).toBe(503)
    const small = { positions: [{ asset: 'as_1', at: start }] }
    expect((await fleet.post('/positions', small)).statusCode).toBe(200)
    const socket = await connect()
    socket.sendPart(part.slice(1))
    const [first] = sockets
    first?.send(small)
    socket.sendPart('x')
    const error = await socket.next()
    expect(error).toMatchObject({ type: 'error', status: 503, code: 'too-many-bodies', busy: true, retry_after_s: 2 })
    expect(await socket.waitForClose()).toBe(1013)
    await first?.close()
    await expect.poll(async () => (await fleet.post('/positions', { part })).statusCode).toBe(422)
  })
})
