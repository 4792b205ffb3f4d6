import { load, store } from '~lib/builtins'
import {
  BACKWARD,
  BEST,
  BEST_BACKWARD_ORIGIN,
  BEST_FORWARD_ORIGIN,
  BEST_SHARED_ARC,
  BY_ORIGINS,
  BY_ROUND_TRIP,
  FORWARD,
  SHARED_COUNT,
  SHARED_NEXT,
  SHARED_SOURCE,
  SHARED_TARGET,
  SHARED_VERTEX,
  TRIP_WEIGHT,
} from './layout.ts'
import { collectViaNode, setBestMeeting } from './meeting-nodes.ts'
import { vertexCount } from './memory.ts'
import { endpointLabel, labelAt, offer, sharedAt } from './side.ts'

/**
 * Returns true if the search has not reached all shared arcs yet. On a shared arc, a source and a target must not meet
 * directly, because the target is behind the source. The search reaches the shared arcs in the order of their vertices.
 */
export function hasSharedLeft(scratch: usize): bool {
  return load<u32>(scratch, SHARED_NEXT) < load<u32>(scratch, SHARED_COUNT)
}

export function isNextShared(scratch: usize, vertex: u32): bool {
  const next = load<u32>(scratch, SHARED_NEXT)
  return next < load<u32>(scratch, SHARED_COUNT) && load<u32>(sharedAt(scratch, next), SHARED_VERTEX) === vertex
}

/**
 * Joins the paths at the next shared arc. Paths that begin or end on the arc are kept separate from paths that pass
 * through it. All pairs may meet, except pairs whose path would follow the arc itself. Such a pair needs a round trip.
 * Afterward, both kinds of paths share their rows.
 */
export function meetOnSharedArc(scratch: usize, row: u32, backRow: u32): void {
  const next = load<u32>(scratch, SHARED_NEXT)
  const record = sharedAt(scratch, next)
  const vertex = load<u32>(record, SHARED_VERTEX)
  const thereAt = labelAt(scratch, FORWARD, row)
  const backAt = labelAt(scratch, BACKWARD, backRow)
  const there = load<i64>(thereAt)
  const back = load<i64>(backAt)
  const source = endpointLabel(scratch, FORWARD, load<u32>(record, SHARED_SOURCE))
  const target = endpointLabel(scratch, BACKWARD, load<u32>(record, SHARED_TARGET))
  offerBest(scratch, vertex, there, back, 0, BY_ORIGINS)
  offerBest(scratch, vertex, there, target, 0, BY_ORIGINS)
  offerBest(scratch, vertex, source, back, 0, BY_ORIGINS)
  offerBest(scratch, vertex, source, target, load<i32>(record, TRIP_WEIGHT), BY_ROUND_TRIP)
  offer(thereAt, source)
  offer(backAt, target)
  collectIfIndirect(scratch, vertex, load<i64>(thereAt), load<i64>(backAt))
  store<u32>(scratch, next + 1, SHARED_NEXT)
}

function weightOf(label: i64): i64 {
  return label >> 32
}

/** Offers a path as the best path. Among equal paths, the first one is chosen. */
function offerBest(scratch: usize, vertex: u32, there: i64, back: i64, between: i32, kind: u32): void {
  const weight = weightOf(there) + weightOf(back) + (between as i64)
  if (weight >= (load<i32>(scratch, BEST) as i64)) return
  setBestMeeting(scratch, vertex, weight as i32, kind)
  store<u32>(scratch, there as u32, BEST_FORWARD_ORIGIN)
  store<u32>(scratch, back as u32, BEST_BACKWARD_ORIGIN)
  store<u32>(scratch, load<u32>(scratch, SHARED_NEXT), BEST_SHARED_ARC)
}

/** Collects the vertex as a via node, unless both of its best labels begin on the arc itself. */
function collectIfIndirect(scratch: usize, vertex: u32, there: i64, back: i64): void {
  if ((there as u32) >= vertexCount && (back as u32) >= vertexCount) return
  collectViaNode(scratch, vertex, (weightOf(there) + weightOf(back)) as i32)
}
