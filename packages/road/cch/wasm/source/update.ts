import { ctz, load, store } from '~lib/builtins'
import { findArc, isCompact, listTargets, NO_ARC } from './compact.ts'
import {
  arcCount,
  changed,
  children,
  childrenOf,
  downBelow,
  downBelowFirst,
  downFirst,
  leaves,
  longer,
  lower,
  pairFirst,
  pairs,
  pending,
  shorter,
  slotOfTurn,
  target,
  touched,
  triangleFirst,
  turnWeight,
  upBelow,
  upBelowFirst,
  upFirst,
  upper,
  vertexCount,
  waiting,
  weight,
  weightOf,
  word,
} from './customization.ts'
import { C_TOUCHED_COUNT } from './customization-layout.ts'
import { INFINITE } from './relax.ts'
import { firstChild, secondChild, toChildren, turnOfLeaf } from './shortcut-children.ts'

/** Partial customization follows the same steps as reference/updater.ts, with a more compact memory layout. */

const LOWERED: u32 = 1
const UNSUPPORTED: u32 = 2

let shorterCount: u32 = 0
let longerCount: u32 = 0
let touchedCount: u32 = 0

/**
 * Processes the first `count` entries of `changed`, which have new weights. Returns the number of processed vertices.
 */
export function update(count: u32): u32 {
  touchedCount = 0
  for (let index: u32 = 0; index < count; index++) changeTurn(word(changed, index))
  let vertices: u32 = 0
  const wordCount = (vertexCount + 63) >> 6
  for (let index: u32 = 0; index < wordCount; index++) {
    const at = waiting + ((index as usize) << 3)
    // Vertices that become pending during the loop are higher, so they are processed later, possibly in the same word.
    for (let bits = load<i64>(at); bits !== 0; bits = load<i64>(at)) {
      store<i64>(at, bits & (bits - 1))
      processVertex((index << 6) + (ctz<i64>(bits) as u32))
      vertices++
    }
  }
  store<u32>(C_TOUCHED_COUNT, touchedCount)
  return vertices
}

function changeTurn(turn: u32): void {
  const slot = word(slotOfTurn, turn)
  const own = load<i32>(turnWeight + ((turn as usize) << 2))
  const old = weightOf(slot)
  if (slot >= arcCount) {
    setWeight(slot, own)
    touch(slot)
  } else if (own < old) {
    setWeight(slot, own)
    setChildren(slot, leafOf(slot))
    enqueue(slot, LOWERED)
  } else if (own > old && childrenOf(slot) < 0) enqueue(slot, UNSUPPORTED)
}

function setWeight(slot: u32, value: i32): void {
  store<i32>(weight + ((slot as usize) << 2), value)
}

function setChildren(slot: u32, value: f64): void {
  store<f64>(children + ((slot as usize) << 3), value)
}

function leafOf(slot: u32): f64 {
  return load<f64>(leaves + ((slot as usize) << 3))
}

function enqueue(arc: u32, what: u32): void {
  store<u8>(pending + arc, (load<u8>(pending + arc) | what) as u8)
  const vertex = word(lower, arc)
  const at = waiting + (((vertex >> 6) as usize) << 3)
  store<i64>(at, load<i64>(at) | ((1 as i64) << (vertex & 63)))
}

function touch(slot: u32): void {
  store<u32>(touched + ((touchedCount as usize) << 2), slot)
  touchedCount++
}

/**
 * Processes a vertex. All its arcs get their final weights before any arc is relaxed upward, because a pair needs two
 * final weights.
 */
function processVertex(v: u32): void {
  shorterCount = 0
  longerCount = 0
  settleArcs(word(upFirst, v), word(upFirst, v + 1))
  settleArcs(word(downFirst, v), word(downFirst, v + 1))
  if (isCompact() && shorterCount + longerCount > 0) listTargets(v)
  for (let index: u32 = 0; index < shorterCount; index++) offerAbove(v, word(shorter, index))
  for (let index: u32 = 0; index < longerCount; index++) withdrawAbove(v, word(longer, index))
}

function settleArcs(begin: u32, end: u32): void {
  for (let arc = begin; arc < end; arc++) if (load<u8>(pending + arc) !== 0) settle(arc)
}

function settle(arc: u32): void {
  const what: u32 = load<u8>(pending + arc)
  const before = weightOf(arc)
  store<u8>(pending + arc, 0)
  touch(arc)
  if ((what & UNSUPPORTED) !== 0) searchBest(arc)
  if ((what & LOWERED) !== 0) {
    store<u32>(shorter + ((shorterCount as usize) << 2), arc)
    shorterCount++
  } else if (weightOf(arc) > before) {
    store<u32>(longer + ((longerCount as usize) << 2), arc)
    longerCount++
  }
}

/**
 * Searches for the best path of an arc. The turn comes first, then the previous pair, and then all other pairs, because
 * the previous best usually remains the best.
 */
