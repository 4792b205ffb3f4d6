import { Type } from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../../../../tests/support/servers/service.ts'
import { createTempDir, type TempDir } from '../../../../../tests/support/servers/temp-dir.ts'
import { defineOperation } from '../../../operations/define-operation.ts'
import { fail } from '../../result.ts'
import type { ProblemTable } from '../problem.ts'

interface BusyFailure {
  readonly kind: 'compute-busy'
  readonly count: number
}

const failures: ProblemTable<BusyFailure> = {
  'compute-busy': {
    code: 'compute-busy',
    status: 503,
    detail: ({ count }) => `refusal ${count}`,
    retryAfterSeconds: () => 7,
    example: { kind: 'compute-busy', count: 1 },
  },
}

/** Number of requests that the operation has handled. */
let handledCount = 0
const busy = defineOperation({
  name: 'busy',
  method: 'POST',
  path: '/v1/busy',
  access: 'open',
  fastPath: true,
  body: Type.Object({}),
  failures,
  handle: () => fail({ kind: 'compute-busy', count: ++handledCount }),
})

let folder: TempDir
let service: TestService
let url: string
beforeAll(async () => {
  folder = await createTempDir()
  service = await startTestService({
    store: { dataDir: folder.path },
    config: { fastPath: true, shedDelayMs: 0, anonymousBurst: 100_000, anonymousPerSecond: 100_000 },
    features: [{ operations: [busy] }],
  })
  url = await service.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await service?.dispose()
  await folder?.dispose()
})

async function send(path: string, bodyBytes: number) {
  const body = `{"x":"${'x'.repeat(bodyBytes - '{"x":""}'.length)}"}`
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
  const { headers, status } = response
  return {
    status,
    code: headers.get('x-error-code'),
    retryAfter: headers.get('retry-after'),
    ...((await response.json()) as object),
  }
}

test.each(['/v1/busy', '/v1/busy/'])(
  '%s: a large request that is repeated at once gets the same refusal',
  async (path) => {
    const first = handledCount
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(path, 9000)))
    expect(handledCount - first).toBeLessThan(20)
    for (const reply of replies)
      expect(reply).toMatchObject({
        status: 503,
        code: 'compute-busy',
        retryAfter: '7',
        detail: expect.stringMatching(/^refusal \d+$/),
      })
    const before = handledCount
    await send(path, 1000)
    expect(handledCount).toBe(before + 1)
  },
)
