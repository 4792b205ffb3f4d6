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

/** A feed matched to the roads of one map. */
export interface LocatedFeed {
  readonly speeds: ArcSpeeds | undefined
  readonly events: readonly LocatedEvent[]
}

/** Feeds mostly repeat the same segments. This many segment lists are cached and not searched again. */
const KEPT_PLACES = 4

/** Matches feeds to the roads of one map. The required data is built on first use. */
export class FeedLocator {
  private readonly source: () => MatchMap
  private index: SegmentIndex | undefined
  private events: EventLocator | undefined
  private places: SegmentPlaces[] = []

  constructor(source: () => MatchMap) {
    this.source = source
  }

  locate({ speeds, events }: FeedContent): LocatedFeed {
    return {
      speeds: speeds.kmh.length > 0 ? this.locateSpeeds(speeds) : undefined,
      events: events.flatMap((event) => this.locateEvent(event)),
    }
  }

  private locateSpeeds(speeds: FeedContent['speeds']): ArcSpeeds {
    const { network } = this.source().map
    this.index ??= buildSegmentIndex(network)
    const known = this.places.find((places) => fits(places, speeds))
    const places = known ?? placeSegments(network, this.index, speeds)
    if (!known) this.places = [places, ...this.places].slice(0, KEPT_PLACES)
    return speedsOnArcs(network, this.index, speeds, places)
  }

  private locateEvent(event: FeedEvent): LocatedEvent[] {
    this.events ??= new EventLocator(this.source())
    const stretches = this.events.locate(event.where, event.direction)
    return stretches ? [{ event, stretches }] : []
  }
}
