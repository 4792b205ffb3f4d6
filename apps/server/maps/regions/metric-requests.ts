import { metricName, type PathAttributes, reportedBytes, reportSize } from '@fairway/road'
import type { CustomizationWorker } from '../metrics/customization-worker.ts'
import type { LivePathAttributeSpec, PathAttributeSpec } from '../metrics/path-attributes.ts'
import { type LivePathAttributes, type MetricHandle, type MetricSpec, toMetricKey } from './handles.ts'
import { SharedRequests } from './shared-requests.ts'

interface MetricRequestOptions {
  readonly customization: Pick<CustomizationWorker, 'request'>
  readonly log: { warn(fields: object, message: string): void }
  /** For tests: how much memory cached metrics may take. */
  readonly maxCachedMetricBytes?: number | undefined
}

/** Recently used metrics are cached, because a fleet requests the same vehicle again and again. */
const MAX_CACHED_METRICS = 24
/**
 * On large maps fewer are cached, but always some: threads must be able to get the metrics that they just requested.
 */
const MAX_CACHED_METRIC_BYTES = 1024 ** 3
const MIN_CACHED_METRICS = 4
/** The same for the path attributes of matrices, which all threads request one after the other. */
const MAX_CACHED_ATTRIBUTES = 8
/**
 * Beyond this, requests for a metric that does not exist yet get a retry error, because on a large map each takes
 * seconds.
 */
const MAX_PENDING_METRICS = 64

/** The metrics of all datasets and the path attributes of matrices, computed once for all threads. */
export class MetricRequests {
  private readonly options: MetricRequestOptions
  /** The least recently used first. */
  private readonly metrics = new Map<string, Promise<MetricHandle>>()
  /** Sizes of the metrics that are finished. */
  private readonly metricBytes = new WeakMap<Promise<MetricHandle>, number>()
  private readonly attributes = new SharedRequests<PathAttributes>(MAX_CACHED_ATTRIBUTES)
  private readonly liveAttributes = new SharedRequests<LivePathAttributes>(MAX_CACHED_ATTRIBUTES)
  private pendingMetrics = 0

  constructor(options: MetricRequestOptions) {
    this.options = options
  }

  async getMetric({ dataset, spec }: { dataset: string; spec: MetricSpec }): Promise<MetricHandle> {
    const key = `${dataset} ${toMetricKey(spec)}`
    const cached = this.metrics.get(key)
    if (!cached && this.pendingMetrics >= MAX_PENDING_METRICS)
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

  computePathAttributes(request: PathAttributeSpec): Promise<PathAttributes> {
    const key = `${toAttributeKey(request)} ${request.kind}`
    return this.attributes.getOrRun(key, () => this.options.customization.request('computePathAttributes', request))
  }

  computeLivePathAttributes(request: LivePathAttributeSpec): Promise<LivePathAttributes> {
    const { departMs, aheadMs, markWithinMs } = request.start
    const key = `${toAttributeKey(request)} live ${departMs} ${aheadMs} ${markWithinMs}`
    return this.liveAttributes.getOrRun(key, () =>
      this.options.customization.request('computeLivePathAttributes', request),
    )
  }

  /** Metrics for the old traffic are useless to new requests. */
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
    this.pendingMetrics++
    try {
      const metric = await this.options.customization.request('customize', { dataset, spec })
      reportSize(metric.hierarchy.memory)
      return metric
    } finally {
      this.pendingMetrics--
    }
  }

  private recordSize(metric: Promise<MetricHandle>, { hierarchy, weights, arcDuration }: MetricHandle): void {
    const { arc, turn } = weights
    const bytes = reportedBytes(hierarchy.memory) + arc.byteLength + turn.byteLength + (arcDuration?.byteLength ?? 0)
    this.metricBytes.set(metric, bytes)
    this.evictMetrics()
  }

  /** Drops the least recently used metrics. Requests that use them keep them alive. */
  private evictMetrics(): void {
    let bytes = 0
    for (const metric of this.metrics.values()) bytes += this.metricBytes.get(metric) ?? 0
    const maxBytes = this.options.maxCachedMetricBytes ?? MAX_CACHED_METRIC_BYTES
    for (const [oldest, metric] of this.metrics) {
      const fits = bytes <= maxBytes || this.metrics.size <= MIN_CACHED_METRICS
      if (this.metrics.size <= MAX_CACHED_METRICS && fits) break
      bytes -= this.metricBytes.get(metric) ?? 0
      this.metrics.delete(oldest)
    }
  }
}

/**
 * Path attributes are stored in the memory of their metric. A metric that was evicted and rebuilt has the same spec but
 * different memory.
 */
function toAttributeKey({ dataset, spec, metric }: Pick<PathAttributeSpec, 'dataset' | 'spec' | 'metric'>): string {
  return `${dataset} ${toMetricKey(spec)} ${metricName(metric.hierarchy.memory)}`
}
