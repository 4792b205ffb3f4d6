import { load, select, store } from '~lib/builtins'
import { upperDepth, weight } from './memory.ts'

export const INFINITE: i32 = 0x3fffffff

/**
 * Label of an unreached vertex. A label is a weight with its origin in the lower half, so one branch-free comparison
 * handles both.
 */
export const INFINITE_LABEL: i64 = (0x3fffffff as i64) << 32

/**
 * Relaxes all arcs of a vertex with a label. The minimum is computed with `select`, because a branch would be
 * unpredictable.
 */
export function relax(labels: usize, begin: u32, end: u32, label: i64): void {
  const weightEnd = weight + ((end as usize) << 2)
  let depthAt = upperDepth + ((begin as usize) << 1)
  for (let weightAt = weight + ((begin as usize) << 2); weightAt < weightEnd; weightAt += 4, depthAt += 2) {
    const at = labels + ((load<u16>(depthAt) as usize) << 3)
    const old = load<i64>(at)
    const offered = label + ((load<i32>(weightAt) as i64) << 32)
    store<i64>(at, select<i64>(offered, old, offered < old))
  }
}
