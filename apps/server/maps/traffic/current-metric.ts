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
import { metricOf, type PreparedMap, shareMetric } from '../metrics/customize.ts'
import type { MetricHandle } from '../regions/handles.ts'

/** Beyond these, a full rebuild is as fast. */
const MAX_CHANGED_ARCS = 2000
const MAX_CHANGED_TURNS = 2000

interface Made {
  readonly holds: string
  readonly traffic: TrafficDurations
  readonly weights: CarWeights
  readonly handle: MetricHandle
}

/**
 * The metric that most requests use, rebuilt whenever the traffic changes. If only some roads changed, it is updated
 * from the previous one. Requests that still use the previous one are not affected.
 */
export class CurrentMetric {
  private readonly prepared: PreparedMap
  private readonly changer: ChangedWeights
  private updater: MetricUpdater | undefined
  private last: Made | undefined

  constructor(prepared: PreparedMap) {
    this.prepared = prepared
    this.changer = new ChangedWeights(prepared.map.network, defaultProfile)
  }

  make(holds: readonly number[], traffic: TrafficDurations): MetricHandle {
    const key = holds.join()
    const changed = this.last?.holds === key ? changedArcs(this.last.traffic, traffic) : undefined
    const made = this.last && changed ? this.change(this.last, traffic, changed, holds) : this.makeAll(holds, traffic)
    this.last = { ...made, holds: key, traffic }
    return made.handle
  }

  private makeAll(holds: readonly number[], traffic: TrafficDurations): Pick<Made, 'weights' | 'handle'> {
    const { network } = this.prepared.map
    const weights = carWeights(network, defaultProfile, this.closuresOf(holds, traffic), traffic.duration)
    return { weights, handle: metricOf(this.prepared, weights) }
  }

  private change(
    { weights, handle: { hierarchy } }: Made,
    traffic: TrafficDurations,
    arcs: readonly number[],
    holds: readonly number[],
  ): Pick<Made, 'weights' | 'handle'> {
    // The previous weights are not shared, because handles have copies.
    const turns = this.changer.update(weights, this.closuresOf(holds, traffic), traffic.duration, arcs)
    if (turns.length === 0) return { weights, handle: shareMetric(weights, hierarchy) }
    if (turns.length > MAX_CHANGED_TURNS) return { weights, handle: metricOf(this.prepared, weights) }
    const { triangles } = this.prepared
    this.updater ??= new MetricUpdater(triangles)
    const next = copyMetric(hierarchy)
    this.updater.update(next, weights.turn, turns)
    return { weights, handle: shareMetric(weights, next) }
  }

  private closuresOf(holds: readonly number[], { closed }: TrafficDurations): Closures {
    const holding = new Set(holds)
    const closures = closuresWhen(this.prepared.map.network, (text) => holding.has(text))
    for (let arc = 0; arc < closed.length; arc++) if (closed[arc] === 1) closures.arcs[arc] = 1
    return closures
  }
}

/** Returns undefined when there are too many. */
function changedArcs(before: TrafficDurations, after: TrafficDurations): number[] | undefined {
  const changed: number[] = []
  const [{ duration, closed }, old] = [after, before]
  for (let arc = 0; arc < duration.length; arc++) {
    if (duration[arc] === old.duration[arc] && closed[arc] === old.closed[arc]) continue
    if (changed.length === MAX_CHANGED_ARCS) return undefined
    changed.push(arc)
  }
  return changed
}
