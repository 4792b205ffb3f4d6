import { f64x2, load, store, v128 } from '~lib/builtins'
import { DEPTH } from '../layout.ts'
import { height, parts, vertexCount } from '../memory.ts'
import { firstPart, secondPart, turnOfLeaf } from '../shortcut-children.ts'
import { vertexAt } from '../side.ts'
import {
  BEGIN_BYTES,
  BEGIN_DURATION,
  BEGIN_GROWTH,
  BEGIN_TURN_FACTOR,
  LANE_APART,
  LANE_BEGIN,
  ORIGIN_DEPTH,
  ORIGIN_END,
  placeArcs,
  placeGrowths,
  placeMeasures,
  placeOrigins,
  placeSteady,
} from './layout.ts'

/**
 * Measures the paths to the labels of the last climb in a lane, as matrix/climb-measurer.ts does. `values` are those of
 * PathMeasures, whole numbers in pairs; `joint` is where the ends of the point meet.
 */
export function measureSteady(lane: usize, joint: u32, values: usize, turns: usize, isTarget: bool): void {
  stepSteady(lane, 0, passedCount(load<u32>(lane, LANE_APART), joint), values, turns, isTarget)
}

/** The same where durations grow with the time that has passed; `values` are three doubles each. */
export function measureFading(lane: usize, joint: u32, values: usize, turns: usize, isTarget: bool): void {
  stepFading(lane, 0, passedCount(load<u32>(lane, LANE_APART), joint), values, turns, isTarget)
}

/**
 * Measures `count` labels, each after the one it came from: those on a list, from its last place back, or all in the
 * order in which their vertices were passed.
 */
export function stepSteady(lane: usize, list: usize, count: u32, values: usize, turns: usize, isTarget: bool): void {
  const apart = load<u32>(lane, LANE_APART)
  const measures = lane + placeMeasures(height)
  for (let passed: u32 = 0; passed < count; passed++) {
    const place = nextPlace(list, passed, apart, count)
    const at = measures + (place << 4)
    const origin = originOf(lane, place)
    if (origin >>> 16 === ORIGIN_END) {
      storeBegin(lane, origin & 0xffff, at)
      continue
    }
    const below = placeOf(origin >>> 16, apart)
    const arc = firstArc(lane, below) + (origin & 0xffff)
    let earlier = v128.load(measures + (below << 4))
    if (isTouched(measures + (below << 4))) earlier = leaveTouched(lane, below, arc, turns, isTarget)
    const own = f64x2.convert_low_i32x4_s(v128.load64_zero(values + ((arc as usize) << 3)))
    v128.store(at, f64x2.add(earlier, own))
  }
}

export function stepFading(lane: usize, list: usize, count: u32, values: usize, turns: usize, isTarget: bool): void {
  const apart = load<u32>(lane, LANE_APART)
  const measures = lane + placeMeasures(height)
  const growths = lane + placeGrowths(height)
  const steady = lane + placeSteady(height)
  for (let passed: u32 = 0; passed < count; passed++) {
    const place = nextPlace(list, passed, apart, count)
    const at = measures + (place << 4)
    const growthAt = growths + (place << 3)
    const origin = originOf(lane, place)
    if (origin >>> 16 === ORIGIN_END) {
      storeBegin(lane, origin & 0xffff, at)
      const growth = load<f64>(beginAt(lane, origin & 0xffff), BEGIN_GROWTH)
      store<f64>(growthAt, growth)
      store<f64>(steady + (place << 3), growth === 0 ? Number.POSITIVE_INFINITY : (0 as f64))
      continue
    }
    const below = placeOf(origin >>> 16, apart)
    const arc = firstArc(lane, below) + (origin & 0xffff)
    let earlier = v128.load(measures + (below << 4))
    if (isTouched(measures + (below << 4))) earlier = leaveTouched(lane, below, arc, turns, isTarget)
    const value = values + (arc as usize) * 24
    const earlierCs = f64x2.extract_lane(earlier, 1)
    const earlierGrowth = load<f64>(growths + (below << 3))
    const ownCs = load<f64>(value, 8)
    const ownGrowth = load<f64>(value, 16)
    // What comes later grows by what comes before: before a target that is the arc, after a source the path up to it.
    const more = isTarget ? earlierGrowth * ownCs : ownGrowth * earlierCs
    const grown = earlierGrowth + ownGrowth + earlierGrowth * ownGrowth
    store<f64>(at, f64x2.extract_lane(earlier, 0) + load<f64>(value))
    store<f64>(at, earlierCs + ownCs + more, 8)
    store<f64>(growthAt, isTarget ? grown : (0 as f64))
    const earlierSteady = load<f64>(steady + (below << 3))
    const own = ownGrowth === 0
    store<f64>(
      steady + (place << 3),
      isTarget ? steadyBefore(earlierSteady, earlierCs, own) : own ? earlierSteady + ownCs : (0 as f64),
    )
  }
}

