import { copiesOf, listPassages, Matcher, Passages, SLOT_SECONDS, SpeedEstimator, type Track } from '@fairway/road'
import type { CustomizableMap } from '../../metrics/map-customizer.ts'
import { getMatchingHandle } from '../../metrics/matching-metric.ts'
import type { PolledFeed } from '../feed-poller.ts'
import { FleetLearner } from './fleet-learner.ts'
import { LIVE_VALID_SECONDS, LIVE_WINDOW_SECONDS, MIN_KMH, toLiveSegments } from './live-speeds.ts'
import { createUtcOffsetLookup } from './utc-offsets.ts'

/** Part of a vehicle's trip. Parts may overlap, and a vehicle counts once per road however often it passes. */
export interface ProbeTrip {
  /** Number that is used only to distinguish vehicles. */
  readonly probe: number
  /** Number that is used only to distinguish owners. */
  readonly owner: number
  /** Positions in chronological order. */
  readonly track: ProbeTrack
}

interface ProbeTrack extends Track {
  readonly seconds: Float64Array
  readonly heading: Float32Array
  readonly accuracy: Float32Array
}

/** Current speeds of tracked vehicles on one map, in the form of a feed. */
export class FleetSpeeds {
  private readonly map: CustomizableMap
  private matcher: Matcher | undefined
  private readonly estimator: SpeedEstimator
  /** Collects passages of the same trips for typical speeds. */
  readonly learner: FleetLearner
  private hasChanged = false
  private currentFeed: PolledFeed | undefined

  /**
   * Creates the feed. A speed is published only for roads that vehicles of at least `minOwners` owners have driven on.
   */
  constructor(map: CustomizableMap, minOwners: number) {
    this.map = map
    this.estimator = new SpeedEstimator(minOwners)
    this.learner = new FleetLearner(minOwners, createUtcOffsetLookup(map.region.handle.boundingBox))
  }

  /** Current feed. Undefined if there is no current data. */
  get feed(): PolledFeed | undefined {
    return this.currentFeed
  }

  add(trips: readonly ProbeTrip[], nowMs: number): void {
    const oldestSlot = Math.floor((nowMs / 1000 - LIVE_WINDOW_SECONDS) / SLOT_SECONDS)
    let newestSeconds = 0
    for (const { probe, owner, track } of trips) {
      if (!this.isOnMap(track)) continue
      const passages = this.matchPassages(track)
      if (passages.count === 0) continue
      this.estimator.add(probe, passages, owner)
      this.learner.add(probe, owner, passages)
      for (let i = 0; i < passages.count; i++) newestSeconds = Math.max(newestSeconds, passages.leaveTime[i] ?? 0)
    }
    this.estimator.deleteSlotsBefore(oldestSlot)
    if (newestSeconds > 0) this.updateFeed(1000 * newestSeconds, nowMs)
  }

  /** Returns whether the feed has changed since the last call. */
  takeChanged(nowMs: number): boolean {
    if (this.currentFeed && nowMs - (this.currentFeed.asOfMs ?? 0) > 1000 * LIVE_VALID_SECONDS) {
      this.currentFeed = undefined
      this.hasChanged = true
    }
    const { hasChanged } = this
    this.hasChanged = false
    return hasChanged
  }

  private updateFeed(asOfMs: number, nowMs: number): void {
    const { rows } = toLiveSegments(this.map.map.network, this.estimator)
    // A road with too few vehicles or owners is omitted, because it must not be possible to identify a vehicle.
    if (rows.kmh.length === 0) return
    const speeds = { ...rows, kmh: rows.kmh.map((kmh) => Math.max(MIN_KMH, kmh)) }
    this.currentFeed = {
      name: `tracked vehicles of ${this.map.region.handle.region}`,
      content: { speeds, events: [], skipped: { count: 0, first: [] }, omittedCount: 0 },
      asOfMs,
      readAtMs: nowMs,
      failure: undefined,
    }
    this.hasChanged = true
  }

  private matchPassages(track: Track): Passages {
    const { map } = this.map
    this.matcher ??= new Matcher({ map, copies: copiesOf(map.network), ...getMatchingHandle(this.map) })
    const passages = new Passages()
    for (const matchedPiece of this.matcher.match(track).pieces)
      listPassages(map.network, track, matchedPiece, passages)
    return passages
  }

  /** Returns whether at least one position is inside the map, which is enough to match the trip. */
  private isOnMap({ count, latitude, longitude }: Track): boolean {
    const { south, north, west, east } = this.map.region.handle.boundingBox
    for (let i = 0; i < count; i++) {
      const [pointLatitude, pointLongitude] = [latitude[i] ?? 0, longitude[i] ?? 0]
      const isLongitudeInside =
        west <= east
          ? pointLongitude >= west && pointLongitude <= east
          : pointLongitude >= west || pointLongitude <= east
      if (isLongitudeInside && pointLatitude >= south && pointLatitude <= north) return true
    }
    return false
  }
}
