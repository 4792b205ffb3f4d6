import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { Connection, type ConnectionOptions } from './connection.ts'

let server: Server | undefined
afterEach(() => server?.close())

async function serve(options: Partial<ConnectionOptions>): Promise<number> {
  const all: ConnectionOptions = {
    keepAliveMs: 300_000,
    tryHandle: () => true,
    handOverToNode: () => {},
    getConnectionHeaderLines: () => '',
    isDraining: () => false,
    onClose: () => {},
    ...options,
  }
  server = createServer({ allowHalfOpen: true }, (socket) => void new Connection(socket, all))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

test('closes an idle connection', async () => {
  let closed = 0
  const port = await serve({ keepAliveMs: 50, onClose: () => closed++ })
  expect(await text(connect(port, '127.0.0.1'))).toBe('')
  await expect.poll(() => closed).toBe(1)
})

test('keeps a connection open while its request is being processed', async () => {
  const port = await serve({
    tryHandle: (_bytes, connection) => {
      const { socket } = connection
      socket.once('timeout', () => connection.reply({ status: 200, headers: '', body: 'late' }))
      socket.setTimeout(1)
      return true
    },
  })
  const socket = connect(port, '127.0.0.1')
  socket.write('x')
  expect(await text(socket)).toBe('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nlate')
})

/** Connects a client that does not read at first, to a server whose replies exceed the socket buffers. */
async function slowReader(options: Partial<ConnectionOptions>) {
  const connections: Connection[] = []
  const port = await serve({
    tryHandle: (_bytes, connection) => {
      connections.push(connection)
      connection.reply({ status: 200, headers: '', body: 'x'.repeat(20_000_000) })
      return true
    },
    ...options,
  })
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.pause()
  socket.write('x')
  await expect.poll(() => connections.length).toBe(1)
  return { socket, connection: connections[0] as Connection }
}

test('sends the whole reply to a slow reader before closing when the server stops', async () => {
  let draining = false
  const { socket, connection } = await slowReader({ isDraining: () => draining })
  draining = true
  connection.drain()
  expect((await text(socket)).length).toBeGreaterThan(20_000_000)
})

test('sends the whole reply to a slow reader that has half-closed before closing', async () => {
  const { socket } = await slowReader({})
  socket.end()
  expect((await text(socket)).length).toBeGreaterThan(20_000_000)
})

test('hands over every byte, and removes its own listeners', async () => {
  const port = await serve({
    tryHandle: () => false,
    handOverToNode: (socket) => {
      expect(['data', 'timeout'].map((event) => socket.listenerCount(event))).toEqual([0, 0])
      socket.on('data', (bytes) => socket.write(bytes))
      socket.on('end', () => socket.end())
    },
  })
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.write('one ')
  await once(socket, 'data')
  socket.end('two')
  expect(await text(socket)).toBe('two')
})

test('counts content length in bytes', async () => {
  const port = await serve({
    tryHandle: (bytes, connection) => {
      const body = bytes.toString() === 'text' ? 'größer' : Buffer.from('größer')
      connection.reply({ status: 404, headers: 'x: y\r\n', body })
      return true
    },
  })
  for (const bodyKind of ['text', 'bytes']) {
    const socket = connect(port, '127.0.0.1')
    socket.end(bodyKind)
    expect(await text(socket)).toBe('HTTP/1.1 404 Not Found\r\nx: y\r\ncontent-length: 8\r\n\r\ngrößer')
  }
})
