import { rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FakeClock } from '../../../../tests/support/servers/fake-clock.ts'
import { FeedPoller, type FeedPollerOptions } from './feed-poller.ts'
import { sendBody, sendEndlessly, startFeedServer } from './feeds/testing/feed-server.ts'
import { listSegmentRows } from './feeds/testing/reading.ts'
import { useTemporaryFolder } from './feeds/testing/temporary-folder.ts'

const folder = useTemporaryFolder()
const server = startFeedServer()
const REFRESH = 60_000

let clock: FakeClock
let stopping: AbortController
let files = 0
beforeEach(() => {
  clock = new FakeClock()
  stopping = new AbortController()
})
afterEach(() => stopping.abort())

const newFile = () => join(folder, `feed-${++files}.csv`)
const createPoller = (source: string, options: Partial<FeedPollerOptions> = {}) =>
  new FeedPoller({ source, refreshMs: REFRESH, now: clock.now, signal: stopping.signal, ...options })
const rowsOf = ({ feed }: FeedPoller) => feed.content && listSegmentRows(feed.content)

/**
 * Replaces a file as an editor or a download does. The explicit time is needed because two writes may have the same
 * file time.
 */
let ticks = 0
async function put(file: string, text: string, at = new Date(1.7e12 + 1000 * ++ticks)): Promise<Date> {
  await writeFile(`${file}.new`, text)
  await utimes(`${file}.new`, at, at)
  await rename(`${file}.new`, file)
  return at
}

describe('file', () => {
  test('is read once, and again when it has changed', async () => {
    const file = newFile()
    const first = await put(file, '1,2,30\n')
    const poller = createPoller(file)
    expect(await poller.poll()).toBe(true)
    const { content } = poller.feed
    expect([rowsOf(poller), poller.feed.asOfMs, poller.feed.readAtMs]).toEqual([
      [[1, 2, 30]],
      first.getTime(),
      clock.now(),
    ])
    clock.advance(500)
    expect(await poller.poll()).toBe(false)
    expect(poller.feed.content).toBe(content)
    const second = await put(file, '1,2,40\n')
    expect(await poller.poll()).toBe(true)
    expect([rowsOf(poller), poller.feed.asOfMs, poller.feed.failure]).toEqual([
      [[1, 2, 40]],
      second.getTime(),
      undefined,
    ])
  })

  test('that is touched keeps its content with a new time', async () => {
    const file = newFile()
    await put(file, '1,2,30\n')
    const poller = createPoller(file)
    await poller.poll()
    const touched = new Date(1.8e12)
    await utimes(file, touched, touched)
    expect(await poller.poll()).toBe(true)
    expect([rowsOf(poller), poller.feed.asOfMs]).toEqual([[[1, 2, 30]], touched.getTime()])
  })

  test('that replaces another one is read even with the same size and time', async () => {
    const [file, at] = [newFile(), new Date(1.75e12)]
    await put(file, '1,2,30\n', at)
    const poller = createPoller(file)
    await poller.poll()
    await put(file, '1,2,40\n', at)
    await poller.poll()
    expect(rowsOf(poller)).toEqual([[1, 2, 40]])
  })

  test('that disappears keeps its last content, which ages, with the time of the error; its return clears the error', async () => {
    const file = newFile()
    const modifiedMs = await put(file, '1,2,30\n')
    const poller = createPoller(file)
    await poller.poll()
    await rename(file, `${file}.away`)
    const startMs = clock.now()
    expect(await poller.poll()).toBe(true)
    expect(poller.feed).toMatchObject({
      asOfMs: modifiedMs.getTime(),
      failure: { text: expect.stringMatching(/^there is no such file/), sinceMs: startMs },
    })
    clock.advance(5000)
    expect(await poller.poll()).toBe(false)
    expect([rowsOf(poller), poller.feed.failure?.sinceMs]).toEqual([[[1, 2, 30]], startMs])
    await rename(`${file}.away`, file)
    expect(await poller.poll()).toBe(true)
    expect([rowsOf(poller), poller.feed.failure]).toEqual([[[1, 2, 30]], undefined])
  })

  test.each([
    ['a web page', '<!doctype html><html><body>Please sign in', /^the reply is a web page/],
    ['cut off', '{"incidents": [{"kind": "closure"', /^the feed is truncated/],
    ['empty', '', /^the feed is empty/],
    ['nothing but nonsense', 'a,b,c\nd,e,f\n', /^no part of the feed can be read/],
  ])(
    'that is %s keeps its last content, is not read until it changes, and works again once repaired',
    async (_what, text, why) => {
      const file = newFile()
      await put(file, '1,2,30\n')
      const poller = createPoller(file)
      await poller.poll()
      await put(file, text)
      expect(await poller.poll()).toBe(true)
      expect(poller.feed.failure?.text).toMatch(why)
      const broken = poller.feed
      clock.advance(1000)
      expect(await poller.poll()).toBe(false)
      expect(poller.feed).toBe(broken)
      expect(rowsOf(poller)).toEqual([[1, 2, 30]])
      await put(file, '1,2,50\n')
      expect(await poller.poll()).toBe(true)
      expect([rowsOf(poller), poller.feed.failure]).toEqual([[[1, 2, 50]], undefined])
    },
  )

  test('that did not exist is read when it appears', async () => {
    const file = newFile()
    const poller = createPoller(file)
    expect(await poller.poll()).toBe(true)
    expect(poller.feed).toMatchObject({ content: undefined, asOfMs: undefined, failure: { sinceMs: clock.now() } })
    await put(file, '1,2,30\n')
    expect(await poller.poll()).toBe(true)
    expect(rowsOf(poller)).toEqual([[1, 2, 30]])
    await rm(file)
  })

  test('with some invalid rows is read without them, and they are counted', async () => {
    const file = newFile()
    await put(file, '1,2,30\n3,4,fast\n5,6,70\n')
    const poller = createPoller(file)
    await poller.poll()
    expect(rowsOf(poller)).toEqual([
      [1, 2, 30],
      [5, 6, 70],
    ])
    expect(poller.feed.content?.skipped).toEqual({ count: 1, first: [expect.stringMatching(/^line 2: /)] })
  })

  test('that was loaded manually does not age and has a name', async () => {
    const file = newFile()
    await put(file, '1,2,30\n')
    const poller = createPoller(file, { name: 'works', neverExpires: true })
    await poller.poll()
    expect(poller.feed).toMatchObject({ name: 'works', asOfMs: undefined, readAtMs: clock.now() })
  })
})

