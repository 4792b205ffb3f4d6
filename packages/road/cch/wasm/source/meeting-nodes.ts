import { load, max, min, store } from '~lib/builtins'
import {
  BEST,
  BEST_KIND,
  BEST_VERTEX,
  BOUND,
  BY_LABELS,
  CANDIDATE_COUNT,
  candidates,
  OFFSET,
  STRETCH,
} from './layout.ts'
import { height } from './memory.ts'
import { INFINITE } from './relax.ts'

/** Processes a vertex that both sides have reached. */
export function meet(scratch: usize, vertex: u32, weight: i32): void {
  collectViaNode(scratch, vertex, weight)
  if (weight < load<i32>(scratch, BEST)) setBestMeeting(scratch, vertex, weight, BY_LABELS)
}

export function setBestMeeting(scratch: usize, vertex: u32, weight: i32, kind: u32): void {
  const stretch = load<f64>(scratch, STRETCH)
  store<i32>(scratch, weight, BEST)
  store<u32>(scratch, vertex, BEST_VERTEX)
  store<u32>(scratch, kind, BEST_KIND)
  store<i32>(scratch, stretch > 0 ? boundFor(weight, load<i32>(scratch, OFFSET), stretch) : weight, BOUND)
}

/** Returns the bound of the search. Labels at or above this weight cannot be part of a result. */
function boundFor(best: i32, offset: i32, stretch: f64): i32 {
  const room = Math.floor(((best as f64) + (offset as f64)) * stretch)
  return min<f64>(INFINITE as f64, (best as f64) + max<f64>(0, room) + 1) as i32
}

/** Records a vertex as a possible via node of an alternative. */
export function collectViaNode(scratch: usize, vertex: u32, weight: i32): void {
  if (load<f64>(scratch, STRETCH) <= 0) return
  const count = load<u32>(scratch, CANDIDATE_COUNT)
  const at = scratch + candidates(height) + ((count as usize) << 3)
  store<u32>(at, vertex)
  store<i32>(at, weight, 4)
  store<u32>(scratch, count + 1, CANDIDATE_COUNT)
}
