import { buildMatchMap, carWeights, defaultProfile } from '@fairway/road'
import type { MatchingHandle } from '../regions/handles.ts'
import { buildMetric, type PreparedMap } from './customize.ts'

const matchingCache = new WeakMap<PreparedMap, MatchingHandle>()

/** Built once per map: free-flow driving behavior is good enough for all times. */
export function getMatchingHandle(prepared: PreparedMap): MatchingHandle {
  const handle = matchingCache.get(prepared) ?? buildMatchingHandle(prepared)
  matchingCache.set(prepared, handle)
  return handle
}

/**
 * Everything that is open at any time counts as open, because a line or track shows where a vehicle drove or will
 * drive.
 */
function buildMatchingHandle(prepared: PreparedMap): MatchingHandle {
  const { network } = prepared.map
  const noClosures = { arcs: new Uint8Array(network.arcs.count), turns: new Uint8Array(network.turns.count) }
  const metric = buildMetric(prepared, carWeights(network, defaultProfile, noClosures))
  const { shapeAlong, packedLengths } = buildMatchMap(prepared.map, metric)
  return { metric, shapeAlong, packedLengths }
}
