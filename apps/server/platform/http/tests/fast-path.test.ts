import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Type } from 'typebox'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestService, type TestService } from '../../../../../tests/support/servers/service.ts'
import { createTempDir, type TempDir } from '../../../../../tests/support/servers/temp-dir.ts'
import { getAccountService } from '../../../features/accounts/tests/sample-accounts.ts'
import { defineOperation } from '../../../operations/define-operation.ts'
import { jsonReply, serializedReply, streamedReply } from '../../../operations/reply.ts'
import { MAX_INCOMPLETE_BYTES } from '../fast-path/fast-path.ts'

/** Number of calls to /v1/slow that have started. */
let begun = 0
/** Turn of the event loop, and the turns in which calls to /v1/slow have started. */
let loopTurn = 0
const loopTurns: number[] = []
/** Promise that calls to /v1/slow with `hold` wait for. */
let held = Promise.withResolvers<void>()
beforeEach(() => {
  held = Promise.withResolvers()
})

/** Operation on the fast path that is slow, returns a lot of data, or returns a value that cannot be sent. */
const slow = defineOperation({
  name: 'slow',
  method: 'POST',
  path: '/v1/slow',
  access: 'open',
  fastPath: true,
  body: Type.Object({
    hold: Type.Optional(Type.Boolean()),
    bytes: Type.Optional(Type.Integer()),
    odd: Type.Optional(Type.String()),
  }),
  async handle({ body: { hold = false, bytes = 0, odd } }) {
    begun++
    loopTurns.push(loopTurn)
    if (odd !== undefined) return jsonReply(odd === 'big' ? { big: 1n } : undefined)
    if (hold) await held.promise
    return serializedReply(() => Buffer.from(JSON.stringify({ hold, filler: 'x'.repeat(bytes) })))
  },
})
/** Operation on the fast path that returns its path parameter, its query and a header. */
const echo = defineOperation({
  name: 'echo',
  method: 'GET',
  path: '/v1/echo/:id/input',
  access: 'open',
  fastPath: true,
  params: Type.Object({ id: Type.String({ maxLength: 20 }) }),
  query: Type.Object({ limit: Type.Optional(Type.Integer({ default: 5 })) }),
  headers: Type.Object({ 'x-count': Type.Optional(Type.Integer()) }),
  handle: ({ params, query, headers }) => jsonReply({ params, query, count: headers['x-count'] ?? null }),
})
/** Operation on the fast path that accepts all paths below a prefix, with any query. */
const echoPath = defineOperation({
  name: 'echo-path',
  method: 'GET',
  path: '/v1/echo-path/*',
  access: 'open',
  fastPath: { query: true },
  query: Type.Object({}, { additionalProperties: true }),
  handle: ({ params, query }, { url }) => jsonReply({ params, query, url }),
})
/** Chunks of the stream that is being sent, and whether it is closed. */
let sentChunkCount = 0
let isStreamClosed = false
/** Operation on the fast path that streams its reply, and can fail after some chunks. */
const streamed = defineOperation({
  name: 'streamed',
  method: 'POST',
  path: '/v1/streamed',
  access: 'open',
  fastPath: true,
  body: Type.Object({ chunks: Type.Integer(), bytes: Type.Integer(), failAfter: Type.Optional(Type.Integer()) }),
  handle({ body: { chunks, bytes, failAfter } }) {
    sentChunkCount = 0
    isStreamClosed = false
    function* writeChunks() {
      for (let index = 0; index < chunks; index++) {
        if (index === failAfter) throw new Error('the stream has failed')
        sentChunkCount++
        yield Buffer.alloc(bytes, String(index % 10))
      }
    }
    const stream = () =>
      Readable.from(writeChunks(), { objectMode: false, highWaterMark: 1 }).once('close', () => {
        isStreamClosed = true
      })
    return streamedReply({ stream }, { headers: { 'x-chunks': String(chunks) } })
  },
})
/** Resolves when the client of the next operation has left, and records whether the operation noticed it. */
let departure = Promise.withResolvers<void>()
let hasNoticed = false
/** Operation that asks for the end of its connection only after the client has left. */
const late = defineOperation({
  name: 'late',
  method: 'POST',
  path: '/v1/late',
  access: 'open',
  fastPath: true,
  body: Type.Object({}),
  async handle(_input, context) {
    begun++
    await departure.promise
    context.onDisconnect(() => {
      hasNoticed = true
    })
    return jsonReply({})
  },
})
const testFeature = { operations: [slow, echo, echoPath, streamed, late] }

