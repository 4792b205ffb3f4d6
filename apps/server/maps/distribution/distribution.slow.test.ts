import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { DatasetStore, type StoredDataset } from '@fairway/dataset'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTempDir, type TempDir } from '../../../../tests/support/servers/temp-dir.ts'
import { lockFile } from '../../platform/transfer/file-lock.ts'
import { DatasetFollower } from './dataset-follower.ts'
import { type FetchOptions, fetchDataset } from './fetch-dataset.ts'
import { computeSha256, publishDataset } from './publish-dataset.ts'

const retries = { maxTries: 2, firstPauseMs: 1, maxPauseMs: 1, pause: async () => {} }
const HOUR_MS = 3_600_000

let folder: TempDir
let server: Server
let url: string
/** Requests in order, as `PATH` or `PATH from BYTE`. */
let requests: string[]
let authorizations: (string | undefined)[]
/** Handlers by path. A handler replaces the web server for the next request for its path. */
let failures: Map<string, (response: ServerResponse, content: Buffer) => unknown>

beforeEach(async () => {
  folder = await createTempDir()
  requests = []
  authorizations = []
  failures = new Map()
  server = createServer((request, response) => void serve(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/maps`
})
afterEach(async () => {
  server.close()
  server.closeAllConnections()
  await folder.dispose()
})

const inFolder = (...names: string[]) => join(folder.path, ...names)
const webFolder = () => inFolder('web')

/** Serves the web folder with ranges and ETags, as nginx and object stores do. */
async function serve({ url: path = '', headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  const name = path.replace(/^\/maps\//, '')
  const range = /^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1]
  requests.push(range === undefined ? name : `${name} from ${range}`)
  authorizations.push(headers.authorization)
  const content = await readFile(join(webFolder(), name)).catch(() => undefined)
  if (content === undefined) return void response.writeHead(404).end()
  const fail = failures.get(name)
  failures.delete(name)
  if (fail) return void fail(response, content)
  const etag = `"${computeSha256(content)}"`
  const from = headers['if-range'] === etag ? Number(range) : 0
  const part = content.subarray(from)
  const contentRange = { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` }
  response.writeHead(from > 0 ? 206 : 200, { etag, 'content-length': part.length, ...(from > 0 && contentRange) })
  response.end(part)
}

const manifestContent = {
  source: { file: 'test.osm', sha256: '0', bytes: 1, timestamp: undefined },
  attribution: 'OSM',
  boundingBox: { south: 1, west: 3, north: 2, east: 4 },
  counts: {},
  compile: { threads: 1, wallSeconds: 1, cpuSeconds: 1, peakMemoryBytes: 1 },
}

/** Compiles a dataset on the machine that publishes, with the given content instead of roads. */
async function compile(content: string): Promise<StoredDataset> {
  return await new DatasetStore(inFolder('publisher')).publish('europe/porto', async (target) => {
    await writeFile(join(target, 'roads.bin'), content)
    await writeFile(join(target, 'extract.osm.pbf'), 'the extract')
    return manifestContent
  })
}

async function compileAndPublish(content: string): Promise<StoredDataset> {
  const dataset = await compile(content)
  expect(await publishDataset(dataset, webFolder())).toEqual({ copied: true })
  return dataset
}

function fetchPorto(options: Partial<FetchOptions> = {}) {
  return fetchDataset({ url, region: 'europe/porto', dataDir: inFolder('node'), retries, ...options })
}

async function findPartialSize(path: string): Promise<number | undefined> {
  return (await stat(inFolder('node/datasets/.downloads', `${path}.part`)).catch(() => undefined))?.size
}
const findServed = () => new DatasetStore(inFolder('node')).findCurrent('europe/porto')
const roadsOf = async (dataset: StoredDataset | undefined) => readFile(join(dataset?.folder ?? '', 'roads.bin'), 'utf8')
const inWeb = (dataset: StoredDataset, name: string) => join(webFolder(), 'europe/porto', dataset.id, name)

/** Rewrites the manifest of a published dataset, with a correct checksum in latest.json. */
async function rewriteManifest(dataset: StoredDataset, fields: Record<string, unknown>, bytes = 0) {
  const file = inWeb(dataset, 'manifest.json')
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
  const json = JSON.stringify({ ...manifest, ...fields }).padEnd(bytes)
  await writeFile(file, json)
  const latest = JSON.stringify({ dataset: dataset.id, manifest_sha256: computeSha256(Buffer.from(json)) })
  await writeFile(join(webFolder(), 'europe/porto/latest.json'), latest)
}

describe('a published dataset', () => {
  test('is downloaded once, byte by byte, under the same id', async () => {
    const dataset = await compileAndPublish('roads 1')
    const first = await fetchPorto()
    expect(first).toMatchObject({ wasFetched: true, servedDataset: { id: dataset.id } })
    for (const name of ['roads.bin', 'extract.osm.pbf', 'manifest.json']) {
      const [published, fetched] = await Promise.all(
        [dataset, await findServed()].map((one) => readFile(join(one?.folder ?? '', name))),
      )
      expect(fetched).toEqual(published)
    }
    requests = []
    expect(await fetchPorto()).toMatchObject({ wasFetched: false, servedDataset: { id: dataset.id } })
    expect(requests).toEqual(['europe/porto/latest.json'])
    expect(await readdir(inFolder('node/datasets/.downloads/europe/porto'))).toEqual([])
  })

  test('continues after a broken connection, also in another process', async () => {
    const dataset = await compileAndPublish('roads 1'.repeat(1000))
    const roads = `europe/porto/${dataset.id}/roads.bin`
    failures.set(roads, async (response, content) => {
      response.writeHead(200, { etag: `"${computeSha256(content)}"`, 'content-length': content.length })
      response.write(content.subarray(0, 4000))
      while ((await findPartialSize(roads)) !== 4000) await setImmediate()
      response.destroy()
    })
    const stopAfterOne = { ...retries, pause: () => Promise.reject(new Error('killed')) }
    await expect(fetchPorto({ retries: stopAfterOne })).rejects.toThrow('killed')
    requests = []
    expect(await fetchPorto()).toMatchObject({ wasFetched: true })
    expect(requests.filter((one) => one.startsWith(roads))).toEqual([`${roads} from 4000`])
    expect(await roadsOf(await findServed())).toBe('roads 1'.repeat(1000))
  })

  test('replaces the previous one, also when the publisher returns to an older one', async () => {
    const first = await compileAndPublish('roads 1')
    await fetchPorto()
    const second = await compileAndPublish('roads 2')
    expect(await fetchPorto()).toMatchObject({ wasFetched: true, servedDataset: { id: second.id } })
    expect(await publishDataset(first, webFolder())).toEqual({ copied: false })
    expect(await fetchPorto()).toMatchObject({ wasFetched: false, servedDataset: { id: first.id } })
    expect(await roadsOf(await findServed())).toBe('roads 1')
    const third = await compileAndPublish('roads 3')
    expect(await fetchPorto()).toMatchObject({ wasFetched: true, servedDataset: { id: third.id } })
    expect((await findServed())?.id).toBe(third.id)
  })

  test('does not replace a dataset that the operator of the node has chosen', async () => {
    const first = await compileAndPublish('roads 1')
    await fetchPorto()
    const store = new DatasetStore(inFolder('node'))
    await store.pin('europe/porto', first.id)
    const second = await compileAndPublish('roads 2')
    expect(await fetchPorto()).toMatchObject({ wasFetched: true, servedDataset: { id: first.id } })
    await store.pin('europe/porto', undefined)
    expect((await findServed())?.id).toBe(second.id)
  })

  test('stays published with its predecessor only, and the web server can read it', async () => {
    const published = [await compileAndPublish('1'), await compileAndPublish('2'), await compileAndPublish('3')]
    const kept = (await readdir(join(webFolder(), 'europe/porto'))).sort()
    expect(kept).toEqual([...published.slice(1).map(({ id }) => id), 'latest.json'])
    const umask = process.umask()
    expect((await stat(inWeb(published[2] as StoredDataset, 'roads.bin'))).mode & 0o777).toBe(0o666 & ~umask)
  })

  test('is requested with the user name and password in the URL, which no message contains', async () => {
    await compileAndPublish('roads 1')
    const secretUrl = url.replace('http://', 'http://ann:pass%20word@')
    await fetchPorto({ url: secretUrl })
    expect(new Set(authorizations)).toEqual(new Set([`Basic ${Buffer.from('ann:pass word').toString('base64')}`]))
    await expect(fetchPorto({ url: secretUrl, region: 'none' })).rejects.toThrow(`${url}/none/latest.json returned 404`)
  })
})

describe('a damaged or unusable publication leaves the served dataset in use:', () => {
  let first: StoredDataset
  let second: StoredDataset
  beforeEach(async () => {
    first = await compileAndPublish('roads 1')
    await fetchPorto()
    second = await compileAndPublish('roads 2')
  })
  afterEach(async () => {
    expect(await roadsOf(await findServed())).toBe('roads 1')
    expect((await findServed())?.id).toBe(first.id)
  })
  const sha256 = (text: string) => computeSha256(Buffer.from(text))

  test('a file with other bytes', async () => {
    await writeFile(inWeb(second, 'roads.bin'), 'roads X')
    requests = []
    const file = `${url}/europe/porto/${second.id}/roads.bin`
    await expect(fetchPorto()).rejects.toMatchObject({
      kind: 'wrong-checksum',
      message: `${file} has the SHA-256 ${sha256('roads X')}, but the manifest says ${sha256('roads 2')}, again; publish the region again`,
    })
    expect(requests.filter((name) => name.endsWith('roads.bin'))).toHaveLength(2)
  })

  test.each(['roads', 'roads 2 and more'])('a file with another size: %s', async (content) => {
    await writeFile(inWeb(second, 'roads.bin'), content)
    await expect(fetchPorto()).rejects.toMatchObject({
      kind: 'wrong-checksum',
      message: `${url}/europe/porto/${second.id}/roads.bin has ${content.length} bytes, but the manifest says 7, again; publish the region again`,
    })
  })

  test('a missing file', async () => {
    await rm(inWeb(second, 'roads.bin'))
    await expect(fetchPorto()).rejects.toMatchObject({
      kind: 'not-found',
      message: `${url}/europe/porto/${second.id}/roads.bin returned 404 Not Found`,
    })
  })

  test('a manifest with another checksum', async () => {
    await writeFile(inWeb(second, 'manifest.json'), '{}')
    await expect(fetchPorto()).rejects.toMatchObject({
      kind: 'wrong-checksum',
      message: expect.stringContaining(`manifest.json has the SHA-256 ${sha256('{}')}, but latest.json says `),
    })
  })

  test.each([
    ['was compiled with format 99, but this server reads', { format: 99 }],
    ['is for the region lisbon instead of europe/porto', { region: 'lisbon' }],
    ['is for the dataset other instead of 2', { dataset: 'other' }],
    ['has no string attribution', { attribution: undefined }],
    ['has no file roads.bin', { files: {} }],
    ['has the invalid file name "../roads.bin"', toFile('../roads.bin', 1, 'a'.repeat(64))],
    ['has the invalid file name "manifest.json"', toFile('manifest.json', 1, 'a'.repeat(64))],
    [`has the invalid file name "${'a'.repeat(101)}"`, toFile('a'.repeat(101), 1, 'a'.repeat(64))],
    ['has no file roads.bin', toFile('a'.repeat(100), 1, 'a'.repeat(64))],
    ['has the invalid size -1 for roads.bin', toFile('roads.bin', -1, 'a'.repeat(64))],
    ['has an invalid sha256 for roads.bin', toFile('roads.bin', 1, 'a'.repeat(63))],
  ])('a manifest that %s', async (problem, fields) => {
    await rewriteManifest(second, fields)
    await expect(fetchPorto()).rejects.toMatchObject({
      kind: 'unusable',
      message: expect.stringContaining(`/${second.id}/manifest.json ${problem}`),
    })
  })

  function toFile(name: string, bytes: number, sha256: string) {
    return { files: { [name]: { bytes, sha256 } } }
  }

  test.each([
    ['not JSON', 'is not valid JSON; publish the region again'],
    ['null', 'has no dataset id in "dataset"; publish the region again'],
    ['{"dataset":"../x"}', 'has no dataset id in "dataset"; publish the region again'],
    [
      '{"dataset":"20261115T052501123Z-1a2b3c4d5e6f"}',
      'has no checksum in "manifest_sha256"; publish the region again',
    ],
    [' '.repeat(4096), 'is not valid JSON; publish the region again'],
    [' '.repeat(4097), 'has more than 4096 bytes; check the URL'],
  ])('latest.json with %j', async (content, problem) => {
    await writeFile(join(webFolder(), 'europe/porto/latest.json'), content)
    const message = `${url}/europe/porto/latest.json ${problem}`
    await expect(fetchPorto()).rejects.toMatchObject({ kind: 'unusable', message })
  })

  test('a region that is not published', async () => {
    await expect(fetchPorto({ region: 'lisbon' })).rejects.toMatchObject({
      kind: 'not-found',
      message: `${url}/lisbon/latest.json returned 404 Not Found; publish the region with "fairway regions publish lisbon --to FOLDER", and check the URL`,
    })
  })

  test('a server that cannot be used', async () => {
    failures.set('europe/porto/latest.json', (response) => void response.writeHead(403).end())
    const hint = 'check the network and the URL (--from, FAIRWAY_DATASETS_URL)'
    const file = `${url}/europe/porto/latest.json`
    await expect(fetchPorto()).rejects.toMatchObject({
      kind: 'refused',
      message: `${file} returned 403 Forbidden; ${hint}`,
    })
    server.close()
    server.closeAllConnections()
    await expect(fetchPorto()).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining(`(2 attempts); ${hint}`),
    })
  })

  test('a disk with one byte too little; one byte more is enough', async () => {
    const bytes = 'roads 2'.length + 'the extract'.length
    await expect(fetchPorto({ findFreeBytes: async () => bytes - 1 })).rejects.toMatchObject({
      kind: 'no-space',
      message: `the dataset of europe/porto needs ${bytes} more bytes, but the disk with ${inFolder('node')} has only ${bytes - 1} bytes free; free some space`,
    })
    const other = inFolder('other-node')
    expect(await fetchPorto({ dataDir: other, findFreeBytes: async () => bytes })).toMatchObject({ wasFetched: true })
  })

  test('a manifest of more than 1 MiB; exactly 1 MiB is accepted', async () => {
    const limit = 1024 * 1024
    await rewriteManifest(second, {}, limit)
    expect(await fetchPorto({ dataDir: inFolder('other-node') })).toMatchObject({ wasFetched: true })
    await rewriteManifest(second, {}, limit + 1)
    await expect(fetchPorto()).rejects.toMatchObject({
      kind: 'unusable',
      message: `${url}/europe/porto/${second.id}/manifest.json has more than ${limit} bytes; check the URL`,
    })
  })

  test('a download by another process', async () => {
    const path = inFolder('node/datasets/.downloads/europe/porto/.lock')
    await mkdir(dirname(path), { recursive: true })
    const lock = await lockFile(path)
    await expect(fetchPorto()).rejects.toMatchObject({
      kind: 'under-way',
      message: expect.stringMatching(/^europe\/porto is being downloaded by .*; wait until the download is done$/),
    })
    if ('release' in lock) await lock.release()
  })
})

