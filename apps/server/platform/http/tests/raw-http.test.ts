import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../../../../tests/support/servers/service.ts'
import { createTempDir, type TempDir } from '../../../../../tests/support/servers/temp-dir.ts'

interface RawReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Sends raw bytes and reads until the server closes the connection. */
async function exchange(port: number, request: string): Promise<RawReply[]> {
  const socket = connect(port, '127.0.0.1')
  socket.write(request)
  return toReplies(await text(socket))
}

function toReplies(stream: string): RawReply[] {
  const replies: RawReply[] = []
  for (let rest = stream; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n')
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n')
    const headers = Object.fromEntries(lines.map((line) => line.toLowerCase().split(': ', 2)))
    const [body, after] = takeBody(rest.slice(end + 4), headers['content-length'])
    replies.push({ status: Number(first.split(' ')[1]), headers, body })
    rest = after
  }
  return replies
}

/** Reads the body by its length, or chunk by chunk if it has no length. */
function takeBody(stream: string, length: string | undefined): [body: string, rest: string] {
  if (length !== undefined) return [stream.slice(0, Number(length)), stream.slice(Number(length))]
  let body = ''
  for (let rest = stream; ; ) {
    const [size = ''] = rest.split('\r\n', 1)
    const start = size.length + 2
    const end = start + Number.parseInt(size, 16)
    if (end === start || size === '') return [body, rest.slice(end + 2)]
    body += rest.slice(start, end)
    rest = rest.slice(end + 2)
  }
}

function expectErrorObject(reply: RawReply | undefined, status: number, code: string, detail: RegExp): void {
  expect(reply).toMatchObject({ status })
  expect(JSON.parse(reply?.body ?? '')).toEqual({ busy: false, detail: expect.stringMatching(detail) })
  expect(reply?.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-error-code': code,
    'x-request-id': expect.stringMatching(/./),
  })
}

