import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../tests/support/expect-problem.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { callProbe, getAccountService, issueKey, newEmail } from '../../../features/accounts/tests/sample-accounts.ts'
import { describeOnStores } from './suite.ts'

const THRESHOLD_MS = 40
const NEVER = Number.POSITIVE_INFINITY

async function loopDelayMs(service: TestService): Promise<number> {
  const { payload } = await service.app.inject({ url: '/metrics' })
  return Number(/^fairway_event_loop_delay_seconds (\S+)$/m.exec(payload)?.[1]) * 1000
}

function block(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

/**
 * Blocks this thread's event loop until the measured delay lies between two bounds, then makes the calls. Starts over
 * when the delay was measured again before the replies arrived, because they may be affected.
 */
async function underDelay<T>(service: TestService, above: number, upTo: number, calls: () => Promise<T>): Promise<T> {
  // A first measurement has weight 0.4. The loop is late by the blocked time minus the rest of the interval.
  let blockMs = (upTo === NEVER ? above * 1.3 : (above + upTo) / 2) / 0.4 + 25
  for (let tries = 0; tries < 100; tries++) {
    while ((await loopDelayMs(service)) > upTo / 4) await turn()
    block(blockMs)
    await turn()
    const before = await loopDelayMs(service)
    const replies = await calls()
    if (before > above && before <= upTo && (await loopDelayMs(service)) === before) return replies
    blockMs *= before > upTo ? 0.9 : before > above ? 1 : 1.1
  }
  throw new Error(`the delay could not be brought between ${above} and ${upTo} ms`)
}

/** An account whose key is cached before its phone number is set. The number must apply from then on. */
async function issueKeyWithPhone(service: TestService): Promise<string> {
  const operator = getAccountService(service)
  const issued = await operator.issueByOperator({ email: newEmail(), plan: 'pro' })
  if (!issued.ok) throw new Error(issued.failure.kind)
  await callProbe(service, issued.value.issued.apiKey)
  await operator.setPhone(issued.value.account.number, '+59821234567')
  return issued.value.issued.apiKey
}

// Load depends on the thread, not on the store, and a slow Redis would only blur the results.
describeOnStores(
  'a service with more to do than it can',
  ({ start }) => {
    test('rejects calls without a key first, then keys, and accounts with a phone last', async () => {
      const service = await start({ config: { shedDelayMs: THRESHOLD_MS } })
      const callers = [undefined, 'nonsense', (await issueKey(service, 'pro')).key, await issueKeyWithPhone(service)]
      // Cached keys need no database query, so the event loop does not turn between the calls.
      for (const key of callers) await callProbe(service, key)
      const calls = () => Promise.all(callers.map((key) => callProbe(service, key)))
      const statuses = async (above: number, upTo: number) =>
        (await underDelay(service, above, upTo, calls)).map(({ statusCode }) => statusCode)

      expect(await statuses(THRESHOLD_MS, 2 * THRESHOLD_MS)).toEqual([503, 503, 200, 200])
      expect(await statuses(2 * THRESHOLD_MS, 4 * THRESHOLD_MS)).toEqual([503, 503, 503, 200])
      expect(await statuses(4 * THRESHOLD_MS, NEVER)).toEqual([503, 503, 503, 503])
      expect(await statuses(-1, THRESHOLD_MS)).toEqual([200, 401, 200, 200])
    })

    test('still reports that it is alive, sends a retry time, and takes nothing from the limit', async () => {
      const service = await start({ config: { shedDelayMs: THRESHOLD_MS } })
      const { key } = await issueKey(service, 'pro')
      let served = 0
      const call = async () => {
        const reply = await callProbe(service, key)
        if (reply.statusCode === 200) served++
        return reply
      }
      await call()
      const [alive, ...shed] = await underDelay(service, 2 * THRESHOLD_MS, NEVER, () =>
        Promise.all([service.app.inject({ url: '/healthz' }), call(), call()]),
      )
      expectServed(alive)
      for (const reply of shed) expectProblem(reply, 503, /is overloaded/)
      const [last] = await underDelay(service, -1, THRESHOLD_MS, () => Promise.all([call()]))
      expect(Number(expectServed(last).headers['ratelimit-remaining'])).toBe(500 - served)
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
