import { copyMetric, createMetric } from '@fairway/road/hierarchy/metric.ts'
import { MetricUpdater } from '@fairway/road/hierarchy/metric-updater.ts'
import type { CarWeights } from '@fairway/road/profile/car-weights.ts'
import type { MetricHandle } from '../handles.ts'
import { metricOf, type PreparedMap, shareMetric } from '../weigh.ts'

/** Beyond these, making all of it anew is as fast. */
const MOST_CHANGED_TURNS = 2000

/**
 * The metric that nearly everybody drives by, made again whenever the traffic changes: where only some roads have, from the
 * one before. Those who still drive by that one are not disturbed.
 */
export class CurrentMetric {
  private readonly prepared: PreparedMap
  private updater: MetricUpdater | undefined
  private last: MetricHandle | undefined

  constructor(prepared: PreparedMap) {
    this.prepared = prepared
  }

  make(weights: CarWeights): MetricHandle {
    const { last } = this
    const changed = last && changedTurns(last.weights.turn, weights.turn)
    this.last = last && changed ? this.change(last, weights, changed) : metricOf(this.prepared, weights)
    return this.last
  }

  private change({ hierarchy }: MetricHandle, weights: CarWeights, changed: Uint32Array): MetricHandle {
    if (changed.length === 0) return shareMetric(weights, hierarchy)
    const { map, triangles } = this.prepared
    this.updater ??= new MetricUpdater(map.topology, triangles)
    const next = createMetric(map.topology)
    copyMetric(hierarchy, next)
    this.updater.update(next, weights.turn, changed)
    return shareMetric(weights, next)
  }
}

/** Undefined when there are too many. */
function changedTurns(before: Int32Array, after: Int32Array): Uint32Array | undefined {
  const changed = new Uint32Array(MOST_CHANGED_TURNS)
  let count = 0
  for (let turn = 0; turn < after.length; turn++) {
    if (before[turn] === after[turn]) continue
    if (count === MOST_CHANGED_TURNS) return undefined
    changed[count++] = turn
  }
  return changed.subarray(0, count)
}