test('a dataset with a damaged file is not published', async () => {
  const dataset = await compile('roads 1')
  await writeFile(join(dataset.folder, 'roads.bin'), 'roads X')
  expect(await publishDataset(dataset, webFolder())).toEqual({ damagedFile: join(dataset.folder, 'roads.bin') })
  expect(await readdir(join(webFolder(), 'europe/porto'))).toEqual([])
})

describe('a server that follows a source', () => {
  const logged: string[] = []
  let nowMs = 0
  function createFollower(): DatasetFollower {
    logged.length = 0
    const log = (_fields: object, message: string) => void logged.push(message)
    return new DatasetFollower({
      url,
      dataDir: inFolder('node'),
      regions: ['europe/porto'],
      refreshMs: 60_000,
      retries,
      log: { info: log, warn: log },
      now: () => nowMs,
    })
  }

  test('downloads every new dataset, and reports until the first one has arrived', async () => {
    const follower = createFollower()
    expect(follower.listProblems()).toEqual(['europe/porto was not downloaded yet'])
    await follower.checkAll()
    expect(follower.listProblems()).toEqual([expect.stringContaining('europe/porto could not be downloaded: ')])
    for (const content of ['roads 1', 'roads 2']) {
      await compileAndPublish(content)
      await follower.checkAll()
      expect(follower.listProblems()).toEqual([])
      expect(await roadsOf(await findServed())).toBe(content)
    }
  })

  test('downloads a damaged dataset again after one minute, then two, and at most an hour, and logs it once', async () => {
    const dataset = await compileAndPublish('roads 1')
    await writeFile(inWeb(dataset, 'roads.bin'), 'roads X')
    const follower = createFollower()
    const countDownloads = async (afterMs: number) => {
      nowMs += afterMs
      requests = []
      await follower.checkAll()
      return requests.filter((name) => name.endsWith('roads.bin')).length
    }
    expect(await countDownloads(0)).toBe(2)
    expect(await countDownloads(59_999)).toBe(0)
    expect(await countDownloads(1)).toBe(2)
    expect(await countDownloads(119_999)).toBe(0)
    expect(await countDownloads(1)).toBe(2)
    for (let round = 0; round < 6; round++) expect(await countDownloads(HOUR_MS)).toBe(2)
    expect(await countDownloads(HOUR_MS - 1)).toBe(0)
    expect(follower.listProblems()).toEqual([expect.stringContaining('again; publish the region again')])
    expect(logged.filter((message) => message.startsWith('a dataset could not be downloaded'))).toHaveLength(1)
    // A new publication is downloaded at once.
    await compileAndPublish('roads 2')
    expect(await countDownloads(0)).toBe(1)
    expect(follower.listProblems()).toEqual([])
  })

  test('stops during a download, and the next start continues it', async () => {
    const dataset = await compileAndPublish('roads 1'.repeat(1000))
    const roads = `europe/porto/${dataset.id}/roads.bin`
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    failures.set(roads, (response, content) => {
      response.writeHead(200, { etag: `"${computeSha256(content)}"`, 'content-length': content.length })
      response.write(content.subarray(0, 4000), () => begin())
    })
    const follower = createFollower()
    follower.start()
    await begun
    await expect.poll(() => findPartialSize(roads)).toBe(4000)
    expect(follower.listProblems()).toEqual([expect.stringMatching(/^europe\/porto is downloading: \d+ %$/)])
    await follower.stop()
    requests = []
    await createFollower().checkAll()
    expect(requests).toContain(`${roads} from 4000`)
    expect((await findServed())?.id).toBe(dataset.id)
  })
})
