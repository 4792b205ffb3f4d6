import { load, store } from '~lib/builtins'
import {
  BACKWARD,
  BEST_VERTEX,
  CHAIN_BEGIN,
  CHAIN_END,
  chain,
  DEPTH,
  DOWN_FIRST,
  END_ROAD_ARC,
  FORWARD,
  PATH_SOURCE,
  PATH_TARGET,
  pathArcs,
  UP_FIRST,
  VERTEX_BYTES,
} from './layout.ts'
import { height, upperDepth, vertexCount } from './memory.ts'
import { originOf, passedLabel, vertexAt } from './side.ts'
import { unpackChain } from './unpack.ts'

/**
 * The path of the last search through a vertex that both sides settled. Returns the number of its turns; -1: too long.
 */
export function pathVia(scratch: usize, vertex: u32): i32 {
  const middle = chain(height) + scratch + (height << 2)
  let begin = middle
  let upper = vertex
  let origin = originOf(scratch, FORWARD, upper)
  for (; origin < vertexCount; origin = originOf(scratch, FORWARD, upper)) {
    begin -= 4
    store<u32>(begin, arcBetween(origin, upper, UP_FIRST))
    upper = origin
  }
  const source = origin - vertexCount
  let end = middle
  upper = vertex
  origin = originOf(scratch, BACKWARD, upper)
  for (; origin < vertexCount; origin = originOf(scratch, BACKWARD, upper)) {
    store<u32>(end, arcBetween(origin, upper, DOWN_FIRST))
    end += 4
    upper = origin
  }
  store<u32>(scratch, source, PATH_SOURCE)
  store<u32>(scratch, origin - vertexCount, PATH_TARGET)
  store<u32>(scratch, (begin - scratch) as u32, CHAIN_BEGIN)
  store<u32>(scratch, (end - scratch) as u32, CHAIN_END)
  const roadArc = load<u32>(scratch + FORWARD + END_ROAD_ARC + ((source as usize) << 2))
  store<u32>(scratch + pathArcs(height), roadArc)
  return unpackChain(scratch, begin, end)
}

/** The arc from a vertex to one above it. Arcs are sorted by upper endpoint, deepest first. */
function arcBetween(lower: u32, upper: u32, first: usize): u32 {
  const record = vertexAt(lower)
  const depth = load<u32>(vertexAt(upper), DEPTH)
  let low = load<u32>(record + first)
  let high = load<u32>(record + first + VERTEX_BYTES) - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((load<u16>(upperDepth + ((middle as usize) << 1)) as u32) > depth) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * A lower bound for the part that the path through a vertex shares with the best path: their common start in the upward
 * search and their common end.
 */
export function sharedAtLeast(scratch: usize, vertex: u32): i32 {
  const top = load<u32>(scratch, BEST_VERTEX)
  return commonClimb(scratch, FORWARD, top, vertex) + commonClimb(scratch, BACKWARD, top, vertex)
}

/** The weight from the search origin to the highest vertex that is below both `top` and `other`. */
function commonClimb(scratch: usize, side: usize, top: u32, other: u32): i32 {
  let a = top
  let b = other
  // A lower vertex is closer to the search origin.
  while (a !== b) {
    if (a >= vertexCount || b >= vertexCount) return 0
    if (a > b) a = originOf(scratch, side, a)
    else b = originOf(scratch, side, b)
  }
  return a < vertexCount ? ((passedLabel(scratch, side, a) >> 32) as i32) : 0
}
