import { load, select, store } from '~lib/builtins'
import { height } from '../memory.ts'
import { endpointRows, INFINITE_UPWARD, slotArcs, slotOrigins, slotWeights } from './layout.ts'

/**
 * All upward searches share this label handling. A label consists of a weight, the code of its origin vertex, and the
 * index of the arc.
 */

export function endpointRow(scratch: usize, end: u32): usize {
  return scratch + endpointRows(height) + (end as usize) * (height << 3)
}

export function offer(at: usize, label: i64): void {
  const old = load<i64>(at)
  store<i64>(at, select<i64>(label, old, label < old))
}

/** Takes the label of a vertex, clears its position in the row, and stores its contents in a slot. */
export function take(base: usize, slot: usize, at: usize, firstArc: u32): i64 {
  const label = load<i64>(at)
  const kept = base + (slot << 2)
  store<i64>(at, INFINITE_UPWARD)
  store<i32>(kept + slotWeights(height), (label >> 32) as i32)
  store<u32>(kept + slotArcs(height), firstArc)
  store<u32>(kept + slotOrigins(height), label as u32)
  return label
}

/**
 * Returns a label with the same weight, the vertex code as origin, and arc index 0. Relaxation adds the index of each
 * arc.
 */
export function fromVertex(label: i64, code: u32): i64 {
  return (label & (0xffffffff00000000 as i64)) | ((code as i64) << 16)
}