describe('raw HTTP connection', () => {
  let folder: TempDir
  let service: TestService
  let port: number
  beforeAll(async () => {
    folder = await createTempDir()
    service = await startTestService({
      store: { dataDir: folder.path },
      config: { shedDelayMs: 0, anonymousBurst: 1000 },
    })
    await service.app.listen({ port: 0, host: '127.0.0.1' })
    port = (service.app.server.address() as AddressInfo).port
  })
  afterAll(async () => {
    await service?.dispose()
    await folder?.dispose()
  })

  /** Sends a request with `connection: close`, so that reading ends after the reply. */
  const send = async (head: string, body = '') =>
    (await exchange(port, `${head}\r\nhost: x\r\nconnection: close\r\n\r\n${body}`))[0]

  test.each(['1.1', '1.0'])('400: two Host headers in HTTP/%s', async (version) => {
    const [reply] = await exchange(
      port,
      `GET /healthz HTTP/${version}\r\nhost: x\r\nHost: y\r\nconnection: close\r\n\r\n`,
    )
    expectErrorObject(reply, 400, 'host-repeated', /^The request has 2 Host headers; send exactly one$/)
  })

  test.each([
    ['a declared length', `content-length: ${64 * 1_048_576}`],
    ['an unknown length', 'transfer-encoding: chunked'],
  ])(
    'a rejected body with %s is not read, and the reply arrives before the connection is closed',
    async (_, header) => {
      const accepted = once(service.app.server, 'connection') as Promise<[Socket]>
      const socket = connect(port, '127.0.0.1')
      const ended = text(socket)
      socket.on('error', () => undefined)
      socket.write(`POST /v1/nothing HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n${header}\r\n\r\n`)
      const chunk = Buffer.from(`100000\r\n${' '.repeat(0x1_00000)}\r\n`)
      for (let count = 0; count < 64; count++) socket.write(chunk)
      const [serverSide] = await accepted
      const [reply] = toReplies(await ended)
      expectErrorObject(reply, 404, 'path-unknown', /^There is nothing at/)
      expect(reply?.headers).toMatchObject({ connection: 'close' })
      await expect.poll(() => serverSide.destroyed, { timeout: 120_000 }).toBe(true)
      expect(serverSide.bytesRead).toBeLessThan(8 * 1_048_576)
      socket.destroy()
    },
  )

  test('a rejected small body is read, and the connection stays open', async () => {
    const body = ' '.repeat(65_536)
    const head = `POST /v1/nothing HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`
    const last = 'GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'
    const replies = await exchange(port, `${head}\r\n\r\n${body}${last}`)
    expect(replies.map(({ status }) => status)).toEqual([404, 200])
  })

  test('400: HTTP/0.9; 200: HTTP/1.0 without Host', async () => {
    const [reply] = await exchange(port, 'GET /healthz HTTP/0.9\r\n\r\n')
    expectErrorObject(
      reply,
      400,
      'http-version-unsupported',
      /^HTTP\/0\.9 is not supported; use HTTP\/1\.1 or HTTP\/1\.0$/,
    )
    expect((await exchange(port, 'GET /healthz HTTP/1.0\r\n\r\n'))[0]).toMatchObject({ status: 200 })
  })

  test('does not log an aborted upload as an unavailable database', async () => {
    const socket = connect(port, '127.0.0.1')
    const begun = once(service.app.server, 'request')
    socket.write('POST /v1/probe HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{')
    const [, response] = await begun
    const closed = once(response, 'close')
    socket.destroy()
    await closed
    // The server handles the error within a few turns, before it answers another request.
    expect(await send('GET /healthz HTTP/1.1')).toMatchObject({ status: 200 })
    expect(service.log.filter(({ msg }) => msg === 'storage unavailable' || msg === 'request crashed')).toEqual([])
  })

  test.each([
    ['no HTTP at all', 'GARBAGE\r\n\r\n'],
    ['an unknown method', 'FETCH / HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['a version of its own', 'GET / HTTP/9.9\r\nhost: x\r\n\r\n'],
    ['a length that is no number', 'POST /v1/probe HTTP/1.1\r\nhost: x\r\ncontent-length: ten\r\n\r\n'],
    [
      'a length and chunks',
      'POST /v1/probe HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a header without a name', 'GET / HTTP/1.1\r\nhost: x\r\n: y\r\n\r\n'],
    ['a line break in a header', 'GET / HTTP/1.1\r\nhost: x\r\nx-api-key: a\nb\r\n\r\n'],
    ['a NUL in a header', 'GET / HTTP/1.1\r\nhost: x\r\nx-api-key: a\u0000b\r\n\r\n'],
    ['bytes beyond ASCII in the path', 'GET /ü HTTP/1.1\r\nhost: x\r\n\r\n'],
  ])('400: %s', async (_title, request) => {
    expectErrorObject((await exchange(port, request))[0], 400, 'http-malformed', /not valid HTTP/)
  })

  test('400: missing Host', async () => {
    expectErrorObject(
      (await exchange(port, 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n'))[0],
      400,
      'host-missing',
      /Host|HTTP/,
    )
  })

  test('417: unsupported expectation', async () => {
    expectErrorObject(
      await send('GET /healthz HTTP/1.1\r\nexpect: a-miracle'),
      417,
      'expectation-unsupported',
      /expect/i,
    )
  })

  test('431: headers over 16 kB', async () => {
    const reply = await send(`GET /healthz HTTP/1.1\r\nx-filler: ${'x'.repeat(20_000)}`)
    expectErrorObject(reply, 431, 'headers-too-large', /exceed the limit of 16384 bytes/)
  })

  test('431: a path over 16 kB', async () => {
    expectErrorObject(await send(`GET /v1/${'x'.repeat(20_000)} HTTP/1.1`), 431, 'headers-too-large', /16384 bytes/)
  })

  test('400: bad percent-encoding', async () => {
    expectErrorObject(await send('GET /v1/%zz HTTP/1.1'), 400, 'url-malformed', /percent-encoding/)
  })

  test('sends an X-Request-Id for requests that never reach a route', async () => {
    const replies = await Promise.all([
      send('GET /v1/%zz HTTP/1.1'),
      send(`GET /healthz HTTP/1.1\r\nx-filler: ${'x'.repeat(20_000)}`),
      exchange(port, 'GARBAGE\r\n\r\n').then(([reply]) => reply),
      exchange(port, 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n').then(([reply]) => reply),
    ])
    const ids = replies.map((reply) => [reply?.status, reply?.headers['x-request-id'] ?? 'none'])
    const id = expect.stringMatching(/^(?!none$)[\w.:-]{1,64}$/)
    expect(ids).toEqual([400, 431, 400, 400].map((status) => [status, id]))
  })

  test('413: rejects a body declared as too large before it is sent', async () => {
    const reply = await send('POST /v1/probe HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: 9999999')
    expectErrorObject(reply, 413, 'body-too-large', /1048576 bytes/)
  })

  test('413: rejects a body without a length that turns out too large', async () => {
    const head = 'POST /v1/probe HTTP/1.1\r\ncontent-type: application/json\r\ntransfer-encoding: chunked'
    expectErrorObject(
      await send(head, `110000\r\n${'x'.repeat(0x110000)}\r\n0\r\n\r\n`),
      413,
      'body-too-large',
      /1048576 bytes/,
    )
  })

  test('treats a key of 10 kB as unknown', async () => {
    const reply = await send(`GET /v1/account/usage HTTP/1.1\r\nx-api-key: ${'k'.repeat(10_000)}`)
    expectErrorObject(reply, 401, 'key-unknown', /is unknown/)
  })

  test('keeps the connection usable after a rejected request', async () => {
    const post = 'POST /v1/account/signup HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
    const replies = await exchange(
      port,
      [
        `${post}content-length: 2\r\n\r\n{}`,
        'GET /v1/rout HTTP/1.1\r\nhost: x\r\n\r\n',
        'GET /v1/%zz HTTP/1.1\r\nhost: x\r\n\r\n',
        'GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
      ].join(''),
    )
    expect(replies.map(({ status }) => status)).toEqual([422, 404, 400, 200])
  })

  test('sends no body for HEAD', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write(
      'HEAD /v1/rout HTTP/1.1\r\nhost: x\r\n\r\nHEAD /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    )
    const heads = (await text(socket)).split('\r\n\r\n')
    expect(heads.map((head) => head.split('\r\n')[0])).toEqual(['HTTP/1.1 404 Not Found', 'HTTP/1.1 200 OK', ''])
    expect(heads[0]).toContain('\r\nx-error-code: path-unknown')
  })

  test('408: rejects a request that does not arrive in time', async () => {
    const { server } = service.app
    const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    // Node emits this error after a minute.
    server.once('connection', (socket) => server.emit('clientError', late, socket))
    expectErrorObject(
      (await exchange(port, 'GET / HTTP/1.1\r\n'))[0],
      408,
      'request-timeout',
      /complete request did not arrive in time/,
    )
  })
})
