import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTempDir, type TempDir } from '../../../../tests/support/servers/temp-dir.ts'
import { DownloadError } from '../../platform/transfer/download-failed.ts'
import { lockFile } from '../../platform/transfer/file-lock.ts'
import type { ProgressDisplay } from '../progress.ts'
import { type DownloadJob, download } from './download.ts'
import { parseExtractSource } from './extract-source.ts'
import { computeMd5, dropAfter, type Mirror, respondWith, sendRange, startMirror } from './testing/mirror-server.ts'

const PATH = '/europe/monaco-latest.osm.pbf'
const extract = bytes(500_000, 1)
function bytes(length: number, seed: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => (index * 31 + (index >> 8) * seed) & 255)
}

let folder: TempDir
let mirror: Mirror
let job: DownloadJob
let messages: string[]
let pauses: number[]
beforeEach(async () => {
  folder = await createTempDir()
  mirror = await startMirror(PATH, extract)
  messages = []
  pauses = []
  const display: ProgressDisplay = {
    report: () => undefined,
    print: (text) => messages.push(text),
    end: () => undefined,
  }
  const pause = async (ms: number) => pauses.push(ms)
  const retries = { maxTries: 4, firstPauseMs: 500, maxPauseMs: 60_000, pause }
  const file = join(folder.path, 'extracts', 'europe', 'monaco-latest.osm.pbf')
  job = { url: `${mirror.url}${PATH}`, file, display, retries, stallMs: 5000 }
})
afterEach(async () => {
  await mirror.close()
  await folder.dispose()
})

/**
 * Consecutive failures without data, after which a download gives up. As long as data arrives, the number of attempts
 * is not limited.
 */
const inTrouble = [503, 500, 502].map((status) => respondWith(status))
const drop = (bytes: number) => dropAfter(mirror, bytes, `${job.file}.part`)

async function failure(given: DownloadJob = job): Promise<DownloadError> {
  const error: unknown = await download(given).then(
    () => undefined,
    (one) => one,
  )
  expect(error).toBeInstanceOf(DownloadError)
  return error as DownloadError
}
async function expectComplete(file = mirror.file): Promise<void> {
  expect(computeMd5(await readFile(job.file))).toBe(computeMd5(file))
  // Neither the partial file nor the lock is left.
  expect(await readdir(dirname(job.file))).toEqual(['monaco-latest.osm.pbf'])
}

