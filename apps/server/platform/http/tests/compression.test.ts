import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../../../../tests/support/servers/service.ts'
import { createTempDir, type TempDir } from '../../../../../tests/support/servers/temp-dir.ts'
import { defineOperation } from '../../../operations/define-operation.ts'
import { serializedReply, streamedReply } from '../../../operations/reply.ts'

/** Replies reuse this memory, as the writers of routes do. */
const memory = Buffer.alloc(1_000_000)

function writeFiller(bytes: number): Buffer {
  const frame = Buffer.byteLength('{"filler":""}')
  const length = memory.write(`{"filler":"${'x'.repeat(bytes - frame)}"}`)
  return memory.subarray(0, length)
}

const filler = defineOperation({
  name: 'filler',
  method: 'POST',
  path: '/v1/filler',
  access: 'open',
  fastPath: true,
  body: Type.Object({
    bytes: Type.Integer(),
    as: Type.Optional(Type.String()),
    type: Type.Optional(Type.String()),
    encoding: Type.Optional(Type.String()),
    vary: Type.Optional(Type.String()),
  }),
  handle({ body: { bytes, as = 'bytes', type = 'application/json', encoding, vary } }) {
    const headers = {
      ...(encoding !== undefined && { 'content-encoding': encoding }),
      ...(vary !== undefined && { vary }),
    }
    const head = { type, headers }
    if (as === 'string') return serializedReply(writeFiller(bytes).toString(), head)
    if (as === 'bytes') return serializedReply(() => writeFiller(bytes), head)
    return streamedReply(
      { stream: () => Readable.from([Buffer.from(writeFiller(bytes))], { objectMode: false }) },
      head,
    )
  },
})

interface Received {
  readonly status: number | undefined
  readonly encoding: string | undefined
  readonly vary: string | undefined
  readonly body: Buffer
}

describe.each([true, false])('compression of replies (fast path: %s)', (fastPath) => {
  let folder: TempDir
  let service: TestService
  beforeAll(async () => {
    folder = await createTempDir()
    const config = { fastPath, anonymousBurst: 10_000 }
    service = await startTestService({ store: { dataDir: folder.path }, config, features: [{ operations: [filler] }] })
    await service.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await service?.dispose()
    await folder?.dispose()
  })

  async function ask(path: string, acceptEncoding: string | undefined, body?: object): Promise<Received> {
    const { port } = service.app.server.address() as AddressInfo
    return await new Promise((resolve, reject) => {
      const options = { port, host: '127.0.0.1', path, method: body ? 'POST' : 'GET' }
      const sent = request(options, (reply) => {
        const { 'content-encoding': encoding, vary } = reply.headers
        buffer(reply).then((bytes) => resolve({ status: reply.statusCode, encoding, vary, body: bytes }), reject)
      })
      sent.on('error', reject)
      if (acceptEncoding !== undefined) sent.setHeader('accept-encoding', acceptEncoding)
      if (body) sent.setHeader('content-type', 'application/json')
      sent.end(body && JSON.stringify(body))
    })
  }
  const askFiller = (body: object, acceptEncoding?: string) => ask('/v1/filler', acceptEncoding, body)

  test.each(['string', 'bytes'])('applies above 1,000 bytes to %s', async (as) => {
    const atLimit = await askFiller({ bytes: 1000, as }, 'gzip')
    expect([atLimit.encoding, atLimit.vary, atLimit.body.length]).toEqual([undefined, undefined, 1000])
    const above = await askFiller({ bytes: 1001, as }, 'gzip')
    expect([above.encoding, above.vary]).toEqual(['gzip', 'accept-encoding'])
    expect(gunzipSync(above.body)).toHaveLength(1001)
  })

  test.each([1001, 32_768, 32_769, 900_000])('keeps the content of %j bytes', async (bytes) => {
    for (const as of ['string', 'bytes', 'stream']) {
      const plain = (await askFiller({ bytes, as })).body
      expect(plain).toHaveLength(bytes)
      const [gzip, brotli] = await Promise.all([
        askFiller({ bytes, as }, 'gzip, deflate'),
        askFiller({ bytes, as }, 'gzip, deflate, br'),
      ])
      expect([gzip.encoding, brotli.encoding, gzip.status]).toEqual(['gzip', 'br', 200])
      expect(gunzipSync(gzip.body).equals(plain)).toBe(true)
      expect(brotliDecompressSync(brotli.body).equals(plain)).toBe(true)
    }
  })

  test('adds to the Vary header of the operation', async () => {
    const { vary } = await askFiller({ bytes: 1001, vary: 'accept-language' }, 'gzip')
    expect(vary).toBe('accept-language, accept-encoding')
  })

  test('keeps replies apart when large ones are compressed at the same time', async () => {
    const sizes = Array.from({ length: 20 }, (_, index) => 40_000 + 1000 * index)
    const replies = await Promise.all(sizes.map((bytes) => askFiller({ bytes }, 'br')))
    expect(replies.map(({ body }) => brotliDecompressSync(body).length)).toEqual(sizes)
  })

  test('leaves replies unchanged that are encoded, binary, or not accepted in compressed form', async () => {
    for (const [body, acceptEncoding] of [
      [{ bytes: 5000, encoding: 'identity' }, 'gzip'],
      [{ bytes: 5000, type: 'application/octet-stream' }, 'gzip'],
      [{ bytes: 5000 }, undefined],
      [{ bytes: 5000 }, 'gzip;q=0'],
      [{ bytes: 5000 }, 'zstd'],
    ] as const)
      expect((await askFiller(body, acceptEncoding)).body).toHaveLength(5000)
    expect((await askFiller({ bytes: 5000 }, 'identity')).vary).toBe('accept-encoding')
  })

  test('includes warnings about unknown fields', async () => {
    const { body } = await askFiller({ bytes: 5000, byte: 1 }, 'gzip')
    expect(JSON.parse(gunzipSync(body).toString())).toMatchObject({ warnings: [expect.stringContaining("'byte'")] })
  })

  test('leaves errors readable, and also applies outside operations', async () => {
    const error = await askFiller({ bytes: 'many' }, 'gzip')
    expect([error.status, error.encoding, JSON.parse(error.body.toString()).busy]).toEqual([422, undefined, false])
    const document = await ask('/openapi.json', 'br')
    expect(document.encoding).toBe('br')
    expect(JSON.parse(brotliDecompressSync(document.body).toString())).toMatchObject({ openapi: '3.0.3' })
  })
})

test('can be turned off', async () => {
  const folder = await createTempDir()
  const service = await startTestService({ store: { dataDir: folder.path }, config: { compression: false } })
  try {
    const reply = await service.app.inject({ url: '/openapi.json', headers: { 'accept-encoding': 'gzip' } })
    expect(reply.headers['content-encoding']).toBeUndefined()
    expect(reply.json()).toMatchObject({ openapi: '3.0.3' })
  } finally {
    await service.dispose()
    await folder.dispose()
  }
})
