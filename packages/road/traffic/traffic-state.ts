import type { TypicalSpeeds } from './typical/typical-speeds.ts'

/**
 * What is known of the traffic on one map at one instant. Immutable; its arrays lie in memory that threads share. Copies
 * of arcs are told the same as their originals, but for typical speeds, which are only known by the original.
 */
export interface TrafficState {
  readonly takenAtMs: number
  /** Per arc: hundredths of a second for all of it, as vehicles drive it now, turns excluded; 0 where nobody knows. */
  readonly live: Uint32Array
  /** Per arc: bits of ArcTraffic. What has none needs no further look. */
  readonly flags: Uint8Array
  readonly events: RoadEvents
  readonly typical: TypicalSpeeds | undefined
}

export const ArcTraffic = {
  live: 1 << 0,
  /** Somebody reports that it cannot be driven now. */
  closed: 1 << 1,
  /** At least one event lies on it, now or at another time. */
  event: 1 << 2,
} as const

/** Events on roads, and where they lie, sorted by arc. Times are milliseconds since 1970, infinite where there is none. */
export interface RoadEvents {
  readonly count: number
  readonly startsAtMs: Float64Array
  readonly endsAtMs: Float64Array
  /** 1: nobody may drive there while it holds. */
  readonly closes: Uint8Array
  readonly placeArc: Uint32Array
  readonly placeEvent: Uint32Array
  /** The part of the arc that it lies on, as shares of the arc's length. */
  readonly placeFrom: Float32Array
  readonly placeTo: Float32Array
  /** While it holds, all of the arc takes at least this long; 0 when it does not slow anybody to a speed. */
  readonly placeLeastCs: Uint32Array
  /** And so much longer than it otherwise would: only where no live speed tells it already. */
  readonly placeDelayCs: Uint32Array
}

export function noEvents(): RoadEvents {
  return {
    count: 0,
    startsAtMs: new Float64Array(0),
    endsAtMs: new Float64Array(0),
    closes: new Uint8Array(0),
    placeArc: new Uint32Array(0),
    placeEvent: new Uint32Array(0),
    placeFrom: new Float32Array(0),
    placeTo: new Float32Array(0),
    placeLeastCs: new Uint32Array(0),
    placeDelayCs: new Uint32Array(0),
  }
}

export function holdsAt({ startsAtMs, endsAtMs }: RoadEvents, event: number, instantMs: number): boolean {
  return startsAtMs[event] <= instantMs && instantMs < endsAtMs[event]
}

/** The first place on an arc, or where it would be: the others follow. */
export function firstPlaceOn({ placeArc }: RoadEvents, arc: number): number {
  let low = 0
  let high = placeArc.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (placeArc[middle] < arc) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether it holds at any instant from one to another. */
export function holdsWithin(
  { startsAtMs, endsAtMs }: RoadEvents,
  event: number,
  fromMs: number,
  toMs: number,
): boolean {
  return startsAtMs[event] <= toMs && fromMs < endsAtMs[event]
}

/** Whether there is an instant from which on it holds, or no longer does. */
export function isTimed({ startsAtMs, endsAtMs }: RoadEvents, event: number): boolean {
  return Number.isFinite(startsAtMs[event]) || Number.isFinite(endsAtMs[event])
}

/** The last instant up to this one at which an event has begun or ended; -Infinity when there is none. */
export function lastChange({ startsAtMs, endsAtMs }: RoadEvents, instantMs: number): number {
  let last = Number.NEGATIVE_INFINITY
  for (const times of [startsAtMs, endsAtMs]) {
    for (let event = 0; event < times.length; event++) {
      if (times[event] <= instantMs && times[event] > last) last = times[event]
    }
  }
  return last
}
