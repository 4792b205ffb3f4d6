import type { MatrixPoint } from '../cch/points/matrix-point.ts'
import { PointSnapper } from '../cch/points/point-snapper.ts'
import type { RoadMap, RoadMetric } from '../map.ts'
import type { Stop } from '../route/stop-snaps.ts'
import type { Snap } from '../snap/snapper.ts'
import { type Direction, OneToAll } from './one-to-all.ts'
import { PathTree } from './path-tree.ts'
import type { Pieces } from './pieces.ts'
import { ReachFinder, type ReachOptions } from './reach.ts'
import { type Center, SubtreeBoxes } from './subtree-boxes.ts'
import type { TravelCosts } from './travel-costs.ts'

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
  private readonly search: OneToAll
  private readonly tree: PathTree
  private readonly finder: ReachFinder
  private readonly snapper: PointSnapper
  private boxes: SubtreeBoxes | undefined

  constructor(map: RoadMap) {
    this.map = map
    this.search = new OneToAll(map.topology)
    this.tree = new PathTree(map)
    this.finder = new ReachFinder(map, this.search, this.tree)
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
    const { search, tree, finder } = this
    const { metric, endpoints, direction, limits, centers, costs } = request
    const maxCost = limits[limits.length - 1]
    const radiusMeters = maxCost * costs.maxMetersPerUnit + MARGIN_METERS
    search.search(metric.hierarchy, endpoints, direction, centers && this.filterNear(centers, radiusMeters))
    const treeRequest = { metric, endpoints, direction, costs, maxCost }
    tree.build(search, treeRequest)
    finder.find(treeRequest, request)
    return finder.pieces
  }

  private filterNear(centers: readonly Center[], radiusMeters: number) {
    this.boxes ??= new SubtreeBoxes(this.map.network, this.map.topology)
    return this.boxes.near(centers, radiusMeters)
  }
}
