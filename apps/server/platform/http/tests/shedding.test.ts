import { setImmediate as turn } from 'node:timers/promises'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../tests/support/expect-problem.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { callProbe, issueKey } from '../../../features/accounts/tests/sample-accounts.ts'
import { defineOperation } from '../../../operations/define-operation.ts'
import { jsonReply } from '../../../operations/reply.ts'
import { describeOnStores } from './suite.ts'

const THRESHOLD_MS = 40

function block(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

/** Operation that blocks its thread, like the first request on a large map. */
const blockOperation = defineOperation({
  name: 'block',
  method: 'POST',
  path: '/v1/block',
  access: 'open',
  body: Type.Object({ ms: Type.Number() }),
  reply: { schema: Type.Object({}) },
  handle({ body }) {
    block(body.ms)
    return jsonReply({})
  },
})

/** Delays the event loop, with several requests per turn, until a call without a key is shed. */
async function overload(service: TestService): Promise<void> {
  for (;;) {
    const replies = [1, 2, 3].map(() => callProbe(service, undefined))
    block(20 * THRESHOLD_MS)
    const statuses = (await Promise.all(replies)).map(({ statusCode }) => statusCode)
    if (statuses.includes(503)) return
    await turn()
  }
}

// Shedding does not depend on the store, and a slow Redis would distort the results.
describeOnStores(
  'an overloaded service',
  ({ start }) => {
    test('still reports that it is alive, sends a retry time, and does not count shed requests', async () => {
      const config = { shedDelayMs: THRESHOLD_MS, anonymousBurst: 1_000_000 }
      const service = await start({ config })
      const { key } = await issueKey(service, 'pro')
      const before = Number(expectServed(await callProbe(service, key)).headers['ratelimit-remaining'])
      await overload(service)
      const [alive, ...shed] = await Promise.all([
        service.app.inject({ url: '/healthz' }),
        callProbe(service, undefined),
        callProbe(service, key),
        callProbe(service, key),
      ])
      expectServed(alive)
      for (const reply of shed) expectProblem(reply, 503, /is overloaded/)
      // The delay ends when the load ends.
      await expect.poll(async () => (await callProbe(service, undefined)).statusCode, { interval: 60 }).toBe(200)
      const after = Number(expectServed(await callProbe(service, key)).headers['ratelimit-remaining'])
      expect(after).toBeGreaterThanOrEqual(before - 1)
    })

    test('rejects nothing when shedding is disabled', async () => {
      const service = await start({ config: { shedDelayMs: 0 } })
      await callProbe(service, undefined)
      block(200)
      await turn()
      expectServed(await callProbe(service, undefined))
    })
  },
  ['embedded'],
)

describeOnStores(
  'a fresh service whose first request blocks for two seconds',
  ({ start }) => {
    test('serves the second request and all others that waited for the first', async () => {
      const service = await start({ config: { shedDelayMs: 200 }, features: [{ operations: [blockOperation] }] })
      const first = service.app.inject({ method: 'POST', url: '/v1/block', payload: { ms: 2000 } })
      const waiting = [1, 2, 3, 4, 5].map(() => callProbe(service, undefined))
      for (const reply of await Promise.all([first, ...waiting])) expectServed(reply)
      for (let request = 0; request < 5; request++) {
        expectServed(await callProbe(service, undefined))
        await turn()
      }
    })
  },
  ['embedded'],
)
