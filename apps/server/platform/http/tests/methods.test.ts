import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectProblem } from '../../../../../tests/support/expect-problem.ts'
import { startTestService, type TestService } from '../../../../../tests/support/servers/service.ts'
import { createTempDir, type TempDir } from '../../../../../tests/support/servers/temp-dir.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
type Method = (typeof METHODS)[number]

let folder: TempDir
let service: TestService
beforeAll(async () => {
  folder = await createTempDir()
  service = await startTestService({ store: { dataDir: folder.path }, config: { anonymousBurst: 100_000 } })
})
afterAll(async () => {
  await service?.dispose()
  await folder?.dispose()
})

/** Expects 405 with exactly these methods in Allow, for all other methods. */
async function expectOnly(url: string, allowed: readonly Method[]): Promise<void> {
  for (const method of METHODS) {
    if (allowed.includes(method)) continue
    const reply = await service.app.inject({ method, url })
    expect([method, url, reply.statusCode, reply.headers.allow]).toEqual([
      method,
      url,
      405,
      [...allowed].sort().join(', '),
    ])
    if (method !== 'HEAD') expectProblem(reply, 405, new RegExp(`^${method} is not supported at this URL; use `))
  }
}

test.each<[url: string, allowed: readonly Method[]]>([
  ['/openapi.json', ['GET', 'HEAD']],
  ['/openapi.json?pretty', ['GET', 'HEAD']],
  ['/v1/assets/positions', ['POST']],
  ['/v1/assets/positions/', ['POST']],
  ['/v1/assets/stream', ['GET', 'HEAD']],
  ['/v1/compat/google/directions/json', ['GET', 'HEAD']],
  ['/v1/compat/google/geocode/json', ['GET', 'HEAD']],
  ['/v1/compat/nominatim/search', ['GET', 'HEAD']],
  ['/v1/compat/vroom', ['POST']],
  ['/v1/compat/valhalla/route', ['GET', 'HEAD', 'POST']],
  ['/v1/assets/as_AAAAAAAAAAAAAAAA/live', ['GET', 'HEAD']],
  ['/v1/assets/as_AAAAAAAAAAAAAAAA', ['GET', 'HEAD', 'PATCH', 'DELETE']],
])('%s supports only its own methods', expectOnly)

test('all paths without parameters in the API document support only their own methods', async () => {
  const { paths } = (await service.app.inject('/openapi.json')).json()
  const fixedPaths = Object.entries<object>(paths).filter(([path]) => !path.includes('{'))
  expect(fixedPaths.length).toBeGreaterThan(20)
  for (const [path, operations] of fixedPaths) {
    const methods = METHODS.filter((method) => method.toLowerCase() in operations)
    await expectOnly(path, methods.includes('GET') ? [...methods, 'HEAD'] : methods)
  }
})

test.each(['directions/v2:computeRoutes', 'distanceMatrix/v2:computeRouteMatrix'])(
  '%s reports other methods in the format of the Routes API',
  async (path) => {
    const reply = await service.app.inject(`/v1/compat/google/${path}`)
    expect([reply.statusCode, reply.headers.allow, reply.headers['x-error-code']]).toEqual([
      405,
      'POST',
      'method-not-allowed',
    ])
    expect(reply.json().error).toMatchObject({ code: 405, message: 'GET is not supported at this URL; use POST' })
  },
)

describe('unaffected requests', () => {
  test('reach the routes with parameters', async () => {
    expectProblem(await service.app.inject('/v1/assets/position'), 401)
    expect((await service.app.inject('/v1/compat/google/direction/json')).statusCode).toBe(404)
  })

  test('include preflights', async () => {
    const headers = { origin: 'https://example.com', 'access-control-request-method': 'POST' }
    for (const url of ['/v1/assets/positions', '/v1/assets/stream', '/v1/compat/google/directions/json'])
      expect((await service.app.inject({ method: 'OPTIONS', url, headers })).statusCode).toBe(204)
  })

  test('include HEAD', async () => {
    for (const url of ['/openapi.json', '/v1/compat/google/directions/json'])
      expect((await service.app.inject({ method: 'HEAD', url })).statusCode).toBe(200)
  })
})
