import type { Metric } from '../metric.ts'

/**
 * Stores one object per metric. Each object is created on first use and released with its metric. Most calls use the
 * same metric as the previous call.
 */
export class PerMetric<T extends object> {
  private readonly create: (metric: Metric) => T
  private readonly cache = new WeakMap<Metric, T>()
  private lastMetric: Metric | undefined
  private lastObject: T | undefined

  constructor(create: (metric: Metric) => T) {
    this.create = create
  }

  get(metric: Metric): T {
    if (this.lastObject && metric === this.lastMetric) return this.lastObject
    const object = this.cache.get(metric) ?? this.create(metric)
    this.cache.set(metric, object)
    this.lastMetric = metric
    this.lastObject = object
    return object
  }
}
