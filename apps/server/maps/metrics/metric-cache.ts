import { type RoadMetric, shownBytes, showSize } from '@fairway/road'
import { profileKey } from '../../features/road/av/domains/odd-profile.ts'
import type { MetricSpec, TrafficHandle } from '../regions/handles.ts'

/** A metric and the traffic that it was built with. They belong together. */
export interface RegionDrive {
  /** The inputs of the metric. */
  readonly spec: MetricSpec
  readonly metric: RoadMetric
  readonly traffic: TrafficHandle | undefined
}

interface KeptDrive {
  readonly drive: RegionDrive
  isRenewed: boolean
}

const KEPT_DRIVES = 12
/**
 * The server caches more of them for all threads. This cache only saves requests to it. A large map has few entries,
 * but always some.
 */
const KEPT_BYTES = 256 * 1024 * 1024
const ALWAYS_KEPT = 3
/** While a metric for newer traffic is being built, the previous one is used, but for at most one second. */
const LONGEST_STALE_MS = 1000

/** The recently used metric snapshots of one region. The key covers all their inputs except the traffic version. */
export class DriveShelf {
  private readonly kept = new Map<string, KeptDrive>()
  private readonly ask: (spec: MetricSpec) => Promise<RoadMetric>
  /** The latest traffic version. */
  private latest = 0

  constructor(ask: (spec: MetricSpec) => Promise<RoadMetric>) {
    this.ask = ask
  }

  /** Returns synchronously when the snapshot is cached, or when a recent one has traffic with the same closures. */
  take(spec: MetricSpec, traffic: TrafficHandle | undefined, nowMs: number): RegionDrive | Promise<RegionDrive> {
    const key = keyOf(spec)
    const known = this.kept.get(key)
    if (!known) return this.make(key, spec, traffic)
    this.kept.delete(key)
    this.kept.set(key, known)
    if (known.drive.traffic?.version === traffic?.version) return known.drive
    const isGoodEnough =
      known.drive.traffic?.closures === traffic?.closures && nowMs - (traffic?.state.takenAtMs ?? 0) < LONGEST_STALE_MS
    if (!isGoodEnough) return this.make(key, spec, traffic)
    if (!known.isRenewed) {
      known.isRenewed = true
      // The error is reported to the callers that wait for the snapshot.
      this.make(key, spec, traffic).catch(() => {
        known.isRenewed = false
      })
    }
    return known.drive
  }

  /**
   * Stores the snapshot that came with new traffic. Snapshots of the previous traffic may be used for a moment longer,
   * older ones never.
   */
  keep(spec: MetricSpec, drive: RegionDrive): RegionDrive {
    const version = drive.traffic?.version ?? 0
    for (const [key, { drive: kept }] of this.kept) {
      if (kept.traffic && kept.traffic.version < this.latest) this.kept.delete(key)
    }
    this.latest = version
    this.put(keyOf(spec), drive)
    return drive
  }

  private async make(key: string, spec: MetricSpec, traffic: TrafficHandle | undefined): Promise<RegionDrive> {
    const metric = await this.ask(spec)
    // Every thread that holds a metric must report its size to the garbage collector. Otherwise unused ones are not
    // collected.
    showSize(metric.hierarchy.memory)
    const drive = { spec, metric, traffic }
    const known = this.kept.get(key)?.drive
    // Two were in progress, and the newer one finished first.
    if (known && (known.traffic?.version ?? 0) > (traffic?.version ?? 0)) return drive
    this.put(key, drive)
    return drive
  }

  private put(key: string, drive: RegionDrive): void {
    this.kept.delete(key)
    this.kept.set(key, { drive, isRenewed: false })
    let bytes = 0
    for (const { drive: kept } of this.kept.values()) bytes += bytesOf(kept)
    for (const [oldest, { drive: kept }] of this.kept) {
      if (this.kept.size <= KEPT_DRIVES && (bytes <= KEPT_BYTES || this.kept.size <= ALWAYS_KEPT)) break
      bytes -= bytesOf(kept)
      this.kept.delete(oldest)
    }
  }
}

function bytesOf({ metric: { hierarchy } }: RegionDrive): number {
  return shownBytes(hierarchy.memory)
}

/** Events are renumbered in every version. A spec that refers to events therefore depends on the version too. */
function keyOf({ traffic, ...given }: MetricSpec): string {
  const spec = { ...given, profile: profileKey(given.profile) }
  if (!traffic) return JSON.stringify(spec)
  const { version, ...moment } = traffic
  return JSON.stringify({ ...spec, moment, version: traffic.forced.length > 0 ? version : undefined })
}
