import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressLater, compressNow, compressStream, isCompressibleType } from './compress.ts'

const content = JSON.stringify(Array.from({ length: 30_000 }, (_, index) => ({ index, name: 'Straße' })))
const encodings = [
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const

test.each(encodings)('compresses strings, bytes and streams as %s without loss', async (encoding, decompress) => {
  const bytes = Buffer.from(content)
  const later = compressLater(bytes, encoding)
  // The caller may reuse the memory immediately.
  bytes.fill(0)
  const results = [
    compressNow(content, encoding),
    compressNow(Buffer.from(content), encoding),
    await later,
    await compressLater(content, encoding),
    await buffer(compressStream(Readable.from([content.slice(0, 7), Buffer.from(content.slice(7))]), encoding)),
  ]
  for (const compressed of results) {
    expect(decompress(compressed).toString()).toBe(content)
    expect(compressed.length).toBeLessThan(content.length / 4)
  }
})

test.each(encodings)('compresses a stream that reuses the memory of its chunks as %s', async (encoding, decompress) => {
  // As in replies of operations, the memory of a chunk is reused after the next one.
  const chunks = [Buffer.alloc(40_000), Buffer.alloc(40_000)]
  let count = 0
  const source = new Readable({
    highWaterMark: 1,
    read() {
      if (count === 50) return void this.push(null)
      this.push(chunks[count % 2]?.fill(65 + (count++ % 26)))
    },
  })
  const text = decompress(await buffer(compressStream(source, encoding))).toString()
  const expectedText = Array.from({ length: 50 }, (_, index) => String.fromCharCode(65 + (index % 26)).repeat(40_000))
  expect(text === expectedText.join('')).toBe(true)
})

test('passes on errors of a stream, and ends a stream whose client has disconnected', async () => {
  const failing = new Readable({
    read() {
      this.destroy(new Error('no more rows'))
    },
  })
  await expect(buffer(compressStream(failing, 'gzip'))).rejects.toThrow('no more rows')
  const endless = new Readable({
    read() {
      this.push('x'.repeat(10_000))
    },
  })
  const compressed = compressStream(endless, 'br')
  compressed.once('data', () => compressed.destroy())
  compressed.resume()
  await new Promise((resolve) => endless.once('close', resolve))
})

test.each([
  ['application/json; charset=utf-8', true],
  ['application/geo+json', true],
  ['application/gpx+xml; charset=utf-8', true],
  ['text/html', true],
  ['text/csv; charset=utf-8', true],
  ['image/svg+xml', true],
  ['text/event-stream', false],
  ['application/x-ndjson', false],
  ['application/octet-stream', false],
  ['application/vnd.mapbox-vector-tile', false],
  ['image/png', false],
  ['', false],
])('whether %j is compressed: %j', (type, isCompressed) => {
  expect(isCompressibleType(type)).toBe(isCompressed)
})
