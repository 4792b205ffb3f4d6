import { load, select, store } from '~lib/builtins'
import { DEPTH, PARENT, VERTEX_BYTES } from '../layout.ts'
import { height, upperDepth, vertexCount, weight } from '../memory.ts'
import { INFINITE } from '../relax.ts'
import { vertexAt } from '../side.ts'
import { endpointRow, fromVertex, offer, take } from './labels.ts'
import {
  COLUMNS_SHIFT,
  INFINITE_UPWARD,
  LANE_AT,
  LANE_VERTEX,
  LANE_WEIGHT,
  maxSeparate,
  ORIGIN_ENDPOINT,
  slotVertices,
} from './layout.ts'

/**
 * In the first phase of an upward search, every source or target of a point has a separate row of labels until all have
 * met.
 */

/**
 * Writes the labels of the sources or targets into their rows. Labels at or above the common vertex go into the point's
 * column.
 */
export function writeStartLabels(scratch: usize, base: usize, column: usize, endpoints: u32, jointDepth: i32): void {
  for (let endpoint: u32 = 0; endpoint < endpoints; endpoint++) {
    const item = base + ((endpoint as usize) << 2)
    const vertex = load<u32>(item, LANE_VERTEX)
    const depth = load<u32>(vertexAt(vertex), DEPTH)
    const label = ((load<i32>(item, LANE_WEIGHT) as i64) << 32) | ((ORIGIN_ENDPOINT as i64) << 16) | (endpoint as i64)
    store<u32>(item, vertex, LANE_AT)
    offer(
      (depth as i32) > jointDepth
        ? endpointRow(scratch, endpoint) + ((depth as usize) << 3)
        : column + ((depth as usize) << COLUMNS_SHIFT),
      label,
    )
  }
}

/**
 * Processes the lowest vertex first until all sources or targets have reached the common vertex or a higher one.
 * Returns the number of settled vertices, or -1 if there are too many.
 */
export function searchSeparately(
  scratch: usize,
  base: usize,
  column: usize,
  first: usize,
  endpoints: u32,
  joint: u32,
  jointDepth: i32,
): i32 {
  let count: u32 = 0
  for (let vertex = lowest(base, endpoints, joint); vertex !== joint; vertex = lowest(base, endpoints, joint)) {
    if (count === (maxSeparate(height) as u32)) return -1
    const record = vertexAt(vertex)
    const depth = load<u32>(record, DEPTH) as usize
    const row = gather(scratch, base, endpoints, vertex, jointDepth, depth)
    const begin = load<u32>(record + first)
    const slot = height + (count as usize)
    store<u32>(base + slotVertices(height) + (slot << 2), vertex)
    const label = take(base, slot, row + (depth << 3), begin)
    if (((label >> 32) as i32) < INFINITE) {
      const end = load<u32>(record + first + VERTEX_BYTES)
      relaxSeparate(column, row, begin, end, fromVertex(label, count), jointDepth)
    }
    count++
  }
  return count as i32
}

function lowest(base: usize, endpoints: u32, joint: u32): u32 {
  let result = joint
  for (let endpoint: u32 = 0; endpoint < endpoints; endpoint++) {
    const at = load<u32>(base + ((endpoint as usize) << 2), LANE_AT)
    result = select<u32>(at, result, at < result)
  }
  return result
}

/** Merges the rows that have reached a vertex into one row, which continues to the vertex's parent. */
function gather(scratch: usize, base: usize, endpoints: u32, vertex: u32, jointDepth: i32, depth: usize): usize {
  let merged: usize = 0
  for (let endpoint: u32 = 0; endpoint < endpoints; endpoint++) {
    const item = base + ((endpoint as usize) << 2)
    if (load<u32>(item, LANE_AT) !== vertex) continue
    const row = endpointRow(scratch, endpoint)
    if (merged === 0) {
      merged = row
      store<u32>(item, load<u32>(vertexAt(vertex), PARENT), LANE_AT)
      continue
    }
    store<u32>(item, vertexCount, LANE_AT)
    for (let at = ((jointDepth + 1) as usize) << 3; at <= depth << 3; at += 8) {
      offer(merged + at, load<i64>(row + at))
      store<i64>(row + at, INFINITE_UPWARD)
    }
  }
  return merged
}

/** Relaxes the arcs of a vertex. Labels at or above the common vertex go into the shared column. */
function relaxSeparate(column: usize, row: usize, begin: u32, end: u32, label: i64, jointDepth: i32): void {
  for (let arc = begin; arc < end; arc++) {
    const depth = load<u16>(upperDepth + ((arc as usize) << 1)) as usize
    const own = load<i32>(weight + ((arc as usize) << 2))
    const next = label + ((own as i64) << 32) + ((arc - begin) as i64)
    const above = column + (depth << COLUMNS_SHIFT)
    offer(select<usize>(above, row + (depth << 3), (depth as i32) <= jointDepth), next)
  }
}
