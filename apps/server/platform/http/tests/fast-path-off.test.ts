import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../../../../tests/support/servers/service.ts'
import { createTempDir, type TempDir } from '../../../../../tests/support/servers/temp-dir.ts'
import type { Feature } from '../../../operations/feature.ts'

let folder: TempDir
beforeAll(async () => {
  folder = await createTempDir()
})
afterAll(() => folder?.dispose())

function start(fastPath: boolean, features: readonly Feature[] = []): Promise<TestService> {
  return startTestService({ store: { dataDir: folder.path }, config: { fastPath }, features })
}

/** Returns the name of the Date header. Node capitalizes its headers, but the fast path uses lowercase. */
async function dateHeaderOf({ app }: TestService): Promise<string | undefined> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return await new Promise((resolve, reject) => {
    const asking = request({ port, host: '127.0.0.1', path: '/v1/probe', method: 'POST' }, (reply) => {
      reply.resume()
      resolve(reply.rawHeaders.find((name) => name.toLowerCase() === 'date'))
    })
    asking.setHeader('content-type', 'application/json')
    asking.on('error', reject)
    asking.end('{}')
  })
}

describe('the fast path', () => {
  test.each([
    [true, 'date'],
    [false, 'Date'],
  ])('handles plain requests only when it is switched on (%s)', async (fastPath, header) => {
    const service = await start(fastPath)
    try {
      expect(await dateHeaderOf(service)).toBe(header)
    } finally {
      await service.dispose()
    }
  })
})

/** Requests traced by the hook of the feature below. */
const seen: string[] = []
const tracing = (where: 'app' | 'scope'): Feature => ({
  routes(app) {
    if (where === 'app') app.addHook('preHandler', async ({ url }) => void seen.push(url))
    else app.register(async (scope) => void scope.addHook('preHandler', async () => {}))
  },
})

describe('a Fastify hook that the fast path would skip', () => {
  test('makes startup fail with the name of the hook and both remedies', async () => {
    await expect(start(true, [tracing('app')])).rejects.toThrow(
      /skip the Fastify hook preHandler.*operation-steps\.ts.*FAIRWAY_FAST_PATH=false/,
    )
  })

  test.each(['onRequest', 'preParsing', 'preValidation', 'preSerialization', 'onSend', 'onResponse'] as const)(
    'makes startup fail as %s too',
    async (name) => {
      const feature: Feature = { routes: (app) => void app.addHook(name, async () => {}) }
      await expect(start(true, [feature])).rejects.toThrow(new RegExp(`hook ${name}\\.`))
    },
  )

  test('runs for every request when the fast path is off', async () => {
    const service = await start(false, [tracing('app')])
    await service.app.inject({ method: 'POST', url: '/v1/probe', payload: {} })
    expect(seen).toEqual(['/v1/probe'])
    await service.dispose()
  })

  test('is accepted in a separate scope that contains no operation of the fast path', async () => {
    const service = await start(true, [tracing('scope')])
    await service.dispose()
  })
})
