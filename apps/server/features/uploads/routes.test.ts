import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Mirror, startMirror } from '../../commands/regions/testing/mirror-server.ts'
import { addUploadRoutes } from './routes.ts'

const extract =
  Buffer.from(`<osm version="0.6"><node id="1" lat="43.73" lon="7.42"/><node id="2" lat="43.74" lon="7.42"/>
  <way id="3"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/></way></osm>`)

let dataDir: string
let app: FastifyInstance

async function start(maxBytes: number, mirrorUrl = 'http://127.0.0.1:1'): Promise<void> {
  app = Fastify()
  addUploadRoutes(app, { dataDir, maxBytes, mirrors: { mirrorUrl, cityUrl: `${mirrorUrl}/bbbike` } })
  await app.ready()
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'uploads-'))
})
afterEach(async () => {
  await app.close()
  await rm(dataDir, { recursive: true, force: true })
})

const put = (region: string, body: Buffer, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'PUT',
    url: `/maps/uploads/${region}`,
    headers: { host: 'localhost:8080', 'content-type': 'application/octet-stream', ...headers },
    payload: body,
  })
const readUploads = async (headers: Record<string, string> = {}) =>
  (await app.inject({ url: '/maps/uploads', headers: { host: 'localhost', ...headers } })).json()

test('compiles and publishes an extract of the largest allowed size', async () => {
  await start(extract.length)
  const reply = await put('tiny', extract)
  expect([reply.statusCode, reply.json()]).toEqual([202, { region: 'tiny', state: 'compiling' }])
  const other = await put('other', extract)
  expect([other.statusCode, other.json().detail]).toEqual([409, 'The map tiny is being added; wait until it is ready'])
  await expect.poll(async () => (await readUploads()).uploads[0].state).toBe('ready')
  expect(existsSync(join(dataDir, 'datasets', 'tiny'))).toBe(true)
  expect(existsSync(join(dataDir, 'uploads', 'tiny.osm'))).toBe(false)
})

test('rejects a file that is too large before it is read', async () => {
  await start(10)
  const reply = await put('tiny', Buffer.alloc(11))
  expect(reply.statusCode).toBe(413)
  expect(reply.headers['x-error-code']).toBe('upload-too-large')
  expect(existsSync(join(dataDir, 'uploads'))).toBe(false)
})

test('rejects a file that is not an extract, and keeps no file', async () => {
  await start(1000)
  const reply = await put('tiny', Buffer.from('hello'))
  expect([reply.statusCode, reply.json().detail]).toEqual([
    422,
    'The file is not an OpenStreetMap extract; upload a file such as city.osm.pbf',
  ])
  expect(existsSync(join(dataDir, 'uploads', 'tiny.osm'))).toBe(false)
  expect((await readUploads()).uploads).toMatchObject([{ region: 'tiny', state: 'failed' }])
})

test.each(['..%2Fetc', 'A', 'a%2Fb', '.hidden'])('rejects the name %s', async (name) => {
  await start(1000)
  const reply = await put(name, Buffer.from('hello'))
  expect([reply.statusCode, reply.headers['x-error-code']]).toEqual([400, 'upload-name-malformed'])
})

test('is closed to other machines, to pages of other origins, and unless enabled', async () => {
  await start(1000)
  const foreign: readonly Record<string, string>[] = [
    { 'x-forwarded-for': '203.0.113.9' },
    { host: 'evil.example' },
    { origin: 'http://evil.example' },
  ]
  for (const headers of foreign) {
    const reply = await put('tiny', Buffer.from('hello'), headers)
    expect([reply.statusCode, reply.headers['x-error-code']]).toEqual([403, 'upload-not-local'])
  }
  expect(await readUploads({ 'x-forwarded-for': '203.0.113.9' })).toEqual({ max_bytes: 0, uploads: [] })
  await app.close()
  await start(0)
  const reply = await put('tiny', Buffer.from('hello'))
  expect([reply.statusCode, reply.headers['x-error-code']]).toEqual([403, 'uploads-disabled'])
  expect(existsSync(join(dataDir, 'uploads'))).toBe(false)
})

