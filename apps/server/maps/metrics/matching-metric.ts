import { buildMatchMap, carWeights, defaultProfile, profileWeights, type TravelProfile } from '@fairway/road'
import type { MatchingHandle } from '../regions/handles.ts'
import { buildMetric, type PreparedMap } from './customize.ts'
import { toProfileKey } from './odd-profile.ts'

/** Profiles and models of recent traces, per map. */
const MAX_PROFILES = 4

const matchingCache = new WeakMap<PreparedMap, Map<string, MatchingHandle>>()

/**
 * Built once per map and profile: free-flow driving behavior is good enough for all times. Without a profile, lines drawn
 * by other services are matched, whose vehicle is unknown.
 */
export function getMatchingHandle(prepared: PreparedMap, profile?: TravelProfile): MatchingHandle {
  const handles = matchingCache.get(prepared) ?? new Map<string, MatchingHandle>()
  matchingCache.set(prepared, handles)
  const key = profile ? JSON.stringify(toProfileKey(profile)) : LINES_KEY
  const handle = handles.get(key) ?? buildMatchingHandle(prepared, profile)
  handles.delete(key)
  handles.set(key, handle)
  const oldest = handles.keys().find((each) => each !== LINES_KEY)
  if (handles.size > MAX_PROFILES && oldest !== undefined) handles.delete(oldest)
  return handle
}

const LINES_KEY = 'lines'

/**
 * Everything that is open at any time counts as open, because a line or track shows where a vehicle drove or will
 * drive.
 */
function buildMatchingHandle(prepared: PreparedMap, profile: TravelProfile | undefined): MatchingHandle {
  const { network } = prepared.map
  const noClosures = { arcs: new Uint8Array(network.arcs.count), turns: new Uint8Array(network.turns.count) }
  const { weights, arcDuration } = profile
    ? profileWeights(network, profile, noClosures)
    : { weights: carWeights(network, defaultProfile, noClosures), arcDuration: undefined }
  const metric = { ...buildMetric(prepared, weights), ...(arcDuration && { arcDuration }) }
  const { shapeAlong, packedLengths } = buildMatchMap(prepared.map, metric)
  return { metric, shapeAlong, packedLengths }
}