describe('complete download', () => {
  test('is verified', async () => {
    expect(await download(job)).toEqual({ wasVerified: true, wasFetched: true })
    await expectComplete()
    expect(mirror.ranges).toEqual([''])
    expect(mirror.lastHeaders).toMatchObject({ 'accept-encoding': 'identity' })
    expect(mirror.lastHeaders['user-agent']).toMatch(/^fairway\//)
  })

  test('resumes after dropped connections where the last one ended', async () => {
    mirror.failures.push(drop(200_000), drop(100_000), drop(1))
    expect(await download(job)).toEqual({ wasVerified: true, wasFetched: true })
    await expectComplete()
    expect(mirror.ranges).toEqual(['', 'bytes=200000-', 'bytes=300000-', 'bytes=300001-'])
    expect(mirror.lastHeaders['if-range']).toBe('"v1"')
    // Data arrived in each attempt, so the pauses do not grow.
    expect(pauses).toEqual([500, 500, 500])
    expect(messages[0]).toMatch(/^http:.*monaco-latest\.osm\.pbf: .+; trying again in 0\.5 s$/)
  })

  test('resumes in a later run where the first one ended', async () => {
    mirror.failures.push(drop(200_000), ...inTrouble)
    expect((await failure()).message).toContain('the 200.0 kB already downloaded will be kept')
    expect(await download(job)).toEqual({ wasVerified: true, wasFetched: true })
    await expectComplete()
    expect(mirror.ranges.at(-1)).toBe('bytes=200000-')
    expect(messages.at(-1)).toBe(`Continuing ${job.file}.part after 200.0 kB`)
  })

  test('succeeds when the file is replaced between two attempts', async () => {
    const replaced = bytes(400_000, 7)
    mirror.failures.push(drop(200_000), (response, request) => {
      mirror.file = replaced
      mirror.tag = 'v2'
      mirror.md5 = computeMd5(replaced)
      sendRange(mirror, request, response)
    })
    expect(await download(job)).toEqual({ wasVerified: true, wasFetched: true })
    await expectComplete(replaced)
    expect(mirror.ranges).toEqual(['', 'bytes=200000-'])
  })

  test('succeeds when the file is replaced and the mirror does not support If-Range', async () => {
    const replaced = bytes(500_000, 7)
    mirror.failures.push(drop(200_000), (response) => {
      mirror.file = replaced
      mirror.tag = 'v2'
      mirror.md5 = computeMd5(replaced)
      // The mirror sends a range of the new file, although the client requested a range of the old file.
      const headers = { etag: '"v2"', 'content-range': 'bytes 200000-499999/500000' }
      response.writeHead(206, headers).end(replaced.subarray(200_000))
    })
    expect(await download(job)).toEqual({ wasVerified: true, wasFetched: true })
    await expectComplete(replaced)
    expect(mirror.ranges).toEqual(['', 'bytes=200000-', ''])
  })

  test('succeeds when the file is replaced between the download and its checksum', async () => {
    const replaced = bytes(500_000, 7)
    mirror.failures.push((response, request) => {
      sendRange(mirror, request, response)
      mirror.file = replaced
      mirror.tag = 'v2'
      mirror.md5 = computeMd5(replaced)
    })
    expect(await download(job)).toEqual({ wasVerified: true, wasFetched: true })
    await expectComplete(replaced)
    expect(messages[0]).toContain(
      `has the MD5 ${computeMd5(extract)}, but ${job.url}.md5 says ${computeMd5(replaced)}; downloading it again`,
    )
  })

  test('restarts from the beginning when the mirror sends no validator for resuming', async () => {
    mirror.tag = undefined
    mirror.failures.push(drop(200_000))
    await download(job)
    await expectComplete()
    expect(mirror.ranges).toEqual(['', ''])
  })

  test('succeeds when the whole file had already arrived', async () => {
    mirror.failures.push(drop(499_999), ...inTrouble)
    await failure()
    await writeFile(`${job.file}.part`, extract)
    await download(job)
    await expectComplete()
    expect(mirror.ranges.at(-1)).toBe('bytes=500000-')
  })

  test('succeeds when the partial file is longer than the file', async () => {
    mirror.failures.push(drop(200_000), ...inTrouble)
    await failure()
    await writeFile(`${job.file}.part`, new Uint8Array(600_000))
    await download(job)
    await expectComplete()
    expect(mirror.ranges.slice(-2)).toEqual(['bytes=600000-', ''])
  })

  test('does not resume the partial file of another mirror', async () => {
    mirror.failures.push(drop(200_000), ...inTrouble)
    await failure()
    const otherMirror = await startMirror(PATH, bytes(300_000, 9))
    await download({ ...job, url: `${otherMirror.url}${PATH}` })
    await expectComplete(otherMirror.file)
    expect(otherMirror.ranges).toEqual([''])
    await otherMirror.close()
  })

  test('follows a redirect', async () => {
    mirror.failures.push(respondWith(302, { location: PATH }))
    await download(job)
    await expectComplete()
  })

  test('succeeds after a stalled connection', async () => {
    mirror.failures.push((response) => {
      response.writeHead(200, { etag: '"v1"', 'content-length': extract.length })
      response.write(extract.subarray(0, 1000))
    })
    await download({ ...job, stallMs: 100 })
    await expectComplete()
    expect(messages[0]).toContain('no data received for 0.1 s; trying again')
  })

  test('is not repeated while the file on the mirror is unchanged', async () => {
    await download(job)
    expect(await download(job)).toEqual({ wasVerified: true, wasFetched: false })
    expect(mirror.ranges).toEqual([''])
    mirror.file = bytes(10, 3)
    mirror.tag = 'v2'
    mirror.md5 = computeMd5(mirror.file)
    expect(await download(job)).toEqual({ wasVerified: true, wasFetched: true })
    await expectComplete()
  })
})

describe('download that cannot be verified', () => {
  test.each([undefined, '<html>', 'd41d8cd98f00b204e9800998ecf8427'])('is reported: .md5 says %s', async (md5) => {
    mirror.md5 = md5
    expect(await download(job)).toEqual({ wasVerified: false, wasFetched: true })
    await expectComplete()
    expect(messages).toEqual([`${job.url}.md5 contains no checksum; only the file size was checked (500.0 kB)`])
  })

  test('is still checked for its length', async () => {
    mirror.md5 = undefined
    mirror.failures.push(drop(499_999))
    await download(job)
    await expectComplete()
  })
})

describe('failed download', () => {
  afterEach(() => expect(existsSync(job.file)).toBe(false))

  test('reports a checksum that is wrong twice', async () => {
    mirror.md5 = 'ab'.repeat(16)
    const checksumMessage = `${job.url} has the MD5 ${computeMd5(extract)}, but ${job.url}.md5 says ${'ab'.repeat(16)}`
    expect(await failure()).toMatchObject({
      kind: 'wrong-checksum',
      message: `${checksumMessage}, again; the mirror may be replacing the file: try again later, or use another mirror with --mirror-url`,
    })
    expect(mirror.ranges).toEqual(['', ''])
    expect(await readdir(dirname(job.file))).toEqual([])
  })

  test('reports a missing file', async () => {
    const url = `${mirror.url}/europe/monac-latest.osm.pbf`
    expect(await failure({ ...job, url })).toMatchObject({
      kind: 'not-found',
      message: `${url} returned 404 Not Found`,
    })
    expect(pauses).toEqual([])
  })

  test('reports a mirror that refuses access', async () => {
    mirror.failures.push(respondWith(403))
    expect(await failure()).toMatchObject({
      kind: 'refused',
      message: `${job.url} returned 403 Forbidden; check the mirror URL (--mirror-url, FAIRWAY_MIRROR_URL)`,
    })
  })

  test('reports a failing mirror after pauses that grow or follow Retry-After', async () => {
    mirror.failures.push(respondWith(500), respondWith(429, { 'retry-after': '7' }), respondWith(503), respondWith(502))
    expect(await failure()).toMatchObject({
      kind: 'unreachable',
      message: `${job.url} returned 502 Bad Gateway (4 attempts); check the network and the mirror URL (--mirror-url, FAIRWAY_MIRROR_URL) and run the command again`,
    })
    expect(pauses).toEqual([500, 7000, 2000])
  })

  test('reports an unreachable mirror', async () => {
    const stoppedMirror = await startMirror(PATH, extract)
    await stoppedMirror.close()
    const { kind, message } = await failure({ ...job, url: `${stoppedMirror.url}${PATH}` })
    expect(kind).toBe('unreachable')
    expect(message).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/europe\/monaco-latest\.osm\.pbf: connect ECONNREFUSED 127/)
  })

  test('refuses to start while another process downloads the same file', async () => {
    await mkdir(dirname(job.file), { recursive: true })
    const lock = await lockFile(`${job.file}.lock`)
    expect(await failure()).toMatchObject({
      kind: 'under-way',
      message: expect.stringMatching(
        /monaco-latest\.osm\.pbf is being downloaded by process \d+ on .+; wait until the download is done$/,
      ),
    })
    if ('release' in lock) await lock.release()
  })
})

