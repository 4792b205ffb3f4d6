import { buildMatchMap, carWeights, defaultProfile } from '@fairway/road'
import type { MatchingHandle } from '../regions/handles.ts'
import { metricOf, type PreparedMap } from './customize.ts'

const known = new WeakMap<PreparedMap, MatchingHandle>()

/** Made once for a map: what drivers do on empty roads will do for all times. */
export function matchingOf(prepared: PreparedMap): MatchingHandle {
  const made = known.get(prepared) ?? makeMatching(prepared)
  known.set(prepared, made)
  return made
}

/** With everything open that is open at any time: a line or a track tells where somebody drove, or is to drive. */
function makeMatching(prepared: PreparedMap): MatchingHandle {
  const { network } = prepared.map
  const nothing = { arcs: new Uint8Array(network.arcs.count), turns: new Uint8Array(network.turns.count) }
  const metric = metricOf(prepared, carWeights(network, defaultProfile, nothing))
  const { shapeAlong, packed } = buildMatchMap(prepared.map, metric)
  return { metric, shapeAlong, packed }
}
