import { type RoadMetric, shownBytes, showSize } from '@fairway/road'
import { profileKey } from '../../features/road/av/domains/odd-profile.ts'
import type { MetricSpec, TrafficHandle } from '../regions/handles.ts'

/** What a request drives by: a metric, and the traffic that it was made under. They belong together. */
export interface RegionDrive {
  /** What the metric was made of. */
  readonly spec: MetricSpec
  readonly metric: RoadMetric
  readonly traffic: TrafficHandle | undefined
}

interface KeptDrive {
  readonly drive: RegionDrive
  isRenewed: boolean
}

const KEPT_DRIVES = 12
/** The server has more of them for all threads; what is kept here only saves asking. A large map has few, but some. */
const KEPT_BYTES = 256 * 1024 * 1024
const ALWAYS_KEPT = 3
/** While a metric is made under newer traffic, the one before serves; but a change counts within a second. */
const LONGEST_STALE_MS = 1000

/** The drives of one region that were asked for last, by everything that makes them different but the traffic's version. */
export class DriveShelf {
  private readonly kept = new Map<string, KeptDrive>()
  private readonly ask: (spec: MetricSpec) => Promise<RoadMetric>
  /** The version of the traffic that came last. */
  private latest = 0

  constructor(ask: (spec: MetricSpec) => Promise<RoadMetric>) {
    this.ask = ask
  }

  /** At once when it is known, or was known a moment ago under traffic with the same closures. */
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
      // What goes wrong is told to who has to wait for it.
      this.make(key, spec, traffic).catch(() => {
        known.isRenewed = false
      })
    }
    return known.drive
  }

  /** Puts in what came with new traffic. Drives of the traffic before may still serve for a moment; of earlier, never. */
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
    // Every thread that holds one must know how large it is, or it never looks for those that nobody uses any more.
    if (metric.hierarchy.memory) showSize(metric.hierarchy.memory)
    const drive = { spec, metric, traffic }
    const known = this.kept.get(key)?.drive
    // Two were under way, and the newer one came first.
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
  return hierarchy.memory ? shownBytes(hierarchy.memory) : hierarchy.weight.byteLength + hierarchy.parts.byteLength
}

/** Events are numbered anew in every version: where some are named, it counts as well. */
function keyOf({ traffic, ...given }: MetricSpec): string {
  const spec = { ...given, profile: profileKey(given.profile) }
  if (!traffic) return JSON.stringify(spec)
  const { version, ...moment } = traffic
  return JSON.stringify({ ...spec, moment, version: traffic.forced.length > 0 ? version : undefined })
}
