import type { MatrixPoint } from '../cch/points/matrix-point.ts'
import { PointSnapper } from '../cch/points/point-snapper.ts'
import type { RoadMap, RoadMetric } from '../map.ts'
import type { Stop } from '../route/stop-snaps.ts'
import type { Snap } from '../snap/snapper.ts'
import { CostSweep } from './cost-sweep.ts'
import { type Direction, OneToAll } from './one-to-all.ts'
import { PathTree } from './path-tree.ts'
import type { Pieces } from './pieces.ts'
import { ReachFinder, type ReachOptions } from './reach.ts'
import type { ReachTree, TreeRequest } from './reach-tree.ts'
import { type Center, SubtreeBoxes } from './subtree-boxes.ts'
import type { TravelCosts } from './travel-costs.ts'

/**
 * Maximum size of a hierarchy that is swept. The tables of a sweep take about 200 bytes per vertex in every thread,
 * which is too much for a country.
 */
const MAX_SWEEP_VERTICES = 1_000_000

/** Margin for the curvature of the earth in meters, because boxes are flat. */
const MARGIN_METERS = 2000

export interface ReachRequest extends ReachOptions {
  readonly metric: RoadMetric
  readonly endpoints: MatrixPoint
  readonly direction: Direction
  readonly costs: TravelCosts
  /** Positions of the endpoints. If undefined, the search covers the whole map. */
  readonly centers?: readonly Center[]
}

/**
 * Finds all roads within limits of time or distance. Each thread needs its own instance, because an instance owns
 * scratch memory.
 */
export class ReachSearch {
  private readonly map: RoadMap
  private readonly finder: ReachFinder
  private readonly snapper: PointSnapper
  private sweep: CostSweep | undefined
  /** The search for costs that depend on the time, and for large maps. */
  private tree: { readonly search: OneToAll; readonly paths: PathTree; readonly boxes: SubtreeBoxes } | undefined

  constructor(map: RoadMap) {
    this.map = map
    this.finder = new ReachFinder(map)
    this.snapper = new PointSnapper(map)
  }

  /** Returns the roads nearest to each point, or an empty list if no road is within the radius. */
  snap(metric: RoadMetric, points: readonly Stop[], radiusMeters: number, direction: Direction): Snap[][] {
    const endpointSide = direction === 'from' ? 'source' : 'target'
    return points.map((point) => this.snapper.snapAlone(metric, point, radiusMeters, endpointSide))
  }

  toEndpoints(metric: RoadMetric, snaps: readonly (readonly Snap[])[], direction: Direction): MatrixPoint {
    const endpointSide = direction === 'from' ? 'source' : 'target'
    const points = snaps.map((list) => this.snapper.toPoint(metric, list, endpointSide))
    const arc = points.flatMap((point) => point.arc)
    return {
      count: arc.length,
      arc,
      weight: points.flatMap((point) => point.weight),
      along: points.flatMap((point) => point.along),
    }
  }

  /** Returns the pieces of all roads near the endpoints. The pieces are valid until the next search. */
  find(request: ReachRequest): Pieces {
    const { limits } = request
    const treeRequest = { ...request, maxCost: limits[limits.length - 1] }
    const canSweep = !request.costs.arcAt && this.map.topology.vertexCount <= MAX_SWEEP_VERTICES
    const tree = canSweep ? this.buildBySweep(treeRequest) : this.buildByTree(treeRequest)
    this.finder.find(tree, treeRequest, request)
    return this.finder.pieces
  }

  private buildBySweep(request: TreeRequest): ReachTree {
    this.sweep ??= new CostSweep(this.map)
    this.sweep.build(request)
    return this.sweep
  }

  private buildByTree(request: TreeRequest & ReachRequest): ReachTree {
    const { metric, endpoints, direction, centers, costs, maxCost } = request
    const { search, paths, boxes } = this.getTree()
    const radiusMeters = maxCost * costs.maxMetersPerUnit + MARGIN_METERS
    search.search(metric.hierarchy, endpoints, direction, centers && boxes.near(centers, radiusMeters))
    paths.build(request)
    return paths
  }

  private getTree() {
    if (this.tree) return this.tree
    const { network, topology } = this.map
    const search = new OneToAll(topology)
    this.tree = { search, paths: new PathTree(this.map, search), boxes: new SubtreeBoxes(network, topology) }
    return this.tree
  }
}
