import type { TypicalSpeeds } from './typical/typical-speeds.ts'

/**
 * The traffic on one map at one instant. Immutable, with arrays in memory shared between threads. Copies of arcs have
 * the values of their originals, except typical speeds, which are stored only for originals.
 */
export interface TrafficState {
  readonly takenAtMs: number
  /** Per arc: current duration of the whole arc in hundredths of a second, excluding turns; 0 where unknown. */
  readonly live: Uint32Array
  /** Per arc: ArcTraffic bits. Arcs with 0 need no further checks. */
  readonly flags: Uint8Array
  readonly events: RoadEvents
  readonly typical: TypicalSpeeds | undefined
}

export const ArcTraffic = {
  live: 1 << 0,
  /** Reported as closed now. */
  closed: 1 << 1,
  /** At least one event is on the arc, now or at another time. */
  event: 1 << 2,
} as const

/**
 * Events on roads and their sections, sorted by arc. Times are milliseconds since 1970, infinite where there is none.
 */
export interface RoadEvents {
  readonly count: number
  readonly startsAtMs: Float64Array
  readonly endsAtMs: Float64Array
  /** 1: the road is closed while the event is active. */
  readonly closes: Uint8Array
  readonly sectionArc: Uint32Array
  readonly sectionEvent: Uint32Array
  /** The affected section of the arc, as fractions of its length. */
  readonly sectionFrom: Float32Array
  readonly sectionTo: Float32Array
  /** Minimum duration of the whole arc while the event is active; 0 when the event sets no speed. */
  readonly sectionMinCs: Uint32Array
  /** Additional delay, applied only where no live speed already includes it. */
  readonly sectionDelayCs: Uint32Array
}

export function noEvents(): RoadEvents {
  return {
    count: 0,
    startsAtMs: new Float64Array(0),
    endsAtMs: new Float64Array(0),
    closes: new Uint8Array(0),
    sectionArc: new Uint32Array(0),
    sectionEvent: new Uint32Array(0),
    sectionFrom: new Float32Array(0),
    sectionTo: new Float32Array(0),
    sectionMinCs: new Uint32Array(0),
    sectionDelayCs: new Uint32Array(0),
  }
}

export function isActiveAt({ startsAtMs, endsAtMs }: RoadEvents, event: number, instantMs: number): boolean {
  return startsAtMs[event] <= instantMs && instantMs < endsAtMs[event]
}

/** The first event section on an arc, or its insertion index. The other sections follow. */
export function firstSectionOn({ sectionArc }: RoadEvents, arc: number): number {
  let low = 0
  let high = sectionArc.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sectionArc[middle] < arc) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether the event is active at any instant of a period. */
export function isActiveWithin(
  { startsAtMs, endsAtMs }: RoadEvents,
  event: number,
  fromMs: number,
  toMs: number,
): boolean {
  return startsAtMs[event] <= toMs && fromMs < endsAtMs[event]
}

/** Whether the event has a start or an end time. */
export function isTimed({ startsAtMs, endsAtMs }: RoadEvents, event: number): boolean {
  return Number.isFinite(startsAtMs[event]) || Number.isFinite(endsAtMs[event])
}

/** The last start or end of an event up to this instant; -Infinity when there is none. */
export function findLastChangeMs({ startsAtMs, endsAtMs }: RoadEvents, instantMs: number): number {
  let last = Number.NEGATIVE_INFINITY
  for (const times of [startsAtMs, endsAtMs]) {
    for (let event = 0; event < times.length; event++) {
      if (times[event] <= instantMs && times[event] > last) last = times[event]
    }
  }
  return last
}
