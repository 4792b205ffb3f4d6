import { deliveryDay } from './day.ts'
import { fleetRate } from './fleet-rate.ts'
import { offRoute } from './off-route.ts'
import { tracking } from './tracking.ts'
import { trackingAway } from './tracking-outage.ts'

/** Benchmarks of live tracking. */
export const trackingBenchmarks = {
  day: deliveryDay,
  fleet: fleetRate,
  'off-route': offRoute,
  tracking,
  'tracking-away': trackingAway,
}
