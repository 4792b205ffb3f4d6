import type { PathQuery } from '../cch/path-query.ts'
import type { RoadMap, RoadMetric } from '../map.ts'
import type { ArcCopies } from '../network/copies.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import { type ClosedPart, findClosedPart } from './closed-part.ts'
import { cutLegs } from './cut-legs.ts'
import { PathEntries } from './line/entries.ts'
import { PathExits } from './line/exits.ts'
import { weightsToEnd } from './path-weights.ts'
import type { RejoinedRoute } from './remaining-route.ts'
import { type Splice, splicePath } from './splice-path.ts'
import { type PathPosition, startOfPath, type TracedPath } from './traced-path.ts'

/**
 * Maximum distances, in arcs of the path, before and after the closure at which a detour may leave and rejoin the path.
 */
const DETOUR_WIDTHS = [1, 3, 8, 21, 55, 144, Number.POSITIVE_INFINITY] as const

/**
 * Finds detours around a closure that keep the remaining path. Each thread needs its own instance, because an instance
 * owns scratch memory.
 */
export class DetourFinder {
  private readonly map: RoadMap
  private readonly query: PathQuery
  readonly exits = new PathExits()
  readonly entries: PathEntries

  constructor(map: RoadMap, query: PathQuery, copies: ArcCopies) {
    this.map = map
    this.query = query
    this.entries = new PathEntries(map.network, copies)
  }

  /**
   * Yields detours of increasing width, from around the block to across town. Each detour is the best path that leaves
   * and rejoins within its width, and none has a larger weight than the previous detours. Yields no detour if the
   * closure spans more than one leg between stops, or if the vehicle is inside it.
   */
  *findDetours(
    metric: RoadMetric,
    path: TracedPath,
    startPosition: PathPosition,
    stops: readonly PathPosition[],
  ): Generator<RejoinedRoute, void, undefined> {
    const { network } = this.map
    const closedPart = findClosedPart(network, metric, path, startPosition, stops)
    if (!closedPart) return
    const weightToEnd = weightsToEnd(network, metric, path)
    let minWeight = INFINITE_WEIGHT
    for (const width of DETOUR_WIDTHS) {
      this.exits.choose(network, metric, path, startPosition, closedPart, width)
      this.entries.chooseAfterClosure(metric, path, weightToEnd, closedPart, width)
      const weight = this.search(metric)
      if (weight >= minWeight) continue
      minWeight = weight
      const detour = this.join(metric, path, startPosition, stops)
      if (detour && detour.weight < INFINITE_WEIGHT) yield detour
      if (isWholeRange(closedPart, width)) return
    }
  }

  private search(metric: RoadMetric): number {
    const { exits, entries, query } = this
    if (exits.count === 0 || entries.count === 0) return INFINITE_WEIGHT
    return query.search(metric.hierarchy, exits, entries, { mustLeaveArc: true })
  }

  private join(
    metric: RoadMetric,
    path: TracedPath,
    startPosition: PathPosition,
    stops: readonly PathPosition[],
  ): RejoinedRoute | undefined {
    const { network } = this.map
    const detourPath = this.query.path()
    if (!detourPath) return undefined
    const { arcs, turns } = detourPath
    const splice: Splice = {
      arcs,
      turns,
      leaveIndex: this.exits.index[detourPath.source],
      rejoinIndex: this.entries.index[detourPath.target],
    }
    const splicedPath = splicePath(network, path, startPosition, splice)
    const keptArcCount = splice.leaveIndex - startPosition.index
    const movedStops = stops.map(({ index, position }) => {
      const isBefore = index <= splice.leaveIndex
      return {
        index: isBefore ? index - startPosition.index : index - splice.rejoinIndex + keptArcCount + arcs.length - 1,
        position,
      }
    })
    return {
      ...cutLegs(network, metric, splicedPath, startOfPath(splicedPath), movedStops),
      path: splicedPath,
      stops: movedStops,
    }
  }
}

function isWholeRange({ low, first, last, high }: ClosedPart, width: number): boolean {
  return first - low <= width && high - last <= width
}
