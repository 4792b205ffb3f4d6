import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionCounter, createConnectionCounts } from './connection-counts.ts'
import { ConnectionGuard } from './connection-guard.ts'
import { BODY_WINDOW_MS, FIRST_BYTE_MS, READ_STALL_MS } from './socket-progress.ts'

/** The timeout only prevents a hang. The timeout is long because a busy machine can be slow. */
const patiently = { timeout: 120_000, interval: 20 }
const LARGE_REPLY = Buffer.alloc(32 * 2 ** 20)
const GET = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'

let server: Server
let guard: ConnectionGuard
let nowMs: number
let isProxy: boolean
let lines: object[]
let clients: Socket[]

beforeEach(async () => {
  nowMs = 0
  isProxy = false
  lines = []
  clients = []
  server = createServer((request, response) => {
    request.on('error', () => {})
    request.resume().on('end', () => response.end(request.url === '/large' ? LARGE_REPLY : 'hello'))
  })
  guard = new ConnectionGuard(server, {
    counter: new ConnectionCounter(createConnectionCounts(1), 0, { maxTotal: 4, maxPerAddress: 2 }),
    isProxy: () => isProxy,
    createRequestId: () => 'r-1',
    log: { warn: (fields) => void lines.push(fields) },
    now: () => nowMs,
    sweepIntervalMs: 3_600_000,
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(async () => {
  for (const client of clients) client.destroy()
  guard.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

async function open(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  clients.push(socket)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}
const countOpen = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))
async function isServed(socket: Socket): Promise<boolean> {
  socket.write(GET)
  const [reply] = await once(socket, 'data')
  return String(reply).startsWith('HTTP/1.1 200')
}

test('refuses the connection beyond the limit of an address with 503, and accepts one when another closes', async () => {
  const [first, second] = [await open(), await open()]
  expect([await isServed(first), await isServed(second)]).toEqual([true, true])
  const third = await open()
  third.write(GET)
  const [head = '', body = ''] = (await text(third)).split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/)
  expect(head).toContain('\r\nretry-after: 5\r\n')
  expect(head).toContain('\r\nx-error-code: too-many-connections-per-address\r\n')
  expect(JSON.parse(body)).toEqual({
    busy: true,
    detail:
      'Your network address has 2 open connections, which is the maximum; close some, or send several requests over one connection',
  })
  expect(await isServed(first)).toBe(true)
  second.destroy()
  await vi.waitFor(async () => expect(await isServed(await open())).toBe(true), patiently)
  guard.sweep()
  expect(lines).toEqual([expect.objectContaining({ dropped: 0 })])
})

test('refuses connections beyond the total limit, including those of trusted proxies, which have no other limit', async () => {
  isProxy = true
  for (let count = 0; count < 4; count++) expect(await isServed(await open())).toBe(true)
  const reply = await text(await open())
  expect(reply).toMatch(/^HTTP\/1\.1 503 /)
  expect(reply).toContain('\r\nx-error-code: too-many-connections\r\n')
  expect(reply).toContain('The service has no free connections at the moment; try again in a few seconds')
  guard.sweep()
  expect(lines).toEqual([{ refused: 1, dropped: 0, open: 4 }])
})

test('closes a connection that sends nothing', async () => {
  const silent = await open()
  await vi.waitFor(async () => expect(await countOpen()).toBe(1), patiently)
  nowMs = FIRST_BYTE_MS - 1
  guard.sweep()
  expect(await countOpen()).toBe(1)
  nowMs = FIRST_BYTE_MS
  guard.sweep()
  await once(silent.resume(), 'close')
  expect(lines).toEqual([{ refused: 0, dropped: 1, open: expect.any(Number) }])
})

test('returns 408 for a body that arrives too slowly', async () => {
  const slow = await open()
  const begun = once(server, 'request')
  slow.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n')
  await begun
  nowMs = BODY_WINDOW_MS
  guard.sweep()
  const reply = await text(slow)
  expect(reply).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  expect(reply).toContain('\r\nx-error-code: request-timeout\r\n')
  expect(reply).toContain('The complete request did not arrive in time; send it again')
})

test('closes a connection whose client does not read, and keeps one whose client reads', async () => {
  const [deaf, reading] = [await open(), await open()]
  let received = 0
  reading.on('data', (chunk) => (received += chunk.length))
  deaf.pause()
  for (const socket of [deaf, reading]) socket.write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n')
  await vi.waitFor(() => expect(received).toBeGreaterThan(LARGE_REPLY.length), patiently)
  guard.sweep()
  nowMs = READ_STALL_MS + (LARGE_REPLY.length + 1000) / 16
  guard.sweep()
  await vi.waitFor(async () => expect(await countOpen()).toBe(1), patiently)
  expect(lines).toEqual([{ refused: 0, dropped: 1, open: expect.any(Number) }])
})
