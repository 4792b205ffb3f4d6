import type { Metric } from '../metric.ts'
import type { Topology } from '../topology.ts'
import { type Kernel, kernelOf } from './kernel.ts'
import type { ScratchPlaces } from './scratch-memory.ts'

/** Undefined when the metric has no WebAssembly memory, or no room in it. */
export function findKernelDistance(
  { rank }: Topology,
  { memory }: Metric,
  places: ScratchPlaces,
): KernelDistance | undefined {
  if (!memory) return undefined
  const rows = places.find(memory)
  return rows === undefined ? undefined : new KernelDistance(rank, kernelOf(memory), rows)
}

/** PlainDistanceQuery on one metric, with the WebAssembly kernels. */
export class KernelDistance {
  private readonly rank: Uint32Array
  private readonly kernel: Kernel
  private readonly rows: number

  constructor(rank: Uint32Array, kernel: Kernel, rows: number) {
    this.rank = rank
    this.kernel = kernel
    this.rows = rows
    kernel.prepareDistance(rows)
  }

  distance(fromArc: number, toArc: number): number {
    return this.kernel.distance(this.rows, this.rank[fromArc], this.rank[toArc])
  }
}
