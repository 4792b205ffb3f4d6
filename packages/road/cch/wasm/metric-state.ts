import type { Metric } from '../metric.ts'

const stateByMetric = new WeakMap<Metric, object>()

/** Assigns a new state ID to a metric. Code that stored an earlier ID can detect the change. */
export function markChanged(metric: Metric): object {
  const state = {}
  stateByMetric.set(metric, state)
  return state
}

/** Shares the state ID of a metric with its copy until one of them changes. */
export function shareState(metric: Metric, copy: Metric): void {
  stateByMetric.set(copy, stateByMetric.get(metric) ?? markChanged(metric))
}

export function isUnchanged(metric: Metric, state: object | undefined): boolean {
  return state !== undefined && stateByMetric.get(metric) === state
}

/** Returns the state ID of a metric. The value is undefined if this thread has not changed or copied the metric. */
export function stateOf(metric: Metric): object | undefined {
  return stateByMetric.get(metric)
}