test('does not block others when its process was killed', async () => {
  await mkdir(dirname(job.file), { recursive: true })
  const lock = await lockFile(`${job.file}.lock`)
  expect(lock).toHaveProperty('release')
  const lockContent = await readFile(`${job.file}.lock`, 'utf8')
  await writeFile(`${job.file}.lock`, lockContent.replace(/~\d+~\d+~/, '~999999999~1~'))
  await download(job)
  await expectComplete()
})

describe('download source', () => {
  const source = { mirrorUrl: 'https://mirror.example/osm', dataDir: '/srv/data' }

  test('accepts a path on the mirror', () => {
    expect(parseExtractSource('europe/monaco', source)).toEqual({
      kind: 'mirror',
      url: 'https://mirror.example/osm/europe/monaco-latest.osm.pbf',
      file: '/srv/data/extracts/europe/monaco-latest.osm.pbf',
      region: 'monaco',
    })
  })

  test.each([
    '/maps/porto-latest.osm.pbf',
    './porto.osm.pbf',
    'maps/porto.osm.bz2',
    'porto.pbf',
    'maps/porto.osm.bz2',
    '../maps/Porto-260101.OSM.PBF',
  ])('accepts a file: %s', (file) =>
    expect(parseExtractSource(file, source)).toEqual({ kind: 'file', file, region: 'porto' }),
  )

  test.each(['Europe/Monaco', 'europe/', '', 'europe//monaco', 'https://a.example/x'])('rejects %j', (what) => {
    expect(() => parseExtractSource(what, source)).toThrow(
      `${JSON.stringify(what)} is neither a file nor a path on the mirror; give an extract such as ./monaco.osm.pbf or a path such as europe/monaco`,
    )
  })

  test('rejects a password in the mirror URL without repeating it', () => {
    const secret = { ...source, mirrorUrl: 'https://user:hunter2@mirror.example' }
    expect(() => parseExtractSource('europe/monaco', secret)).toThrow(
      /^the mirror URL must not contain a user name or password$/,
    )
  })
})
