import { beforeAll, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../tests/support/expect-problem.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import {
  callProbe,
  getUsage,
  signIn,
  signUp,
  type TestAccount,
} from '../../../features/accounts/tests/sample-accounts.ts'
import { defineOperation } from '../../../operations/define-operation.ts'
import type { Feature } from '../../../operations/feature.ts'
import { jsonReply } from '../../../operations/reply.ts'
import { defaultPlans, type Plans } from '../../config/plans.ts'
import { describeOnStores } from './suite.ts'

/** Returns plans whose trial has a small quota and no other limits. */
function plansWithQuota(routesPerMonth: number): Plans {
  const plans = defaultPlans(365)
  return { ...plans, trial: { ...plans.trial, routesPerMonth, perSecond: 10_000, burst: 100_000 } }
}

async function usedBy(service: TestService, { key }: TestAccount): Promise<number> {
  return expectServed(await getUsage(service, key)).json().quota.used
}

/** Creates an operation whose completion and outcome the test controls. */
function gate(): { feature: Feature; open(fails: boolean): void; entered: Promise<void> } {
  const entered = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<boolean>()
  return {
    entered: entered.promise,
    open: (fails) => opened.resolve(fails),
    feature: {
      operations: [
        defineOperation({
          name: 'gate',
          method: 'POST',
          path: '/v1/gate',
          access: 'open',
          units: () => 1,
          async handle() {
            entered.resolve()
            if (await opened.promise) throw new Error('the gate was told to fail')
            return jsonReply({ passed: true })
          },
        }),
      ],
    },
  }
}

describeOnStores('the monthly quota', ({ start, startShared }) => {
  let service: TestService
  beforeAll(async () => {
    service = await startShared({ config: { plans: plansWithQuota(10), anonymousBurst: 100_000 } })
  })

  test('is exact: of 1,000 concurrent calls on a quota of 700 exactly 700 pass', async () => {
    const exact = await start({ config: { plans: plansWithQuota(700) } })
    const ada = await signUp(exact)
    const replies = await Promise.all(Array.from({ length: 1000 }, () => callProbe(exact, ada.key)))
    const details = Map.groupBy(replies, ({ statusCode, body }) =>
      statusCode === 200 ? '200' : `${statusCode} ${body}`,
    )
    expect([...details].map(([reply, { length }]) => [reply, length])).toEqual([
      ['200', 700],
      [expect.stringMatching(/^429 .*"All 700 routes for this month are used up;/), 300],
    ])
    expect(await usedBy(exact, ada)).toBe(700)
  })

  test('returns 429 with the reset time until the month ends when exhausted', async () => {
    const ada = await signUp(service)
    expectServed(await callProbe(service, ada.key, { routes: 10 }))
    const reply = expectProblem(
      await callProbe(service, ada.key),
      429,
      'All 10 routes for this month are used up; the quota resets at 2026-12-01T00:00:00.000Z',
    )
    expect(Number(reply.headers['retry-after'])).toBe(15.5 * 86_400)
    expect((await getUsage(service, ada.key)).json().quota).toMatchObject({ used: 10, remaining: 0 })
  })

  test('rejects a call larger than the remainder with both numbers, and accepts a smaller one', async () => {
    const ada = await signUp(service)
    expectServed(await callProbe(service, ada.key, { routes: 7 }))
    expectProblem(
      await callProbe(service, ada.key, { routes: 4 }),
      429,
      /counts as 4 routes, but only 3 of 10 are left/,
    )
    expectServed(await callProbe(service, ada.key, { routes: 3 }))
    expect(await usedBy(service, ada)).toBe(10)
  })

  test('allows free calls when exhausted', async () => {
    const ada = await signUp(service)
    expectServed(await callProbe(service, ada.key, { routes: 10 }))
    expectServed(await callProbe(service, ada.key, { routes: 0 }))
    expectServed(await getUsage(service, ada.key))
  })

  test('is not consumed by a failed call, whether rejected (422) or broken (500)', async () => {
    const ada = await signUp(service)
    for (let made = 0; made < 12; made++) {
      expectProblem(await callProbe(service, ada.key, { routes: -1 }), 422)
      expectProblem(await callProbe(service, ada.key, { routes: 9, fail: true }), 500)
    }
    const { quota, usage: counted } = (await getUsage(service, ada.key)).json()
    expect([quota.used, counted]).toEqual([0, { by_operation: [], by_day: [] }])
    expectServed(await callProbe(service, ada.key, { routes: 10 }))
  })

  test('counts only passed calls when others fail concurrently', async () => {
    const ada = await signUp(service)
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, index) => callProbe(service, ada.key, { fail: index % 2 === 0 })),
    )
    const passed = replies.filter(({ statusCode }) => statusCode === 200).length
    expect(passed).toBeLessThanOrEqual(10)
    expect(await usedBy(service, ada)).toBe(passed)
    expectServed(await callProbe(service, ada.key, { routes: 10 - passed }))
  })

  test('resets with the month, in UTC', async () => {
    const clock = new FakeClock('2026-11-30T23:59:59.000Z')
    const turned = await start({ clock, config: { plans: plansWithQuota(2) } })
    const ada = await signUp(turned)
    expectServed(await callProbe(turned, ada.key, { routes: 2 }))
    const { headers } = expectProblem(await callProbe(turned, ada.key), 429, /resets at 2026-12-01T00:00:00.000Z/)
    expect(headers['retry-after']).toBe('1')
    clock.advance(999)
    expectProblem(await callProbe(turned, ada.key), 429)
    clock.advance(1)
    expectServed(await callProbe(turned, ada.key))
    expect((await getUsage(turned, ada.key)).json()).toMatchObject({
      quota: { used: 1, remaining: 1, resets_at: '2027-01-01T00:00:00.000Z' },
      usage: { by_day: [{ day: '2026-12-01', calls: 1, routes: 1 }] },
    })
  })

  test.each([
    ['succeeds', false],
    ['fails', true],
  ])('charges a call that %s after midnight to the month in which it began', async (_title, fails) => {
    const clock = new FakeClock('2026-11-30T23:59:59.000Z')
    const held = gate()
    const turned = await start({ clock, features: [held.feature], config: { plans: plansWithQuota(5) } })
    const ada = await signIn(turned, await signUp(turned))
    const running = turned.app.inject({ method: 'POST', url: '/v1/gate', headers: { 'x-api-key': ada.key } })
    // An `inject` call starts only when its result is awaited or chained.
    const reply = running.then((value) => value)
    await held.entered
    clock.advance(1000)
    expectServed(await callProbe(turned, ada.key))
    held.open(fails)
    expect((await reply).statusCode).toBe(fails ? 500 : 200)
    expect(await usedBy(turned, ada)).toBe(1)
    const days = (await turned.app.inject({ url: '/account/usage', headers: ada.headers })).json().usage
    const november = { day: '2026-11-30', operation: 'gate', calls: 1, routes: 1 }
    const december = { day: '2026-12-01', operation: 'probe', calls: 1, routes: 1 }
    expect(days).toEqual(fails ? [december] : [november, december])
  })

  test('never meters calls without a key, or with a wrong one', async () => {
    const ada = await signUp(service)
    for (let made = 0; made < 5; made++) expectServed(await callProbe(service, undefined, { routes: 1000 }))
    expectProblem(await callProbe(service, 'nonsense', { routes: 1000 }), 401)
    expect(await usedBy(service, ada)).toBe(0)
  })
})
