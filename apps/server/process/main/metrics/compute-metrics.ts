import { Gauge, type Registry } from 'prom-client'
import type { PoolStatus } from '../../../platform/compute/compute-pool.ts'

/** Adds the Prometheus metrics of the compute threads. */
export function addComputeMetrics(registry: Registry, status: () => PoolStatus): void {
  new Gauge({
    name: 'fairway_compute_tasks',
    help: 'Heavy tasks that are running or waiting now, or that were refused or lost since startup.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, value] of Object.entries(status())) this.set({ state }, value)
    },
  })
}
