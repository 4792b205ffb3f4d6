import { load, max, min, store } from '~lib/builtins'
import {
  BACKWARD,
  BEST,
  BEST_VERTEX,
  BOUND,
  CANDIDATE_COUNT,
  CLIMBING,
  candidates,
  DEPTH,
  DOWN_FIRST,
  END_COUNT,
  FORWARD,
  OFFSET,
  PARENT,
  STRETCH,
  UP_FIRST,
  VERTEX_BYTES,
} from './layout.ts'
import { height, vertexCount } from './memory.ts'
import { INFINITE, INFINITE_LABEL, relax } from './relax.ts'
import {
  climb,
  climbing,
  fromHere,
  gather,
  keepPassed,
  labelAt,
  leastWeight,
  lowest,
  pass,
  prepareRows,
  rowOf,
  standsAt,
  start,
  vertexAt,
} from './side.ts'

/**
 * Searches from the sources and targets to the meeting node of the best path. Each side needs at least one, and a
 * vertex may be on both sides only if they may meet there. Returns the weight, or INFINITE.
 */
export function search(scratch: usize): i32 {
  const sources = load<u32>(scratch + FORWARD, END_COUNT)
  const targets = load<u32>(scratch + BACKWARD, END_COUNT)
  const least = leastWeight(scratch, FORWARD)
  const backLeast = leastWeight(scratch, BACKWARD)
  prepareRows(scratch, max<u32>(sources, targets))
  start(scratch, FORWARD, least)
  start(scratch, BACKWARD, backLeast)
  store<i32>(scratch, least + backLeast, OFFSET)
  store<i32>(scratch, INFINITE, BEST)
  store<u32>(scratch, vertexCount, BEST_VERTEX)
  store<i32>(scratch, INFINITE, BOUND)
  store<u32>(scratch, 0, CANDIDATE_COUNT)
  while (climbing(scratch, FORWARD) > 1 || climbing(scratch, BACKWARD) > 1) climbLowest(scratch)
  climbTogether(scratch)
  const best = load<i32>(scratch, BEST)
  return best === INFINITE ? INFINITE : best + least + backLeast
}

/** While a side has several rows, advances the lowest row of either side by one step. */
function climbLowest(scratch: usize): void {
  const vertex = min<u32>(lowest(scratch, FORWARD), lowest(scratch, BACKWARD))
  const row = gather(scratch, FORWARD, vertex)
  const backRow = gather(scratch, BACKWARD, vertex)
  if (row >= 0 && backRow >= 0) {
    const there = (labelAt(scratch, FORWARD, row as u32) >> 32) as i32
    const back = (labelAt(scratch, BACKWARD, backRow as u32) >> 32) as i32
    meet(scratch, vertex, there + back)
  }
  const bound = load<i32>(scratch, BOUND)
  if (row >= 0) climb(scratch, FORWARD, UP_FIRST, row as u32, bound)
  if (backRow >= 0) climb(scratch, BACKWARD, DOWN_FIRST, backRow as u32, bound)
}

/** Handles a vertex that both sides have reached. */
function meet(scratch: usize, vertex: u32, weight: i32): void {
  const stretch = load<f64>(scratch, STRETCH)
  if (stretch > 0) collect(scratch, vertex, weight)
  if (weight >= load<i32>(scratch, BEST)) return
  store<i32>(scratch, weight, BEST)
  store<u32>(scratch, vertex, BEST_VERTEX)
  store<i32>(scratch, stretch > 0 ? boundFor(weight, load<i32>(scratch, OFFSET), stretch) : weight, BOUND)
}

/** Labels at or above this cannot be part of a wanted path. */
function boundFor(best: i32, offset: i32, stretch: f64): i32 {
  const room = Math.floor(((best + offset) as f64) * stretch)
  return min<f64>(INFINITE as f64, (best as f64) + max<f64>(0, room) + 1) as i32
}

function collect(scratch: usize, vertex: u32, weight: i32): void {
  const count = load<u32>(scratch, CANDIDATE_COUNT)
  const at = scratch + candidates(height) + ((count as usize) << 3)
  store<u32>(at, vertex)
  store<i32>(at, weight, 4)
  store<u32>(scratch, count + 1, CANDIDATE_COUNT)
}

/** The common case: one row on each side until they meet, then on to the root. */
function climbTogether(scratch: usize): void {
  const there = rowOf(scratch, FORWARD, 0)
  const back = rowOf(scratch, BACKWARD, 0)
  // The roots' parent is higher than every vertex, so a side that has reached it waits for the other.
  let s = climbing(scratch, FORWARD) > 0 ? standsAt(scratch, FORWARD, 0) : vertexCount
  let t = climbing(scratch, BACKWARD) > 0 ? standsAt(scratch, BACKWARD, 0) : vertexCount
  const bound = load<i32>(scratch, BOUND)
  while (s !== t) {
    while (s < t) s = pass(there, s, UP_FIRST, bound)
    while (t < s) t = pass(back, t, DOWN_FIRST, bound)
  }
  climbToRoot(scratch, s, there, back)
  store<u32>(scratch + FORWARD, 0, CLIMBING)
  store<u32>(scratch + BACKWARD, 0, CLIMBING)
}

function climbToRoot(scratch: usize, junction: u32, there: usize, back: usize): void {
  let bound = load<i32>(scratch, BOUND)
  for (let v = junction; v < vertexCount; ) {
    const record = vertexAt(v)
    const depth = load<u32>(record, DEPTH) as usize
    const label = load<i64>(there + (depth << 3))
    const backLabel = load<i64>(back + (depth << 3))
    store<i64>(there + (depth << 3), INFINITE_LABEL)
    store<i64>(back + (depth << 3), INFINITE_LABEL)
    keepPassed(there, depth, v, label)
    keepPassed(back, depth, v, backLabel)
    const weight = (label >> 32) as i32
    const backWeight = (backLabel >> 32) as i32
    if (weight + backWeight < bound) {
      meet(scratch, v, weight + backWeight)
      bound = load<i32>(scratch, BOUND)
    }
    const next = record + VERTEX_BYTES
    if (weight < bound) relax(there, load<u32>(record, UP_FIRST), load<u32>(next, UP_FIRST), fromHere(label, v))
    if (backWeight < bound) {
      relax(back, load<u32>(record, DOWN_FIRST), load<u32>(next, DOWN_FIRST), fromHere(backLabel, v))
    }
    v = load<u32>(record, PARENT)
  }
}
