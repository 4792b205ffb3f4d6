import {
  type ArcSpeeds,
  buildSegmentIndex,
  EventLocator,
  type EventStretches,
  fits,
  type MatchMap,
  placeSegments,
  type SegmentIndex,
  type SegmentPlaces,
  speedsOnArcs,
} from '@fairway/road'
import type { FeedContent, FeedEvent } from './feeds/feed-content.ts'

export interface LocatedEvent {
  readonly event: FeedEvent
  readonly stretches: EventStretches
}

/** Feed that is matched to the roads of one map. */
export interface LocatedFeed {
  readonly speeds: ArcSpeeds | undefined
  readonly events: readonly LocatedEvent[]
}

/**
 * Maximum number of cached segment lists. Feeds usually repeat the same segments, so cached lists need no new search.
 */
const MAX_CACHED_PLACES = 4

/** Matches feeds to the roads of one map. The required data is built on first use. */
export class FeedLocator {
  private readonly getMatchMap: () => MatchMap
  private segmentIndex: SegmentIndex | undefined
  private eventLocator: EventLocator | undefined
  private cachedSegmentPlaces: SegmentPlaces[] = []

  constructor(source: () => MatchMap) {
    this.getMatchMap = source
  }

  locate({ speeds, events }: FeedContent): LocatedFeed {
    return {
      speeds: speeds.kmh.length > 0 ? this.locateSpeeds(speeds) : undefined,
      events: events.flatMap((event) => this.locateEvent(event)),
    }
  }

  private locateSpeeds(speeds: FeedContent['speeds']): ArcSpeeds {
    const { network } = this.getMatchMap().map
    this.segmentIndex ??= buildSegmentIndex(network)
    const cached = this.cachedSegmentPlaces.find((candidate) => fits(candidate, speeds))
    const segmentPlaces = cached ?? placeSegments(network, this.segmentIndex, speeds)
    if (!cached) this.cachedSegmentPlaces = [segmentPlaces, ...this.cachedSegmentPlaces].slice(0, MAX_CACHED_PLACES)
    return speedsOnArcs(network, this.segmentIndex, speeds, segmentPlaces)
  }

  private locateEvent(event: FeedEvent): LocatedEvent[] {
    this.eventLocator ??= new EventLocator(this.getMatchMap())
    const stretches = this.eventLocator.locate(event.where, event.direction)
    return stretches ? [{ event, stretches }] : []
  }
}
