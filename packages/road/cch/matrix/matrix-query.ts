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
 * The best paths between all pairs of many points: exactly the paths that PathQuery and directDrive would find one by
 * one. Every point gets a row of labels by depth from an upward search in the elimination tree. Where a range of
 * sources and a range of targets share a section of the path to the root, the minimum sums over it are computed at once
 * (the idea of Knopp et al., ALENEX 2007, without buckets). Uses the WebAssembly kernels if metric and path attributes
 * are in their memory. Scratch memory of one thread.
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
