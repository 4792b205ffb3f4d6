import { f64x2, load, store, v128 } from '~lib/builtins'
import { DEPTH } from '../layout.ts'
import { children, height, vertexCount } from '../memory.ts'
import { firstChild, secondChild, turnOfLeaf } from '../shortcut-children.ts'
import { vertexAt } from '../side.ts'
import {
  BEGIN_BYTES,
  BEGIN_DURATION,
  BEGIN_GROWTH,
  BEGIN_TURN_FACTOR,
  LANE_BEGIN,
  LANE_SETTLED_BEFORE_JOINT,
  ORIGIN_DEPTH,
  ORIGIN_ENDPOINT,
  slotArcs,
  slotAttributes,
  slotGrowths,
  slotOrigins,
  slotSteady,
} from './layout.ts'

/**
 * Computes the attributes of the paths to the labels of the last upward search in a lane, as in
 * reference/upward-attributes.ts. `values` contains the values of PathAttributes, with a pair of integers per arc.
 * `joint` is the vertex where the point's sources or targets meet.
 */
export function computeSteadyAttributes(lane: usize, joint: u32, values: usize, turns: usize, isTarget: bool): void {
  stepSteady(lane, 0, settledCount(load<u32>(lane, LANE_SETTLED_BEFORE_JOINT), joint), values, turns, isTarget)
}

/**
 * Works like `computeSteadyAttributes`, but with durations that grow over elapsed time. `values` contains three doubles
 * per arc.
 */
export function computeFadingAttributes(lane: usize, joint: u32, values: usize, turns: usize, isTarget: bool): void {
  stepFading(lane, 0, settledCount(load<u32>(lane, LANE_SETTLED_BEFORE_JOINT), joint), values, turns, isTarget)
}

/**
 * Computes the attributes of `count` labels, each after the label of its origin. The function processes either the
 * slots of a list, from the last one backward, or all slots in settling order.
 */
export function stepSteady(lane: usize, list: usize, count: u32, values: usize, turns: usize, isTarget: bool): void {
  const separate = load<u32>(lane, LANE_SETTLED_BEFORE_JOINT)
  const measures = lane + slotAttributes(height)
  for (let settled: u32 = 0; settled < count; settled++) {
    const slot = nextSlot(list, settled, separate, count)
    const at = measures + (slot << 4)
    const origin = originOf(lane, slot)
    if (origin >>> 16 === ORIGIN_ENDPOINT) {
      storeBegin(lane, origin & 0xffff, at)
      continue
    }
    const below = slotOf(origin >>> 16, separate)
    const arc = firstArc(lane, below) + (origin & 0xffff)
    let earlier = v128.load(measures + (below << 4))
    if (isTouched(measures + (below << 4))) earlier = leaveTouched(lane, below, arc, turns, isTarget)
    const own = f64x2.convert_low_i32x4_s(v128.load64_zero(values + ((arc as usize) << 3)))
    v128.store(at, f64x2.add(earlier, own))
  }
}

export function stepFading(lane: usize, list: usize, count: u32, values: usize, turns: usize, isTarget: bool): void {
  const separate = load<u32>(lane, LANE_SETTLED_BEFORE_JOINT)
  const measures = lane + slotAttributes(height)
  const growths = lane + slotGrowths(height)
  const steady = lane + slotSteady(height)
  for (let settled: u32 = 0; settled < count; settled++) {
    const slot = nextSlot(list, settled, separate, count)
    const at = measures + (slot << 4)
    const growthAt = growths + (slot << 3)
    const origin = originOf(lane, slot)
    if (origin >>> 16 === ORIGIN_ENDPOINT) {
      storeBegin(lane, origin & 0xffff, at)
      const growth = load<f64>(beginAt(lane, origin & 0xffff), BEGIN_GROWTH)
      store<f64>(growthAt, growth)
      store<f64>(steady + (slot << 3), growth === 0 ? Number.POSITIVE_INFINITY : (0 as f64))
      continue
    }
    const below = slotOf(origin >>> 16, separate)
    const arc = firstArc(lane, below) + (origin & 0xffff)
    let earlier = v128.load(measures + (below << 4))
    if (isTouched(measures + (below << 4))) earlier = leaveTouched(lane, below, arc, turns, isTarget)
    const value = values + (arc as usize) * 24
    const earlierCs = f64x2.extract_lane(earlier, 1)
    const earlierGrowth = load<f64>(growths + (below << 3))
    const ownCs = load<f64>(value, 8)
    const ownGrowth = load<f64>(value, 16)
    // The duration of a later section grows with the duration of the earlier section. On the target side, the arc comes
    // first. On the source side, the path up to the arc comes first.
    const more = isTarget ? earlierGrowth * ownCs : ownGrowth * earlierCs
    const grown = earlierGrowth + ownGrowth + earlierGrowth * ownGrowth
    store<f64>(at, f64x2.extract_lane(earlier, 0) + load<f64>(value))
    store<f64>(at, earlierCs + ownCs + more, 8)
    store<f64>(growthAt, isTarget ? grown : (0 as f64))
    const earlierSteady = load<f64>(steady + (below << 3))
    const own = ownGrowth === 0
    store<f64>(
      steady + (slot << 3),
      isTarget ? steadyBefore(earlierSteady, earlierCs, own) : own ? earlierSteady + ownCs : (0 as f64),
    )
  }
}

