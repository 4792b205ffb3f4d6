import { mapOf } from '@fairway/dataset'
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
import { maskOf } from '../../features/road/av/domains/odd-profile.ts'
import type { MetricHandle, MetricSpec, RegionHandle } from '../regions/handles.ts'

/** A map with the data that customization needs but queries do not. */
export interface PreparedMap {
  readonly map: RoadMap
  readonly triangles: Triangles
}

export function prepareMap(sections: RegionHandle['sections']): PreparedMap {
  const map = mapOf(sections)
  return { map, triangles: buildTriangles(map.topology) }
}

/** Builds a metric in shared memory. */
export function weigh(prepared: PreparedMap, spec: MetricSpec, traffic?: TrafficDurations): MetricHandle {
  return metricOf(prepared, weightsOf(prepared.map, spec, traffic))
}

export function metricOf({ map, triangles }: PreparedMap, weights: CarWeights): MetricHandle {
  const hierarchy = createMetric(map.topology)
  customize(triangles, weights.turn, hierarchy)
  return shareMetric(weights, hierarchy)
}

export function weightsOf(
  { network }: RoadMap,
  { profile, holds, avoidAreas }: MetricSpec,
  traffic?: TrafficDurations,
): CarWeights {
  const holding = new Set(holds)
  const closures = closuresWhen(network, (text) => holding.has(text))
  closeAreas(network, avoidAreas, closures.arcs)
  const mask = maskOf(profile)
  if (mask) closeOutside(network, mask, closures)
  if (traffic) addClosures(closures.arcs, traffic.closed)
  return carWeights(network, profile, closures, traffic?.duration)
}

function addClosures(closed: Uint8Array, more: Uint8Array): void {
  for (let arc = 0; arc < closed.length; arc++) closed[arc] = (closed[arc] ?? 0) | (more[arc] ?? 0)
}

export function shareMetric({ arc, turn }: CarWeights, hierarchy: Metric): MetricHandle {
  return { weights: { arc: shared(arc), turn: shared(turn) }, hierarchy }
}

function shared(values: Int32Array): Int32Array {
  const copy = new Int32Array(new SharedArrayBuffer(values.byteLength))
  copy.set(values)
  return copy
}
