import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { describeFeedFailure } from './feed-failure.ts'
import { type FetchFeedOptions, fetchFeed } from './fetch-feed.ts'
import { MAX_REDIRECTS } from './open-url.ts'
import { type ResponseHandler, sendBody, sendEndlessly, startFeedServer } from './testing/feed-server.ts'
import { listSegmentRows } from './testing/reading.ts'

const server = startFeedServer()
const feed = '1,2,30\n'

async function failureOf(answer: ResponseHandler, options: FetchFeedOptions = {}, url = server.url()) {
  server.respond = answer
  const result = await fetchFeed(url, options)
  return result.ok ? result.value : result.failure
}

async function readRead(source: string, options: FetchFeedOptions = {}) {
  const result = await fetchFeed(source, options)
  if (!result.ok) throw new Error(describeFeedFailure(result.failure))
  if (result.value.kind !== 'read') throw new Error('the feed is unchanged')
  return { rows: listSegmentRows(result.value.content), version: result.value.version }
}

describe('feed at a URL', () => {
  test('is read', async () => {
    server.respond = sendBody(feed, { etag: '"1"' })
    expect(await readRead(server.url())).toEqual({ rows: [[1, 2, 30]], version: { kind: 'url', etag: '"1"' } })
    expect(server.requests[0]?.headers).toMatchObject({ 'accept-encoding': 'gzip' })
    expect(server.requests[0]?.headers['user-agent']).toMatch(/^fairway\//)
  })

  test.each<[string, Uint8Array, Record<string, string>]>([
    ['packed on its way', gzipSync(feed), { 'content-encoding': 'gzip' }],
    ['a packed file', gzipSync(feed), { 'content-type': 'application/gzip' }],
    ['a packed file that is packed on its way', gzipSync(gzipSync(feed)), { 'content-encoding': 'gzip' }],
    ['said to be packed when it is not', Buffer.from(feed), { 'content-encoding': 'gzip' }],
  ])('may be %s', async (_what, body, headers) => {
    server.respond = sendBody(body, headers)
    expect((await readRead(server.url())).rows).toEqual([[1, 2, 30]])
  })

  test('takes one request when unchanged, and is read again when it changes', async () => {
    let content = feed
    server.respond = (response, { headers }) => {
      const etag = `"${content.length}"`
      if (headers['if-none-match'] === etag) response.writeHead(304, { etag }).end()
      else response.writeHead(200, { etag }).end(content)
    }
    const first = await readRead(server.url())
    expect(await fetchFeed(server.url(), { previousVersion: first.version })).toEqual({
      ok: true,
      value: { kind: 'unchanged' },
    })
    content += '3,4,50\n'
    const second = await readRead(server.url(), { previousVersion: first.version })
    expect(second.rows).toHaveLength(2)
    expect(second.version).not.toEqual(first.version)
  })

  test('without an ETag is revalidated by date, and without either is always read', async () => {
    const date = 'Sun, 15 Nov 2026 08:00:00 GMT'
    server.respond = sendBody(feed, { 'last-modified': date })
    const { version } = await readRead(server.url())
    await readRead(server.url(), { previousVersion: version })
    expect(server.requests.map(({ headers }) => headers['if-modified-since'])).toEqual([undefined, date])
    server.respond = sendBody(feed)
    expect((await readRead(server.url())).version).toBeUndefined()
  })

  test('follows redirects up to the limit', async () => {
    const hops =
      (count: number): ResponseHandler =>
      (response, { url = '' }) => {
        const hop = Number(url.slice(1))
        if (hop < count) response.writeHead(302, { location: `/${hop + 1}` }).end()
        else response.end(feed)
      }
    server.respond = hops(MAX_REDIRECTS)
    expect((await readRead(server.url('/0'))).rows).toHaveLength(1)
    expect(await failureOf(hops(MAX_REDIRECTS + 1), {}, server.url('/0'))).toEqual({
      kind: 'bad-redirect',
      what: 'the server redirects more than 5 times',
    })
  })

  test('sends the password to no other server', async () => {
    server.respond = (response, { url }) => {
      if (url === '/feed') response.writeHead(307, { location: server.url('/own') }).end()
      else if (url === '/own')
        response.writeHead(307, { location: server.url('/x').replace('127.0.0.1', 'localhost') }).end()
      else response.end(feed)
    }
    await readRead(server.url().replace('//', '//me:s%ZZcret@'))
    const expected = `Basic ${Buffer.from('me:s%ZZcret').toString('base64')}`
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([expected, expected, undefined])
  })
})

describe('unreachable feed', () => {
  test.each<[string, ResponseHandler, object]>([
    ['gone', sendBody('no', {}, 404), { kind: 'gone', status: 404 }],
    ['gone for good', sendBody('no', {}, 410), { kind: 'gone', status: 410 }],
    ['forbidden', sendBody('<html>', {}, 403), { kind: 'bad-status', status: 403 }],
    ['in trouble', sendBody('', {}, 503), { kind: 'bad-status', status: 503 }],
    ['unchanged though nobody asked', sendBody('', {}, 304), { kind: 'bad-status', status: 304 }],
    ['a web page', sendBody('<!doctype html><html>', { 'content-type': 'text/csv' }), { kind: 'web-page' }],
    ['a packed web page', sendBody(gzipSync('<html>'.repeat(100_000))), { kind: 'web-page' }],
    ['empty', sendBody(''), { kind: 'empty' }],
    ['a truncated gzip', sendBody(gzipSync(feed.repeat(1000)).subarray(0, 50)), { kind: 'damaged-gzip' }],
    ['a damaged gzip', sendBody(Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6, 7])), { kind: 'damaged-gzip' }],
    [
      'packed otherwise',
      sendBody('x', { 'content-encoding': 'br' }),
      { kind: 'unknown-format', found: 'the reply uses a compression that was not requested' },
    ],
    [
      'redirected to a file',
      sendBody('', { location: 'file:///etc/passwd' }, 302),
      { kind: 'bad-redirect', what: 'the server redirects to something that is not a web URL' },
    ],
    [
      'redirected to nowhere',
      sendBody('', {}, 301),
      { kind: 'bad-redirect', what: 'the server redirects to something that is not a web URL' },
    ],
    [
      'cut off after its first line',
      (response) => void response.writeHead(200, { 'content-length': '1000' }).write(feed, () => response.destroy()),
      { kind: 'cut-off' },
    ],
    ['hung up on', (response) => void response.socket?.destroy(), { kind: 'unreachable', code: 'ECONNRESET' }],
  ])('%s', async (_what, answer, failure) => {
    expect(await failureOf(answer)).toEqual(failure)
  })

  test('fails when nothing is listening', async () => {
    expect(await failureOf(sendBody(''), {}, 'http://127.0.0.1:1/')).toEqual({
      kind: 'unreachable',
      code: 'ECONNREFUSED',
    })
  })
})