describe('downloads', () => {
  let mirror: Mirror
  afterEach(() => mirror.close())

  const ask = (method: 'GET' | 'POST', source: string, headers: Record<string, string> = {}) =>
    app.inject({ method, url: '/maps/downloads', query: { source }, headers: { host: 'localhost:8080', ...headers } })

  test('report the size first, then download, compile and publish the extract', async () => {
    mirror = await startMirror('/europe/tiny-latest.osm.pbf', extract)
    await start(extract.length, mirror.url)
    expect((await ask('GET', 'europe/tiny')).json()).toEqual({
      region: 'tiny',
      url: `${mirror.url}/europe/tiny-latest.osm.pbf`,
      bytes: extract.length,
      max_bytes: extract.length,
    })
    const reply = await ask('POST', 'europe/tiny')
    expect([reply.statusCode, reply.json()]).toEqual([202, { region: 'tiny', state: 'downloading' }])
    expect((await put('other', extract)).statusCode).toBe(409)
    await expect.poll(async () => (await readUploads()).uploads[0].state).toBe('ready')
    expect(existsSync(join(dataDir, 'datasets', 'tiny'))).toBe(true)
    expect(existsSync(join(dataDir, 'extracts', 'europe', 'tiny-latest.osm.pbf'))).toBe(false)
  })

  test('come from the mirror of cities too, and fail with the reason if the checksum is wrong', async () => {
    mirror = await startMirror('/bbbike/Porto/Porto.osm.pbf', extract)
    mirror.md5 = '0'.repeat(32)
    await start(1000, mirror.url)
    expect((await ask('POST', 'bbbike/Porto')).json()).toEqual({ region: 'porto', state: 'downloading' })
    await expect.poll(async () => (await readUploads()).uploads[0].state).toBe('failed')
    expect((await readUploads()).uploads[0].error).toBe(
      `${mirror.url}/bbbike/Porto/Porto.osm.pbf does not match the checksum of the mirror; try again later`,
    )
  })

  test('reject extracts that are unknown or too large, other sources and other machines', async () => {
    mirror = await startMirror('/europe/tiny-latest.osm.pbf', extract)
    await start(extract.length - 1, mirror.url)
    const codes = async (reply: ReturnType<typeof ask>) => [
      (await reply).statusCode,
      (await reply).headers['x-error-code'],
    ]
    expect(await codes(ask('POST', 'europe/tiny'))).toEqual([413, 'upload-too-large'])
    expect(await codes(ask('GET', 'europe/atlantis'))).toEqual([404, 'extract-unknown'])
    for (const source of ['http://169.254.169.254/x', '../etc', 'bbbike/../x', ''])
      expect(await codes(ask('POST', source))).toEqual([400, 'extract-malformed'])
    const foreign = { origin: 'http://evil.example' }
    expect(await codes(ask('POST', 'europe/tiny', foreign))).toEqual([403, 'upload-not-local'])
    expect(await codes(ask('GET', 'europe/tiny', foreign))).toEqual([403, 'upload-not-local'])
    expect(mirror.ranges).toHaveLength(1)
  })

  test('report that the mirror is unavailable', async () => {
    mirror = await startMirror('/europe/tiny-latest.osm.pbf', extract)
    mirror.failures.push((response) => void response.writeHead(503).end())
    await start(1000, mirror.url)
    const reply = await ask('GET', 'europe/tiny')
    expect([reply.statusCode, reply.json().detail]).toEqual([
      502,
      `The mirror is unavailable (${mirror.url}/europe/tiny-latest.osm.pbf returned 503 Service Unavailable); check the internet connection of the server, or upload a file`,
    ])
  })
})
