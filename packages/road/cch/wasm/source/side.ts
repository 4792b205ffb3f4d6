import { load, select, store } from '~lib/builtins'
import {
  BACKWARD,
  CLIMBING,
  CLIMBING_AT,
  CLIMBING_ROW,
  DEPTH,
  END_COUNT,
  END_VERTEX,
  END_WEIGHT,
  FORWARD,
  MOST_ENDS,
  PARENT,
  ROW_BOTTOM,
  ROW_TOP,
  ROWS,
  ROWS_READY,
  rowBytes,
  VERTEX_BYTES,
} from './layout.ts'
import { height, vertexCount, vertices } from './memory.ts'
import { INFINITE_LABEL, relax } from './relax.ts'

/**
 * One direction of a search, up the elimination tree from its sources or targets, each with a separate row of labels
 * until they meet. `side` is FORWARD or BACKWARD; `first` selects the arcs, UP_FIRST or DOWN_FIRST.
 */

export function vertexAt(vertex: u32): usize {
  return vertices + (vertex as usize) * VERTEX_BYTES
}

export function rowAt(scratch: usize, side: usize, row: u32): usize {
  const before = side === FORWARD ? (0 as usize) : MOST_ENDS
  return scratch + ROWS + (before + (row as usize)) * rowBytes(height)
}

function item(scratch: usize, side: usize, array: usize, index: u32): usize {
  return scratch + side + array + ((index as usize) << 2)
}

/** Fills unused rows. All others are clean, because every label is reset when it is read. */
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

/** Creates a row with a label for every source or target. Weights are relative to the smallest, so none is negative. */
export function start(scratch: usize, side: usize, least: i32): void {
  const count = load<u32>(scratch + side, END_COUNT)
  store<u32>(scratch + side, count, CLIMBING)
  for (let end: u32 = 0; end < count; end++) {
    const vertex = load<u32>(item(scratch, side, END_VERTEX, end))
    const depth = load<u32>(vertexAt(vertex), DEPTH)
    const own = load<i32>(item(scratch, side, END_WEIGHT, end)) - least
    store<u32>(item(scratch, side, CLIMBING_ROW, end), end)
    store<u32>(item(scratch, side, CLIMBING_AT, end), vertex)
    store<u32>(item(scratch, side, ROW_BOTTOM, end), depth)
    store<u32>(item(scratch, side, ROW_TOP, end), 0)
    const at = rowAt(scratch, side, end) + ((depth as usize) << 3)
    const label = ((own as i64) << 32) | ((vertexCount + end) as i64)
    const old = load<i64>(at)
    store<i64>(at, select<i64>(label, old, label < old))
  }
}

export function leastWeight(scratch: usize, side: usize): i32 {
  const count = load<u32>(scratch + side, END_COUNT)
  let least = load<i32>(item(scratch, side, END_WEIGHT, 0))
  for (let end: u32 = 1; end < count; end++) {
    const own = load<i32>(item(scratch, side, END_WEIGHT, end))
    least = select<i32>(own, least, own < least)
  }
  return least
}

export function climbing(scratch: usize, side: usize): u32 {
  return load<u32>(scratch + side, CLIMBING)
}

export function standsAt(scratch: usize, side: usize, index: u32): u32 {
  return load<u32>(item(scratch, side, CLIMBING_AT, index))
}

export function rowOf(scratch: usize, side: usize, index: u32): usize {
  return rowAt(scratch, side, load<u32>(item(scratch, side, CLIMBING_ROW, index)))
}

export function lowest(scratch: usize, side: usize): u32 {
  const count = climbing(scratch, side)
  let result = vertexCount
  for (let index: u32 = 0; index < count; index++) {
    const at = standsAt(scratch, side, index)
    result = select<u32>(at, result, at < result)
  }
  return result
}

