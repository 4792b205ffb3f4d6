import { DAY_SLOTS, WEEK_SLOTS } from './week-slots.ts'

/**
 * Typical speeds of arcs for every quarter-hour of the week. Each arc has sorted runs of quarter-hours with about the
 * same speed. A run takes four bytes, and so does an arc. Times without data have no run. The data is immutable and can
 * be in any kind of buffer.
 */
export interface TypicalSpeeds {
  readonly arcCount: number
  /** Index of the first run of each arc. The runs of arc `a` are `first[a]` to `first[a + 1] - 1`. */
  readonly first: Uint32Array
  /** Beginning and length of each run, encoded by packRun. */
  readonly run: Uint16Array
  /** Speed of each run, encoded by speedCode, never 0. */
  readonly speed: Uint8Array
  /** Weight of each run, encoded by weightCode, never 0. */
  readonly weight: Uint8Array
}

export function noTypicalSpeeds(arcCount: number): TypicalSpeeds {
  return {
    arcCount,
    first: new Uint32Array(arcCount + 1),
    run: new Uint16Array(0),
    speed: new Uint8Array(0),
    weight: new Uint8Array(0),
  }
}

/**
 * Maximum length of a run in quarter-hours. The upper ten bits of a run contain its beginning, and the lower six
 * contain its length minus one.
 */
export const MAX_RUN_SLOTS = 64
export function packRun(begin: number, length: number): number {
  return (begin << 6) | (length - 1)
}
export function runBegin(run: number): number {
  return run >>> 6
}
export function runLength(run: number): number {
  return (run & 63) + 1
}

/** Minimum speed in km/h. Speeds range from 2 to 306 km/h in steps of 2 %, for an error of at most 1 % at any speed. */
const MIN_KMH = 2
const SPEED_STEP = Math.log(1.02)
export function speedCode(kmh: number): number {
  return 1 + Math.max(0, Math.min(254, Math.round(Math.log(kmh / MIN_KMH) / SPEED_STEP)))
}
export function kmhOf(code: number): number {
  return MIN_KMH * Math.exp((code - 1) * SPEED_STEP)
}

/**
 * Steps per doubling of a weight. Weights (number of vehicles, with less weight for older data) range from 1/8 to
 * 7,500.
 */
export const WEIGHT_STEPS = 16
export const MIN_WEIGHT = 1 / 8
export function weightCode(weight: number): number {
  return 1 + Math.max(0, Math.min(254, Math.round(Math.log2(weight / MIN_WEIGHT) * WEIGHT_STEPS)))
}
export function weightOf(code: number): number {
  return MIN_WEIGHT * 2 ** ((code - 1) / WEIGHT_STEPS)
}

/** Returns the run of an arc that contains a quarter-hour, or -1, using a binary search. */
export function findRun({ first, run }: TypicalSpeeds, arc: number, slot: number): number {
  let low = first[arc]
  let high = first[arc + 1]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (runBegin(run[middle]) <= slot) low = middle + 1
    else high = middle
  }
  const index = low - 1
  return index >= first[arc] && slot < runBegin(run[index]) + runLength(run[index]) ? index : -1
}

/**
 * Returns the typical speed of an arc at a quarter-hour. Without data for that quarter-hour, the speed at the same time
 * on other days of the same kind (working days or weekends) is used. Returns NaN if that speed is also unknown.
 */
export function typicalKmh(speeds: TypicalSpeeds, arc: number, slot: number): number {
  const run = findRun(speeds, arc, slot)
  if (run >= 0) return kmhOf(speeds.speed[run])
  if (speeds.first[arc] === speeds.first[arc + 1]) return Number.NaN
  const isWeekend = slot >= 5 * DAY_SLOTS
  const [begin, end] = isWeekend ? [5 * DAY_SLOTS, WEEK_SLOTS] : [0, 5 * DAY_SLOTS]
  let [weights, paces] = [0, 0]
  for (let sameTimeSlot = begin + (slot % DAY_SLOTS); sameTimeSlot < end; sameTimeSlot += DAY_SLOTS) {
    const runIndex = findRun(speeds, arc, sameTimeSlot)
    if (runIndex < 0) continue
    const weight = weightOf(speeds.weight[runIndex])
    weights += weight
    paces += weight / kmhOf(speeds.speed[runIndex])
  }
  return weights > 0 ? weights / paces : Number.NaN
}
