import { load, select, store } from '~lib/builtins'
import {
  CLIMB_LANES_READY,
  CLIMB_ROWS_READY,
  endRows,
  INFINITE_CLIMB,
  LANE_APART,
  LANE_AT,
  LANE_END_COUNT,
  LANE_VERTEX,
  LANE_WEIGHT,
  LANES,
  laneAt,
  laneRow,
  mostApart,
  ORIGIN_DEPTH,
  ORIGIN_END,
  placeArcs,
  placeOrigins,
  placeVertices,
  placeWeights,
} from './climb-layout.ts'
import { DEPTH, PARENT, VERTEX_BYTES } from './layout.ts'
import { height, upperDepth, vertexCount, weight } from './memory.ts'
import { INFINITE } from './relax.ts'
import { vertexAt } from './side.ts'

/**
 * Climbs from all ends of the point in a lane, as matrix/climber.ts does, until the vertex `stop`, which is left to
 * others, or to the root when that is vertexCount. `joint` is where the ends meet, or vertexCount; `first` says which
 * arcs are climbed, UP_FIRST or DOWN_FIRST. A label is a weight, then the code of the vertex it came from, then which of
 * its arcs it came by. Returns how many vertices were passed before the ends met, or -1: too many for this.
 */
export function climb(scratch: usize, lane: u32, first: usize, joint: u32, stop: u32): i32 {
  const base = scratch + laneAt(height, lane)
  const ends = load<u32>(base, LANE_END_COUNT)
  const jointDepth: i32 = joint < vertexCount ? (load<u32>(vertexAt(joint), DEPTH) as i32) : -1
  prepare(scratch, ends)
  start(scratch, base, ends, jointDepth)
  const apart = climbApart(scratch, base, first, ends, joint, jointDepth)
  if (apart < 0 || apart + jointDepth >= (ORIGIN_DEPTH as i32)) {
    // Labels are left in rows that should be clean.
    store<u32>(scratch, 0, CLIMB_ROWS_READY)
    store<u32>(scratch, 0, CLIMB_LANES_READY)
    return -1
  }
  store<i32>(base, apart, LANE_APART)
  climbTogether(base, first, joint, stop)
  return apart
}

/** Fills the rows that were never used before. All others are clean: every label is put back as it is read. */
function prepare(scratch: usize, ends: u32): void {
  if (load<u32>(scratch, CLIMB_LANES_READY) === 0) {
    for (let lane: u32 = 0; lane < LANES; lane++) clear(scratch + laneAt(height, lane) + laneRow(height))
    store<u32>(scratch, 1, CLIMB_LANES_READY)
  }
  for (let row = load<u32>(scratch, CLIMB_ROWS_READY); row < ends; row++) {
    clear(endRow(scratch, row))
    store<u32>(scratch, row + 1, CLIMB_ROWS_READY)
  }
}

function clear(row: usize): void {
  for (let at = row; at < row + (height << 3); at += 8) store<i64>(at, INFINITE_CLIMB)
}

function endRow(scratch: usize, end: u32): usize {
  return scratch + endRows(height) + (end as usize) * (height << 3)
}

function start(scratch: usize, base: usize, ends: u32, jointDepth: i32): void {
  for (let end: u32 = 0; end < ends; end++) {
    const item = base + ((end as usize) << 2)
    const vertex = load<u32>(item, LANE_VERTEX)
    const depth = load<u32>(vertexAt(vertex), DEPTH)
    const label = ((load<i32>(item, LANE_WEIGHT) as i64) << 32) | ((ORIGIN_END as i64) << 16) | (end as i64)
    const row = (depth as i32) > jointDepth ? endRow(scratch, end) : base + laneRow(height)
    store<u32>(item, vertex, LANE_AT)
    offer(row + ((depth as usize) << 3), label)
  }
}

function offer(at: usize, label: i64): void {
  const old = load<i64>(at)
  store<i64>(at, select<i64>(label, old, label < old))
}

/** The lowest vertex first, until all stand where they meet, or higher. Returns how many were passed; -1: too many. */
function climbApart(scratch: usize, base: usize, first: usize, ends: u32, joint: u32, jointDepth: i32): i32 {
  let count: u32 = 0
  for (let vertex = lowest(base, ends, joint); vertex !== joint; vertex = lowest(base, ends, joint)) {
    if (count === (mostApart(height) as u32)) return -1
    const record = vertexAt(vertex)
    const depth = load<u32>(record, DEPTH) as usize
    const row = gather(scratch, base, ends, vertex, jointDepth, depth)
    const begin = load<u32>(record + first)
    const place = height + (count as usize)
    store<u32>(base + placeVertices(height) + (place << 2), vertex)
    const label = take(base, place, row + (depth << 3), begin)
    if (((label >> 32) as i32) < INFINITE) {
      const end = load<u32>(record + first + VERTEX_BYTES)
      relaxApart(base + laneRow(height), row, begin, end, fromVertex(label, count), jointDepth)
    }
    count++
  }
  return count as i32
}

