import { load, store } from '~lib/builtins'
import { DEPTH } from '../layout.ts'
import { height, vertexCount } from '../memory.ts'
import { vertexAt } from '../side.ts'
import { endRow } from './labels.ts'
import {
  CLIMB_COLUMNS_READY,
  CLIMB_ROWS_READY,
  CLIMB_STANDS,
  COLUMNS_BYTES,
  INFINITE_CLIMB,
  LANE_APART,
  LANE_END_COUNT,
  LANE_JOINT,
  labelColumns,
  laneAt,
  ORIGIN_DEPTH,
} from './layout.ts'
import { climbApart, start } from './separate.ts'
import { climbTogether } from './together.ts'

/**
 * Searches upward to the root from all sources or targets of the points in several lanes, at most COLUMNS, as
 * matrix/climber.ts does for each. Points must be in tree order. `first` selects the arcs, UP_FIRST or DOWN_FIRST. A
 * label is a weight, then the code of its origin vertex, then the index of the arc. Returns 0, or -1 if a point settles
 * too many vertices before the meeting.
 */
export function climb(scratch: usize, firstLane: u32, lanes: u32, first: usize): i32 {
  for (let column: u32 = 0; column < lanes; column++) {
    const base = scratch + laneAt(height, firstLane + column)
    const labels = scratch + labelColumns(height) + ((column as usize) << 3)
    const ends = load<u32>(base, LANE_END_COUNT)
    const joint = load<u32>(base, LANE_JOINT)
    const jointDepth: i32 = joint < vertexCount ? (load<u32>(vertexAt(joint), DEPTH) as i32) : -1
    prepare(scratch, ends)
    start(scratch, base, labels, ends, jointDepth)
    const apart = climbApart(scratch, base, labels, first, ends, joint, jointDepth)
    if (apart < 0 || apart + jointDepth >= (ORIGIN_DEPTH as i32)) {
      // The rows still contain labels, so they are marked as not ready.
      store<u32>(scratch, 0, CLIMB_ROWS_READY)
      store<u32>(scratch, 0, CLIMB_COLUMNS_READY)
      return -1
    }
    store<i32>(base, apart, LANE_APART)
    store<u32>(scratch + ((column as usize) << 2), joint, CLIMB_STANDS)
  }
  climbTogether(scratch, firstLane, lanes, first)
  return 0
}

/** Clears unused memory. Everything else is clean, because every label is reset when it is read. */
function prepare(scratch: usize, ends: u32): void {
  if (load<u32>(scratch, CLIMB_COLUMNS_READY) === 0) {
    clear(scratch + labelColumns(height), height * COLUMNS_BYTES)
    store<u32>(scratch, 1, CLIMB_COLUMNS_READY)
  }
  for (let row = load<u32>(scratch, CLIMB_ROWS_READY); row < ends; row++) {
    clear(endRow(scratch, row), height << 3)
    store<u32>(scratch, row + 1, CLIMB_ROWS_READY)
  }
}

function clear(begin: usize, bytes: usize): void {
  for (let at = begin; at < begin + bytes; at += 8) store<i64>(at, INFINITE_CLIMB)
}
