import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sendBody, sendEndlessly, startFeedServer } from '../feeds/testing/feed-server.ts'
import { listSegmentRows } from '../feeds/testing/reading.ts'
import { useTemporaryFolder } from '../feeds/testing/temporary-folder.ts'
import { type DownloadFeedOptions, downloadFeed } from './take-feed.ts'

const server = startFeedServer()
const folder = useTemporaryFolder()
const feed = Buffer.from('1,2,30\n')

async function failureOf(source: string, options: DownloadFeedOptions = {}) {
  const taken = await downloadFeed(source, options)
  return taken.ok ? 'it was taken' : taken.failure
}

test.each([
  ['plain', feed],
  ['packed', gzipSync(feed)],
])('stores the bytes of a %s feed unchanged', async (what, bytes) => {
  const file = join(folder, what)
  await writeFile(file, bytes)
  server.respond = sendBody(bytes)
  for (const source of [file, server.url()]) {
    const downloaded = await downloadFeed(source)
    if (!downloaded.ok) throw new Error(downloaded.failure.kind)
    expect(downloaded.value.bytes).toEqual(bytes)
    expect(listSegmentRows(downloaded.value.content)).toEqual([[1, 2, 30]])
  }
})

test('rejects a feed that is too large, compressed or not, and accepts one that just fits', async () => {
  const file = join(folder, 'large')
  await writeFile(file, feed)
  expect(await failureOf(file, { maxBytes: feed.length - 1 })).toEqual({ kind: 'too-large', maxBytes: feed.length - 1 })
  expect(await failureOf(file, { maxBytes: feed.length })).toBe('it was taken')
  await writeFile(file, gzipSync('1,2,30\n'.repeat(1000)))
  expect(await failureOf(file, { maxBytes: 6999 })).toEqual({ kind: 'too-large', maxBytes: 6999 })
  expect(await failureOf(file, { maxBytes: 7000 })).toBe('it was taken')
  server.respond = sendEndlessly('1,2,30\n')
  expect(await failureOf(server.url(), { maxBytes: 100_000 })).toEqual({ kind: 'too-large', maxBytes: 100_000 })
})

test('aborts a feed that takes too long', async () => {
  server.respond = (response) => void response.writeHead(200).write('1,2,3')
  expect(await failureOf(server.url(), { timeoutMs: 50 })).toEqual({ kind: 'too-slow', timeoutMs: 50 })
})

test.each([
  ['gone', join(folder, 'nowhere')],
  ['unreadable-file', folder],
  ['bad-address', 'ftp://example.com/feed'],
  ['unreachable', 'http://127.0.0.1:1/feed'],
])('returns a failure for a source that is %s, without throwing', async (kind, source) => {
  expect(await failureOf(source)).toMatchObject({ kind })
})

test('returns a failure for a truncated compressed feed', async () => {
  const file = join(folder, 'cut.gz')
  await writeFile(file, gzipSync('1,2,30\n'.repeat(1000)).subarray(0, -10))
  expect(await failureOf(file)).toEqual({ kind: 'damaged-gzip' })
})
