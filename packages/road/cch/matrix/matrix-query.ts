import type { Metric } from '../metric.ts'
import { PathQuery } from '../path-query.ts'
import type { MatrixPoint } from '../points/matrix-point.ts'
import { fillSameArcCells, fillTouchingCells, searchCells } from '../points/single-cells.ts'
import type { Topology } from '../topology.ts'
import { KernelUpwardSearch, PointTooLarge } from '../wasm/kernel-upward-search.ts'
import { ScratchOffsets } from '../wasm/scratch-memory.ts'
import type { SharedMemory } from '../wasm/web-assembly.ts'
import { BlockFill } from './block-fill.ts'
import { type Preorder, preorderOf } from './elimination-tree.ts'
import type { MatrixCells } from './matrix-cells.ts'
import { SmallFill } from './small-fill.ts'

const NO_ENDPOINTS: MatrixPoint = { count: 0, arc: [], weight: [], along: [] }

/**
 * Finds the best paths between all pairs of many points. The paths are identical to those that PathQuery and
 * findDirectPath find for single pairs. An upward search in the elimination tree gives every point a row of labels by
 * depth. Where a range of sources and a range of targets share a section of the path to the root, the minimum sums over
 * this section are computed at once. The idea is from Knopp et al., ALENEX 2007, but this implementation has no
 * buckets. Each thread needs its own instance, because an instance owns scratch memory.
 */
export class MatrixQuery {
  private readonly preorder: Preorder
  private readonly topology: Topology
  private readonly query: PathQuery
  private readonly offsets = new ScratchOffsets()
  private readonly searches = new WeakMap<SharedMemory, KernelUpwardSearch>()
  private readonly smallFill: SmallFill
  private largeFill: BlockFill | undefined

  constructor(topology: Topology) {
    this.topology = topology
    this.preorder = preorderOf(topology)
    this.query = new PathQuery(topology)
    this.smallFill = new SmallFill(topology, this.preorder)
  }

  fill(metric: Metric, sources: readonly MatrixPoint[], targets: readonly MatrixPoint[], cells: MatrixCells): void {
    const oversizedPoints = this.fillTogether(metric, sources, targets, cells)
    if (oversizedPoints.length > 0) searchCells(this.query, metric, sources, targets, cells, oversizedPoints)
    fillSameArcCells(this.query, metric, sources, targets, cells)
    fillTouchingCells(this.query, metric, sources, targets, cells)
  }

  /**
   * Fills all cells except those of points that the kernels cannot process together with others. Returns these
   * exceptional points, which are so rare that the caller can start again without them.
   */
  private fillTogether(
    metric: Metric,
    sources: readonly MatrixPoint[],
    targets: readonly MatrixPoint[],
    cells: MatrixCells,
  ): readonly MatrixPoint[] {
    const attributes = cells.attributes?.pathAttributes
    const search = this.getSearch(attributes?.copy ?? metric.memory)
    if (attributes) search.checkAttributes(attributes)
    const tooLarge: MatrixPoint[] = []
    const replaceOversizedPoints = (points: readonly MatrixPoint[]): readonly MatrixPoint[] =>
      tooLarge.length === 0 ? points : points.map((point) => (tooLarge.includes(point) ? NO_ENDPOINTS : point))
    for (;;) {
      try {
        this.chooseFiller(sources, targets).fill(
          search,
          replaceOversizedPoints(sources),
          replaceOversizedPoints(targets),
          cells,
        )
        return tooLarge
      } catch (error) {
        if (!(error instanceof PointTooLarge)) throw error
        tooLarge.push(error.point)
      }
    }
  }

  private chooseFiller(sources: readonly MatrixPoint[], targets: readonly MatrixPoint[]): SmallFill | BlockFill {
    if (this.smallFill.canFill(sources, targets)) return this.smallFill
    this.largeFill ??= new BlockFill(this.topology, this.preorder)
    return this.largeFill
  }

  private getSearch(memory: SharedMemory): KernelUpwardSearch {
    const cached = this.searches.get(memory)
    if (cached) return cached
    const search = new KernelUpwardSearch(this.topology, memory, this.offsets.get(memory))
    this.searches.set(memory, search)
    return search
  }
}
