import { AggregatorRegistry, type MetricObject, type Registry } from 'prom-client'
import type { TrafficStatus } from '../../../maps/traffic/traffic-status.ts'
import { type CorrectedClock, systemClock } from '../../../platform/clock.ts'
import type { PoolStatus } from '../../../platform/compute/compute-pool.ts'
import { addComputeMetrics } from './compute-metrics.ts'
import { createProcessMetrics } from './process-metrics.ts'
import { addTrafficMetrics } from './traffic-metrics.ts'

interface ServiceMetricsOptions {
  readonly clock: CorrectedClock
  readonly traffic: () => TrafficStatus
  readonly compute: () => PoolStatus
  /** The metrics of each HTTP thread. */
  readonly collect: () => Promise<readonly MetricObject[][]>
}

/** The metrics of all threads. */
export class ServiceMetrics {
  private readonly ownRegistry: Registry
  private readonly collect: ServiceMetricsOptions['collect']

  constructor({ clock, traffic, compute, collect }: ServiceMetricsOptions) {
    this.collect = collect
    this.ownRegistry = createProcessMetrics(clock)
    addTrafficMetrics(this.ownRegistry, traffic, systemClock.now)
    addComputeMetrics(this.ownRegistry, compute)
  }

  /** In Prometheus format. */
  async read(): Promise<string> {
    const threadMetrics = await this.collect()
    return await AggregatorRegistry.aggregate([...threadMetrics, await this.ownRegistry.getMetricsAsJSON()]).metrics()
  }
}
