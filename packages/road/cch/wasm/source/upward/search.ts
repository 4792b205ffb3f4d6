import { load, store } from '~lib/builtins'
import { DEPTH } from '../layout.ts'
import { height, vertexCount } from '../memory.ts'
import { vertexAt } from '../side.ts'
import { endpointRow } from './labels.ts'
import {
  COLUMNS_BYTES,
  INFINITE_UPWARD,
  LANE_ENDPOINT_COUNT,
  LANE_JOINT,
  LANE_SETTLED_BEFORE_JOINT,
  labelColumns,
  laneAt,
  ORIGIN_DEPTH,
  UPWARD_COLUMNS_READY,
  UPWARD_ROWS_READY,
  UPWARD_VERTEX,
} from './layout.ts'
import { searchSeparately, writeStartLabels } from './separate.ts'
import { searchTogether } from './together.ts'

/**
 * Searches upward to the root from all sources or targets of the points in at most COLUMNS lanes. The single-point
 * version is in reference/upward-search.ts. Points must be in tree order. `first` selects the arcs and is UP_FIRST or
 * DOWN_FIRST. A label consists of a weight, the code of its origin vertex, and the index of the arc. Returns the number
 * of processed points. The number is smaller than `lanes` if the next point settles too many vertices before its
 * sources or targets meet.
 */
export function searchUpward(scratch: usize, firstLane: u32, lanes: u32, first: usize): u32 {
  for (let column: u32 = 0; column < lanes; column++) {
    const base = scratch + laneAt(height, firstLane + column)
    const labels = scratch + labelColumns(height) + ((column as usize) << 3)
    const endpoints = load<u32>(base, LANE_ENDPOINT_COUNT)
    const joint = load<u32>(base, LANE_JOINT)
    const jointDepth: i32 = joint < vertexCount ? (load<u32>(vertexAt(joint), DEPTH) as i32) : -1
    prepare(scratch, endpoints)
    writeStartLabels(scratch, base, labels, endpoints, jointDepth)
    const separate = searchSeparately(scratch, base, labels, first, endpoints, joint, jointDepth)
    if (separate < 0 || separate + jointDepth >= (ORIGIN_DEPTH as i32)) {
      // The rows still contain labels, so they are marked as not ready.
      store<u32>(scratch, 0, UPWARD_ROWS_READY)
      store<u32>(scratch, 0, UPWARD_COLUMNS_READY)
      return column
    }
    store<i32>(base, separate, LANE_SETTLED_BEFORE_JOINT)
    store<u32>(scratch + ((column as usize) << 2), joint, UPWARD_VERTEX)
  }
  searchTogether(scratch, firstLane, lanes, first)
  return lanes
}

/**
 * Fills memory with infinite labels before its first use. Later, the memory stays clean, because every label is reset
 * when it is read.
 */
function prepare(scratch: usize, endpoints: u32): void {
  if (load<u32>(scratch, UPWARD_COLUMNS_READY) === 0) {
    clear(scratch + labelColumns(height), height * COLUMNS_BYTES)
    store<u32>(scratch, 1, UPWARD_COLUMNS_READY)
  }
  for (let row = load<u32>(scratch, UPWARD_ROWS_READY); row < endpoints; row++) {
    clear(endpointRow(scratch, row), height << 3)
    store<u32>(scratch, row + 1, UPWARD_ROWS_READY)
  }
}

function clear(begin: usize, bytes: usize): void {
  for (let at = begin; at < begin + bytes; at += 8) store<i64>(at, INFINITE_UPWARD)
}