/** Of a target's path with one more arc before it: the part that ends at the target is the same, if anything grows there. */
function steadyBefore(steadyCs: f64, durationCs: f64, isSteady: bool): f64 {
  if (steadyCs < Number.POSITIVE_INFINITY) return steadyCs
  return isSteady ? Number.POSITIVE_INFINITY : durationCs
}

/** Whether a way that takes longer than roads grow comes to none that grows so late: see `joinedCs`. */
export function isLongRight(untilCs: f64, durationCs: f64, thereSteady: f64, backSteady: f64, fadeCs: f64): bool {
  return backSteady < Number.POSITIVE_INFINITY ? durationCs - backSteady < fadeCs : untilCs - thereSteady < fadeCs
}

function nextPlace(list: usize, passed: u32, apart: u32, count: u32): usize {
  return list === 0
    ? passedPlace(passed, apart, count)
    : (load<u32>(list + (((count - 1 - passed) as usize) << 2)) as usize)
}

export function originOf(lane: usize, place: usize): u32 {
  return load<u32>(lane + placeOrigins(height) + (place << 2))
}

function firstArc(lane: usize, place: usize): u32 {
  return load<u32>(lane + placeArcs(height) + (place << 2))
}

/** Those before the ends met, and from there one at each depth. */
function passedCount(apart: u32, joint: u32): u32 {
  return joint < vertexCount ? apart + load<u32>(vertexAt(joint), DEPTH) + 1 : apart
}

function passedPlace(passed: u32, apart: u32, count: u32): usize {
  return passed < apart ? height + (passed as usize) : ((count - 1 - passed) as usize)
}

export function placeOf(code: u32, apart: u32): usize {
  return code < apart ? height + (code as usize) : ((ORIGIN_DEPTH - code) as usize)
}

function beginAt(lane: usize, end: u32): usize {
  return lane + LANE_BEGIN + (end as usize) * BEGIN_BYTES
}

/** A path that begins on a road that it only touches has no measures there: what it measures, its next arc must tell. */
function storeBegin(lane: usize, end: u32, at: usize): void {
  const begin = beginAt(lane, end)
  const isTouching = load<f64>(begin, BEGIN_TURN_FACTOR) !== 0
  store<f64>(at, isTouching ? Number.NaN : load<f64>(begin))
  store<f64>(at, isTouching ? Number.NaN : load<f64>(begin, BEGIN_DURATION), 8)
}

function isTouched(measure: usize): bool {
  return Number.isNaN(load<f64>(measure))
}

/** Length and duration before an arc of the hierarchy that leads away from a touched end: without that turn, too. */
function leaveTouched(lane: usize, below: usize, arc: u32, turns: usize, isTarget: bool): v128 {
  const begin = beginAt(lane, load<u32>(lane + placeOrigins(height) + (below << 2)) & 0xffff)
  let pair = load<f64>(parts + ((arc as usize) << 3))
  while (pair >= 0) {
    const part = isTarget ? secondPart(pair) : firstPart(pair)
    pair = load<f64>(parts + ((part as usize) << 3))
  }
  const turnCs = load<u16>(turns + ((turnOfLeaf(pair) as usize) << 1)) as f64
  const factor = load<f64>(begin, BEGIN_TURN_FACTOR)
  const durationCs = load<f64>(begin, BEGIN_DURATION) + turnCs * factor
  return f64x2.replace_lane(f64x2.splat(load<f64>(begin)), 1, durationCs)
}
