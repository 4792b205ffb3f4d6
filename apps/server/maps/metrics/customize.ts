import { fromRoadSections } from '@fairway/dataset'
import {
  buildTriangles,
  type CarWeights,
  closeAreas,
  closeOutside,
  closuresWhen,
  createMetric,
  customize,
  type Metric,
  profileWeights,
  type RoadMap,
  type RoadNetwork,
  type TrafficDurations,
} from '@fairway/road'
import type { MetricHandle, MetricSpec, RegionHandle } from '../regions/handles.ts'
import { findOddMask } from './odd-profile.ts'
import { TriangleCache } from './triangle-cache.ts'

/** Map with the data that customization needs but queries do not. */
export interface PreparedMap {
  readonly map: RoadMap
  readonly triangles: TriangleCache
}

export function prepareMap(
  { sections, network }: Pick<RegionHandle, 'sections' | 'network'>,
  onRelease?: () => void,
): PreparedMap {
  // The triangles use a separate topology, so that the computed columns of the topology are released together with the
  // triangles.
  const build = () => buildTriangles(fromRoadSections(sections, network).topology)
  return { map: fromRoadSections(sections, network), triangles: new TriangleCache({ build, onRelease }) }
}

/**
 * Builds a metric in shared memory. `getTraffic` returns the traffic on a network whose durations come from the
 * profile.
 */
export function customizeMap(
  preparedMap: PreparedMap,
  { profile, activeConditions, avoidAreas }: MetricSpec,
  getTraffic?: (network: RoadNetwork) => TrafficDurations,
): MetricHandle {
  const { network } = preparedMap.map
  const activeSet = new Set(activeConditions)
  const closures = closuresWhen(network, (stringId) => activeSet.has(stringId), profile)
  closeAreas(network, avoidAreas, closures.arcs)
  const mask = findOddMask(profile)
  if (mask) closeOutside(network, mask, closures)
  const { weights, arcDuration } = profileWeights(network, profile, closures, getTraffic)
  return { ...buildMetric(preparedMap, weights), ...(arcDuration && { arcDuration }) }
}

export function buildMetric({ map, triangles }: PreparedMap, weights: CarWeights): MetricHandle {
  const hierarchy = createMetric(map.topology)
  customize(triangles.get(), weights.turn, hierarchy)
  return shareMetric(weights, hierarchy)
}

export function shareMetric({ arc, turn }: CarWeights, hierarchy: Metric): MetricHandle {
  return { weights: { arc: toSharedArray(arc), turn: toSharedArray(turn) }, hierarchy }
}

function toSharedArray(values: Int32Array): Int32Array {
  const copy = new Int32Array(new SharedArrayBuffer(values.byteLength))
  copy.set(values)
  return copy
}