function searchBest(arc: u32): void {
  const leaf = leafOf(arc)
  const previous = childrenOf(arc)
  let best = leaf < 0 ? load<i32>(turnWeight + ((turnOfLeaf(leaf) as usize) << 2)) : INFINITE
  let bestChildren = leaf
  if (previous > 0) {
    const sum = weightOf(firstChild(previous)) + weightOf(secondChild(previous))
    if (sum < best) {
      best = sum
      bestChildren = previous
    }
  }
  setWeight(arc, best)
  setChildren(arc, bestChildren)
  if (!isCompact()) tryListedPairs(arc, best, bestChildren)
  else if (arc < word(downFirst, 0)) tryPairsBelowUpArc(arc)
  else tryPairsBelowDownArc(arc)
}

function tryListedPairs(arc: u32, weight: i32, children: f64): void {
  let best = weight
  let bestChildren = children
  const end = pairs + ((word(pairFirst, arc + 1) as usize) << 3)
  for (let at = pairs + ((word(pairFirst, arc) as usize) << 3); at < end; at += 8) {
    const into = load<u32>(at)
    const out = load<u32>(at, 4)
    const sum = weightOf(into) + weightOf(out)
    if (sum < best) {
      best = sum
      bestChildren = toChildren(into, out)
    }
  }
  setWeight(arc, best)
  setChildren(arc, bestChildren)
}

function tryPair(arc: u32, into: u32, out: u32): void {
  const sum = weightOf(into) + weightOf(out)
  if (sum >= weightOf(arc)) return
  setWeight(arc, sum)
  setChildren(arc, toChildren(into, out))
}

/** Tries the pairs x→v→y below an up arc x→y. */
function tryPairsBelowUpArc(arc: u32): void {
  const x = word(lower, arc)
  const y = word(upper, arc)
  const end = word(downBelowFirst, x + 1)
  for (let index = word(downBelowFirst, x); index < end; index++) {
    const into = word(downBelow, index)
    const out = findArc(upFirst, word(lower, into), y)
    if (out !== NO_ARC) tryPair(arc, into, out)
  }
}

/** Tries the pairs x→v→y below a down arc x→y. */
function tryPairsBelowDownArc(arc: u32): void {
  const x = word(upper, arc)
  const y = word(lower, arc)
  const end = word(upBelowFirst, y + 1)
  for (let index = word(upBelowFirst, y); index < end; index++) {
    const out = word(upBelow, index)
    const into = findArc(downFirst, word(lower, out), x)
    if (into !== NO_ARC) tryPair(arc, into, out)
  }
}

/** Returns the targets of the triangles at a vertex. In the compact layout, the caller must list the targets first. */
function targetsOf(v: u32): usize {
  return isCompact() ? target : target + ((word(triangleFirst, v) as usize) << 2)
}

/** Relaxes all pairs that contain an arc, at the lower vertex of the arc, into the arcs above. */
function offerAbove(v: u32, arc: u32): void {
  const own = weightOf(arc)
  const ups = word(upFirst, v + 1) - word(upFirst, v)
  const first = targetsOf(v)
  if (arc < word(upFirst, v + 1)) {
    const end = word(downFirst, v + 1)
    let at = first + (((arc - word(upFirst, v)) as usize) << 2)
    for (let into = word(downFirst, v); into < end; into++, at += (ups as usize) << 2) {
      offer(load<u32>(at), own + weightOf(into), into, arc)
    }
  } else {
    const end = word(upFirst, v + 1)
    let at = first + ((((arc - word(downFirst, v)) * ups) as usize) << 2)
    for (let out = word(upFirst, v); out < end; out++, at += 4) offer(load<u32>(at), own + weightOf(out), arc, out)
  }
}

/** Offers a pair to an arc. Pairs x→v→x have a slot after all arcs and cannot improve any path. */
function offer(slot: u32, sum: i32, into: u32, out: u32): void {
  if (sum >= weightOf(slot) || slot >= arcCount) return
  setWeight(slot, sum)
  setChildren(slot, toChildren(into, out))
  enqueue(slot, LOWERED)
}

/** Marks the arcs above that have this arc as a shortcut child. */
function withdrawAbove(v: u32, arc: u32): void {
  const ups = word(upFirst, v + 1) - word(upFirst, v)
  const first = targetsOf(v)
  if (arc < word(upFirst, v + 1)) {
    const end = word(downFirst, v + 1)
    let at = first + (((arc - word(upFirst, v)) as usize) << 2)
    for (let into = word(downFirst, v); into < end; into++, at += (ups as usize) << 2) {
      withdraw(load<u32>(at), into, arc)
    }
  } else {
    const end = word(upFirst, v + 1)
    let at = first + ((((arc - word(downFirst, v)) * ups) as usize) << 2)
    for (let out = word(upFirst, v); out < end; out++, at += 4) withdraw(load<u32>(at), arc, out)
  }
}

function withdraw(slot: u32, into: u32, out: u32): void {
  if (childrenOf(slot) === toChildren(into, out)) enqueue(slot, UNSUPPORTED)
}
