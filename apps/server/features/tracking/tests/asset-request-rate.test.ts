import { beforeAll, describe, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../tests/support/expect-problem.ts'
import { Fleet } from '../../../../../tests/support/operations/assets.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { defaultPlans, type Plans } from '../../../platform/config/plans.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { issueKey } from '../../accounts/tests/sample-accounts.ts'

/** Rate so low that no token is added during a test, because Redis does not use the test's clock. */
const NO_REFILL = 1 / 600
const BURST = 20
const MAX_ASSETS = 12

/** Returns plans that allow one push and one poll per channel for each asset. */
function slowPlans(): Plans {
  const plans = defaultPlans(7)
  const live = { webPollsPerSecond: NO_REFILL, apiLivePollsPerSecond: NO_REFILL, gpsPushPerSecond: NO_REFILL }
  const pro = { ...plans.pro, perSecond: NO_REFILL, burst: BURST, live: { ...plans.pro.live, ...live } }
  return { ...plans, pro: { ...pro, live: { ...pro.live, maxAssets: MAX_ASSETS } } }
}

const position = { at: [-34.9, -56.1] }
const WEB = { 'x-service-live-channel': 'web' }
const RATE_LIMITED = /^Rate limit exceeded: .* \(bursts of 20\)/

describeOnStores('the request rate and live requests', ({ kind, start, startShared }) => {
  let service: TestService

  /** Creates a fleet whose account has used up its request rate. */
  async function openExhausted(assetCount: number) {
    const fleet = new Fleet(service, (await issueKey(service, 'pro')).key)
    const ids: string[] = []
    for (let index = 0; index < assetCount; index++) ids.push(await fleet.register())
    for (let used = assetCount; used < BURST; used++) expectServed(await fleet.get(''))
    expectProblem(await fleet.get(''), 429, RATE_LIMITED)
    return { fleet, ids }
  }

  describe('with rates per asset', () => {
    beforeAll(async () => {
      service = await startShared({ config: { plans: slowPlans(), liveRateScope: 'asset' } })
    })

    test('leave each asset the pushes and polls of the plan, all at once', async () => {
      const { fleet, ids } = await openExhausted(MAX_ASSETS)
      const replies = await Promise.all(
        ids.flatMap((id) => [
          fleet.post(`/${id}/position`, position),
          fleet.get(`/${id}/live`),
          fleet.get(`/${id}/live`, WEB),
        ]),
      )
      for (const reply of replies) expectServed(reply)
      expect(replies).toHaveLength(3 * MAX_ASSETS)
    })

    test('limit pushes and polls of ids that do not exist, or belong to another account', async () => {
      const { ids } = await openExhausted(1)
      const { fleet } = await openExhausted(1)
      for (const id of ['as_0000000000000000', 'nonsense', ...ids]) {
        expectProblem(await fleet.post(`/${id}/position`, position), 429, RATE_LIMITED)
        expectProblem(await fleet.get(`/${id}/live`), 429, RATE_LIMITED)
      }
    })

    test('limit polls and pushes of an asset beyond its rates, without affecting other assets', async () => {
      const { fleet, ids } = await openExhausted(2)
      const [id, other] = ids
      expectServed(await fleet.post(`/${id}/position`, position))
      for (let count = 0; count < 2; count++)
        expectProblem(await fleet.post(`/${id}/position`, position), 429, /^Position pushes on the pro plan /)
      expectProblem(await fleet.post(`/${id}/position`, position), 429, RATE_LIMITED)
      expectProblem(await fleet.get(`/${id}/live`), 429, RATE_LIMITED)
      expectServed(await fleet.post(`/${other}/position`, position))
    })

    test('limit pushes that are rejected', async () => {
      const { fleet, ids } = await openExhausted(1)
      for (let count = 0; count < 3; count++)
        expectProblem(await fleet.post(`/${ids[0]}/position`, { at: [91, 0] }), 422)
      expectProblem(await fleet.post(`/${ids[0]}/position`, { at: [91, 0] }), 429, RATE_LIMITED)
    })

    test('count the requests beyond the rates of an asset while the account has requests left', async () => {
      const fleet = new Fleet(service, (await issueKey(service, 'pro')).key)
      const id = await fleet.register()
      for (let count = 0; count < 3; count++) expectProblem(await fleet.post(`/${id}/position`, { at: [91, 0] }), 422)
      const before = Number((await fleet.get('')).headers['ratelimit-remaining'])
      expect(before).toBe(BURST - 2)
      const { headers } = expectServed(await fleet.post(`/${id}/position`, position))
      expect(Number(headers['ratelimit-remaining'])).toBe(before - 1)
    })
  })

  // Redis has its own clock, and registering the assets would take ten seconds.
  test.runIf(kind === 'embedded')('let all 500 assets of pro push in the same second, twice', async () => {
    const clock = new FakeClock()
    const roomy = await start({ clock })
    const fleet = new Fleet(roomy, (await issueKey(roomy, 'pro')).key)
    const ids: string[] = []
    for (let index = 0; index < 500; index++) {
      clock.advance(20)
      ids.push(await fleet.register())
    }
    for (let second = 0; second < 2; second++) {
      clock.advance(1000)
      for (const reply of await Promise.all(ids.map((id) => fleet.post(`/${id}/position`, position))))
        expectServed(reply)
    }
  })

  describe('with rates per account', () => {
    beforeAll(async () => {
      service = await startShared({ config: { plans: slowPlans(), liveRateScope: 'account' } })
    })

    test('count live requests like all others', async () => {
      const { fleet, ids } = await openExhausted(1)
      expectProblem(await fleet.post(`/${ids[0]}/position`, position), 429, RATE_LIMITED)
      expectProblem(await fleet.get(`/${ids[0]}/live`), 429, RATE_LIMITED)
    })
  })
})
