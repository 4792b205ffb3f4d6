import { type RoadMetric, reportedBytes, reportSize } from '@fairway/road'
import type { MetricSpec, TrafficHandle } from '../regions/handles.ts'
import { toProfileKey } from './odd-profile.ts'

/** Metric with the traffic that it was built with. */
export interface MetricSnapshot {
  /** Inputs of the metric. */
  readonly spec: MetricSpec
  readonly metric: RoadMetric
  readonly traffic: TrafficHandle | undefined
}

interface CachedSnapshot {
  readonly snapshot: MetricSnapshot
  isRefreshing: boolean
}

const MAX_SNAPSHOTS = 12
/**
 * Maximum size of the cached snapshots. The server caches more snapshots for all threads, and this cache only saves
 * requests to that cache. For a large map, the cache keeps only `MIN_SNAPSHOTS`.
 */
const MAX_BYTES = 256 * 1024 * 1024
const MIN_SNAPSHOTS = 3
/** Maximum time for which the previous metric is used while a metric for newer traffic is built. */
const MAX_STALE_MS = 1000

/** Caches the recently used metric snapshots of one region. The key includes all inputs except the traffic version. */
export class MetricCache {
  private readonly entries = new Map<string, CachedSnapshot>()
  private readonly requestMetric: (spec: MetricSpec) => Promise<RoadMetric>
  private latestVersion = 0

  constructor(requestMetric: (spec: MetricSpec) => Promise<RoadMetric>) {
    this.requestMetric = requestMetric
  }

  /** Returns a snapshot, synchronously if it is cached or if a recent snapshot has traffic with the same closures. */
  get(spec: MetricSpec, traffic: TrafficHandle | undefined, nowMs: number): MetricSnapshot | Promise<MetricSnapshot> {
    const key = toCacheKey(spec)
    const cached = this.entries.get(key)
    if (!cached) return this.load(key, spec, traffic)
    this.entries.delete(key)
    this.entries.set(key, cached)
    if (cached.snapshot.traffic?.version === traffic?.version) return cached.snapshot
    const isUsable =
      cached.snapshot.traffic?.closuresHash === traffic?.closuresHash &&
      nowMs - (traffic?.state.takenAtMs ?? 0) < MAX_STALE_MS
    if (!isUsable) return this.load(key, spec, traffic)
    if (!cached.isRefreshing) {
      cached.isRefreshing = true
      // The callers that wait for the snapshot receive the error.
      this.load(key, spec, traffic).catch(() => {
        cached.isRefreshing = false
      })
    }
    return cached.snapshot
  }

  /**
   * Stores the snapshot that arrived with new traffic. Requests may briefly use snapshots of the previous traffic, but
   * never older ones.
   */
  setCurrent(spec: MetricSpec, snapshot: MetricSnapshot): MetricSnapshot {
    const version = snapshot.traffic?.version ?? 0
    for (const [key, { snapshot: cached }] of this.entries) {
      if (cached.traffic && cached.traffic.version < this.latestVersion) this.entries.delete(key)
    }
    this.latestVersion = version
    this.put(toCacheKey(spec), snapshot)
    return snapshot
  }

  private async load(key: string, spec: MetricSpec, traffic: TrafficHandle | undefined): Promise<MetricSnapshot> {
    const metric = await this.requestMetric(spec)
    // Every thread that references a metric must report its size to the garbage collector. Otherwise, unused metrics
    // are not collected.
    reportSize(metric.hierarchy.memory)
    const snapshot = { spec, metric, traffic }
    const cached = this.entries.get(key)?.snapshot
    // A newer snapshot was in progress and finished first.
    if (cached && (cached.traffic?.version ?? 0) > (traffic?.version ?? 0)) return snapshot
    this.put(key, snapshot)
    return snapshot
  }

  private put(key: string, snapshot: MetricSnapshot): void {
    this.entries.delete(key)
    this.entries.set(key, { snapshot, isRefreshing: false })
    let bytes = 0
    for (const { snapshot: cached } of this.entries.values()) bytes += countBytes(cached)
    for (const [oldest, { snapshot: cached }] of this.entries) {
      if (this.entries.size <= MAX_SNAPSHOTS && (bytes <= MAX_BYTES || this.entries.size <= MIN_SNAPSHOTS)) break
      bytes -= countBytes(cached)
      this.entries.delete(oldest)
    }
  }
}

function countBytes({ metric: { hierarchy } }: MetricSnapshot): number {
  return reportedBytes(hierarchy.memory)
}

/**
 * Returns the cache key. A spec that refers to events also depends on the traffic version, because each version
 * renumbers its events.
 */
function toCacheKey({ traffic, ...given }: MetricSpec): string {
  const spec = { ...given, profile: toProfileKey(given.profile) }
  if (!traffic) return JSON.stringify(spec)
  const { version, ...moment } = traffic
  return JSON.stringify({ ...spec, moment, version: traffic.forcedEvents.length > 0 ? version : undefined })
}