/** Merges all active rows at a vertex and returns the merged row; -1 if there is none. */
export function gather(scratch: usize, side: usize, vertex: u32): i32 {
  let found: i32 = -1
  for (let index: u32 = 0; index < climbing(scratch, side); index++) {
    if (standsAt(scratch, side, index) !== vertex) continue
    if (found < 0) found = index as i32
    else {
      const depth = load<u32>(vertexAt(vertex), DEPTH)
      merge(rowOf(scratch, side, index), rowOf(scratch, side, found as u32), depth)
      const merged = load<u32>(item(scratch, side, CLIMBING_ROW, index))
      store<u32>(item(scratch, side, ROW_TOP, merged), depth + 1)
      remove(scratch, side, index)
      index--
    }
  }
  return found
}

function merge(from: usize, to: usize, depth: u32): void {
  for (let at: usize = 0; at <= (depth as usize) << 3; at += 8) {
    const a = load<i64>(from + at)
    const b = load<i64>(to + at)
    store<i64>(to + at, select<i64>(a, b, a < b))
    store<i64>(from + at, INFINITE_LABEL)
  }
}

/** The last active row replaces the removed one. */
function remove(scratch: usize, side: usize, index: u32): void {
  const last = climbing(scratch, side) - 1
  store<u32>(scratch + side, last, CLIMBING)
  store<u32>(item(scratch, side, CLIMBING_ROW, index), load<u32>(item(scratch, side, CLIMBING_ROW, last)))
  store<u32>(item(scratch, side, CLIMBING_AT, index), load<u32>(item(scratch, side, CLIMBING_AT, last)))
}

/** The label at a row's current vertex. */
export function labelAt(scratch: usize, side: usize, index: u32): i64 {
  const depth = load<u32>(vertexAt(standsAt(scratch, side, index)), DEPTH)
  return load<i64>(rowOf(scratch, side, index) + ((depth as usize) << 3))
}

/** Moves a row from its vertex to the parent. Labels of `bound` or more are dropped. */
export function climb(scratch: usize, side: usize, first: usize, index: u32, bound: i32): void {
  const vertex = standsAt(scratch, side, index)
  const parent = pass(rowOf(scratch, side, index), vertex, first, bound)
  if (parent >= vertexCount) remove(scratch, side, index)
  else store<u32>(item(scratch, side, CLIMBING_AT, index), parent)
}

/** Settles a vertex: takes its label off the row, stores it, and relaxes its arcs. Returns the parent. */
export function pass(row: usize, vertex: u32, first: usize, bound: i32): u32 {
  const record = vertexAt(vertex)
  const depth = load<u32>(record, DEPTH) as usize
  const label = load<i64>(row + (depth << 3))
  store<i64>(row + (depth << 3), INFINITE_LABEL)
  keepPassed(row, depth, vertex, label)
  if (((label >> 32) as i32) < bound) {
    relax(row, load<u32>(record + first), load<u32>(record + first + VERTEX_BYTES), fromHere(label, vertex))
  }
  return load<u32>(record, PARENT)
}

/** The same weight with the vertex as origin. */
export function fromHere(label: i64, vertex: u32): i64 {
  return (label & (0xffffffff00000000 as i64)) | (vertex as i64)
}

export function keepPassed(row: usize, depth: usize, vertex: u32, label: i64): void {
  store<i64>(row + ((height + depth) << 3), label)
  store<u32>(row + (height << 4) + (depth << 2), vertex)
}

/** The label with which this side settled a vertex, which must be settled. */
export function passedLabel(scratch: usize, side: usize, vertex: u32): i64 {
  const count = load<u32>(scratch + side, END_COUNT)
  const depth = load<u32>(vertexAt(vertex), DEPTH)
  for (let row: u32 = 0; row < count; row++) {
    const at = rowAt(scratch, side, row)
    // Content outside the row's depth range is left over from earlier searches.
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

/** The origin of a settled vertex's label: a lower vertex, or vertexCount + the index of a source or target. */
export function originOf(scratch: usize, side: usize, vertex: u32): u32 {
  return passedLabel(scratch, side, vertex) as u32
}
