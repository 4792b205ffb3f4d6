import { load, store } from '~lib/builtins'
import { DOWN_FIRST, UP_FIRST, VERTEX_BYTES } from '../layout.ts'
import { children, vertexCount, weight } from '../memory.ts'
import { INFINITE } from '../relax.ts'
import { firstChild, secondChild } from '../shortcut-children.ts'
import { vertexAt } from '../side.ts'

/**
 * Computes the path attributes of all hierarchy arcs from the stored attributes of turns, as in
 * reference/join-attributes.ts. Lower vertices are processed first, because the shortcut children of an arc are below
 * it.
 */
export function joinSteady(values: usize): void {
  for (let v: u32 = 0; v < vertexCount; v++) {
    const record = vertexAt(v)
    joinPairs(values, load<u32>(record, UP_FIRST), load<u32>(record + VERTEX_BYTES, UP_FIRST))
    joinPairs(values, load<u32>(record, DOWN_FIRST), load<u32>(record + VERTEX_BYTES, DOWN_FIRST))
  }
}

/**
 * Joins the attributes of a range of arcs. Length and duration are added in one sum, because neither is large enough to
 * overflow into the other.
 */
function joinPairs(values: usize, begin: u32, end: u32): void {
  for (let arc = begin; arc < end; arc++) {
    const pair = childrenToJoin(arc)
    if (pair < 0) continue
    const first = values + ((firstChild(pair) as usize) << 3)
    const second = values + ((secondChild(pair) as usize) << 3)
    store<i64>(values + ((arc as usize) << 3), load<i64>(first) + load<i64>(second))
  }
}

/** Works like `joinSteady`, but with three doubles per arc: length, duration, and growth of the duration. */
export function joinFading(values: usize): void {
  for (let v: u32 = 0; v < vertexCount; v++) {
    const record = vertexAt(v)
    joinTriples(values, load<u32>(record, UP_FIRST), load<u32>(record + VERTEX_BYTES, UP_FIRST))
    joinTriples(values, load<u32>(record, DOWN_FIRST), load<u32>(record + VERTEX_BYTES, DOWN_FIRST))
  }
}

function joinTriples(values: usize, begin: u32, end: u32): void {
  for (let arc = begin; arc < end; arc++) {
    const pair = childrenToJoin(arc)
    if (pair < 0) continue
    const first = values + (firstChild(pair) as usize) * 24
    const second = values + (secondChild(pair) as usize) * 24
    const to = values + (arc as usize) * 24
    const firstCs = load<f64>(first, 8)
    const firstGrowth = load<f64>(first, 16)
    const secondGrowth = load<f64>(second, 16)
    store<f64>(to, load<f64>(first) + load<f64>(second))
    store<f64>(to, firstCs + load<f64>(second, 8) + secondGrowth * firstCs, 8)
    store<f64>(to, firstGrowth + secondGrowth + firstGrowth * secondGrowth, 16)
  }
}

/** Returns the shortcut children of an arc, or a negative number for a turn or an infinite arc. */
function childrenToJoin(arc: u32): f64 {
  return load<i32>(weight + ((arc as usize) << 2)) < INFINITE ? load<f64>(children + ((arc as usize) << 3)) : -1
}
