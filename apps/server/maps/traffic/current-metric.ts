import {
  type CarWeights,
  ChangedWeights,
  type Closures,
  carWeights,
  closuresWhen,
  copyMetric,
  defaultProfile,
  MetricUpdater,
  type TrafficDurations,
} from '@fairway/road'
import { buildMetric, type PreparedMap, shareMetric } from '../metrics/customize.ts'
import type { MetricHandle } from '../regions/handles.ts'

/** Maximum number of changes for an update. With more changes, a full rebuild is as fast. */
const MAX_CHANGED_ARCS = 2000
const MAX_CHANGED_TURNS = 2000

interface BuiltMetric {
  readonly conditionsKey: string
  readonly traffic: TrafficDurations
  readonly weights: CarWeights
  readonly handle: MetricHandle
}

/**
 * Metric that most requests use, rebuilt whenever the traffic changes. If only some roads changed, the metric is
 * updated from the previous one. Requests that use the previous metric are not affected.
 */
export class CurrentMetric {
  private readonly preparedMap: PreparedMap
  private readonly weightUpdater: ChangedWeights
  private metricUpdater: MetricUpdater | undefined
  private lastBuilt: BuiltMetric | undefined

  constructor(preparedMap: PreparedMap) {
    this.preparedMap = preparedMap
    this.weightUpdater = new ChangedWeights(preparedMap.map.network, defaultProfile)
  }

  build(activeConditions: readonly number[], traffic: TrafficDurations): MetricHandle {
    const key = activeConditions.join()
    const changedArcs =
      this.lastBuilt?.conditionsKey === key ? findChangedArcs(this.lastBuilt.traffic, traffic) : undefined
    const builtMetric =
      this.lastBuilt && changedArcs
        ? this.update(this.lastBuilt, traffic, changedArcs, activeConditions)
        : this.buildFull(activeConditions, traffic)
    this.lastBuilt = { ...builtMetric, conditionsKey: key, traffic }
    return builtMetric.handle
  }

  private buildFull(
    activeConditions: readonly number[],
    traffic: TrafficDurations,
  ): Pick<BuiltMetric, 'weights' | 'handle'> {
    const { network } = this.preparedMap.map
    const weights = carWeights(
      network,
      defaultProfile,
      this.computeClosures(activeConditions, traffic),
      traffic.duration,
    )
    return { weights, handle: buildMetric(this.preparedMap, weights) }
  }

  private update(
    { weights, handle: { hierarchy } }: BuiltMetric,
    traffic: TrafficDurations,
    arcs: readonly number[],
    activeConditions: readonly number[],
  ): Pick<BuiltMetric, 'weights' | 'handle'> {
    // The previous weights can be updated in place, because handles have copies.
    const turns = this.weightUpdater.update(
      weights,
      this.computeClosures(activeConditions, traffic),
      traffic.duration,
      arcs,
    )
    if (turns.length === 0) return { weights, handle: shareMetric(weights, hierarchy) }
    if (turns.length > MAX_CHANGED_TURNS) return { weights, handle: buildMetric(this.preparedMap, weights) }
    this.metricUpdater ??= new MetricUpdater(this.preparedMap.triangles.get())
    const updatedHierarchy = copyMetric(hierarchy)
    this.metricUpdater.update(updatedHierarchy, weights.turn, turns)
    return { weights, handle: shareMetric(weights, updatedHierarchy) }
  }

  private computeClosures(activeConditions: readonly number[], { closed }: TrafficDurations): Closures {
    const activeSet = new Set(activeConditions)
    const closures = closuresWhen(this.preparedMap.map.network, (stringId) => activeSet.has(stringId))
    for (let arc = 0; arc < closed.length; arc++) if (closed[arc] === 1) closures.arcs[arc] = 1
    return closures
  }
}

/** Returns the changed arcs, or undefined if too many arcs have changed. */
function findChangedArcs(oldDurations: TrafficDurations, newDurations: TrafficDurations): number[] | undefined {
  const changedArcs: number[] = []
  const [{ duration, closed }, oldTraffic] = [newDurations, oldDurations]
  for (let arc = 0; arc < duration.length; arc++) {
    if (duration[arc] === oldTraffic.duration[arc] && closed[arc] === oldTraffic.closed[arc]) continue
    if (changedArcs.length === MAX_CHANGED_ARCS) return undefined
    changedArcs.push(arc)
  }
  return changedArcs
}
