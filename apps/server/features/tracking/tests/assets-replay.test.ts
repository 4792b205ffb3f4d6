import { expect, test } from 'vitest'
import { type Ask, hasRecordings, readRecordings, replay } from '../../../../../bench/tracking/tracking-replay.ts'
import { systemClock } from '../../../platform/clock.ts'
import { defaultPlans } from '../../../platform/config/plans.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { issueKey } from '../../accounts/tests/sample-accounts.ts'

const FIXES = 600

describeOnStores('real tracks', ({ start }) => {
  test.skipIf(!hasRecordings())(
    'accept ships and cars without errors, and store every acknowledged position',
    async () => {
      const plans = defaultPlans(7)
      const live = { ...plans.pro.live, apiLivePollsPerSecond: 1000, gpsPushPerSecond: 1000 }
      const service = await start({
        clock: systemClock,
        config: { plans: { ...plans, pro: { ...plans.pro, perSecond: 1e6, burst: 1e6, live } } },
      })
      const { key } = await issueKey(service, 'pro')
      const send: Ask = async (method, url, payload) => {
        const reply = await service.app.inject({
          method,
          url,
          headers: { 'x-api-key': key },
          ...(payload && { payload }),
        })
        return { status: reply.statusCode, json: reply.json() }
      }
      for (const recording of readRecordings(FIXES)) {
        const { fixes, accepted, rejected, kept, flags, states } = await replay(send, recording)
        expect([fixes, accepted, rejected, kept], recording.name).toEqual([FIXES, FIXES, 0, FIXES])
        // Ships at sea and cars between buildings have outliers, but fewer than one in ten positions.
        expect(flags.jump ?? 0).toBeLessThan(FIXES / 10)
        expect(Object.keys(states), 'without plans').toEqual(['idle'])
      }
    },
  )
})
