import type { EventStretches } from '@fairway/road'
import type { FeedEvent } from '../feeds/feed-content.ts'
import type { LocatedEvent } from '../locate-feed.ts'

/** Stretch of an arc as [arc, from, to]. Default: the whole arc. */
export type ArcStretch = readonly [arc: number, from?: number, to?: number]

export function makeFeedEvent(fields: Partial<FeedEvent> = {}): FeedEvent {
  return {
    id: 'e-1',
    kind: 'other',
    severity: 'moderate',
    description: '',
    where: {
      line: [
        [41, -8],
        [41, -7.9],
      ],
    },
    direction: 'along',
    closed: false,
    roadNames: [],
    restrictions: [],
    ...fields,
  }
}

export function makeLocatedEvent(fields: Partial<FeedEvent>, stretches: readonly ArcStretch[]): LocatedEvent {
  return { event: makeFeedEvent(fields), stretches: toEventStretches(stretches) }
}

function toEventStretches(stretches: readonly ArcStretch[]): EventStretches {
  return {
    count: stretches.length,
    arc: Uint32Array.from(stretches, ([arc]) => arc),
    from: Float32Array.from(stretches, ([, from]) => from ?? 0),
    to: Float32Array.from(stretches, ([, , to]) => to ?? 1),
  }
}