let folder: TempDir
let service: TestService
let port: number
beforeAll(async () => {
  folder = await createTempDir()
  service = await startTestService({
    store: { dataDir: folder.path },
    config: { fastPath: true, shedDelayMs: 0, anonymousBurst: 100_000, anonymousPerSecond: 100_000 },
    features: [testFeature],
  })
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  port = (service.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await service?.dispose()
  await folder?.dispose()
})

interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** True if the reply came from the fast path, which sends lowercase header names. Node capitalizes its headers. */
  readonly byFastPath: boolean
}

function get(path: string, headers: readonly string[] = []): string {
  return [`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n')
}

function post(path: string, body: string, headers: readonly string[] = []): string {
  const lines = [`POST ${path} HTTP/1.1`, 'Host: localhost', 'Content-Type: application/json', ...headers]
  return `${lines.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

/** Client that reads consecutive replies from a persistent connection. */
class Client {
  readonly socket: Socket
  private received = Buffer.alloc(0)
  constructor() {
    this.socket = connect(port, '127.0.0.1')
    this.socket.on('data', (bytes) => {
      this.received = Buffer.concat([this.received, bytes])
    })
    this.socket.on('error', () => {})
  }

  async next(): Promise<Reply> {
    return await vi.waitFor(
      () => {
        const end = this.received.indexOf('\r\n\r\n')
        if (end < 0) throw new Error(`no reply in ${this.received}`)
        const [first = '', ...lines] = this.received.toString('latin1', 0, end).split('\r\n')
        const headers = Object.fromEntries(lines.map(readHeader))
        const length = Number(headers['content-length'])
        if (this.received.length < end + 4 + length) throw new Error('the body is not whole yet')
        const body = this.received.toString('utf8', end + 4, end + 4 + length)
        this.received = this.received.subarray(end + 4 + length)
        return { status: Number(first.split(' ')[1]), headers, body, byFastPath: lines.some((l) => /^date: /.test(l)) }
      },
      { timeout: 120_000, interval: 1 },
    )
  }

  async ask(request: string | Buffer): Promise<Reply> {
    this.socket.write(request)
    return await this.next()
  }
}

/** Returns the server side of the next connection. */
async function acceptConnection({ app }: TestService = service): Promise<Socket> {
  const [socket] = await once(app.server, 'connection')
  return socket as Socket
}

/** Sends a request in two chunks, of which the server receives the first before the second is sent. */
async function sendSplit(request: string, at: number): Promise<{ readonly client: Client }> {
  const accepted = acceptConnection()
  const client = new Client()
  client.socket.setNoDelay(true)
  const served = await accepted
  client.socket.write(request.slice(0, at))
  await once(served, 'data')
  client.socket.write(request.slice(at))
  return { client }
}

/** Sends a request whose reply the test controls, and waits until the server processes it. */
async function sendHeld(socket: Socket, more: object = {}): Promise<void> {
  const before = begun
  socket.write(post('/v1/slow', JSON.stringify({ hold: true, ...more })))
  await expect.poll(() => begun, { interval: 1 }).toBe(before + 1)
}

function readHeader(line: string): [name: string, value: string] {
  const colon = line.indexOf(': ')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 2)]
}

async function askOnce(request: string | Buffer): Promise<Reply> {
  const client = new Client()
  const reply = await client.ask(request)
  client.socket.destroy()
  return reply
}

/**
 * Returns the parts of a reply that must be equal on both paths. Fastify closes the connection after a body that is not
 * JSON, because more data may follow. The fast path has already read the whole body.
 */
function comparable({ status, headers, body }: Reply): object {
  const {
    date: _date,
    'x-request-id': id,
    'ratelimit-remaining': _left,
    connection: _c,
    'keep-alive': _k,
    ...rest
  } = headers
  return { status, body: body.replaceAll(id ?? '-', 'ID'), headers: rest }
}

describe('complete requests on the fast path', () => {
  test.each([
    ['a plain one', '{"routes":1}', []],
    ['nothing in the object', '{}', []],
    ['unknown fields', '{"routes":1,"colour":"red","größe":2}', []],
    ['a value of the wrong type', '{"routes":"many"}', []],
    ['a number out of range', '{"routes":1001}', []],
    ['no JSON', '{"routes":', []],
    ['no body', '', []],
    ['not an object', '[1]', []],
    ['a forbidden field', '{"__proto__":{"x":1}}', []],
    ['a failure inside', '{"fail":true}', []],
    ['a key that nobody has', '{}', ['X-API-Key: fw_live_nobody']],
    ['a key of two quotes', '{}', ['X-API-Key: ""']],
    ['a page of another site', '{}', ['Origin: https://example.com']],
    ['a request id of the caller', '{}', ['X-Request-Id: my-own.id:1']],
    ['a request id that is none', '{}', ['X-Request-Id: <script>']],
    ['letters beyond ASCII', '{"größe":"日本 😀"}', []],
    ['an address before a proxy', '{}', ['X-Forwarded-For: 9.9.9.9']],
  ])('%s: get the same reply as on the regular path', async (_title, body, headers) => {
    const short = await askOnce(post('/v1/probe', body, headers))
    const long = await askOnce(post('/v1/probe/', body, headers))
    expect(short.byFastPath).toBe(true)
    expect(long.byFastPath).toBe(false)
    expect(comparable(short)).toEqual(comparable(long))
    expect(short.headers['x-request-id']).toMatch(/^[\w.:-]{1,64}$/)
    expect(Date.parse(short.headers.date ?? '')).toBeGreaterThan(0)
  })

  test.each([
    ['a parameter', 'as_1-2.3', []],
    ['a parameter that is too long', 'x'.repeat(21), []],
    ['two dots as a parameter', '..', []],
    ['a header of the operation', 'one', ['X-Count: 12']],
    ['a header with a wrong value', 'one', ['X-Count: many']],
    ['a content type without a body', 'one', ['Content-Type: text/plain']],
    ['a key that nobody has', 'one', ['X-API-Key: fw_live_nobody']],
  ])('that are GET requests with %s get the same reply as on the regular path', async (_title, id, headers) => {
    const short = await askOnce(get(`/v1/echo/${id}/input`, headers))
    const long = await askOnce(get(`/v1/echo/${id}/input/`, headers))
    expect([short.byFastPath, long.byFastPath]).toEqual([true, false])
    expect(comparable(short)).toEqual(comparable(long))
  })

  test.each([
    ['no query', '/1,2;3,4.json'],
    ['a query', '/v1/1.5,-2;3,4?steps=true&overview=full&bearings=1,2;;3,4'],
    ['an empty query', '/a?'],
    ['names without values, and values without names', '/a?x&=1&&y=&z==1=2'],
    ['the same name twice', '/a?x=1&y=2&x=3'],
    ['escapes in the query', '/a?json=%7B%22a%22:1%7D&a+b=%2b+c'],
    ['slashes in the query', '/a?x=/../y'],
    ['two slashes', '//a//b'],
    ['dots', '/../a/./b'],
  ])('that are GET requests below a prefix with %s get the same reply as on the regular path', async (_title, url) => {
    const short = await askOnce(get(`/v1/echo-path${url}`))
    const long = await askOnce(get(`/v1/echo-path${url}`, ['TE: trailers']))
    expect([short.byFastPath, long.byFastPath]).toEqual([true, false])
    expect(comparable(short)).toEqual(comparable(long))
  })

  test('that repeat their headers get them unchanged, although validation converts them', async () => {
    const client = new Client()
    for (const id of ['one', 'two']) {
      const reply = await client.ask(get(`/v1/echo/${id}/input`, ['X-Count: 12']))
      expect(reply).toMatchObject({ status: 200, byFastPath: true })
      expect(JSON.parse(reply.body)).toEqual({ params: { id }, query: { limit: 5 }, count: 12 })
    }
    client.socket.destroy()
  })

  test('with a key that is restricted by its scope get the same rejection as on the regular path', async () => {
    const restrictions = { scopes: { operations: ['route'], origins: ['https://app.example.com'] } }
    const issued = await getAccountService(service).issueByOperator({ email: 'a@b.example', plan: 'pro', restrictions })
    const key = issued.ok ? [`X-API-Key: ${issued.value.issued.apiKey}`] : []
    const page = 'Origin: https://app.example.com'
    for (const [path, headers, status] of [
      ['/v1/probe', [...key, page], 403],
      ['/v1/route', key, 403],
      ['/v1/route', [...key, page], 422],
    ] as const) {
      const short = await askOnce(post(path, '{}', headers))
      const long = await askOnce(post(`${path}/`, '{}', headers))
      expect([short.byFastPath, long.byFastPath, short.status]).toEqual([true, false, status])
      expect(comparable(short)).toEqual(comparable(long))
    }
  })

  test('with invalid UTF-8 get the same reply as on the regular path', async () => {
    const [short, long] = await Promise.all(
      ['/v1/probe', '/v1/probe/'].map((path) => {
        const [head, body] = post(path, '{"??":1}').split('\r\n\r\n')
        const bytes = Buffer.from(`${head}\r\n\r\n${body}`, 'latin1')
        bytes.set([0xff, 0xfe], bytes.indexOf('??'))
        return askOnce(bytes)
      }),
    )
    expect([short?.byFastPath, long?.byFastPath]).toEqual([true, false])
    expect(short && comparable(short)).toEqual(long && comparable(long))
    expect(short?.body).toContain('\ufffd')
  })

  test.each(['big', 'nothing'])('report a reply that cannot be written (%s) as a failure', async (odd) => {
    const reply = await askOnce(post('/v1/slow', JSON.stringify({ odd })))
    expect([reply.status, reply.byFastPath]).toEqual([500, true])
    expect(reply.body).toMatch(/failed on this request/)
  })

  test('are logged and measured', async () => {
    const { headers } = await askOnce(post('/v1/probe', '{"routes":1}'))
    expect(service.log.find(({ reqId }) => reqId === headers['x-request-id'])).toMatchObject({
      method: 'POST',
      path: '/v1/probe',
      status: 200,
      ms: expect.any(Number),
    })
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    expect(metrics).toMatch(/fairway_requests_total\{operation="probe",status="200"\} [1-9]/)
  })

  test('may have their body in later chunks, wherever it is split', async () => {
    const request = post('/v1/probe', '{"routes":1}')
    for (const at of [request.length - 12, request.length - 6, request.length - 1]) {
      const { client } = await sendSplit(request, at)
      expect([at, await client.next()]).toMatchObject([at, { status: 200, byFastPath: true }])
      expect(await client.ask(request)).toMatchObject({ status: 200, byFastPath: true })
      client.socket.destroy()
    }
  })

  test('can be pipelined, wherever their bytes are split, and get their replies in order', async () => {
    const requests = [
      post('/v1/slow', '{"bytes":100000}'),
      post('/v1/probe', '{"routes":-1}'),
      get('/v1/echo/one/input'),
      post('/v1/slow', '{"odd":"none"}'),
      post('/v1/probe', '{"routes":1}'),
    ]
    const all = requests.join('')
    const lastBodyStart = all.length - '{"routes":1}'.length
    for (const at of [requests[0]?.length ?? 0, lastBodyStart, all.length - 1, all.length]) {
      const { client } = await sendSplit(all, at)
      const replies: Reply[] = []
      while (replies.length < requests.length) replies.push(await client.next())
      expect([at, replies.map(({ status }) => status)]).toEqual([at, [200, 422, 200, 500, 200]])
      expect(replies.every(({ byFastPath }) => byFastPath)).toBe(true)
      expect(replies[0]?.body.length).toBeGreaterThan(100_000)
      expect(replies[4]?.body).toContain('served')
      client.socket.destroy()
    }
  })

  test('that are pipelined by a client that does not read wait for it', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.pause()
    const before = begun
    socket.write(post('/v1/slow', '{"bytes":20000000}').repeat(5))
    await expect.poll(() => begun).toBe(before + 1)
    for (let others = 0; others < 20; others++) await askOnce(post('/v1/probe', '{}'))
    expect(begun).toBe(before + 1)
    socket.destroy()
  })

  test('with large bodies take turns', async () => {
    let isDone = false
    const countTurns = (): void => {
      loopTurn++
      if (!isDone) setImmediate(countTurns)
    }
    countTurns()
    loopTurns.length = 0
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => askOnce(post('/v1/slow', JSON.stringify({ filler: 'x'.repeat(8200) })))),
    )
    isDone = true
    expect(replies.every(({ status, byFastPath }) => status === 200 && byFastPath)).toBe(true)
    expect(new Set(loopTurns).size).toBe(10)
  })

  test('with a streamed reply get the same reply as on the regular path', async () => {
    const body = JSON.stringify({ chunks: 50, bytes: 10_000, extra: 1 })
    const read = async (path: string) => {
      const socket = connect(port, '127.0.0.1')
      socket.write(post(path, body) + post('/v1/probe', '{}', ['Connection: close']))
      const [first = '', second] = (await text(socket)).split(/(?<=\r\n0\r\n\r\n)/)
      const [head = '', chunked = ''] = first.split(/\r\n\r\n([\s\S]*)/)
      return { head, body: chunked.replaceAll(/[0-9a-f]+\r\n(.*)\r\n/g, '$1'), second }
    }
    const [short, long] = [await read('/v1/streamed'), await read('/v1/streamed/')]
    expect(short.head).toMatch(/\r\ntransfer-encoding: chunked\r\n/)
    for (const { head, second } of [short, long]) {
      expect(head.toLowerCase()).toMatch(/^http\/1.1 200 ok\r\n[\s\S]*x-chunks: 50\r\n/)
      expect(second).toContain('served')
    }
    const expected = Array.from({ length: 50 }, (_, index) => String(index % 10).repeat(10_000)).join('')
    expect(short.body.replace(/0\r\n\r\n$/, '')).toBe(expected)
    expect(long.body).toBe(short.body)
  })

  test.each(['/v1/late', '/v1/late/'])('notice a client that left before they asked (%s)', async (path) => {
    departure = Promise.withResolvers()
    hasNoticed = false
    const before = begun
    const accepted = acceptConnection()
    const socket = connect(port, '127.0.0.1')
    socket.write(post(path, '{}'))
    const served = await accepted
    await expect.poll(() => begun).toBe(before + 1)
    socket.resetAndDestroy()
    await expect.poll(() => served.closed).toBe(true)
    departure.resolve()
    await expect.poll(() => hasNoticed).toBe(true)
  })

  test('with a streamed reply that fails end without the last chunk', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(post('/v1/streamed', '{"chunks":9,"bytes":1000,"failAfter":4}'))
    const received = await text(socket).catch(() => '')
    expect(received).not.toContain('\r\n0\r\n\r\n')
    expect(isStreamClosed).toBe(true)
    expect((await askOnce(post('/v1/probe', '{}'))).status).toBe(200)
  })

  test('with a streamed reply read only as fast as their client, and end the stream when it leaves', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.pause()
    socket.write(post('/v1/streamed', '{"chunks":1000,"bytes":100000}'))
    await expect.poll(() => sentChunkCount).toBeGreaterThan(1)
    for (let others = 0; others < 20; others++) await askOnce(post('/v1/probe', '{}'))
    // The operating system buffers hold at most about 10 MB.
    expect(sentChunkCount).toBeLessThan(300)
    expect(isStreamClosed).toBe(false)
    socket.resetAndDestroy()
    await expect.poll(() => isStreamClosed).toBe(true)
  })

  test('can follow each other on one connection', async () => {
    const client = new Client()
    for (let index = 0; index < 50; index++) {
      const reply = await client.ask(post('/v1/probe', '{"routes":1}'))
      expect([reply.status, reply.byFastPath, reply.headers.connection]).toEqual([200, true, 'keep-alive'])
    }
    client.socket.destroy()
  })
})

