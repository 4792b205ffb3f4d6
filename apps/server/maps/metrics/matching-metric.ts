import { buildMatchMap, carWeights, defaultProfile } from '@fairway/road'
import type { MatchingHandle } from '../regions/handles.ts'
import { metricOf, type PreparedMap } from './customize.ts'

const known = new WeakMap<PreparedMap, MatchingHandle>()

/** Built once per map: free-flow driving behavior is good enough for all times. */
export function matchingOf(prepared: PreparedMap): MatchingHandle {
  const made = known.get(prepared) ?? makeMatching(prepared)
  known.set(prepared, made)
  return made
}

/**
 * Everything that is open at any time counts as open, because a line or track shows where a vehicle drove or will
 * drive.
 */
function makeMatching(prepared: PreparedMap): MatchingHandle {
  const { network } = prepared.map
  const nothing = { arcs: new Uint8Array(network.arcs.count), turns: new Uint8Array(network.turns.count) }
  const metric = metricOf(prepared, carWeights(network, defaultProfile, nothing))
  const { shapeAlong, packed } = buildMatchMap(prepared.map, metric)
  return { metric, shapeAlong, packed }
}
