import { mapOf } from '@fairway/dataset/roads/sections.ts'
import { createMetric, customize } from '@fairway/road/hierarchy/metric.ts'
import { buildTriangles, type Triangles } from '@fairway/road/hierarchy/triangles.ts'
import type { RoadMap } from '@fairway/road/map.ts'
import { carWeights } from '@fairway/road/profile/car-weights.ts'
import { closuresWhen } from '@fairway/road/profile/closures.ts'
import { closeAreas } from './areas.ts'
import type { MetricHandle, MetricSpec, RegionHandle } from './handles.ts'

/** A map with what weighing it needs and answering does not. */
export interface PreparedMap {
  readonly map: RoadMap
  readonly triangles: Triangles
}

export function prepareMap(sections: RegionHandle['sections']): PreparedMap {
  const map = mapOf(sections)
  return { map, triangles: buildTriangles(map.topology) }
}

/** A metric in shared memory. */
export function weigh({ map, triangles }: PreparedMap, { profile, holds, avoidAreas }: MetricSpec): MetricHandle {
  const { network, topology } = map
  const holding = new Set(holds)
  const closures = closuresWhen(network, (text) => holding.has(text))
  closeAreas(network, avoidAreas, closures.arcs)
  const weights = carWeights(network, profile, closures)
  const hierarchy = createMetric(topology)
  customize(topology, triangles, weights.turn, hierarchy)
  return { weights: { arc: shared(weights.arc), turn: shared(weights.turn) }, hierarchy }
}

function shared(values: Int32Array): Int32Array {
  const copy = new Int32Array(new SharedArrayBuffer(values.byteLength))
  copy.set(values)
  return copy
}
