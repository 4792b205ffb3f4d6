import { load, min, select, store } from '~lib/builtins'
import {
  ACTIVE_ROW,
  ACTIVE_ROWS,
  ACTIVE_VERTEX,
  BACKWARD,
  DEPTH,
  ENDPOINT_COUNT,
  ENDPOINT_VERTEX,
  ENDPOINT_WEIGHT,
  FORWARD,
  MAX_ENDPOINTS,
  MIN_WEIGHT,
  PARENT,
  ROW_BOTTOM,
  ROW_TOP,
  ROWS,
  ROWS_READY,
  rowBytes,
  SHARED,
  SHARED_BYTES,
  SHARED_COUNT,
  SHARED_VERTEX,
  VERTEX_BYTES,
} from './layout.ts'
import { height, vertexCount, vertices } from './memory.ts'
import { INFINITE, INFINITE_LABEL, relax } from './relax.ts'

/**
 * One direction of a search goes up the elimination tree from its sources or targets. Each source or target has a
 * separate row of labels until the rows meet. `side` is FORWARD or BACKWARD. `first` selects the arcs and is UP_FIRST
 * or DOWN_FIRST.
 */

export function vertexAt(vertex: u32): usize {
  return vertices + (vertex as usize) * VERTEX_BYTES
}

export function rowAt(scratch: usize, side: usize, row: u32): usize {
  const before = side === FORWARD ? (0 as usize) : MAX_ENDPOINTS
  return scratch + ROWS + (before + (row as usize)) * rowBytes(height)
}

function item(scratch: usize, side: usize, array: usize, index: u32): usize {
  return scratch + side + array + ((index as usize) << 2)
}

/**
 * Fills rows with infinite labels before their first use. Later, the rows stay clean, because every label is reset when
 * it is read.
 */
export function prepareRows(scratch: usize, count: u32): void {
  for (let row = load<u32>(scratch, ROWS_READY); row < count; row++) {
    const forward = rowAt(scratch, FORWARD, row)
    const backward = rowAt(scratch, BACKWARD, row)
    for (let at: usize = 0; at < height << 3; at += 8) {
      store<i64>(forward + at, INFINITE_LABEL)
      store<i64>(backward + at, INFINITE_LABEL)
    }
    store<u32>(scratch, row + 1, ROWS_READY)
  }
}

/**
 * Creates a row for every source or target. The row gets its label immediately, unless the source or target is on a
 * shared arc. On a shared arc, the row gets its label when the search reaches the arc.
 */
export function start(scratch: usize, side: usize): void {
  const count = load<u32>(scratch + side, ENDPOINT_COUNT)
  store<u32>(scratch + side, count, ACTIVE_ROWS)
  store<i32>(scratch + side, minWeight(scratch, side), MIN_WEIGHT)
  for (let endpoint: u32 = 0; endpoint < count; endpoint++) {
    const vertex = load<u32>(item(scratch, side, ENDPOINT_VERTEX, endpoint))
    const depth = load<u32>(vertexAt(vertex), DEPTH)
    store<u32>(item(scratch, side, ACTIVE_ROW, endpoint), endpoint)
    store<u32>(item(scratch, side, ACTIVE_VERTEX, endpoint), vertex)
    store<u32>(item(scratch, side, ROW_BOTTOM, endpoint), depth)
    store<u32>(item(scratch, side, ROW_TOP, endpoint), 0)
    if (isShared(scratch, vertex)) continue
    offer(rowAt(scratch, side, endpoint) + ((depth as usize) << 3), endpointLabel(scratch, side, endpoint))
  }
}

function isShared(scratch: usize, vertex: u32): bool {
  const count = load<u32>(scratch, SHARED_COUNT)
  for (let index: u32 = 0; index < count; index++) {
    if (load<u32>(sharedAt(scratch, index), SHARED_VERTEX) === vertex) return true
  }
  return false
}

/** Returns the record of an arc with both a source and a target. */
export function sharedAt(scratch: usize, index: u32): usize {
  return scratch + SHARED + (index as usize) * SHARED_BYTES
}

/**
 * Returns the label of a path that begins at a source or target. Its weight is capped at INFINITE, so that the sum of
 * two weights fits in 32 bits.
 */
export function endpointLabel(scratch: usize, side: usize, endpoint: u32): i64 {
  const weight = load<i32>(item(scratch, side, ENDPOINT_WEIGHT, endpoint)) as i64
  const own = min<i64>(weight - (load<i32>(scratch + side, MIN_WEIGHT) as i64), INFINITE as i64)
  return (own << 32) | ((vertexCount + endpoint) as i64)
}

export function offer(at: usize, label: i64): void {
  const old = load<i64>(at)
  store<i64>(at, select<i64>(label, old, label < old))
}

function minWeight(scratch: usize, side: usize): i32 {
  const count = load<u32>(scratch + side, ENDPOINT_COUNT)
  let result = INFINITE
  for (let endpoint: u32 = 0; endpoint < count; endpoint++) {
    result = min<i32>(result, load<i32>(item(scratch, side, ENDPOINT_WEIGHT, endpoint)))
  }
  return result
}

export function activeRows(scratch: usize, side: usize): u32 {
  return load<u32>(scratch + side, ACTIVE_ROWS)
}

