import type { TypicalSpeeds } from './typical/typical-speeds.ts'

/**
 * The traffic on one map at one instant. The state is immutable, and its arrays are in memory that threads share.
 * Copies of arcs have the values of their originals, except typical speeds, which are stored only for originals.
 */
export interface TrafficState {
  readonly takenAtMs: number
  /** Current duration of each whole arc in hundredths of a second, excluding turns, or 0 if it is unknown. */
  readonly live: Uint32Array
  /** ArcTraffic bits of each arc. Arcs with 0 need no further checks. */
  readonly flags: Uint8Array
  readonly events: RoadEvents
  readonly typical: TypicalSpeeds | undefined
}

export const ArcTraffic = {
  live: 1 << 0,
  /** The arc is reported as closed now. */
  closed: 1 << 1,
  /** The arc has at least one event, now or at another time. */
  event: 1 << 2,
} as const

/**
 * Events on roads and their sections, sorted by arc. Times are in milliseconds since 1970, or infinite if there is no
 * time.
 */
export interface RoadEvents {
  readonly count: number
  readonly startsAtMs: Float64Array
  readonly endsAtMs: Float64Array
  /** 1 if the road is closed while the event is active. */
  readonly closes: Uint8Array
  readonly sectionArc: Uint32Array
  readonly sectionEvent: Uint32Array
  /** Affected section of the arc, as fractions of its length. */
  readonly sectionFrom: Float32Array
  readonly sectionTo: Float32Array
  /** Minimum duration of the whole arc while the event is active, or 0 if the event sets no speed. */
  readonly sectionMinArcCs: Uint32Array
  /** Additional delay, which applies only if no live speed already includes it. */
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
    sectionMinArcCs: new Uint32Array(0),
    sectionDelayCs: new Uint32Array(0),
  }
}

export function isActiveAt({ startsAtMs, endsAtMs }: RoadEvents, event: number, instantMs: number): boolean {
  return startsAtMs[event] <= instantMs && instantMs < endsAtMs[event]
}

/** Returns the first event section on an arc, or its insertion index. The other sections follow. */
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

/** Returns true if the event is active at any instant of a period. */
export function isActiveWithin(
  { startsAtMs, endsAtMs }: RoadEvents,
  event: number,
  fromMs: number,
  toMs: number,
): boolean {
  return startsAtMs[event] <= toMs && fromMs < endsAtMs[event]
}

/** Returns true if the event has a start or an end time. */
export function isTimed({ startsAtMs, endsAtMs }: RoadEvents, event: number): boolean {
  return Number.isFinite(startsAtMs[event]) || Number.isFinite(endsAtMs[event])
}

/** Returns the last start or end of an event up to this instant, or -Infinity if there is none. */
export function findLastChangeMs({ startsAtMs, endsAtMs }: RoadEvents, instantMs: number): number {
  let last = Number.NEGATIVE_INFINITY
  for (const times of [startsAtMs, endsAtMs]) {
    for (let event = 0; event < times.length; event++) {
      if (times[event] <= instantMs && times[event] > last) last = times[event]
    }
  }
  return last
}
