import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { CorrectedClock } from '../../../platform/clock.ts'

/** Creates the metrics of the process itself. */
export function createProcessMetrics(clock: Pick<CorrectedClock, 'aheadMs'>): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({ name: 'fairway_up', help: 'The service is running.', registers: [registry] }).set(1)
  new Gauge({
    name: 'fairway_clock_ahead_seconds',
    help: 'How far the clock of this machine is ahead of the clock of the shared database. A difference of more than 2 s is corrected.',
    registers: [registry],
    collect() {
      this.set(clock.aheadMs / 1000)
    },
  })
  return registry
}
