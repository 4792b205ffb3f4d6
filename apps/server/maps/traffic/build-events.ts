import type { Copies, RoadEvents, RoadNetwork } from '@fairway/road'
import type { Incident } from '../regions/handles.ts'
import { effectsOf } from './event-effects.ts'
import type { EventKind, FeedEvent } from './feeds/feed-content.ts'
import type { LocatedEvent } from './locate-feed.ts'

/**
 * An event without an end time expires this long after its feed reported it. Works and closures last until the feed
 * drops them.
 */
const PASSING_MS = 2 * 3_600_000
const passing: ReadonlySet<EventKind> = new Set(['accident', 'congestion', 'hazard', 'weather'])

export interface BuiltEvents {
  readonly events: RoadEvents
  readonly incidents: readonly Incident[]
}

/** An event and the time of its feed; undefined for feeds that do not age. */
export interface ToldEvent extends LocatedEvent {
  readonly asOfMs?: number | undefined
}

interface Place {
  readonly arc: number
  readonly event: number
  readonly from: number
  readonly to: number
  readonly leastCs: number
  readonly delayCs: number
}

/** The events of all feeds that have not ended, as columns in shared memory. */
export function buildEvents(
  network: RoadNetwork,
  copies: Copies,
  told: readonly ToldEvent[],
  nowMs: number,
): BuiltEvents {
  const current = told.filter((one) => endOf(one, nowMs) > nowMs)
  const places: Place[] = []
  for (const [event, one] of current.entries()) addPlaces(network, copies, one, event, places)
  places.sort((a, b) => a.arc - b.arc || a.event - b.event)
  const ends = current.map((one) => endOf(one, nowMs))
  const starts = current.map(({ event }) => event.startsAtMs ?? Number.NEGATIVE_INFINITY)
  const events: RoadEvents = {
    count: current.length,
    startsAtMs: shared(Float64Array, starts),
    endsAtMs: shared(Float64Array, ends),
    closes: shared(
      Uint8Array,
      current.map(({ event }) => (event.closed ? 1 : 0)),
    ),
    placeArc: shared(Uint32Array, column(places, 'arc')),
    placeEvent: shared(Uint32Array, column(places, 'event')),
    placeFrom: shared(Float32Array, column(places, 'from')),
    placeTo: shared(Float32Array, column(places, 'to')),
    placeLeastCs: shared(Uint32Array, column(places, 'leastCs')),
    placeDelayCs: shared(Uint32Array, column(places, 'delayCs')),
  }
  return { events, incidents: current.map(({ event }) => toIncident(event)) }
}

function addPlaces(network: RoadNetwork, copies: Copies, located: LocatedEvent, event: number, places: Place[]): void {
  const { arc: arcs, from, to } = located.stretches
  effectsOf(network, located).forEach((effect, i) => {
    const original = arcs[i] ?? 0
    for (const arc of [original, ...(copies.get(original) ?? [])]) {
      places.push({ arc, event, from: from[i] ?? 0, to: to[i] ?? 1, ...effect })
    }
  })
}

function endOf({ event: { kind, endsAtMs }, asOfMs }: ToldEvent, nowMs: number): number {
  return endsAtMs ?? (passing.has(kind) ? (asOfMs ?? nowMs) + PASSING_MS : Number.POSITIVE_INFINITY)
}

function column(places: readonly Place[], of: keyof Place): number[] {
  return places.map((place) => place[of])
}

type Column = Float64Array | Float32Array | Uint32Array | Uint8Array
function shared<T extends Column>(
  kind: { new (buffer: SharedArrayBuffer): T; readonly BYTES_PER_ELEMENT: number },
  values: readonly number[],
): T {
  const array = new kind(new SharedArrayBuffer(values.length * kind.BYTES_PER_ELEMENT))
  array.set(values)
  return array
}

const kindNames: Readonly<Record<EventKind, string>> = {
  closure: 'Road closed',
  roadworks: 'Roadworks',
  accident: 'Accident',
  congestion: 'Congestion',
  hazard: 'Hazard',
  weather: 'Bad weather',
  other: 'Incident',
}

function toIncident(event: FeedEvent): Incident {
  const { id, kind, severity, startsAtMs, endsAtMs } = event
  return {
    id,
    kind,
    severity,
    description: describe(event),
    ...(startsAtMs === undefined ? {} : { starts_at: new Date(startsAtMs).toISOString() }),
    ...(endsAtMs === undefined ? {} : { ends_at: new Date(endsAtMs).toISOString() }),
  }
}

/** The description of the feed, or else the kind and location. Restrictions are appended. */
function describe({ description, kind, roadNames, restrictions }: FeedEvent): string {
  const where = roadNames.length > 0 ? ` on ${roadNames.join(', ')}` : ''
  const what = description === '' ? `${kindNames[kind]}${where}` : description
  return restrictions.length > 0 ? `${what} (${restrictions.join(', ')})` : what
}
