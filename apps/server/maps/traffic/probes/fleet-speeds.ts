import { copiesOf, listPassages, Matcher, Passages, SLOT_SECONDS, SpeedEstimator, type Track } from '@fairway/road'
import type { WorkshopMap } from '../../metrics/map-customizer.ts'
import { matchingOf } from '../../metrics/matching-metric.ts'
import type { KeptFeed } from '../feed-poller.ts'
import { LIVE_HOLDS_SECONDS, LIVE_WINDOW_SECONDS, SLOWEST_KMH, segmentsNow } from './live-speeds.ts'

/** A part of a vehicle's drive. Parts of one vehicle may overlap: it counts once per road, however often it passes. */
export interface ProbeDrive {
  /** Only distinguishes vehicles. */
  readonly probe: number
  /** Only distinguishes owners. */
  readonly owner: number
  /** In chronological order. */
  readonly track: DrivenTrack
}

export interface DrivenTrack extends Track {
  readonly seconds: Float64Array
  readonly heading: Float32Array
  readonly accuracy: Float32Array
}

/** Current speeds on one map from tracked vehicles, in the form of a feed. */
export class FleetSpeeds {
  private readonly map: WorkshopMap
  private matcher: Matcher | undefined
  private readonly estimator: SpeedEstimator
  private isOther = false
  private kept: KeptFeed | undefined

  /** A speed is published only for roads driven by vehicles of this many owners. */
  constructor(map: WorkshopMap, leastOwners: number) {
    this.map = map
    this.estimator = new SpeedEstimator(leastOwners)
  }

  /** Undefined when there is no current data. */
  get feed(): KeptFeed | undefined {
    return this.kept
  }

  add(drives: readonly ProbeDrive[], nowMs: number): void {
    const oldest = Math.floor((nowMs / 1000 - LIVE_WINDOW_SECONDS) / SLOT_SECONDS)
    let newestSeconds = 0
    for (const { probe, owner, track } of drives) {
      if (!this.isHere(track)) continue
      const passages = this.passagesOf(track)
      if (passages.count === 0) continue
      this.estimator.add(probe, passages, owner)
      for (let i = 0; i < passages.count; i++) newestSeconds = Math.max(newestSeconds, passages.leftAt[i] ?? 0)
    }
    this.estimator.forgetBefore(oldest)
    if (newestSeconds > 0) this.tell(1000 * newestSeconds, nowMs)
  }

  /** Whether the feed has changed since the last call. */
  takeChanged(nowMs: number): boolean {
    if (this.kept && nowMs - (this.kept.asOfMs ?? 0) > 1000 * LIVE_HOLDS_SECONDS) {
      this.kept = undefined
      this.isOther = true
    }
    const { isOther } = this
    this.isOther = false
    return isOther
  }

  private tell(asOfMs: number, nowMs: number): void {
    const { rows } = segmentsNow(this.map.map.network, this.estimator)
    // Every road has too few vehicles or owners so far. No single vehicle may be identifiable.
    if (rows.kmh.length === 0) return
    const speeds = { ...rows, kmh: rows.kmh.map((kmh) => Math.max(SLOWEST_KMH, kmh)) }
    this.kept = {
      name: `tracked vehicles of ${this.map.region.handle.region}`,
      content: { speeds, events: [], skipped: { count: 0, first: [] }, leftOut: 0 },
      asOfMs,
      readAtMs: nowMs,
      failure: undefined,
    }
    this.isOther = true
  }

  private passagesOf(track: Track): Passages {
    const { map } = this.map
    this.matcher ??= new Matcher({ map, copies: copiesOf(map.network), ...matchingOf(this.map) })
    const passages = new Passages()
    for (const piece of this.matcher.match(track).pieces) listPassages(map.network, track, piece, passages)
    return passages
  }

  /** One position inside is enough to match the drive. */
  private isHere({ count, latitude, longitude }: Track): boolean {
    const { south, north, west, east } = this.map.region.handle.boundingBox
    for (let i = 0; i < count; i++) {
      const [at, along] = [latitude[i] ?? 0, longitude[i] ?? 0]
      const isBetween = west <= east ? along >= west && along <= east : along >= west || along <= east
      if (isBetween && at >= south && at <= north) return true
    }
    return false
  }
}
