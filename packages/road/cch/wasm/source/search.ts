import { load, max, min, store } from '~lib/builtins'
import {
  ACTIVE_ROWS,
  BACKWARD,
  BEST,
  BEST_KIND,
  BEST_VERTEX,
  BOUND,
  BY_LABELS,
  CANDIDATE_COUNT,
  DEPTH,
  DOWN_FIRST,
  ENDPOINT_COUNT,
  FORWARD,
  MIN_WEIGHT,
  OFFSET,
  PARENT,
  SHARED_NEXT,
  UP_FIRST,
  VERTEX_BYTES,
} from './layout.ts'
import { meet } from './meeting-nodes.ts'
import { vertexCount } from './memory.ts'
import { INFINITE, INFINITE_LABEL, relax } from './relax.ts'
import { hasSharedLeft, isNextShared, meetOnSharedArc } from './shared-arcs.ts'
import {
  activeRows,
  activeVertex,
  advance,
  fromHere,
  gather,
  keepSettled,
  labelAt,
  lowest,
  prepareRows,
  rowOf,
  settle,
  start,
  vertexAt,
} from './side.ts'

/**
 * Searches from the sources and targets to the meeting node of the best path. An arc with a source and a target that
 * must not meet directly is a shared arc. Returns the weight relative to OFFSET, or INFINITE.
 */
export function search(scratch: usize): i32 {
  const sources = load<u32>(scratch + FORWARD, ENDPOINT_COUNT)
  const targets = load<u32>(scratch + BACKWARD, ENDPOINT_COUNT)
  store<i32>(scratch, INFINITE, BEST)
  store<u32>(scratch, vertexCount, BEST_VERTEX)
  store<u32>(scratch, BY_LABELS, BEST_KIND)
  store<i32>(scratch, INFINITE, BOUND)
  store<u32>(scratch, 0, CANDIDATE_COUNT)
  store<u32>(scratch, 0, SHARED_NEXT)
  if (sources === 0 || targets === 0) return INFINITE
  prepareRows(scratch, max<u32>(sources, targets))
  start(scratch, FORWARD)
  start(scratch, BACKWARD)
  store<i32>(scratch, load<i32>(scratch + FORWARD, MIN_WEIGHT) + load<i32>(scratch + BACKWARD, MIN_WEIGHT), OFFSET)
  while (activeRows(scratch, FORWARD) > 1 || activeRows(scratch, BACKWARD) > 1 || hasSharedLeft(scratch)) {
    advanceLowest(scratch)
  }
  searchJointly(scratch)
  return load<i32>(scratch, BEST)
}

/** Advances the lowest row of either side by one step. This function is used while a side has more than one row. */
function advanceLowest(scratch: usize): void {
  const vertex = min<u32>(lowest(scratch, FORWARD), lowest(scratch, BACKWARD))
  const row = gather(scratch, FORWARD, vertex)
  const backRow = gather(scratch, BACKWARD, vertex)
  if (isNextShared(scratch, vertex)) meetOnSharedArc(scratch, row as u32, backRow as u32)
  else if (row >= 0 && backRow >= 0) {
    const there = (load<i64>(labelAt(scratch, FORWARD, row as u32)) >> 32) as i32
    const back = (load<i64>(labelAt(scratch, BACKWARD, backRow as u32)) >> 32) as i32
    meet(scratch, vertex, there + back)
  }
  const bound = load<i32>(scratch, BOUND)
  if (row >= 0) advance(scratch, FORWARD, UP_FIRST, row as u32, bound)
  if (backRow >= 0) advance(scratch, BACKWARD, DOWN_FIRST, backRow as u32, bound)
}

/** Handles the common case, in which each side has one row until both meet, and one path leads to the root. */
function searchJointly(scratch: usize): void {
  const there = rowOf(scratch, FORWARD, 0)
  const back = rowOf(scratch, BACKWARD, 0)
  // The parent of a root is higher than every vertex, so a side that reaches it stops advancing.
  let s = activeRows(scratch, FORWARD) > 0 ? activeVertex(scratch, FORWARD, 0) : vertexCount
  let t = activeRows(scratch, BACKWARD) > 0 ? activeVertex(scratch, BACKWARD, 0) : vertexCount
  const bound = load<i32>(scratch, BOUND)
  while (s !== t) {
    while (s < t) s = settle(there, s, UP_FIRST, bound)
    while (t < s) t = settle(back, t, DOWN_FIRST, bound)
  }
  searchToRoot(scratch, s, there, back)
  store<u32>(scratch + FORWARD, 0, ACTIVE_ROWS)
  store<u32>(scratch + BACKWARD, 0, ACTIVE_ROWS)
}

function searchToRoot(scratch: usize, junction: u32, there: usize, back: usize): void {
  let bound = load<i32>(scratch, BOUND)
  for (let v = junction; v < vertexCount; ) {
    const record = vertexAt(v)
    const depth = load<u32>(record, DEPTH) as usize
    const label = load<i64>(there + (depth << 3))
    const backLabel = load<i64>(back + (depth << 3))
    store<i64>(there + (depth << 3), INFINITE_LABEL)
    store<i64>(back + (depth << 3), INFINITE_LABEL)
    keepSettled(there, depth, v, label)
    keepSettled(back, depth, v, backLabel)
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
