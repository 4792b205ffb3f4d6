import { buildMatchMap } from '@fairway/road/match/match-map.ts'
import { defaultProfile } from '@fairway/road/profile/car-weights.ts'
import type { MatchingHandle } from './handles.ts'
import { type PreparedMap, weigh } from './weigh.ts'

const known = new WeakMap<PreparedMap, MatchingHandle>()

/** Made once for a map: what drivers do on empty roads will do for all times. */
export function matchingOf(prepared: PreparedMap): MatchingHandle {
  const made = known.get(prepared) ?? makeMatching(prepared)
  known.set(prepared, made)
  return made
}

function makeMatching(prepared: PreparedMap): MatchingHandle {
  const metric = weigh(prepared, { profile: defaultProfile, holds: [], avoidAreas: [] })
  const { shapeAlong, packed } = buildMatchMap(prepared.map, metric)
  return { metric, shapeAlong, packed }
}
