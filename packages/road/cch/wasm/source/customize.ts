import { load, select, store } from '~lib/builtins'
import { memory } from '~lib/memory'
import { isCompact, listTargets } from './compact.ts'
import {
  children,
  downFirst,
  leaves,
  slotCount,
  slotOfTurn,
  target,
  turnCount,
  turnWeight,
  upFirst,
  vertexCount,
  weight,
  word,
} from './customization.ts'
import { INFINITE } from './relax.ts'
import { toChildren } from './shortcut-children.ts'

/** Computes the hierarchy weights from turn weights, as in reference/customize.ts. */
export function customize(): void {
  loadTurns()
  relaxTriangles()
  // The spare slot is scratch memory. Resetting it makes metrics with equal weights byte-identical.
  store<i32>(weight + ((slotCount as usize) << 2), INFINITE)
  store<f64>(children + ((slotCount as usize) << 3), 0)
}

function loadTurns(): void {
  memory.copy(children, leaves, ((slotCount as usize) + 1) << 3)
  const weightEnd = weight + (((slotCount as usize) + 1) << 2)
  for (let at = weight; at < weightEnd; at += 4) store<i32>(at, INFINITE)
  for (let turn: u32 = 0; turn < turnCount; turn++) {
    store<i32>(weight + ((word(slotOfTurn, turn) as usize) << 2), load<i32>(turnWeight + ((turn as usize) << 2)))
  }
}

/**
 * Relaxes all triangles. When a vertex is reached, its arcs are final, and all pairs through it are relaxed into the
 * arcs above. `select` chooses weights and shortcut children, because unpredictable branches dominate the cost. The
 * addresses are copied to local variables, because globals are loaded again for every pair.
 */
function relaxTriangles(): void {
  const compact = isCompact()
  const weights = weight
  const pairs = children
  let next = target
  for (let v: u32 = 0; v < vertexCount; v++) {
    if (compact) {
      listTargets(v)
      next = target
    }
    const outFirst = word(upFirst, v)
    const outBegin = weights + ((outFirst as usize) << 2)
    const outEnd = weights + ((word(upFirst, v + 1) as usize) << 2)
    const intoEnd = word(downFirst, v + 1)
    for (let into = word(downFirst, v); into < intoEnd; into++) {
      const there = load<i32>(weights + ((into as usize) << 2))
      let pair = toChildren(into, outFirst)
      for (let out = outBegin; out < outEnd; out += 4, next += 4, pair += 1) {
        const slot = load<u32>(next) as usize
        const old = load<i32>(weights + (slot << 2))
        const sum = there + load<i32>(out)
        const isShorter = sum < old
        store<i32>(weights + (slot << 2), select<i32>(sum, old, isShorter))
        store<f64>(pairs + (slot << 3), select<f64>(pair, load<f64>(pairs + (slot << 3)), isShorter))
      }
    }
  }
}
