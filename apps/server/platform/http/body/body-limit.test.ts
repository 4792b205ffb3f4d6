import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { BodyTooLargeError, receiveBody } from './body-limit.ts'

const chunks = () => Readable.from([Buffer.alloc(600), Buffer.alloc(400)])
const chunked = { 'transfer-encoding': 'chunked' }
const limit = (bytes: number) => ({ callerBytes: bytes, routeBytes: 2 * bytes })
const uncounted = () => undefined
const roomless = { kind: 'bodies-in-flight', heldBytes: 1, bodyBytes: 1, limitBytes: 1 } as const

test('reads a body of unknown length up to the limit, and no further', async () => {
  expect(await buffer(receiveBody(chunked, chunks(), limit(1000), uncounted))).toHaveLength(1000)
  await expect(buffer(receiveBody(chunked, chunks(), limit(999), uncounted))).rejects.toEqual(
    new BodyTooLargeError(999),
  )
})

test('applies the limit of the route if the caller has none', async () => {
  const read = (routeBytes: number) =>
    buffer(receiveBody(chunked, chunks(), { callerBytes: undefined, routeBytes }, uncounted))
  expect(await read(1000)).toHaveLength(1000)
  await expect(read(999)).rejects.toEqual(new BodyTooLargeError(999))
})

test('rejects an oversized body by its declared length without reading it', () => {
  const payload = chunks()
  const headers = { 'content-length': '1000' }
  expect(receiveBody(headers, payload, limit(1000), uncounted)).toBe(payload)
  expect(() => receiveBody(headers, payload, limit(999), uncounted)).toThrow(BodyTooLargeError)
})

test('passes on an aborted body as aborted', async () => {
  for (const headers of [chunked, { ...chunked, 'content-encoding': 'gzip' }]) {
    const broken = new Readable({ read: () => undefined })
    const read = buffer(receiveBody(headers, broken, limit(10), uncounted))
    broken.destroy(new Error('gone'))
    await expect(read).rejects.toThrow('gone')
  }
})

test('counts bodies above 64 KiB: declared ones before reading, others while they arrive', async () => {
  const count = vi.fn(uncounted)
  const body = Buffer.alloc(100_000)
  receiveBody({ 'content-length': '65536' }, Readable.from([body]), limit(200_000), count)
  expect(count.mock.calls).toEqual([])
  receiveBody({ 'content-length': '65537' }, Readable.from([body]), limit(200_000), count)
  await buffer(receiveBody(chunked, Readable.from([body.subarray(0, 65_536)]), limit(200_000), count))
  expect(count.mock.calls).toEqual([[65_537]])
  await buffer(receiveBody(chunked, Readable.from([body, body]), limit(200_000), count))
  expect(count.mock.calls.slice(1)).toEqual([[100_000], [200_000]])
})

test('rejects a body when there is no room for it', async () => {
  const body = () => Readable.from([Buffer.alloc(70_000)])
  expect(() => receiveBody({ 'content-length': '70000' }, body(), limit(80_000), () => roomless)).toThrow(
    expect.objectContaining({ failure: roomless }),
  )
  await expect(buffer(receiveBody(chunked, body(), limit(80_000), () => roomless))).rejects.toMatchObject({
    failure: roomless,
  })
})

const encodings = [
  ['gzip', gzipSync],
  ['X-GZIP', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
] as const

test.each(encodings)('decompresses %s up to the limit of the content, and no further', async (encoding, compress) => {
  const content = Buffer.from('{"points":[]}'.repeat(50_000))
  const compressed = compress(content)
  const headers = { 'content-length': String(compressed.length), 'content-encoding': encoding }
  const read = (limitBytes: number) => receiveBody(headers, Readable.from([compressed]), limit(limitBytes), uncounted)
  const body = read(content.length)
  expect((await buffer(body)).equals(content)).toBe(true)
  expect(body).toMatchObject({ receivedEncodedLength: compressed.length })
  await expect(buffer(read(content.length - 1))).rejects.toEqual(new BodyTooLargeError(content.length - 1))
})

test('stops decompressing at the limit, and keeps the connection for the reply', async () => {
  const source = new PassThrough()
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  const counted: number[] = []
  const body = receiveBody({ ...chunked, 'content-encoding': 'gzip' }, source, limit(1_000_000), (bytes) => {
    counted.push(bytes)
    return undefined
  })
  source.write(bomb)
  await expect(buffer(body)).rejects.toEqual(new BodyTooLargeError(1_000_000))
  expect(Math.max(...counted)).toBeLessThanOrEqual(1_000_000)
  expect(source.destroyed).toBe(false)
})

test.each(encodings)('rejects damaged and incomplete %s data', async (encoding, compress) => {
  const compressed = compress(Buffer.from('{"points":[[1,2],[3,4],[5,6]]}'.repeat(30)))
  for (const bytes of [Buffer.from('{"points":[]}'), compressed.subarray(0, compressed.length - 5)]) {
    const headers = { 'content-length': String(bytes.length), 'content-encoding': encoding }
    await expect(buffer(receiveBody(headers, Readable.from([bytes]), limit(100_000), uncounted))).rejects.toMatchObject(
      { failure: { kind: 'body-damaged', encoding: encoding.toLowerCase().replace('x-', '') } },
    )
  }
})
