import {
  ArcTraffic,
  type Copies,
  copiesOf,
  holdsAt,
  type TrafficState,
  type TypicalSpeeds,
  trafficDurations,
} from '@fairway/road'
import type { WorkshopMap } from '../metrics/map-customizer.ts'
import { matchingOf } from '../metrics/matching-metric.ts'
import { measureLive } from '../metrics/path-attributes.ts'
import type { TrafficHandle } from '../regions/handles.ts'
import { buildState, nextChange } from './build-state.ts'
import { CurrentMetric } from './current-metric.ts'
import type { KeptFeed } from './feed-poller.ts'
import { nextFade, strengthAt } from './feed-strength.ts'
import type { FeedContent } from './feeds/feed-content.ts'
import { FeedLocator, type LocatedFeed } from './locate-feed.ts'
import type { MapTrafficStatus } from './traffic-status.ts'

const QUARTER_HOUR_MS = 900_000

export interface SnapshotInput {
  readonly version: number
  readonly nowMs: number
  readonly feeds: readonly KeptFeed[]
  readonly maxAgeMs: number
}

/** The traffic of one map: turns feeds into the metric of requests. */
export class MapTraffic {
  /** When the state must be rebuilt even if no feed changes. */
  dueAtMs = Number.POSITIVE_INFINITY
  typical: TypicalSpeeds | undefined
  private readonly map: WorkshopMap
  private readonly dataset: string
  private readonly locator: FeedLocator
  private readonly metric: CurrentMetric
  private readonly copies: Copies
  private located = new Map<FeedContent, LocatedFeed>()
  private strengths = new Map<FeedContent, number>()

  constructor(dataset: string, map: WorkshopMap) {
    this.dataset = dataset
    this.map = map
    this.copies = copiesOf(map.map.network)
    this.locator = new FeedLocator(() => ({ map: map.map, copies: this.copies, ...matchingOf(map) }))
    this.metric = new CurrentMetric(map)
  }

  /** The feed matched to this map, if already done. */
  find(content: FeedContent): LocatedFeed | undefined {
    return this.located.get(content)
  }

  /** The rebuild is due, or an aged feed was confirmed: a server may reply that nothing has changed. */
  isDue(nowMs: number, feeds: readonly KeptFeed[], maxAgeMs: number): boolean {
    if (nowMs >= this.dueAtMs) return true
    return feeds.some(({ content, asOfMs }) => {
      return content && strengthAt(asOfMs, nowMs, maxAgeMs) > (this.strengths.get(content) ?? 1)
    })
  }

  snapshot({ version, nowMs, feeds, maxAgeMs }: SnapshotInput): TrafficHandle {
    const { network } = this.map.map
    this.locate(feeds)
    this.strengths = new Map()
    const weighed = feeds.flatMap(({ content, asOfMs }) => {
      const located = content && this.located.get(content)
      if (!located) return []
      const strength = strengthAt(asOfMs, nowMs, maxAgeMs)
      this.strengths.set(content, strength)
      return [{ located, strength, asOfMs }]
    })
    const start = this.map.region.startAt(nowMs, 0)
    const { state, incidents, closures } = buildState(network, this.copies, weighed, this.typical, start)
    const holds = this.map.region.holdingAt(nowMs)
    const metric = this.metric.make(holds, trafficDurations(network, state, start))
    const fades = feeds.map(({ content, asOfMs }) =>
      content && content.speeds.kmh.length > 0 ? nextFade(asOfMs, nowMs, maxAgeMs) : Number.POSITIVE_INFINITY,
    )
    const quarter = this.typical
      ? (Math.floor(nowMs / QUARTER_HOUR_MS) + 1) * QUARTER_HOUR_MS
      : Number.POSITIVE_INFINITY
    this.dueAtMs = Math.min(nextChange(state.events, nowMs), quarter, ...fades)
    const measures = nowMs < this.map.matricesUntilMs ? measureLive(this.map, metric, state, start, nowMs) : undefined
    return { version, closures, state, incidents, metric, holds, measures }
  }

  status({ version, state }: TrafficHandle): MapTrafficStatus {
    const { dataset, typical } = this
    let [liveArcs, closedArcs, typicalArcs] = [0, 0, 0]
    for (const flags of state.flags) {
      if ((flags & ArcTraffic.live) !== 0) liveArcs++
      if ((flags & ArcTraffic.closed) !== 0) closedArcs++
    }
    closedArcs += countClosedByEvents(state)
    for (let arc = 0; typical && arc < typical.arcCount; arc++) {
      if ((typical.first[arc + 1] ?? 0) > (typical.first[arc] ?? 0)) typicalArcs++
    }
    const { takenAtMs, events } = state
    return { dataset, version, takenAtMs, liveArcs, closedArcs, events: events.count, typicalArcs }
  }

  /** Unchanged feeds keep their matched roads. */
  private locate(feeds: readonly KeptFeed[]): void {
    const before = this.located
    this.located = new Map()
    for (const { content } of feeds) {
      if (content) this.located.set(content, before.get(content) ?? this.locator.locate(content))
    }
  }
}

function countClosedByEvents({ events, flags, takenAtMs }: TrafficState): number {
  const closed = new Set<number>()
  events.placeArc.forEach((arc, place) => {
    const event = events.placeEvent[place] ?? 0
    const isAlready = ((flags[arc] ?? 0) & ArcTraffic.closed) !== 0
    if (!isAlready && events.closes[event] === 1 && holdsAt(events, event, takenAtMs)) closed.add(arc)
  })
  return closed.size
}
