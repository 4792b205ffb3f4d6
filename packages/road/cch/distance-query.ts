import type { Metric } from './metric.ts'
import { PlainDistanceQuery } from './reference/distance-query.ts'
import type { Topology } from './topology.ts'
import { findKernelDistance, type KernelDistance } from './wasm/kernel-distance.ts'
import { ScratchPlaces } from './wasm/scratch-memory.ts'

/**
 * Distances between two road arcs. Uses the WebAssembly kernels if the metric is in their memory. Scratch memory of one
 * thread.
 */
export class DistanceQuery {
  private readonly topology: Topology
  private readonly places = new ScratchPlaces()
  private readonly byKernels = new WeakMap<Metric, KernelDistance | 'none'>()
  private lastMetric: Metric | undefined
  private ofLastMetric: KernelDistance | undefined
  private plain: PlainDistanceQuery | undefined

  constructor(topology: Topology) {
    this.topology = topology
  }

  /** Returns the weight of the best path from the start of one arc to the start of the other, or INFINITE_WEIGHT. */
  distance(metric: Metric, fromArc: number, toArc: number): number {
    const kernel = this.kernelFor(metric)
    if (kernel) return kernel.distance(fromArc, toArc)
    this.plain ??= new PlainDistanceQuery(this.topology)
    return this.plain.distance(metric, fromArc, toArc)
  }

  private kernelFor(metric: Metric): KernelDistance | undefined {
    if (metric === this.lastMetric) return this.ofLastMetric
    const known = this.byKernels.get(metric) ?? findKernelDistance(this.topology, metric, this.places) ?? 'none'
    this.byKernels.set(metric, known)
    this.lastMetric = metric
    this.ofLastMetric = known === 'none' ? undefined : known
    return this.ofLastMetric
  }
}