/**
 * Returns the steady part of a target's path after one more arc is added in front. The steady part does not change if
 * any duration after that arc grows.
 */
function steadyBefore(steadyCs: f64, durationCs: f64, isSteady: bool): f64 {
  if (steadyCs < Number.POSITIVE_INFINITY) return steadyCs
  return isSteady ? Number.POSITIVE_INFINITY : durationCs
}

/**
 * Returns true if a path longer than the fading period leaves the last road with a growing duration before that period
 * ends; see `durationOfHalves`.
 */
export function isLongRight(untilCs: f64, durationCs: f64, thereSteady: f64, backSteady: f64, fadeCs: f64): bool {
  return backSteady < Number.POSITIVE_INFINITY ? durationCs - backSteady < fadeCs : untilCs - thereSteady < fadeCs
}

function nextSlot(list: usize, settled: u32, separate: u32, count: u32): usize {
  return list === 0
    ? settledSlot(settled, separate, count)
    : (load<u32>(list + (((count - 1 - settled) as usize) << 2)) as usize)
}

export function originOf(lane: usize, slot: usize): u32 {
  return load<u32>(lane + slotOrigins(height) + (slot << 2))
}

function firstArc(lane: usize, slot: usize): u32 {
  return load<u32>(lane + slotArcs(height) + (slot << 2))
}

/**
 * Returns the number of vertices settled before the meeting, plus one for each depth from the meeting vertex to the
 * root.
 */
function settledCount(separate: u32, joint: u32): u32 {
  return joint < vertexCount ? separate + load<u32>(vertexAt(joint), DEPTH) + 1 : separate
}

function settledSlot(settled: u32, separate: u32, count: u32): usize {
  return settled < separate ? height + (settled as usize) : ((count - 1 - settled) as usize)
}

export function slotOf(code: u32, separate: u32): usize {
  return code < separate ? height + (code as usize) : ((ORIGIN_DEPTH - code) as usize)
}

function beginAt(lane: usize, end: u32): usize {
  return lane + LANE_BEGIN + (end as usize) * BEGIN_BYTES
}

/**
 * Stores the attributes at the start of a path. A path that only touches its first road has no attributes at its start;
 * they are computed together with its next arc.
 */
function storeBegin(lane: usize, end: u32, at: usize): void {
  const begin = beginAt(lane, end)
  const isTouching = load<f64>(begin, BEGIN_TURN_FACTOR) !== 0
  store<f64>(at, isTouching ? Number.NaN : load<f64>(begin))
  store<f64>(at, isTouching ? Number.NaN : load<f64>(begin, BEGIN_DURATION), 8)
}

function isTouched(measure: usize): bool {
  return Number.isNaN(load<f64>(measure))
}

/**
 * Returns the length and duration to add before a hierarchy arc that leaves a touched source or target. The turn at the
 * source or target is subtracted.
 */
function leaveTouched(lane: usize, below: usize, arc: u32, turns: usize, isTarget: bool): v128 {
  const begin = beginAt(lane, load<u32>(lane + slotOrigins(height) + (below << 2)) & 0xffff)
  let pair = load<f64>(children + ((arc as usize) << 3))
  while (pair >= 0) {
    const part = isTarget ? secondChild(pair) : firstChild(pair)
    pair = load<f64>(children + ((part as usize) << 3))
  }
  const turnCs = load<u16>(turns + ((turnOfLeaf(pair) as usize) << 1)) as f64
  const factor = load<f64>(begin, BEGIN_TURN_FACTOR)
  const durationCs = load<f64>(begin, BEGIN_DURATION) + turnCs * factor
  return f64x2.replace_lane(f64x2.splat(load<f64>(begin)), 1, durationCs)
}
