import { expect, test } from 'vitest'
import { checkDeliveryDay } from '../../../../../tests/support/delivery-day/check-day.ts'
import { runDeliveryDay } from '../../../../../tests/support/delivery-day/day.ts'
import { dayConfig, describeDay } from '../../../../../tests/support/delivery-day/service-day.ts'
import { openMaps } from '../../../../../tests/support/maps/maps.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { issueKey } from '../../accounts/tests/sample-accounts.ts'

describeOnStores('a delivery day', ({ start, kind }) => {
  // The command `npm run bench -- day` simulates 200 orders with 10 vans.
  test('ends with a report that adds up, after an accident at noon and two canceled orders', async () => {
    const clock = new FakeClock('2026-11-18T06:00:00Z')
    const maps = await openMaps()
    const service = await start({ clock, maps, config: dayConfig() })
    const { key } = await issueKey(service, 'pro')
    // The second store gets fewer orders, because it only needs to behave like the first.
    const size = kind === 'embedded' ? { orders: 30, vans: 3 } : { orders: 16, vans: 2 }
    const options = describeDay({ service, clock, maps, key }, { ...size, seed: 31, area: [0.03, 0.06] })
    const day = await runDeliveryDay(options)
    const { errors, figures } = await checkDeliveryDay(options.ask, day)
    expect(errors).toEqual([])
    expect(day.blocked).toEqual([])
    expect(figures).toMatchObject({ done: size.orders - 2, canceled: 2 })
  })
})
