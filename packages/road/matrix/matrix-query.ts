import type { Metric } from '../hierarchy/metric.ts'
import { PathQuery } from '../hierarchy/path-query.ts'
import type { Topology } from '../hierarchy/topology.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import { meetApart } from './apart-meetings.ts'
import { Climber } from './climber.ts'
import { type Preorder, preorderOf } from './elimination-tree.ts'
import type { MatrixCells } from './matrix-cells.ts'
import { minPlus } from './min-plus.ts'
import { PieceFinder } from './pieces.ts'
import type { PointEnds } from './point-ends.ts'
import { DEEPEST_CODE, DEPTH_SCALE, PointRows } from './point-rows.ts'
import { driveOneArc, measureTouching } from './singly.ts'

/**
 * The best ways between all pairs of many points: of the very paths that PathQuery would find, with directDrive beside
 * it, one by one. A row of labels by depth for every point, from a walk up the elimination tree; and where a range of
 * sources and a range of targets have a piece of the path to the root in common, the least sums over it in one go (the
 * idea of Knopp et al., ALENEX 2007, without buckets). The scratch memory of one thread.
 */
export class MatrixQuery {
  private readonly preorder: Preorder
  private readonly topology: Topology
  private readonly climber: Climber
  private readonly sources: PointRows
  private readonly targets: PointRows
  private readonly pieces: PieceFinder
  private readonly query: PathQuery
  private best = new Float64Array(0)

  constructor(topology: Topology) {
    this.topology = topology
    this.preorder = preorderOf(topology)
    this.climber = new Climber(topology)
    this.sources = new PointRows(topology, this.preorder.number, { first: topology.upFirst, sign: -1 })
    this.targets = new PointRows(topology, this.preorder.number, { first: topology.downFirst, sign: 1 })
    this.pieces = new PieceFinder(topology, this.preorder.number)
    this.query = new PathQuery(topology)
  }

  fill(metric: Metric, sources: readonly PointEnds[], targets: readonly PointEnds[], cells: MatrixCells): void {
    const measures = cells.measured?.by
    this.sources.fill(this.climber, metric, sources, measures)
    this.targets.fill(this.climber, metric, targets, measures)
    this.meet()
    this.decode(cells)
    if (cells.measured) this.measure(cells.measured)
    meetApart(this.topology, this.preorder, this.sources, this.targets, cells)
    driveOneArc(this.query, metric, sources, targets, cells)
    measureTouching(this.query, metric, sources, targets, cells)
  }

  private meet(): void {
    const { sources, targets } = this
    const size = sources.count * targets.count
    if (this.best.length < size) this.best = new Float64Array(size)
    this.best.fill(INFINITE_WEIGHT * DEPTH_SCALE, 0, size)
    this.pieces.visit(sources, targets, (sourceBegin, sourceEnd, targetBegin, targetEnd, fromDepth, toDepth) => {
      const rows = sources.range(sourceBegin, sourceEnd)
      const columns = targets.range(targetBegin, targetEnd)
      minPlus(rows, columns, fromDepth, toDepth, this.best, targets.count)
    })
  }

  /** From sums with the depth where they were met, in the order of the tree, to weights in the order of the points. */
  private decode(cells: MatrixCells): void {
    const { sources, targets, best } = this
    const width = targets.count
    for (let source = 0; source < sources.count; source++) {
      const row = sources.place[source] * width
      const least = sources.least[source]
      for (let target = 0; target < width; target++) {
        const sum = Math.floor(best[row + targets.place[target]] / DEPTH_SCALE)
        const total = sum + least + targets.least[target]
        cells.weight[source * width + target] = sum < INFINITE_WEIGHT ? total : INFINITE_WEIGHT
      }
    }
  }

  /**
   * Measures the paths over the depths where they were met. Targets in the order of the tree, and their measures by
   * depth: neighbours are mostly met at the same depth, and then lie side by side.
   */
  private measure({ lengthCm, durationCs }: NonNullable<MatrixCells['measured']>): void {
    const { sources, targets, best } = this
    const { height } = this.topology
    const there = sources.measures
    const back = targets.measuresByDepth()
    const width = targets.count
    for (let source = 0; source < sources.count; source++) {
      const row = sources.place[source] * width
      for (let place = 0; place < width; place++) {
        const met = best[row + place]
        const isReached = met < INFINITE_WEIGHT * DEPTH_SCALE
        const code = (met - Math.floor(met / DEPTH_SCALE) * DEPTH_SCALE) | 0
        const depth = isReached ? DEEPEST_CODE - code : 0
        const at = 2 * (source * height + depth)
        const backAt = 2 * (depth * width + place)
        const cell = source * width + targets.point[place]
        lengthCm[cell] = isReached ? there[at] + back[backAt] : Number.POSITIVE_INFINITY
        durationCs[cell] = isReached ? there[at + 1] + back[backAt + 1] : Number.POSITIVE_INFINITY
      }
    }
  }
}
