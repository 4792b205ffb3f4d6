import { i32x4, load, store, v128 } from '~lib/builtins'
import {
  FOUR_BYTES,
  fourRow,
  INFINITE_CLIMB,
  LANES,
  laneAt,
  laneRow,
  ORIGIN_DEPTH,
  placeArcs,
  placeOrigins,
  placeWeights,
} from './climb-layout.ts'
import { DEPTH, PARENT, VERTEX_BYTES } from './layout.ts'
import { height, upperDepth, vertexCount, weight } from './memory.ts'
import { vertexAt } from './side.ts'

/**
 * The rest of the climbs of four points, in a lane and the next ones, that have come to the same vertex: every arc above is offered to all four at
 * once. No end may lie there or higher: of equal labels the first is kept, as it comes from the lower vertex, and only
 * an end would have to give way. A lane that nobody uses has infinite labels, and stays so.
 */
export function climbFour(scratch: usize, firstLane: u32, first: usize, vertex: u32): void {
  const row = scratch + fourRow(height)
  join(scratch, firstLane, row, load<u32>(vertexAt(vertex), DEPTH))
  for (let v = vertex; v < vertexCount; ) {
    const record = vertexAt(v)
    const depth = load<u32>(record, DEPTH)
    const begin = load<u32>(record + first)
    keep(scratch, firstLane, row, depth as usize, begin)
    const origin = i32x4.splat(((ORIGIN_DEPTH - depth) << 16) as i32)
    relaxFour(row, begin, load<u32>(record + first + VERTEX_BYTES), v128.load(at(row, depth as usize)), origin)
    v = load<u32>(record, PARENT)
  }
}

function at(row: usize, depth: usize): usize {
  return row + depth * FOUR_BYTES
}

/** Takes the labels of the four rows up from a depth, and leaves these clean. */
function join(scratch: usize, firstLane: u32, row: usize, depth: u32): void {
  for (let lane: u32 = 0; lane < LANES; lane++) {
    let from = scratch + laneAt(height, firstLane + lane) + laneRow(height)
    const end = from + ((depth as usize) << 3)
    for (let to = row + ((lane as usize) << 2); from <= end; from += 8, to += FOUR_BYTES) {
      const label = load<i64>(from)
      store<i64>(from, INFINITE_CLIMB)
      store<i32>(to, (label >> 32) as i32)
      store<u32>(to, label as u32, 16)
    }
  }
}

/** What each of the four knows of a vertex goes to the places of its lane. */
function keep(scratch: usize, firstLane: u32, row: usize, depth: usize, firstArc: u32): void {
  let from = at(row, depth)
  for (let lane: u32 = 0; lane < LANES; lane++, from += 4) {
    const kept = scratch + laneAt(height, firstLane + lane) + (depth << 2)
    store<i32>(kept + placeWeights(height), load<i32>(from))
    store<u32>(kept + placeArcs(height), firstArc)
    store<u32>(kept + placeOrigins(height), load<u32>(from, 16))
  }
}

/** Infinite labels become no less by adding to them: they need no question. */
function relaxFour(row: usize, begin: u32, end: u32, labels: v128, origin: v128): void {
  const one = i32x4.splat(1)
  const weightEnd = weight + ((end as usize) << 2)
  let depthAt = upperDepth + ((begin as usize) << 1)
  let from = origin
  for (let weightAt = weight + ((begin as usize) << 2); weightAt < weightEnd; weightAt += 4, depthAt += 2) {
    const to = row + (load<u16>(depthAt) as usize) * FOUR_BYTES
    const old = v128.load(to)
    const offered = i32x4.add(labels, v128.load32_splat(weightAt))
    const isLess = i32x4.lt_s(offered, old)
    v128.store(to, i32x4.min_s(offered, old))
    v128.store(to, v128.bitselect(from, v128.load(to, 16), isLess), 16)
    from = i32x4.add(from, one)
  }
}
