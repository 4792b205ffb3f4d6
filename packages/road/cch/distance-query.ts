import type { Metric } from './metric.ts'
import type { Topology } from './topology.ts'
import { type Kernel, kernelOf } from './wasm/kernel.ts'
import { PerMetric } from './wasm/per-metric.ts'
import { ScratchOffsets } from './wasm/scratch-memory.ts'

/**
 * Computes distances between two road arcs. Each thread needs its own instance, because an instance owns scratch
 * memory.
 */
export class DistanceQuery {
  private readonly rank: Uint32Array
  private readonly offsets = new ScratchOffsets()
  private readonly kernels = new PerMetric((metric) => this.openKernel(metric))

  constructor({ rank }: Topology) {
    this.rank = rank
  }

  /** Returns the weight of the best path from the start of one arc to the start of the other, or INFINITE_WEIGHT. */
  distance(metric: Metric, fromArc: number, toArc: number): number {
    const { kernel, rows } = this.kernels.get(metric)
    return kernel.distance(rows, this.rank[fromArc], this.rank[toArc])
  }

  private openKernel({ memory }: Metric): { readonly kernel: Kernel; readonly rows: number } {
    const kernel = kernelOf(memory)
    const rows = this.offsets.get(memory)
    kernel.prepareDistance(rows)
    return { kernel, rows }
  }
}
