import type { Metric } from '../metric.ts'

const states = new WeakMap<Metric, object>()

/** A new name for what a metric is from now on; whoever keeps the name can tell whether it has changed since. */
export function markChanged(metric: Metric): object {
  const state = {}
  states.set(metric, state)
  return state
}

/** Two metrics of which one is a copy are the same until one of them changes. */
export function markSame(metric: Metric, copy: Metric): void {
  states.set(copy, states.get(metric) ?? markChanged(metric))
}

export function isStill(metric: Metric, state: object | undefined): boolean {
  return state !== undefined && states.get(metric) === state
}
