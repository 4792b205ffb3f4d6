import { metricName, type PathAttributes, reportedBytes, reportSize } from '@fairway/road'
import type { CustomizationWorker } from '../metrics/customization-worker.ts'
import type { LivePathAttributeSpec, PathAttributeSpec } from '../metrics/path-attributes.ts'
import { type LivePathAttributes, type MetricHandle, type MetricSpec, toMetricKey } from './handles.ts'
import { SharedRequests } from './shared-requests.ts'

interface MetricRequestOptions {
  readonly customization: Pick<CustomizationWorker, 'request'>
  readonly log: { warn(fields: object, message: string): void }
  /** Maximum memory of cached metrics in bytes, for tests. */
  readonly maxCachedMetricBytes?: number | undefined
}

/** Maximum number of cached metrics. Metrics are cached because a fleet requests the same vehicle repeatedly. */
const MAX_CACHED_METRICS = 24
/**
 * Maximum memory of cached metrics. On large maps, at least `MIN_CACHED_METRICS` are cached, so that threads can get
 * the metrics that they just requested.
 */
const MAX_CACHED_METRIC_BYTES = 1024 ** 3
const MIN_CACHED_METRICS = 4
/**
 * Maximum number of cached path attributes. For matrices, all threads request the same attributes one after another.
 */
const MAX_CACHED_ATTRIBUTES = 8
/**
 * Maximum number of pending metrics. Further requests get a retry error, because each metric of a large map takes
 * seconds.
 */
const MAX_PENDING_METRICS = 64

/** Computes the metrics of all datasets and the path attributes of matrices, once for all threads. */
export class MetricRequests {
  private readonly options: MetricRequestOptions
  /** Metrics, least recently used first. */
  private readonly metrics = new Map<string, Promise<MetricHandle>>()
  /** Sizes of finished metrics, in bytes. */
  private readonly metricBytes = new WeakMap<Promise<MetricHandle>, number>()
  private readonly attributes = new SharedRequests<PathAttributes>(MAX_CACHED_ATTRIBUTES)
  private readonly liveAttributes = new SharedRequests<LivePathAttributes>(MAX_CACHED_ATTRIBUTES)
  private pendingMetricCount = 0

  constructor(options: MetricRequestOptions) {
    this.options = options
  }

  async getMetric({ dataset, spec }: { dataset: string; spec: MetricSpec }): Promise<MetricHandle> {
    const key = `${dataset} ${toMetricKey(spec)}`
    const cached = this.metrics.get(key)
    if (!cached && this.pendingMetricCount >= MAX_PENDING_METRICS)
      throw new Error(`already waiting for ${MAX_PENDING_METRICS} metrics`)
    const metric = cached ?? this.customize(dataset, spec)
    this.metrics.delete(key)
    this.metrics.set(key, metric)
    if (!cached) {
      metric.catch((error: Error) => {
        this.metrics.delete(key)
        this.options.log.warn({ dataset, why: error.message }, 'customization failed')
      })
      metric.then((handle) => this.recordSize(metric, handle)).catch(() => undefined)
    }
    this.evictMetrics()
    return metric
  }

  computePathAttributes(attributeSpec: PathAttributeSpec): Promise<PathAttributes> {
    const key = `${toAttributeKey(attributeSpec)} ${attributeSpec.kind}`
    return this.attributes.getOrRun(key, () =>
      this.options.customization.request('computePathAttributes', attributeSpec),
    )
  }

  computeLivePathAttributes(attributeSpec: LivePathAttributeSpec): Promise<LivePathAttributes> {
    const { departMs, aheadMs, markWithinMs } = attributeSpec.start
    const key = `${toAttributeKey(attributeSpec)} live ${departMs} ${aheadMs} ${markWithinMs}`
    return this.liveAttributes.getOrRun(key, () =>
      this.options.customization.request('computeLivePathAttributes', attributeSpec),
    )
  }

  /** Drops the metrics for old traffic, which new requests cannot use. */
  dropTraffic(dataset: string): void {
    this.removeMatching((key) => key.startsWith(`${dataset} `) && key.includes('"traffic"'))
  }

  dropDataset(dataset: string): void {
    this.removeMatching((key) => key.startsWith(`${dataset} `) || key.startsWith(`${dataset}/`))
  }

  private removeMatching(matches: (key: string) => boolean): void {
    for (const key of this.metrics.keys()) if (matches(key)) this.metrics.delete(key)
    this.attributes.removeMatching(matches)
    this.liveAttributes.removeMatching(matches)
  }

  private async customize(dataset: string, spec: MetricSpec): Promise<MetricHandle> {
    this.pendingMetricCount++
    try {
      const metric = await this.options.customization.request('customize', { dataset, spec })
      reportSize(metric.hierarchy.memory)
      return metric
    } finally {
      this.pendingMetricCount--
    }
  }

  private recordSize(metric: Promise<MetricHandle>, { hierarchy, weights, arcDuration }: MetricHandle): void {
    const { arc, turn } = weights
    const bytes = reportedBytes(hierarchy.memory) + arc.byteLength + turn.byteLength + (arcDuration?.byteLength ?? 0)
    this.metricBytes.set(metric, bytes)
    this.evictMetrics()
  }

  /** Drops the least recently used metrics. Requests that use a dropped metric still reference it. */
  private evictMetrics(): void {
    let bytes = 0
    for (const metric of this.metrics.values()) bytes += this.metricBytes.get(metric) ?? 0
    const maxBytes = this.options.maxCachedMetricBytes ?? MAX_CACHED_METRIC_BYTES
    for (const [oldest, metric] of this.metrics) {
      const doesFit = bytes <= maxBytes || this.metrics.size <= MIN_CACHED_METRICS
      if (this.metrics.size <= MAX_CACHED_METRICS && doesFit) break
      bytes -= this.metricBytes.get(metric) ?? 0
      this.metrics.delete(oldest)
    }
  }
}

/**
 * Returns the key of path attributes, which includes a name for the memory of the metric. A metric that was evicted and
 * rebuilt has the same spec but different memory.
 */
function toAttributeKey({ dataset, spec, metric }: Pick<PathAttributeSpec, 'dataset' | 'spec' | 'metric'>): string {
  return `${dataset} ${toMetricKey(spec)} ${metricName(metric.hierarchy.memory)}`
}