describe('requests passed on to Node', () => {
  const body = '{"routes":1}'
  const plain = post('/v1/probe', body)
  test.each([
    ['twice the same header', plain.replace('Host', 'X-A: 1\r\nx-a: 2\r\nHost'), 200],
    ['a second length', plain.replace('Host', 'Content-Length: 3\r\nHost'), 400],
    [
      'chunks',
      plain.replace(/Content-Length[\s\S]*/, `Transfer-Encoding: chunked\r\n\r\nc\r\n${body}\r\n0\r\n\r\n`),
      200,
    ],
    ['chunks and a length', plain.replace('Host', 'Transfer-Encoding: chunked\r\nHost'), 400],
    ['no host', plain.replace('Host: localhost\r\n', ''), 400],
    ['a space before the colon', plain.replace('Host:', 'Host :'), 400],
    ['a header over two lines', plain.replace('Host', 'X-A: 1\r\n 2\r\nHost'), 400],
    ['spaces around a value', plain.replace('localhost', '  localhost  '), 200],
    ['a tab in a value', plain.replace('localhost', 'local\thost'), 200],
    ['a NUL in a value', plain.replace('localhost', 'local\0host'), 400],
    ['a bare line feed', plain.replace('localhost\r\n', 'localhost\n'), 400],
    ['letters beyond ASCII in a header', plain.replace('localhost', 'löcalhost'), 200],
    ['another content type', plain.replace('application/json', 'text/plain'), 400],
    ['the wish to close', plain.replace('Host', 'Connection: close\r\nHost'), 200],
    ['an older HTTP', plain.replace('HTTP/1.1', 'HTTP/1.0'), 200],
    ['a query', plain.replace('/v1/probe', '/v1/probe?x=1'), 200],
    ['another path', plain.replace('/v1/probe', '/v1/prob'), 404],
    ['another method', plain.replace('POST', 'PUT'), 405],
    ['an expectation', plain.replace('Host', 'Expect: a-miracle\r\nHost'), 417],
    ['headers over 16 kB', plain.replace('Host', `X-A: ${'x'.repeat(20_000)}\r\nHost`), 431],
    ['the wish of a proxy', plain.replace('Host', 'Proxy-Connection: close\r\nHost'), 200],
    ['a header without a value', plain.replace('Host', 'X-API-Key:\r\nHost'), 200],
    ['no HTTP at all', 'GARBAGE\r\n\r\n', 400],
    ['GET with a query', get('/v1/echo/one/input?limit=7'), 200],
    ['GET with an encoded parameter', get('/v1/echo/o%6ee/input'), 200],
    ['GET of a path below a prefix with an escape', get('/v1/echo-path/a%2Cb'), 200],
    ['GET of a path below a prefix with a slash at the end', get('/v1/echo-path/a/'), 200],
    ['GET with a query of letters beyond ASCII', get('/v1/echo-path/a?x=%C3%B6'), 200],
    ['GET with an empty parameter', get('/v1/echo//input'), 200],
    ['GET with more segments', get('/v1/echo/one/two/input'), 404],
    ['GET with a body', get('/v1/echo/one/input', ['Content-Length: 2']).concat('{}'), 200],
  ])('%s', async (_title, request, status) => {
    const reply = await askOnce(request)
    expect([reply.status, reply.byFastPath]).toEqual([status, false])
  })

  test('include a body over the limit', async () => {
    const reply = await askOnce(post('/v1/probe', JSON.stringify({ x: 'x'.repeat(1_100_000) })))
    expect([reply.status, reply.byFastPath]).toEqual([413, false])
  })

  test('include a request whose head is split, wherever', async () => {
    for (const at of [1, 10, 40, plain.length - 15, plain.length - 13]) {
      const { client } = await sendSplit(plain, at)
      expect([at, await client.next()]).toMatchObject([at, { status: 200, byFastPath: false }])
      // The connection does not return to the fast path.
      expect(await client.ask(plain)).toMatchObject({ status: 200, byFastPath: false })
      client.socket.destroy()
    }
  })

  test('include a request with a split body over 64 kB', async () => {
    const head = post('/v1/probe', '').length + '65000'.length - 1
    const sized = (bytes: number) =>
      post('/v1/probe', JSON.stringify({ x: 'x'.repeat(bytes - head - '{"x":""}'.length) }))
    for (const [bytes, byFastPath] of [
      [MAX_INCOMPLETE_BYTES, true],
      [MAX_INCOMPLETE_BYTES + 1, false],
    ] as const) {
      const request = sized(bytes)
      expect(request.length).toBe(bytes)
      const { client } = await sendSplit(request, head + 100)
      expect(await client.next()).toMatchObject({ status: 200, byFastPath })
      client.socket.destroy()
    }
  })

  test('include a request whose body does not arrive within seconds', async () => {
    const accepted = acceptConnection()
    const client = new Client()
    const served: Socket & { readonly parser?: unknown } = await accepted
    client.socket.write(plain.slice(0, -5))
    await expect.poll(() => served.parser, { timeout: 30_000 }).toBeTruthy()
    expect(await client.ask(plain.slice(-5))).toMatchObject({ status: 200, byFastPath: false })
    client.socket.destroy()
  })

  test('include pipelined requests after the first that the fast path does not recognize', async () => {
    const client = new Client()
    client.socket.write(`${plain}${get('/healthz')}${plain}`)
    const replies = [await client.next(), await client.next(), await client.next()]
    expect(replies.map(({ status, byFastPath }) => [status, byFastPath])).toEqual([
      [200, true],
      [200, false],
      [200, false],
    ])
    client.socket.destroy()
  })

  test('can follow fast-path requests on the same connection', async () => {
    const client = new Client()
    expect(await client.ask(plain)).toMatchObject({ status: 200, byFastPath: true })
    expect(await client.ask('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')).toMatchObject({
      status: 200,
      byFastPath: false,
    })
    expect(await client.ask(plain)).toMatchObject({ status: 200, byFastPath: false })
    client.socket.destroy()
  })
})

