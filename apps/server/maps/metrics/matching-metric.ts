import { buildMatchMap, carWeights, defaultProfile, profileWeights, type TravelProfile } from '@fairway/road'
import type { MatchingHandle } from '../regions/handles.ts'
import { buildMetric, type PreparedMap } from './customize.ts'
import { toProfileKey } from './odd-profile.ts'

/** Maximum number of cached profiles and models per map. */
const MAX_PROFILES = 4

const matchingCache = new WeakMap<PreparedMap, Map<string, MatchingHandle>>()

/**
 * Returns the matching data of a map and profile, which is built once. Free-flow durations are accurate enough at all
 * times of day. Without a profile, the data matches lines from other services, whose vehicle is unknown.
 */
export function getMatchingHandle(preparedMap: PreparedMap, profile?: TravelProfile): MatchingHandle {
  const handles = matchingCache.get(preparedMap) ?? new Map<string, MatchingHandle>()
  matchingCache.set(preparedMap, handles)
  const key = profile ? JSON.stringify(toProfileKey(profile)) : LINES_KEY
  const handle = handles.get(key) ?? buildMatchingHandle(preparedMap, profile)
  handles.delete(key)
  handles.set(key, handle)
  const oldest = handles.keys().find((metricKey) => metricKey !== LINES_KEY)
  if (handles.size > MAX_PROFILES && oldest !== undefined) handles.delete(oldest)
  return handle
}

const LINES_KEY = 'lines'

/**
 * Builds the matching data without closures. A line or track shows where a vehicle drove or will drive, so all roads
 * that are ever open count as open.
 */
function buildMatchingHandle(preparedMap: PreparedMap, profile: TravelProfile | undefined): MatchingHandle {
  const { network } = preparedMap.map
  const noClosures = { arcs: new Uint8Array(network.arcs.count), turns: new Uint8Array(network.turns.count) }
  const { weights, arcDuration } = profile
    ? profileWeights(network, profile, noClosures)
    : { weights: carWeights(network, defaultProfile, noClosures), arcDuration: undefined }
  const metric = { ...buildMetric(preparedMap, weights), ...(arcDuration && { arcDuration }) }
  const { shapeAlong, packedLengths } = buildMatchMap(preparedMap.map, metric)
  return { metric, shapeAlong, packedLengths }
}
