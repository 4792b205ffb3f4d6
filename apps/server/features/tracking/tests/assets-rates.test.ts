import { beforeAll, describe, expect, test } from 'vitest'
import { expectProblem } from '../../../../../tests/support/expect-problem.ts'
import { Fleet } from '../../../../../tests/support/operations/assets.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { defaultPlans, liveRateScopes, type Plans } from '../../../platform/config/plans.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { issueKey } from '../../accounts/tests/sample-accounts.ts'

/** Returns plans with one request per minute, because Redis has its own clock and no test takes that long. */
function slowPlans(): Plans {
  const plans = defaultPlans(7)
  const slow = { webPollsPerSecond: 1 / 60, apiLivePollsPerSecond: 1 / 60, gpsPushPerSecond: 1 / 60 }
  return { ...plans, pro: { ...plans.pro, live: { ...plans.pro.live, ...slow } } }
}

const position = { at: [-34.9, -56.1] }
const channels = [{}, { 'x-service-live-channel': 'web' }]

describeOnStores('rates of live polls and pushes', ({ startShared }) => {
  describe.each(liveRateScopes)('counted per %s', (liveRateScope) => {
    let service: TestService
    let fleet: Fleet
    beforeAll(async () => {
      service = await startShared({ config: { plans: slowPlans(), liveRateScope } })
    })
    const isPerAsset = liveRateScope === 'asset'
    const words = isPerAsset ? 'for this asset' : 'for the whole account'

    test(`limit ${isPerAsset ? 'each asset on its own' : 'all assets together'}, and say so`, async () => {
      fleet = new Fleet(service, (await issueKey(service, 'pro')).key)
      const assets = [await fleet.register(), await fleet.register(), await fleet.register()]
      const pushes: number[] = []
      for (const id of assets) pushes.push((await fleet.post(`/${id}/position`, position)).statusCode)
      expect(pushes).toEqual(isPerAsset ? [200, 200, 200] : [200, 429, 429])
      for (const id of assets) {
        const expected = `^Position pushes on the pro plan are limited to one every 60 s ${words}; the next one will be accepted in \\d+ ms$`
        const { headers } = expectProblem(await fleet.post(`/${id}/position`, position), 429, new RegExp(expected))
        expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      }
      for (const channel of channels) {
        const polls: number[] = []
        for (const id of assets) polls.push((await fleet.get(`/${id}/live`, channel)).statusCode)
        expect(polls).toEqual(isPerAsset ? [200, 200, 200] : [200, 429, 429])
        expectProblem(await fleet.get(`/${assets[0]}/live`, channel), 429, new RegExp(`one every 60 s ${words}; `))
      }
    })

    test('count a push with many positions once', async () => {
      const other = new Fleet(service, (await issueKey(service, 'pro')).key)
      const id = await other.register()
      const positions = Array.from({ length: 50 }, (_, index) => ({ ...position, time: 1_700_000_000 + index }))
      expect((await other.push(id, { positions })).accepted).toBe(50)
      expect((await other.post(`/${id}/position`, position)).statusCode).toBe(429)
    })

    test('count the positions of each asset in a push of many assets', async () => {
      const other = new Fleet(service, (await issueKey(service, 'pro')).key)
      const [first, second] = [await other.register(), await other.register()]
      await other.push(first, position)
      const positions = [first, second, second].map((asset) => ({ ...position, asset }))
      const { accepted, rejected } = (await other.post('/positions', { positions })).json()
      expect(accepted).toBe(isPerAsset ? 2 : 0)
      expect(rejected).toHaveLength(isPerAsset ? 1 : 3)
      expect(rejected[0]).toMatchObject({
        index: 0,
        why: expect.stringMatching(`^Position pushes on the pro .* ${words};`),
      })
    })

    test('do not count the assets of another account', async () => {
      const other = new Fleet(service, (await issueKey(service, 'pro')).key)
      expect((await other.push(await other.register(), position)).accepted).toBe(1)
    })
  })
})
