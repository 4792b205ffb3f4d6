import { listArcCopies } from '../../network/copies.ts'
import type { RoadNetwork } from '../../network/network.ts'
import { ArcTraffic, type RoadEvents, type TrafficState } from '../traffic-state.ts'
import { packRun, speedCode, type TypicalSpeeds, weightCode } from '../typical/typical-speeds.ts'
import { WEEK_SLOTS } from '../typical/week-slots.ts'

export interface DrawnSection {
  readonly arc: number
  readonly from?: number
  readonly to?: number
  readonly minCs?: number
  readonly delayCs?: number
}

export interface DrawnEvent {
  readonly startsAtMs?: number
  readonly endsAtMs?: number
  readonly closes?: boolean
  readonly sections: readonly DrawnSection[]
}

export interface DrawnTraffic {
  readonly takenAtMs?: number
  /** Live duration of arcs in hundredths of a second. */
  readonly live?: ReadonlyMap<number, number>
  readonly closed?: readonly number[]
  readonly events?: readonly DrawnEvent[]
  readonly typical?: TypicalSpeeds
}

/** Builds a state for a test. Copies of arcs get the values of their originals. */
export function drawState(network: RoadNetwork, drawn: DrawnTraffic): TrafficState {
  const { count } = network.arcs
  const copies = listArcCopies(network)
  const all = (arc: number) => [arc, ...(copies.get(arc) ?? [])]
  const live = new Uint32Array(count)
  const flags = new Uint8Array(count)
  for (const [drawnArc, duration] of drawn.live ?? []) {
    for (const arc of all(drawnArc)) {
      live[arc] = duration
      flags[arc] = ArcTraffic.live
    }
  }
  for (const arc of (drawn.closed ?? []).flatMap(all)) flags[arc] = ArcTraffic.closed
  const events = columnsOf(drawn.events ?? [], all)
  for (const arc of events.sectionArc) flags[arc] |= ArcTraffic.event
  return { takenAtMs: drawn.takenAtMs ?? 0, live, flags, events, typical: drawn.typical }
}

function columnsOf(events: readonly DrawnEvent[], all: (arc: number) => number[]): RoadEvents {
  const sections = events
    .flatMap(({ sections }, event) =>
      sections.flatMap((section) =>
        all(section.arc).map((arc) => ({ from: 0, to: 1, minCs: 0, delayCs: 0, ...section, arc, event })),
      ),
    )
    .sort((a, b) => a.arc - b.arc || a.event - b.event)
  return {
    count: events.length,
    startsAtMs: Float64Array.from(events, ({ startsAtMs = Number.NEGATIVE_INFINITY }) => startsAtMs),
    endsAtMs: Float64Array.from(events, ({ endsAtMs = Number.POSITIVE_INFINITY }) => endsAtMs),
    closes: Uint8Array.from(events, ({ closes }) => (closes ? 1 : 0)),
    sectionArc: Uint32Array.from(sections, ({ arc }) => arc),
    sectionEvent: Uint32Array.from(sections, ({ event }) => event),
    sectionFrom: Float32Array.from(sections, ({ from }) => from),
    sectionTo: Float32Array.from(sections, ({ to }) => to),
    sectionMinArcCs: Uint32Array.from(sections, ({ minCs }) => minCs),
    sectionDelayCs: Uint32Array.from(sections, ({ delayCs }) => delayCs),
  }
}

/** A run of quarter-hours of the week at one speed. */
export interface DrawnRun {
  readonly arc: number
  readonly begin: number
  readonly length: number
  readonly kmh: number
  readonly weight?: number
}

export function drawTypical(arcCount: number, runs: readonly DrawnRun[]): TypicalSpeeds {
  const sorted = [...runs].sort((a, b) => a.arc - b.arc || a.begin - b.begin)
  const first = new Uint32Array(arcCount + 1)
  for (const { arc } of sorted) first[arc + 1]++
  for (let arc = 0; arc < arcCount; arc++) first[arc + 1] += first[arc]
  return {
    arcCount,
    first,
    run: Uint16Array.from(sorted, ({ begin, length }) => packRun(begin, length)),
    speed: Uint8Array.from(sorted, ({ kmh }) => speedCode(kmh)),
    weight: Uint8Array.from(sorted, ({ weight = 10 }) => weightCode(weight)),
  }
}

/**
 * Draws a random mix of live speeds, closures, and past, active and future events, with or without typical speeds. An
 * arc may have multiple events.
 */
export function randomState(random: () => number, network: RoadNetwork, nowMs: number): TrafficState {
  const { count } = network.arcs
  const originals = Array.from(network.edges.arc).filter((arc) => arc < count)
  const some = () => originals[Math.floor(random() * originals.length)]
  const live = new Map<number, number>()
  for (const arc of originals)
    if (random() < 0.3) live.set(arc, 1 + Math.floor(network.arcs.duration[arc] * 4 * random()))
  const time = () => nowMs + Math.round((random() - 0.5) * 4 * 3_600_000)
  const events = Array.from({ length: 12 }, (): DrawnEvent => {
    const [startsAtMs, endsAtMs] = [time(), time()].sort((a, b) => a - b)
    return {
      ...(random() < 0.3 ? {} : { startsAtMs }),
      ...(random() < 0.3 ? {} : { endsAtMs }),
      closes: random() < 0.3,
      sections: [...new Set(Array.from({ length: 1 + Math.floor(random() * 8) }, some))].map((arc) => ({
        arc,
        from: 0.5 * random(),
        to: 0.5 + 0.5 * random(),
        minCs: random() < 0.5 ? 0 : Math.floor(network.arcs.duration[arc] * 5 * random()),
        delayCs: random() < 0.5 ? 0 : Math.floor(20_000 * random()),
      })),
    }
  })
  const closed = Array.from({ length: 3 }, some)
  const typical = random() < 0.7 ? { typical: randomTypical(random, count, originals) } : {}
  return drawState(network, { takenAtMs: nowMs, live, closed, events, ...typical })
}

export function randomTypical(
  random: () => number,
  arcCount: number,
  originals: readonly number[],
  share = 0.6,
): TypicalSpeeds {
  const runs = originals.flatMap((arc): DrawnRun[] => {
    if (random() >= share) return []
    const runs: DrawnRun[] = []
    for (let begin = Math.floor(random() * 200); begin < WEEK_SLOTS; ) {
      const length = Math.min(WEEK_SLOTS - begin, 1 + Math.floor(random() * 64))
      runs.push({ arc, begin, length, kmh: 4 + 100 * random(), weight: 1 + 50 * random() })
      begin += length + Math.floor(random() * 90)
    }
    return runs
  })
  return drawTypical(arcCount, runs)
}