describe('slow feed', () => {
  const timeoutMs = 150
  const trickle: ResponseHandler = (response) => {
    const timer = setInterval(() => response.write(feed), 5)
    response.once('close', () => clearInterval(timer))
  }
  test.each<[string, ResponseHandler]>([
    ['trickling', trickle],
    ['silent after its beginning', (response) => void response.writeHead(200).write(feed)],
    ['silent', () => undefined],
    ['trickling in gzip', (response) => void response.writeHead(200).write(gzipSync(feed).subarray(0, 12))],
  ])('%s is aborted in time', async (_what, answer) => {
    expect(await failureOf(answer, { timeoutMs })).toEqual({ kind: 'too-slow', timeoutMs })
  })

  test('is aborted immediately when the server stops', async () => {
    const stopping = new AbortController()
    const answer: ResponseHandler = (response) => response.writeHead(200).write(feed, () => stopping.abort())
    expect(await failureOf(answer, { signal: stopping.signal })).toEqual({ kind: 'stopped' })
    expect(await failureOf(answer, { signal: stopping.signal })).toEqual({ kind: 'stopped' })
  })
})

describe('oversized feed', () => {
  const maxBytes = 1_000_000
  const tooLarge = { kind: 'too-large', maxBytes }

  test('is rejected one byte above the limit', async () => {
    const body = feed.repeat(1000)
    server.respond = sendBody(body)
    expect((await readRead(server.url(), { maxBytes: body.length })).rows).toHaveLength(1)
    expect(await failureOf(sendBody(body), { maxBytes: body.length - 1 })).toMatchObject({ kind: 'too-large' })
  })

  test.each<[string, ResponseHandler]>([
    ['says so before it comes', (response) => response.writeHead(200, { 'content-length': '1000001' }).flushHeaders()],
    ['never ends', sendEndlessly(feed.repeat(1000))],
    ['never ends and has no lines', sendEndlessly('x'.repeat(10_000))],
    ['never ends and is JSON', sendEndlessly('{"incidents":['.repeat(1000))],
    ['becomes so when it is unpacked', sendBody(gzipSync(Buffer.alloc(50_000_000, feed)))],
    ['becomes so when it is unpacked twice', sendBody(gzipSync(gzipSync(Buffer.alloc(50_000_000, feed))))],
  ])('%s and is not read further', async (_what, answer) => {
    expect(await failureOf(answer, { maxBytes })).toEqual(tooLarge)
  })
})
