import type { Metric } from '../metric.ts'
import { PathQuery } from '../path-query.ts'
import type { PointEnds } from '../points/point-searches.ts'
import { driveOneArc, measureTouching } from '../points/single-cells.ts'
import { PlainMatrix } from '../reference/matrix.ts'
import type { Topology } from '../topology.ts'
import { findKernelMatrix } from '../wasm/kernel-matrix.ts'
import { findKernelClimb, type KernelClimb } from '../wasm/kernel-upward-search.ts'
import { ScratchPlaces } from '../wasm/scratch-memory.ts'
import { type Preorder, preorderOf } from './elimination-tree.ts'
import { KernelFill } from './kernel-fill.ts'
import type { MatrixCells } from './matrix-cells.ts'
import { LittleFill } from './small-fill.ts'

/**
 * The best ways between all pairs of many points: of the very paths that PathQuery would find, with directDrive beside
 * it, one by one. A row of labels by depth for every point, from a walk up the elimination tree; and where a range of
 * sources and a range of targets have a piece of the path to the root in common, the least sums over it in one go (the
 * idea of Knopp et al., ALENEX 2007, without buckets). By the kernels, where metric and measures lie in a memory of
 * theirs. The scratch memory of one thread.
 */
export class MatrixQuery {
  private readonly preorder: Preorder
  private readonly topology: Topology
  private readonly query: PathQuery
  private readonly places = new ScratchPlaces()
  private readonly climbs = new WeakMap<Metric, KernelClimb | 'none'>()
  private readonly little: LittleFill
  private kernels: KernelFill | 'none' | undefined
  private plain: PlainMatrix | undefined

  constructor(topology: Topology) {
    this.topology = topology
    this.preorder = preorderOf(topology)
    this.query = new PathQuery(topology)
    this.little = new LittleFill(topology, this.preorder)
  }

  fill(metric: Metric, sources: readonly PointEnds[], targets: readonly PointEnds[], cells: MatrixCells): void {
    if (!this.fillByKernels(metric, sources, targets, cells)) {
      this.plain ??= new PlainMatrix(this.topology, this.preorder)
      this.plain.fill(metric, sources, targets, cells)
    }
    driveOneArc(this.query, metric, sources, targets, cells)
    measureTouching(this.query, metric, sources, targets, cells)
  }

  private fillByKernels(
    metric: Metric,
    sources: readonly PointEnds[],
    targets: readonly PointEnds[],
    cells: MatrixCells,
  ): boolean {
    const climb = this.climbOn(metric)
    if (climb === 'none' || (cells.measured && !climb.canMeasure(cells.measured.by))) return false
    if (this.little.canFill(sources, targets)) return this.little.fill(climb, sources, targets, cells)
    this.kernels ??= this.findKernels()
    return this.kernels !== 'none' && this.kernels.fill(climb, sources, targets, cells)
  }

  private climbOn(metric: Metric): KernelClimb | 'none' {
    const known = this.climbs.get(metric) ?? findKernelClimb(this.topology, metric, this.places) ?? 'none'
    this.climbs.set(metric, known)
    return known
  }

  private findKernels(): KernelFill | 'none' {
    const matrix = findKernelMatrix(this.topology)
    return matrix ? new KernelFill(this.topology, this.preorder, matrix) : 'none'
  }
}