function lowest(base: usize, ends: u32, joint: u32): u32 {
  let result = joint
  for (let end: u32 = 0; end < ends; end++) {
    const at = load<u32>(base + ((end as usize) << 2), LANE_AT)
    result = select<u32>(at, result, at < result)
  }
  return result
}

/** The row of the ends that stand at a vertex, which go on to its parent: one of them, with the labels of the others. */
function gather(scratch: usize, base: usize, ends: u32, vertex: u32, jointDepth: i32, depth: usize): usize {
  let found: usize = 0
  for (let end: u32 = 0; end < ends; end++) {
    const item = base + ((end as usize) << 2)
    if (load<u32>(item, LANE_AT) !== vertex) continue
    const row = endRow(scratch, end)
    if (found === 0) {
      found = row
      store<u32>(item, load<u32>(vertexAt(vertex), PARENT), LANE_AT)
      continue
    }
    store<u32>(item, vertexCount, LANE_AT)
    for (let at = ((jointDepth + 1) as usize) << 3; at <= depth << 3; at += 8) {
      offer(found + at, load<i64>(row + at))
      store<i64>(row + at, INFINITE_CLIMB)
    }
  }
  return found
}

/** Takes the label of a vertex, leaves its place in the row clean, and keeps what it says. */
function take(base: usize, place: usize, at: usize, firstArc: u32): i64 {
  const label = load<i64>(at)
  const kept = base + (place << 2)
  store<i64>(at, INFINITE_CLIMB)
  store<i32>(kept + placeWeights(height), (label >> 32) as i32)
  store<u32>(kept + placeArcs(height), firstArc)
  store<u32>(kept + placeOrigins(height), label as u32)
  return label
}

/** The same weight, come from the vertex with a code; the arcs are counted up to it. */
function fromVertex(label: i64, code: u32): i64 {
  return (label & (0xffffffff00000000 as i64)) | ((code as i64) << 16)
}

/** What lies above where the ends meet belongs to the row that they will have in common. */
function relaxApart(common: usize, row: usize, begin: u32, end: u32, label: i64, jointDepth: i32): void {
  for (let arc = begin; arc < end; arc++) {
    const depth = load<u16>(upperDepth + ((arc as usize) << 1)) as usize
    const own = load<i32>(weight + ((arc as usize) << 2))
    const next = label + ((own as i64) << 32) + ((arc - begin) as i64)
    offer(select<usize>(common, row, (depth as i32) <= jointDepth) + (depth << 3), next)
  }
}

function climbTogether(base: usize, first: usize, joint: u32, stop: u32): void {
  const row = base + laneRow(height)
  for (let v = joint; v < stop; ) {
    const record = vertexAt(v)
    const depth = load<u32>(record, DEPTH)
    const begin = load<u32>(record + first)
    const label = take(base, depth as usize, row + ((depth as usize) << 3), begin)
    if (((label >> 32) as i32) < INFINITE) {
      relaxCounting(row, begin, load<u32>(record + first + VERTEX_BYTES), fromVertex(label, ORIGIN_DEPTH - depth))
    }
    v = load<u32>(record, PARENT)
  }
}

/** As `relax`, with the number of the arc in the label. */
function relaxCounting(labels: usize, begin: u32, end: u32, label: i64): void {
  const weightEnd = weight + ((end as usize) << 2)
  let depthAt = upperDepth + ((begin as usize) << 1)
  let own = label
  for (let weightAt = weight + ((begin as usize) << 2); weightAt < weightEnd; weightAt += 4, depthAt += 2, own++) {
    offer(labels + ((load<u16>(depthAt) as usize) << 3), own + ((load<i32>(weightAt) as i64) << 32))
  }
}

/** The lowest vertex on both paths to the root; vertexCount when they lead to different roots. */
export function commonAncestor(a: u32, b: u32): u32 {
  let s = a
  let t = b
  while (s !== t) {
    while (s < t) s = load<u32>(vertexAt(s), PARENT)
    while (t < s) t = load<u32>(vertexAt(t), PARENT)
  }
  return s
}
