import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { call } from '../faults/support/calls.ts'
import { openDoor } from '../faults/support/plans.ts'
import { type ServerProcess, startServer } from '../support/servers/server-process.ts'
import { type Stores, startStores } from '../support/servers/stores.ts'

let stores: Stores
let server: ServerProcess
beforeAll(async () => {
  stores = await startStores('embedded')
  const env = { ...openDoor, FAIRWAY_MAX_CONNECTIONS: '30', FAIRWAY_MAX_CONNECTIONS_PER_ADDRESS: '20' }
  server = await startServer({ store: await stores.fresh(), env, args: ['--threads', '2'] })
})
afterAll(async () => {
  await server?.stop()
  await stores?.dispose()
})

async function open(from: string): Promise<Socket> {
  const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', localAddress: from })
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

test('idle connections of one address leave room for others, across threads, and make room when they close', async () => {
  const idle: Socket[] = []
  const refusals: string[] = []
  for (let count = 0; count < 25; count++) {
    const socket = await open('127.0.0.2')
    idle.push(socket)
    socket.on('data', (reply) => refusals.push(String(reply)))
  }
  await vi.waitFor(() => expect(refusals).toHaveLength(5), { timeout: 120_000 })
  for (const reply of refusals) expect(reply).toMatch(/^HTTP\/1\.1 503 /)
  for (let served = 0; served < 10; served++) expect((await call(server.url, '/healthz')).status).toBe(200)
  for (const socket of idle) socket.destroy()
  await vi.waitFor(async () => {
    const socket = await open('127.0.0.2')
    socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /)
  })
})
