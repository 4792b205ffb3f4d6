import { load, store } from '~lib/builtins'
import { climbApart, start } from './climb-apart.ts'
import { endRow, fromVertex, offer, take } from './climb-labels.ts'
import {
  CLIMB_LANES_READY,
  CLIMB_ROWS_READY,
  INFINITE_CLIMB,
  LANE_APART,
  LANE_END_COUNT,
  laneAt,
  laneRow,
  MOST_LANES,
  ORIGIN_DEPTH,
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
    for (let lane: u32 = 0; lane < MOST_LANES; lane++) clear(scratch + laneAt(height, lane) + laneRow(height))
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
