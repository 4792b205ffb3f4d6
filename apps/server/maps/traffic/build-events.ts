import type { Copies, RoadEvents, RoadNetwork } from '@fairway/road'
import type { Incident } from '../regions/handles.ts'
import { computeEventEffects } from './event-effects.ts'
import type { EventKind, FeedEvent } from './feeds/feed-content.ts'
import type { LocatedEvent } from './locate-feed.ts'

/** Time after which an event without an end time expires. Road work and closures last until the feed drops them. */
const TRANSIENT_EVENT_MS = 2 * 3_600_000
const transientKinds: ReadonlySet<EventKind> = new Set(['accident', 'congestion', 'hazard', 'weather'])

export interface BuiltEvents {
  readonly events: RoadEvents
  readonly incidents: readonly Incident[]
}

/** Event with the time that its feed describes. The time is undefined for feeds that do not age. */
export interface ReportedEvent extends LocatedEvent {
  readonly asOfMs?: number | undefined
}

interface ArcEvent {
  readonly arc: number
  readonly event: number
  readonly from: number
  readonly to: number
  readonly minDurationCs: number
  readonly delayCs: number
}

/** Returns all events that have not ended, from all feeds, as columns in shared memory. */
export function buildEvents(
  network: RoadNetwork,
  copies: Copies,
  reportedEvents: readonly ReportedEvent[],
  nowMs: number,
): BuiltEvents {
  const currentEvents = reportedEvents.filter((reportedEvent) => getEndMs(reportedEvent, nowMs) > nowMs)
  const arcEvents: ArcEvent[] = []
  for (const [event, reportedEvent] of currentEvents.entries())
    addArcEvents(network, copies, reportedEvent, event, arcEvents)
  arcEvents.sort((a, b) => a.arc - b.arc || a.event - b.event)
  const endTimesMs = currentEvents.map((reportedEvent) => getEndMs(reportedEvent, nowMs))
  const starts = currentEvents.map(({ event }) => event.startsAtMs ?? Number.NEGATIVE_INFINITY)
  const events: RoadEvents = {
    count: currentEvents.length,
    startsAtMs: toSharedArray(Float64Array, starts),
    endsAtMs: toSharedArray(Float64Array, endTimesMs),
    closes: toSharedArray(
      Uint8Array,
      currentEvents.map(({ event }) => (event.closed ? 1 : 0)),
    ),
    sectionArc: toSharedArray(Uint32Array, toColumn(arcEvents, 'arc')),
    sectionEvent: toSharedArray(Uint32Array, toColumn(arcEvents, 'event')),
    sectionFrom: toSharedArray(Float32Array, toColumn(arcEvents, 'from')),
    sectionTo: toSharedArray(Float32Array, toColumn(arcEvents, 'to')),
    sectionMinArcCs: toSharedArray(Uint32Array, toColumn(arcEvents, 'minDurationCs')),
    sectionDelayCs: toSharedArray(Uint32Array, toColumn(arcEvents, 'delayCs')),
  }
  return { events, incidents: currentEvents.map(({ event }) => toIncident(event)) }
}

function addArcEvents(
  network: RoadNetwork,
  copies: Copies,
  locatedEvent: LocatedEvent,
  event: number,
  arcEvents: ArcEvent[],
): void {
  const { arc: arcs, from, to } = locatedEvent.stretches
  computeEventEffects(network, locatedEvent).forEach((effect, i) => {
    const originalArc = arcs[i] ?? 0
    for (const arc of [originalArc, ...(copies.get(originalArc) ?? [])]) {
      arcEvents.push({ arc, event, from: from[i] ?? 0, to: to[i] ?? 1, ...effect })
    }
  })
}

function getEndMs({ event: { kind, endsAtMs }, asOfMs }: ReportedEvent, nowMs: number): number {
  return endsAtMs ?? (transientKinds.has(kind) ? (asOfMs ?? nowMs) + TRANSIENT_EVENT_MS : Number.POSITIVE_INFINITY)
}

function toColumn(arcEvents: readonly ArcEvent[], field: keyof ArcEvent): number[] {
  return arcEvents.map((arcEvent) => arcEvent[field])
}

type ColumnArray = Float64Array | Float32Array | Uint32Array | Uint8Array
function toSharedArray<T extends ColumnArray>(
  kind: { new (buffer: SharedArrayBuffer): T; readonly BYTES_PER_ELEMENT: number },
  values: readonly number[],
): T {
  const array = new kind(new SharedArrayBuffer(values.length * kind.BYTES_PER_ELEMENT))
  array.set(values)
  return array
}

const kindLabels: Readonly<Record<EventKind, string>> = {
  closure: 'Road closed',
  roadworks: 'Road work',
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
    description: describeEvent(event),
    ...(startsAtMs === undefined ? {} : { starts_at: new Date(startsAtMs).toISOString() }),
    ...(endsAtMs === undefined ? {} : { ends_at: new Date(endsAtMs).toISOString() }),
  }
}

/** Returns the feed's description, or the kind and location if there is none. Restrictions are appended. */
function describeEvent({ description, kind, roadNames, restrictions }: FeedEvent): string {
  const location = roadNames.length > 0 ? ` on ${roadNames.join(', ')}` : ''
  const summary = description === '' ? `${kindLabels[kind]}${location}` : description
  return restrictions.length > 0 ? `${summary} (${restrictions.join(', ')})` : summary
}
