import { AggregatorRegistry, type MetricObject, type Registry } from 'prom-client'
import type { MqttStatus } from '../../../features/tracking/mqtt/mqtt-input.ts'
import type { TrafficStatus } from '../../../maps/traffic/traffic-status.ts'
import { type CorrectedClock, systemClock } from '../../../platform/clock.ts'
import type { PoolStatus } from '../../../platform/compute/compute-pool.ts'
import type { Config } from '../../../platform/config/config.ts'
import { MetricsExport } from '../../../platform/telemetry/telemetry.ts'
import type { Component } from '../../component.ts'
import { addComputeMetrics } from './compute-metrics.ts'
import { addMqttMetrics } from './mqtt-metrics.ts'
import { createProcessMetrics } from './process-metrics.ts'
import { addTrafficMetrics } from './traffic-metrics.ts'

interface ServiceMetricsOptions {
  readonly config: Config
  readonly log: { info(fields: object, message: string): void; warn(fields: object, message: string): void }
  readonly clock: CorrectedClock
  readonly traffic: () => TrafficStatus
  readonly compute: () => PoolStatus
  /** Returns the status of the MQTT input, if one is configured. */
  readonly mqtt: () => MqttStatus | undefined
  /** Returns the metrics of each HTTP thread. */
  readonly collect: () => Promise<readonly MetricObject[][]>
}

/** Metrics of all threads. Clients read them at /metrics, and a collector receives them if one is configured. */
export class ServiceMetrics implements Component {
  readonly name = 'metrics'
  private readonly exporter: MetricsExport
  private readonly ownRegistry: Registry
  private readonly collect: ServiceMetricsOptions['collect']

  constructor({ config, log, clock, traffic, compute, mqtt, collect }: ServiceMetricsOptions) {
    this.exporter = new MetricsExport(config, async () => await (await this.aggregate()).getMetricsAsJSON(), log)
    this.collect = collect
    this.ownRegistry = createProcessMetrics(clock)
    addTrafficMetrics(this.ownRegistry, traffic, systemClock.now)
    addComputeMetrics(this.ownRegistry, compute)
    addMqttMetrics(this.ownRegistry, mqtt)
  }

  /** Returns the metrics in Prometheus format. */
  async read(): Promise<string> {
    return await (await this.aggregate()).metrics()
  }

  async start(): Promise<void> {
    await this.exporter.start()
  }

  async stop(): Promise<void> {
    await this.exporter.stop()
  }

  private async aggregate(): Promise<Registry> {
    const threadMetrics = await this.collect()
    return AggregatorRegistry.aggregate([...threadMetrics, await this.ownRegistry.getMetricsAsJSON()])
  }
}