describe('feed URL', () => {
  const countRequests = () => server.requests.length

  test('is requested again after the refresh interval, however often it is checked', async () => {
    server.respond = sendBody('1,2,30\n')
    const poller = createPoller(server.url())
    expect(await poller.poll()).toBe(true)
    for (let pollCount = 1; pollCount <= 1000; pollCount++) {
      clock.advance(200)
      await poller.poll()
      expect(countRequests(), `after ${pollCount} looks`).toBe(1 + Math.floor((pollCount * 200) / REFRESH))
    }
  })

  test('that reports no change is current, with no new content', async () => {
    server.respond = (response, { headers }) => {
      if (headers['if-none-match'] === '"1"') response.writeHead(304).end()
      else response.writeHead(200, { etag: '"1"' }).end('1,2,30\n')
    }
    const poller = createPoller(server.url())
    await poller.poll()
    const { content } = poller.feed
    clock.advance(REFRESH)
    expect(await poller.poll()).toBe(false)
    expect(poller.feed).toMatchObject({ asOfMs: clock.now(), readAtMs: clock.now(), failure: undefined })
    expect([poller.feed.content === content, countRequests()]).toEqual([true, 2])
  })

  test.each([
    ['in trouble', sendBody('', {}, 500), /^the server returned 500/],
    ['gone', sendBody('', {}, 404), /^the server has no such feed/],
    ['a web page', sendBody('<html>', {}), /^the reply is a web page/],
    ['too large', sendBody('1,2,30\n', { 'content-length': String(300 * 1024 * 1024) }), /^the feed is larger than/],
  ])('that is %s keeps its last content, which ages; then it is requested again', async (_what, answer, why) => {
    server.respond = sendBody('1,2,30\n')
    const poller = createPoller(server.url())
    await poller.poll()
    const startMs = clock.now()
    server.respond = answer
    clock.advance(REFRESH)
    expect(await poller.poll()).toBe(true)
    clock.advance(REFRESH)
    expect(await poller.poll()).toBe(false)
    expect(poller.feed).toMatchObject({
      asOfMs: startMs,
      readAtMs: startMs,
      failure: { text: expect.stringMatching(why), sinceMs: startMs + REFRESH },
    })
    expect(rowsOf(poller)).toEqual([[1, 2, 30]])
    server.respond = sendBody('1,2,40\n')
    clock.advance(REFRESH)
    expect(await poller.poll()).toBe(true)
    expect([rowsOf(poller), poller.feed.failure, poller.feed.asOfMs]).toEqual([[[1, 2, 40]], undefined, clock.now()])
  })

  test('that never ends is aborted above the size limit', async () => {
    server.respond = sendEndlessly(`# ${'x'.repeat(4000)}\n`.repeat(250))
    const poller = createPoller(server.url())
    await poller.poll()
    expect(poller.feed.failure?.text).toMatch(/^the feed is larger than/)
  })

  test('that does not respond blocks no check, and fails after 60 s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const arrived = new Promise<void>((resolve) => {
        server.respond = () => resolve()
      })
      const poller = createPoller(server.url())
      const looking = poller.poll()
      await arrived
      expect(await poller.poll()).toBe(false)
      vi.advanceTimersByTime(60_000)
      expect(await looking).toBe(true)
      expect(poller.feed.failure?.text).toMatch(/^the feed was not read completely within 60 s/)
      expect(countRequests()).toBe(1)
    } finally {
      vi.useRealTimers()
    }
  })

  test('is aborted when the service stops', async () => {
    const arrived = new Promise<void>((resolve) => {
      server.respond = () => resolve()
    })
    const poller = createPoller(server.url())
    const looking = poller.poll()
    await arrived
    stopping.abort()
    await looking
    expect(poller.feed.failure?.text).toMatch(/is stopping/)
  })

  test('is shown without password and parameters', () => {
    const poller = createPoller('http://me:secret@example.test/feed?key=secret')
    expect(poller.feed.name).toBe('http://example.test/feed?…')
  })
})

test('reports a source that is neither a file nor a URL', async () => {
  const poller = createPoller('ftp://example.test/feed')
  expect(await poller.poll()).toBe(true)
  expect(poller.feed.failure?.text).toMatch(/^URLs that start with ftp:\/\/ are not supported/)
  expect(await poller.poll()).toBe(false)
})
