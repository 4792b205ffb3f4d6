import { i64x2, load, min, store, v128 } from '~lib/builtins'
import { DEPTH, PARENT, VERTEX_BYTES } from '../layout.ts'
import { height, upperDepth, vertexCount, weight } from '../memory.ts'
import { INFINITE } from '../relax.ts'
import { vertexAt } from '../side.ts'
import { fromVertex, offer, take } from './labels.ts'
import { COLUMNS_SHIFT, labelColumns, laneAt, laneBytes, ORIGIN_DEPTH, UPWARD_VERTEX } from './layout.ts'

/**
 * Runs the joint upward search of several points after the sources or targets of each point have met. The lowest
 * current vertex is processed first. By then, all points whose paths contain this vertex have reached it. These points
 * are adjacent, because points are in tree order. Every arc is then read once for all these points and relaxed for two
 * or four points at a time.
 */
export function searchTogether(scratch: usize, firstLane: u32, lanes: u32, first: usize): void {
  const stands = scratch + UPWARD_VERTEX
  for (;;) {
    let vertex: u32 = vertexCount
    for (let column: u32 = 0; column < lanes; column++) vertex = min<u32>(vertex, standsAt(stands, column))
    if (vertex === vertexCount) return
    let begin: u32 = 0
    while (standsAt(stands, begin) !== vertex) begin++
    let end = begin + 1
    while (end < lanes && standsAt(stands, end) === vertex) end++
    // The lowest current vertex of the other points, where the paths may join.
    let others: u32 = vertexCount
    for (let column: u32 = 0; column < begin; column++) others = min<u32>(others, standsAt(stands, column))
    for (let column = end; column < lanes; column++) others = min<u32>(others, standsAt(stands, column))
    const until = advanceColumns(scratch, firstLane, begin, end, first, vertex, others)
    for (let column = begin; column < end; column++) store<u32>(stands + ((column as usize) << 2), until)
  }
}

function standsAt(stands: usize, column: u32): u32 {
  return load<u32>(stands + ((column as usize) << 2))
}

/**
 * Advances the points of the given columns until they reach a vertex of other points or a higher vertex. Returns that
 * vertex.
 */
function advanceColumns(
  scratch: usize,
  firstLane: u32,
  begin: u32,
  end: u32,
  first: usize,
  from: u32,
  others: u32,
): u32 {
  const labels = scratch + labelColumns(height)
  const lane = scratch + laneAt(height, firstLane + begin)
  const bytes = laneBytes(height)
  let vertex = from
  do {
    const record = vertexAt(vertex)
    const depth = load<u32>(record, DEPTH)
    const firstArc = load<u32>(record + first)
    const endArc = load<u32>(record + first + VERTEX_BYTES)
    const code = ORIGIN_DEPTH - depth
    const at = labels + ((depth as usize) << COLUMNS_SHIFT)
    let base = lane
    let column = begin
    for (; column + 3 < end; column += 4) {
      const to = (column as usize) << 3
      const some = withCode(v128.load(at + to), code)
      const more = withCode(v128.load(at + to, 16), code)
      for (let i: usize = 0; i < 4; i++, base += bytes) take(base, depth as usize, at + to + (i << 3), firstArc)
      relaxFour(labels + to, firstArc, endArc, some, more)
    }
    if (column + 1 < end) {
      const to = (column as usize) << 3
      const both = withCode(v128.load(at + to), code)
      for (let i: usize = 0; i < 2; i++, base += bytes) take(base, depth as usize, at + to + (i << 3), firstArc)
      relaxTwo(labels + to, firstArc, endArc, both)
      column += 2
    }
    if (column < end) {
      const to = (column as usize) << 3
      const label = take(base, depth as usize, at + to, firstArc)
      if (((label >> 32) as i32) < INFINITE) relaxOne(labels + to, firstArc, endArc, fromVertex(label, code))
    }
    vertex = load<u32>(record, PARENT)
  } while (vertex < others)
  return vertex
}

/** Applies `fromVertex` to two labels. Infinite labels stay infinite, because additions never reduce them. */
function withCode(labels: v128, code: u32): v128 {
  return v128.or(v128.and(labels, i64x2.splat(0xffffffff00000000 as i64)), i64x2.splat((code as i64) << 16))
}

/** Works like `relax`, but includes the arc index in the label. */
function relaxOne(labels: usize, begin: u32, end: u32, label: i64): void {
  const weightEnd = weight + ((end as usize) << 2)
  let depthAt = upperDepth + ((begin as usize) << 1)
  let own = label
  for (let weightAt = weight + ((begin as usize) << 2); weightAt < weightEnd; weightAt += 4, depthAt += 2, own++) {
    offer(labels + ((load<u16>(depthAt) as usize) << COLUMNS_SHIFT), own + ((load<u32>(weightAt) as i64) << 32))
  }
}

/**
 * Relaxes arcs for two labels at a time. Constants are derived from a variable, because literal constants would be
 * created again for every arc.
 */
function relaxTwo(labels: usize, begin: u32, end: u32, both: v128): void {
  const minusOne = i64x2.eq(both, both)
  const upper = i64x2.shl(minusOne, 32)
  const weightEnd = weight + ((end as usize) << 2)
  let depthAt = upperDepth + ((begin as usize) << 1)
  let own = both
  for (let weightAt = weight + ((begin as usize) << 2); weightAt < weightEnd; weightAt += 4, depthAt += 2) {
    const to = labels + ((load<u16>(depthAt) as usize) << COLUMNS_SHIFT)
    const added = v128.and(v128.load32_splat(weightAt), upper)
    const old = v128.load(to)
    const offered = i64x2.add(own, added)
    v128.store(to, v128.bitselect(offered, old, i64x2.lt_s(offered, old)))
    own = i64x2.sub(own, minusOne)
  }
}

function relaxFour(labels: usize, begin: u32, end: u32, some: v128, more: v128): void {
  const minusOne = i64x2.eq(some, some)
  const upper = i64x2.shl(minusOne, 32)
  const weightEnd = weight + ((end as usize) << 2)
  let depthAt = upperDepth + ((begin as usize) << 1)
  let own = some
  let others = more
  for (let weightAt = weight + ((begin as usize) << 2); weightAt < weightEnd; weightAt += 4, depthAt += 2) {
    const to = labels + ((load<u16>(depthAt) as usize) << COLUMNS_SHIFT)
    const added = v128.and(v128.load32_splat(weightAt), upper)
    const old = v128.load(to)
    const offered = i64x2.add(own, added)
    v128.store(to, v128.bitselect(offered, old, i64x2.lt_s(offered, old)))
    const old2 = v128.load(to, 16)
    const offered2 = i64x2.add(others, added)
    v128.store(to, v128.bitselect(offered2, old2, i64x2.lt_s(offered2, old2)), 16)
    own = i64x2.sub(own, minusOne)
    others = i64x2.sub(others, minusOne)
  }
}
