import { fromRoadSections } from '@fairway/dataset'
import {
  buildTriangles,
  type CarWeights,
  carWeights,
  closeAreas,
  closeOutside,
  closuresWhen,
  createMetric,
  customize,
  type Metric,
  type RoadMap,
  type TrafficDurations,
  type Triangles,
} from '@fairway/road'
import type { MetricHandle, MetricSpec, RegionHandle } from '../regions/handles.ts'
import { findOddMask } from './odd-profile.ts'

/** A map with the data that customization needs but queries do not. */
export interface PreparedMap {
  readonly map: RoadMap
  readonly triangles: Triangles
}

export function prepareMap({ sections, network }: Pick<RegionHandle, 'sections' | 'network'>): PreparedMap {
  const map = fromRoadSections(sections, network)
  return { map, triangles: buildTriangles(map.topology) }
}

/** Builds a metric in shared memory. */
export function customizeMap(prepared: PreparedMap, spec: MetricSpec, traffic?: TrafficDurations): MetricHandle {
  return buildMetric(prepared, computeWeights(prepared.map, spec, traffic))
}

export function buildMetric({ map, triangles }: PreparedMap, weights: CarWeights): MetricHandle {
  const hierarchy = createMetric(map.topology)
  customize(triangles, weights.turn, hierarchy)
  return shareMetric(weights, hierarchy)
}

function computeWeights(
  { network }: RoadMap,
  { profile, activeConditions, avoidAreas }: MetricSpec,
  traffic?: TrafficDurations,
): CarWeights {
  const activeSet = new Set(activeConditions)
  const closures = closuresWhen(network, (stringId) => activeSet.has(stringId))
  closeAreas(network, avoidAreas, closures.arcs)
  const mask = findOddMask(profile)
  if (mask) closeOutside(network, mask, closures)
  if (traffic) mergeClosures(closures.arcs, traffic.closed)
  return carWeights(network, profile, closures, traffic?.duration)
}

function mergeClosures(closed: Uint8Array, addedClosures: Uint8Array): void {
  for (let arc = 0; arc < closed.length; arc++) closed[arc] = (closed[arc] ?? 0) | (addedClosures[arc] ?? 0)
}

export function shareMetric({ arc, turn }: CarWeights, hierarchy: Metric): MetricHandle {
  return { weights: { arc: toSharedArray(arc), turn: toSharedArray(turn) }, hierarchy }
}

function toSharedArray(values: Int32Array): Int32Array {
  const copy = new Int32Array(new SharedArrayBuffer(values.byteLength))
  copy.set(values)
  return copy
}