describe('fast-path connection', () => {
  test('buffers input while a request is being processed', async () => {
    const accepted = acceptConnection()
    const client = new Client()
    const served = await accepted
    await sendHeld(client.socket)
    const received = once(served, 'data')
    client.socket.write(post('/v1/probe', '{"routes":1}'))
    await received
    held.resolve()
    expect((await client.next()).body).toContain('"hold":true')
    expect((await client.next()).body).toContain('served')
    client.socket.destroy()
  })

  test('that is half-closed by its client gets its reply, and ends', async () => {
    const accepted = acceptConnection()
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const served = await accepted
    await sendHeld(socket)
    const ended = once(served, 'end')
    socket.end()
    await ended
    held.resolve()
    expect(await text(socket)).toContain('"hold":true')
  })

  test.each([
    [
      'a plain request',
      () => post('/v1/probe', '{}'),
      /^HTTP\/1.1 200 [\s\S]*"hold":true[\s\S]*HTTP\/1.1 200 [\s\S]*served/,
    ],
    [
      'another',
      () => 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n',
      /^HTTP\/1.1 200 [\s\S]*"hold":true[\s\S]*HTTP\/1.1 200 /,
    ],
    ['no request', () => 'GARBAGE\r\n\r\n', /^HTTP\/1.1 200 [\s\S]*"hold":true[\s\S]*HTTP\/1.1 400 /],
  ])('whose client sends %s more before closing gets both replies', async (_title, second, both) => {
    const accepted = acceptConnection()
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
    const served = await accepted
    const said = text(socket)
    await sendHeld(socket)
    const received = once(served, 'data')
    socket.end(second())
    await received
    held.resolve()
    expect(await said).toMatch(both)
  })

  test('that breaks in the middle harms no other', async () => {
    for (let index = 0; index < 20; index++) {
      const accepted = acceptConnection()
      const client = new Client()
      const served = await accepted
      const closed = new Promise((resolve) => served.once('close', resolve))
      await sendHeld(client.socket, { bytes: 100_000 })
      // Half of the connections break before the reply, and the others after its first bytes.
      if (index % 2 === 0) client.socket.resetAndDestroy()
      else client.socket.once('data', () => client.socket.resetAndDestroy())
      if (index % 2 === 0) await closed
      held.resolve()
      await closed
      held = Promise.withResolvers()
    }
    expect((await askOnce(post('/v1/probe', '{}'))).status).toBe(200)
  })

  test('is not read from while its client does not read replies', async () => {
    const before = begun
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.pause()
    /** Returns whether the last request is still waiting after the server has handled many others. */
    const isStuck = async (count: number) => {
      for (let others = 0; others < 20; others++) {
        if (begun - before === count) return false
        await askOnce(post('/v1/probe', '{}'))
      }
      return true
    }
    let count = 0
    do socket.write(post('/v1/slow', '{"bytes":1000000}'))
    while (++count < 200 && !(await isStuck(count)))
    // The operating system buffers hold fewer than 40 replies.
    expect(count).toBeLessThan(40)
    socket.destroy()
  })

  test('kept open by its client does not delay shutdown, and accepts no more requests', async () => {
    const ending = await startTestService({
      store: { dataDir: folder.path },
      config: { fastPath: true },
      features: [testFeature],
    })
    await ending.app.listen({ port: 0, host: '127.0.0.1' })
    const there = (ending.app.server.address() as AddressInfo).port
    const accepted = acceptConnection(ending)
    const socket = connect({ port: there, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
    socket.on('error', () => {})
    const served = await accepted
    let timeouts = 0
    served.on('timeout', () => timeouts++)
    const said = text(socket).catch(() => '')
    await sendHeld(socket)
    const before = begun
    const ended = ending.dispose()
    const received = once(served, 'data')
    socket.write(post('/v1/slow', '{}'))
    await received
    held.resolve()
    expect(await said).toMatch(/connection: close[\s\S]*"hold":true/)
    await ended
    expect([begun, timeouts]).toEqual([before, 0])
    socket.destroy()
  })

  test('ends with its reply on shutdown; idle ones end immediately', async () => {
    const ending = await startTestService({
      store: { dataDir: folder.path },
      config: { fastPath: true },
      features: [testFeature],
    })
    await ending.app.listen({ port: 0, host: '127.0.0.1' })
    const there = (ending.app.server.address() as AddressInfo).port
    const idle = connect(there, '127.0.0.1')
    const busy = connect(there, '127.0.0.1')
    const said = text(busy)
    idle.write(post('/v1/probe', '{}'))
    expect(String(await once(idle, 'data'))).toContain('served')
    await sendHeld(busy)
    const ended = ending.dispose()
    // The other reply is still on hold.
    await once(idle, 'close')
    held.resolve()
    expect(await said).toMatch(/connection: close[\s\S]*"hold":true/)
    await ended
  })
})
