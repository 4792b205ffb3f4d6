import {
  ArcTraffic,
  type Copies,
  copiesOf,
  isActiveAt,
  type TrafficState,
  type TypicalSpeeds,
  trafficDurations,
} from '@fairway/road'
import type { CustomizableMap } from '../metrics/map-customizer.ts'
import { getMatchingHandle } from '../metrics/matching-metric.ts'
import { computeLivePathAttributes } from '../metrics/path-attributes.ts'
import type { TrafficHandle } from '../regions/handles.ts'
import { buildState, getNextEventChangeMs } from './build-state.ts'
import { CurrentMetric } from './current-metric.ts'
import type { PolledFeed } from './feed-poller.ts'
import { getFeedWeight, getNextFadeMs } from './feed-strength.ts'
import type { FeedContent } from './feeds/feed-content.ts'
import { FeedLocator, type LocatedFeed } from './locate-feed.ts'
import type { MapTrafficStatus } from './traffic-status.ts'

const QUARTER_HOUR_MS = 900_000

export interface SnapshotInput {
  readonly version: number
  readonly nowMs: number
  readonly feeds: readonly PolledFeed[]
  readonly maxAgeMs: number
}

/** Converts the feeds of one map to the metric that requests use. */
export class MapTraffic {
  /** Time at which the state must be rebuilt even if no feed changes. */
  dueAtMs = Number.POSITIVE_INFINITY
  typicalSpeeds: TypicalSpeeds | undefined
  private readonly map: CustomizableMap
  private readonly dataset: string
  private readonly locator: FeedLocator
  private readonly currentMetric: CurrentMetric
  private readonly copies: Copies
  private locatedFeeds = new Map<FeedContent, LocatedFeed>()
  private feedWeights = new Map<FeedContent, number>()

  constructor(dataset: string, map: CustomizableMap) {
    this.dataset = dataset
    this.map = map
    this.copies = copiesOf(map.map.network)
    this.locator = new FeedLocator(() => ({ map: map.map, copies: this.copies, ...getMatchingHandle(map) }))
    this.currentMetric = new CurrentMetric(map)
  }

  /** Returns the feed matched to this map, or undefined if it has not been matched yet. */
  findLocatedFeed(content: FeedContent): LocatedFeed | undefined {
    return this.locatedFeeds.get(content)
  }

  /**
   * Returns whether a rebuild is due. A rebuild is also due if the server of an aging feed has confirmed that the feed
   * is still current.
   */
  isDue(nowMs: number, feeds: readonly PolledFeed[], maxAgeMs: number): boolean {
    if (nowMs >= this.dueAtMs) return true
    return feeds.some(({ content, asOfMs }) => {
      return content && getFeedWeight(asOfMs, nowMs, maxAgeMs) > (this.feedWeights.get(content) ?? 1)
    })
  }

  takeSnapshot({ version, nowMs, feeds, maxAgeMs }: SnapshotInput): TrafficHandle {
    const { network } = this.map.map
    this.locateFeeds(feeds)
    this.feedWeights = new Map()
    const weightedFeeds = feeds.flatMap(({ content, asOfMs }) => {
      const locatedFeed = content && this.locatedFeeds.get(content)
      if (!locatedFeed) return []
      const strength = getFeedWeight(asOfMs, nowMs, maxAgeMs)
      this.feedWeights.set(content, strength)
      return [{ located: locatedFeed, strength, asOfMs }]
    })
    const start = this.map.region.toTripStart(nowMs, 0)
    const { state, incidents, closuresHash } = buildState(
      network,
      this.copies,
      weightedFeeds,
      this.typicalSpeeds,
      start,
    )
    const activeConditions = this.map.region.listActiveConditions(nowMs)
    const metric = this.currentMetric.build(activeConditions, trafficDurations(network, state, start))
    const nextFadeTimesMs = feeds.map(({ content, asOfMs }) =>
      content && content.speeds.kmh.length > 0 ? getNextFadeMs(asOfMs, nowMs, maxAgeMs) : Number.POSITIVE_INFINITY,
    )
    const nextQuarterHourMs = this.typicalSpeeds
      ? (Math.floor(nowMs / QUARTER_HOUR_MS) + 1) * QUARTER_HOUR_MS
      : Number.POSITIVE_INFINITY
    this.dueAtMs = Math.min(getNextEventChangeMs(state.events, nowMs), nextQuarterHourMs, ...nextFadeTimesMs)
    const liveAttributes =
      nowMs < this.map.matricesUntilMs ? computeLivePathAttributes(this.map, metric, state, start, nowMs) : undefined
    return { version, closuresHash, state, incidents, metric, activeConditions, liveAttributes }
  }

  toStatus({ version, state }: TrafficHandle): MapTrafficStatus {
    const { dataset, typicalSpeeds } = this
    let [liveArcCount, closedArcCount, typicalArcCount] = [0, 0, 0]
    for (const flags of state.flags) {
      if ((flags & ArcTraffic.live) !== 0) liveArcCount++
      if ((flags & ArcTraffic.closed) !== 0) closedArcCount++
    }
    closedArcCount += countClosedByEvents(state)
    for (let arc = 0; typicalSpeeds && arc < typicalSpeeds.arcCount; arc++) {
      if ((typicalSpeeds.first[arc + 1] ?? 0) > (typicalSpeeds.first[arc] ?? 0)) typicalArcCount++
    }
    const { takenAtMs, events } = state
    return { dataset, version, takenAtMs, liveArcCount, closedArcCount, eventCount: events.count, typicalArcCount }
  }

  /** Matches the feeds to roads. Unchanged feeds keep their matched roads. */
  private locateFeeds(feeds: readonly PolledFeed[]): void {
    const previousFeeds = this.locatedFeeds
    this.locatedFeeds = new Map()
    for (const { content } of feeds) {
      if (content) this.locatedFeeds.set(content, previousFeeds.get(content) ?? this.locator.locate(content))
    }
  }
}

function countClosedByEvents({ events, flags, takenAtMs }: TrafficState): number {
  const closedArcs = new Set<number>()
  events.sectionArc.forEach((arc, index) => {
    const event = events.sectionEvent[index] ?? 0
    const isAlreadyClosed = ((flags[arc] ?? 0) & ArcTraffic.closed) !== 0
    if (!isAlreadyClosed && events.closes[event] === 1 && isActiveAt(events, event, takenAtMs)) closedArcs.add(arc)
  })
  return closedArcs.size
}