export function activeVertex(scratch: usize, side: usize, index: u32): u32 {
  return load<u32>(item(scratch, side, ACTIVE_VERTEX, index))
}

export function rowOf(scratch: usize, side: usize, index: u32): usize {
  return rowAt(scratch, side, load<u32>(item(scratch, side, ACTIVE_ROW, index)))
}

export function lowest(scratch: usize, side: usize): u32 {
  const count = activeRows(scratch, side)
  let result = vertexCount
  for (let index: u32 = 0; index < count; index++) {
    const at = activeVertex(scratch, side, index)
    result = select<u32>(at, result, at < result)
  }
  return result
}

/** Merges all active rows at a vertex and returns the merged row, or -1 if there is no row. */
export function gather(scratch: usize, side: usize, vertex: u32): i32 {
  let merged: i32 = -1
  for (let index: u32 = 0; index < activeRows(scratch, side); index++) {
    if (activeVertex(scratch, side, index) !== vertex) continue
    if (merged < 0) merged = index as i32
    else {
      const depth = load<u32>(vertexAt(vertex), DEPTH)
      merge(rowOf(scratch, side, index), rowOf(scratch, side, merged as u32), depth)
      const row = load<u32>(item(scratch, side, ACTIVE_ROW, index))
      store<u32>(item(scratch, side, ROW_TOP, row), depth + 1)
      remove(scratch, side, index)
      index--
    }
  }
  return merged
}

function merge(from: usize, to: usize, depth: u32): void {
  for (let at: usize = 0; at <= (depth as usize) << 3; at += 8) {
    const a = load<i64>(from + at)
    const b = load<i64>(to + at)
    store<i64>(to + at, select<i64>(a, b, a < b))
    store<i64>(from + at, INFINITE_LABEL)
  }
}

/** Removes an active row and moves the last active row to its position. */
function remove(scratch: usize, side: usize, index: u32): void {
  const last = activeRows(scratch, side) - 1
  store<u32>(scratch + side, last, ACTIVE_ROWS)
  store<u32>(item(scratch, side, ACTIVE_ROW, index), load<u32>(item(scratch, side, ACTIVE_ROW, last)))
  store<u32>(item(scratch, side, ACTIVE_VERTEX, index), load<u32>(item(scratch, side, ACTIVE_VERTEX, last)))
}

/** Returns the address of the label at a row's current vertex. */
export function labelAt(scratch: usize, side: usize, index: u32): usize {
  const depth = load<u32>(vertexAt(activeVertex(scratch, side, index)), DEPTH)
  return rowOf(scratch, side, index) + ((depth as usize) << 3)
}

/** Moves a row from its vertex to the parent. Labels of `bound` or more are dropped. */
export function advance(scratch: usize, side: usize, first: usize, index: u32, bound: i32): void {
  const vertex = activeVertex(scratch, side, index)
  const parent = settle(rowOf(scratch, side, index), vertex, first, bound)
  if (parent >= vertexCount) remove(scratch, side, index)
  else store<u32>(item(scratch, side, ACTIVE_VERTEX, index), parent)
}

/** Settles a vertex: removes its label from the row, stores the label, and relaxes the arcs. Returns the parent. */
export function settle(row: usize, vertex: u32, first: usize, bound: i32): u32 {
  const record = vertexAt(vertex)
  const depth = load<u32>(record, DEPTH) as usize
  const label = load<i64>(row + (depth << 3))
  store<i64>(row + (depth << 3), INFINITE_LABEL)
  keepSettled(row, depth, vertex, label)
  if (((label >> 32) as i32) < bound) {
    relax(row, load<u32>(record + first), load<u32>(record + first + VERTEX_BYTES), fromHere(label, vertex))
  }
  return load<u32>(record, PARENT)
}

/** Returns a label with the same weight and the vertex as origin. */
export function fromHere(label: i64, vertex: u32): i64 {
  return (label & (0xffffffff00000000 as i64)) | (vertex as i64)
}

export function keepSettled(row: usize, depth: usize, vertex: u32, label: i64): void {
  store<i64>(row + ((height + depth) << 3), label)
  store<u32>(row + (height << 4) + (depth << 2), vertex)
}

/** Returns the label with which this side settled a vertex. The vertex must be settled. */
export function settledLabel(scratch: usize, side: usize, vertex: u32): i64 {
  const count = load<u32>(scratch + side, ENDPOINT_COUNT)
  const depth = load<u32>(vertexAt(vertex), DEPTH)
  for (let row: u32 = 0; row < count; row++) {
    const at = rowAt(scratch, side, row)
    // Values outside the row's depth range are left over from earlier searches.
    if (
      load<u32>(at + (height << 4) + ((depth as usize) << 2)) === vertex &&
      depth <= load<u32>(item(scratch, side, ROW_BOTTOM, row)) &&
      depth >= load<u32>(item(scratch, side, ROW_TOP, row))
    ) {
      return load<i64>(at + ((height + (depth as usize)) << 3))
    }
  }
  return INFINITE_LABEL
}

/**
 * Returns the origin of a settled vertex's label, which is a lower vertex or `vertexCount` plus the index of a source
 * or target.
 */
export function originOf(scratch: usize, side: usize, vertex: u32): u32 {
  return settledLabel(scratch, side, vertex) as u32
}
