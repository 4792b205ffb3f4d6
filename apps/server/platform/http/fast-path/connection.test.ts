import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { Connection, type ConnectionOptions, MAX_CHUNKS } from './connection.ts'

let server: Server | undefined
afterEach(() => server?.close())

async function serve(options: Partial<ConnectionOptions>): Promise<number> {
  const all: ConnectionOptions = {
    keepAliveMs: 300_000,
    tryHandle: () => 'handled',
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
      return 'handled'
    },
  })
  const socket = connect(port, '127.0.0.1')
  socket.write('x')
  expect(await text(socket)).toBe('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nlate')
})

/** Connects a client, which does not read at first, to a server whose replies exceed the socket buffers. */
async function slowReader(options: Partial<ConnectionOptions>) {
  const connections: Connection[] = []
  const port = await serve({
    tryHandle: (_bytes, connection) => {
      connections.push(connection)
      connection.reply({ status: 200, headers: '', body: 'x'.repeat(20_000_000) })
      return 'handled'
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
    tryHandle: () => 'rejected',
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

/** Connects a client to a server that handles requests that end with a period. Returns what the server received. */
async function chunkReader() {
  const offered: string[] = []
  const handedOver: string[] = []
  const connections: Connection[] = []
  const port = await serve({
    tryHandle: (bytes, connection) => {
      offered.push(String(bytes))
      connections[0] = connection
      if (!String(bytes).endsWith('.')) return 'incomplete'
      connection.reply({ status: 200, headers: '', body: String(bytes) })
      return 'handled'
    },
    handOverToNode: (socket) => {
      socket.on('data', (bytes) => handedOver.push(String(bytes)))
      socket.on('end', () => socket.end('ended'))
    },
  })
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
  /** Sends a chunk, and waits until the server has received it separately from the next one. */
  const send = async (chunk: string) => {
    const before = offered.length
    socket.write(chunk)
    await expect.poll(() => offered.length, { interval: 1 }).toBe(before + 1)
  }
  return { socket, send, offered, handedOver, getConnection: () => connections[0] as Connection }
}

test('collects a request from as many chunks as allowed, one request after the other', async () => {
  const { socket, send, offered, handedOver } = await chunkReader()
  for (let request = 0; request < 3; request++) {
    offered.length = 0
    for (let chunk = 1; chunk < MAX_CHUNKS; chunk++) await send(String(chunk))
    const reply = once(socket, 'data')
    await send('.')
    expect(String(await reply)).toMatch(/\r\n\r\n1234567\.$/)
    expect(offered.slice(0, 3)).toEqual(['1', '12', '123'])
  }
  expect(handedOver).toEqual([])
  socket.destroy()
})

test('hands over a request that is incomplete after the maximum number of chunks', async () => {
  const { socket, send, handedOver } = await chunkReader()
  for (let chunk = 1; chunk <= MAX_CHUNKS; chunk++) await send(String(chunk))
  await expect.poll(() => handedOver.join('')).toBe('12345678')
  socket.destroy()
})

test('hands over a request that is incomplete in two sweeps, but not a later one', async () => {
  const { socket, send, handedOver, getConnection } = await chunkReader()
  await send('one')
  getConnection().sweep()
  await send('.')
  getConnection().sweep()
  await send('two')
  getConnection().sweep()
  expect(handedOver).toEqual([])
  getConnection().sweep()
  await expect.poll(() => handedOver.join('')).toBe('two')
  socket.destroy()
})

test('hands over an incomplete request when the server stops', async () => {
  const { socket, send, handedOver, getConnection } = await chunkReader()
  await send('one')
  getConnection().drain()
  await expect.poll(() => handedOver.join('')).toBe('one')
  socket.end()
  expect(await text(socket)).toBe('ended')
})

test('hands over an incomplete request whose client has closed its side', async () => {
  const { socket, send, handedOver } = await chunkReader()
  await send('one')
  socket.end()
  expect(await text(socket)).toBe('ended')
  expect(handedOver).toEqual(['one'])
})

test('counts content length in bytes', async () => {
  const port = await serve({
    tryHandle: (bytes, connection) => {
      const body = bytes.toString() === 'text' ? 'größer' : Buffer.from('größer')
      connection.reply({ status: 404, headers: 'x: y\r\n', body })
      return 'handled'
    },
  })
  for (const bodyKind of ['text', 'bytes']) {
    const socket = connect(port, '127.0.0.1')
    socket.end(bodyKind)
    expect(await text(socket)).toBe('HTTP/1.1 404 Not Found\r\nx: y\r\ncontent-length: 8\r\n\r\ngrößer')
  }
})
