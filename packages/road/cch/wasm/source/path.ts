import { load, store } from '~lib/builtins'
import {
  BACKWARD,
  BEST_BACKWARD_ORIGIN,
  BEST_FORWARD_ORIGIN,
  BEST_KIND,
  BEST_SHARED_ARC,
  BEST_VERTEX,
  BY_LABELS,
  BY_ORIGINS,
  CHAIN_BEGIN,
  CHAIN_END,
  chain,
  DEPTH,
  DOWN_FIRST,
  ENDPOINT_ROAD_ARC,
  FORWARD,
  NO_ARC,
  PATH_SOURCE,
  PATH_TARGET,
  pathArcs,
  STACK_SIZE,
  TRIP_FIRST,
  TRIP_SECOND,
  UP_FIRST,
  VERTEX_BYTES,
} from './layout.ts'
import { height, upperDepth, vertexCount } from './memory.ts'
import { originOf, settledLabel, sharedAt, vertexAt } from './side.ts'
import { unpackChain } from './unpack.ts'

/**
 * Unpacks the best path of the last search, which must exist. Returns the number of turns, or -1 if they do not all fit
 * at once.
 */
export function bestPath(scratch: usize): i32 {
  const vertex = load<u32>(scratch, BEST_VERTEX)
  const kind = load<u32>(scratch, BEST_KIND)
  if (kind === BY_LABELS) return pathVia(scratch, vertex)
  const forwardOrigin = load<u32>(scratch, BEST_FORWARD_ORIGIN)
  const backwardOrigin = load<u32>(scratch, BEST_BACKWARD_ORIGIN)
  if (kind === BY_ORIGINS) return assemble(scratch, vertex, forwardOrigin, backwardOrigin, NO_ARC, NO_ARC)
  const trip = sharedAt(scratch, load<u32>(scratch, BEST_SHARED_ARC))
  const first = load<u32>(trip, TRIP_FIRST)
  return assemble(scratch, vertex, forwardOrigin, backwardOrigin, first, load<u32>(trip, TRIP_SECOND))
}

/**
 * Unpacks the path of the last search through a vertex that both sides settled. Returns the same values as bestPath.
 */
export function pathVia(scratch: usize, vertex: u32): i32 {
  const forwardOrigin = originOf(scratch, FORWARD, vertex)
  return assemble(scratch, vertex, forwardOrigin, originOf(scratch, BACKWARD, vertex), NO_ARC, NO_ARC)
}

/**
 * Lists and unpacks the hierarchy arcs of a path: up to a vertex, around a round trip at this vertex, and down again.
 */
function assemble(
  scratch: usize,
  vertex: u32,
  forwardOrigin: u32,
  backwardOrigin: u32,
  tripFirst: u32,
  tripSecond: u32,
): i32 {
  const middle = chain(height) + scratch + (height << 2)
  let begin = middle
  let upper = vertex
  let origin = forwardOrigin
  for (; origin < vertexCount; origin = originOf(scratch, FORWARD, upper)) {
    begin -= 4
    store<u32>(begin, arcBetween(origin, upper, UP_FIRST))
    upper = origin
  }
  const source = origin - vertexCount
  let end = middle
  if (tripFirst !== NO_ARC) {
    store<u32>(end, tripFirst)
    end += 4
  }
  if (tripSecond !== NO_ARC) {
    store<u32>(end, tripSecond)
    end += 4
  }
  upper = vertex
  origin = backwardOrigin
  for (; origin < vertexCount; origin = originOf(scratch, BACKWARD, upper)) {
    store<u32>(end, arcBetween(origin, upper, DOWN_FIRST))
    end += 4
    upper = origin
  }
  store<u32>(scratch, source, PATH_SOURCE)
  store<u32>(scratch, origin - vertexCount, PATH_TARGET)
  store<u32>(scratch, (begin - scratch) as u32, CHAIN_BEGIN)
  store<u32>(scratch, (end - scratch) as u32, CHAIN_END)
  store<u32>(scratch, 0, STACK_SIZE)
  const roadArc = load<u32>(scratch + FORWARD + ENDPOINT_ROAD_ARC + ((source as usize) << 2))
  store<u32>(scratch + pathArcs(height), roadArc)
  return unpackChain(scratch, begin, end)
}

/** Returns the arc between a vertex and a higher vertex. Arcs are sorted by upper endpoint, deepest first. */
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
 * Returns a lower bound for the weight that the path through a vertex shares with the best path. The bound covers the
 * common start in the upward search and the common end.
 */
export function sharedAtLeast(scratch: usize, vertex: u32): i32 {
  const top = load<u32>(scratch, BEST_VERTEX)
  return commonStart(scratch, FORWARD, top, vertex) + commonStart(scratch, BACKWARD, top, vertex)
}

/** Returns the weight from the search origin to the highest vertex that is below both `top` and `other`. */
function commonStart(scratch: usize, side: usize, top: u32, other: u32): i32 {
  let a = top
  let b = other
  // A lower vertex on the path is closer to the search origin.
  while (a !== b) {
    if (a >= vertexCount || b >= vertexCount) return 0
    if (a > b) a = originOf(scratch, side, a)
    else b = originOf(scratch, side, b)
  }
  return a < vertexCount ? ((settledLabel(scratch, side, a) >> 32) as i32) : 0
}
