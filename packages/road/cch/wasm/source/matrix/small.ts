import { clz, f64x2, i32x4, load, min, store, v128 } from '~lib/builtins'
import { height } from '../memory.ts'
import { INFINITE } from '../relax.ts'
import { isLongRight, originOf, slotOf, stepFading, stepSteady } from '../upward/attributes.ts'
import {
  LANE_SETTLED_BEFORE_JOINT,
  laneAt,
  ORIGIN_ENDPOINT,
  SMALL_MATRIX_NUMBER,
  slotAttributes,
  slotChain,
  slotGrowths,
  slotStamps,
  slotSteady,
  slotWeights,
  smallAttributes,
  smallBest,
  smallMeetingDepth,
} from '../upward/layout.ts'
import { FADING_ATTRIBUTES } from './layout.ts'

/**
 * In small matrices, all points keep their lanes, with sources before targets. The lanes are combined directly, and
 * attributes are computed only for labels on paths.
 */

/** Resets all attributes and meeting nodes. */
export function beginSmallMatrix(scratch: usize, cells: u32): void {
  store<u32>(scratch, load<u32>(scratch, SMALL_MATRIX_NUMBER) + 1, SMALL_MATRIX_NUMBER)
  const best = scratch + smallBest(height)
  for (let cell: usize = 0; cell < (cells as usize); cell++) store<i32>(best + (cell << 2), INFINITE)
}

/**
 * Combines lanes of sources and targets over the depths `from` to `to`, as in min-plus.ts. `targets` is the number of
 * targets.
 */
export function meetLanes(
  scratch: usize,
  targets: u32,
  s: u32,
  sEnd: u32,
  firstTarget: u32,
  t: u32,
  tEnd: u32,
  from: u32,
  to: u32,
): void {
  const best = scratch + smallBest(height)
  const meetingDepth = scratch + smallMeetingDepth(height)
  for (let i = s; i < sEnd; i++) {
    const there = scratch + laneAt(height, i) + slotWeights(height)
    for (let j = t; j < tEnd; j++) {
      const back = scratch + laneAt(height, firstTarget + j) + slotWeights(height)
      const cell = ((i * targets + j) as usize) << 2
      const sum = least(there, back, from, to)
      if (sum > load<i32>(best + cell)) continue
      store<i32>(best + cell, sum)
      store<u32>(meetingDepth + cell, deepest(there, back, to, sum))
    }
  }
}

/**
 * Returns the minimum sum over a range of depths. Four depths are processed at a time, and the remaining ones
 * individually.
 */
function least(there: usize, back: usize, from: u32, to: u32): i32 {
  let result = i32x4.splat(INFINITE)
  let depth: i32 = to
  for (; depth - 3 >= (from as i32); depth -= 4) {
    const at = ((depth - 3) as usize) << 2
    result = i32x4.min_s(result, i32x4.add(v128.load(there + at), v128.load(back + at)))
  }
  let sum = min<i32>(i32x4.extract_lane(result, 0), i32x4.extract_lane(result, 1))
  sum = min<i32>(sum, min<i32>(i32x4.extract_lane(result, 2), i32x4.extract_lane(result, 3)))
  for (; depth >= (from as i32); depth--) {
    const at = (depth as usize) << 2
    sum = min<i32>(sum, load<i32>(there + at) + load<i32>(back + at))
  }
  return sum
}

/** Returns the greatest depth with this sum. If there is no such depth, the result is unused. */
function deepest(there: usize, back: usize, to: u32, sum: i32): u32 {
  const wanted = i32x4.splat(sum)
  let depth: i32 = to
  for (; depth >= 3; depth -= 4) {
    const at = ((depth - 3) as usize) << 2
    const found = i32x4.bitmask(i32x4.eq(i32x4.add(v128.load(there + at), v128.load(back + at)), wanted))
    if (found !== 0) return depth - 3 + (31 - clz<i32>(found))
  }
  for (; depth > 0; depth--) {
    const at = (depth as usize) << 2
    if (load<i32>(there + at) + load<i32>(back + at) === sum) return depth
  }
  return 0
}

/**
 * Computes the path attributes of all cells. `values` and `turns` are the same as in upward/attributes.ts, and
 * `measured` selects the format.
 */
export function computeSmallAttributes(
  scratch: usize,
  sources: u32,
  targets: u32,
  measured: u32,
  values: usize,
  turns: usize,
  fadeCs: f64,
): void {
  const best = scratch + smallBest(height)
  const meetingDepth = scratch + smallMeetingDepth(height)
  const out = scratch + smallAttributes(height)
  for (let i: u32 = 0; i < sources; i++) {
    for (let j: u32 = 0; j < targets; j++) {
      const cell = (i * targets + j) as usize
      const to = out + (cell << 4)
      if (load<i32>(best + (cell << 2)) >= INFINITE) {
        v128.store(to, f64x2.splat(Number.POSITIVE_INFINITY))
        continue
      }
      const depth = load<u32>(meetingDepth + (cell << 2))
      computeLabelAttributes(scratch, i, depth, measured, values, turns, false)
      computeLabelAttributes(scratch, sources + j, depth, measured, values, turns, true)
      const there = scratch + laneAt(height, i) + slotAttributes(height) + ((depth as usize) << 4)
      const lane = scratch + laneAt(height, sources + j)
      const back = lane + slotAttributes(height) + ((depth as usize) << 4)
      v128.store(to, f64x2.add(v128.load(there), v128.load(back)))
      if (measured !== FADING_ATTRIBUTES) continue
      // The formula is the same as in `durationOfHalves` in matrix/matrix-cells.ts.
      const untilCs = load<f64>(there, 8)
      const growth = load<f64>(lane + slotGrowths(height) + ((depth as usize) << 3))
      const durationCs = untilCs + load<f64>(back, 8) + growth * untilCs
      let isRight = durationCs < fadeCs
      if (!isRight) {
        const steady = slotSteady(height) + ((depth as usize) << 3)
        const thereSteady = load<f64>(scratch + laneAt(height, i) + steady)
        isRight = isLongRight(untilCs, durationCs, thereSteady, load<f64>(lane + steady), fadeCs)
      }
      store<f64>(to, isRight ? durationCs : Number.NaN, 8)
    }
  }
}

/**
 * Computes the attributes of a label unless they are cached. The function walks down to a cached label or to the start
 * of the path, and then back up.
 */
export function computeLabelAttributes(
  scratch: usize,
  lane: u32,
  label: u32,
  measured: u32,
  values: usize,
  turns: usize,
  isTarget: bool,
): void {
  const base = scratch + laneAt(height, lane)
  const stamps = base + slotStamps(height)
  const number = load<u32>(scratch, SMALL_MATRIX_NUMBER)
  const separate = load<u32>(base, LANE_SETTLED_BEFORE_JOINT)
  const chain = scratch + slotChain(height)
  let length: u32 = 0
  for (let slot = label as usize; load<u32>(stamps + (slot << 2)) !== number; ) {
    store<u32>(chain + ((length++ as usize) << 2), slot as u32)
    store<u32>(stamps + (slot << 2), number)
    const code = originOf(base, slot) >>> 16
    if (code === ORIGIN_ENDPOINT) break
    slot = slotOf(code, separate)
  }
  if (measured === FADING_ATTRIBUTES) stepFading(base, chain, length, values, turns, isTarget)
  else stepSteady(base, chain, length, values, turns, isTarget)
}
