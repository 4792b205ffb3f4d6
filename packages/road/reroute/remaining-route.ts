import { PathQuery } from '../cch/path-query.ts'
import type { RoadMap, RoadMetric } from '../map.ts'
import { listArcCopies } from '../network/copies.ts'
import { EndpointList } from '../route/endpoint-list.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import type { Snap } from '../snap/snapper.ts'
import { cutLegs, type RemainingLegs } from './cut-legs.ts'
import { PathEntries } from './line/entries.ts'
import { weightsToEnd } from './path-weights.ts'
import { isAtOrBefore, type PathPosition, startOfPath, type TracedPath } from './traced-path.ts'

/** The point at which a vehicle left a path. */
export interface PathDeparture {
  /** Position on the path up to which the vehicle has certainly driven. */
  readonly done: PathPosition
  /** The point of the path closest to the vehicle. */
  readonly nearest: PathPosition
}

/** The remaining path. For a vehicle that has left the path, it includes the path back. */
export interface RejoinedRoute extends RemainingLegs {
  readonly path: TracedPath
  readonly stops: readonly PathPosition[]
}

/**
 * Computes the remaining part of earlier routes. Each thread needs its own instance, because an instance owns scratch
 * memory.
 */
export class PathRemainder {
  private readonly map: RoadMap
  private readonly query: PathQuery
  readonly sources: EndpointList
  readonly entries: PathEntries

  constructor(map: RoadMap, query = new PathQuery(map.topology), copies = listArcCopies(map.network)) {
    this.map = map
    this.query = query
    this.sources = new EndpointList(map.network, copies)
    this.entries = new PathEntries(map.network, copies)
  }

  /** Returns the remaining route from a position on the path to its end, via the remaining stops. */
  from(
    metric: RoadMetric,
    path: TracedPath,
    startPosition: PathPosition,
    stops: readonly PathPosition[],
  ): RemainingLegs {
    return cutLegs(this.map.network, metric, path, startPosition, stops)
  }

  /**
   * Returns the best path from nearby roads back onto the path before the next stop, and along it to its end. Returns
   * undefined if no path leads back or if the remaining path is closed.
   */
  rejoin(
    metric: RoadMetric,
    path: TracedPath,
    departure: PathDeparture,
    stops: readonly PathPosition[],
    snaps: readonly Snap[],
  ): RejoinedRoute | undefined {
    const { sources, entries, query } = this
    const weightToEnd = weightsToEnd(this.map.network, metric, path)
    entries.choose(metric, path, weightToEnd, departure, stops[0])
    sources.clear()
    sources.addSnaps(metric.weights.arc, snaps, 'source')
    if (sources.count === 0) return undefined
    const directPath = this.findAlreadyOnPath(metric, path, weightToEnd, departure, stops[0])
    const weight =
      entries.count > 0 ? query.search(metric.hierarchy, sources, entries, { mustLeaveArc: true }) : INFINITE_WEIGHT
    if (directPath && directPath.weight <= weight) {
      const { source, index } = directPath
      return this.join(
        metric,
        path,
        stops,
        sources.snapAt(source),
        Uint32Array.of(sources.arc[source]),
        NO_TURNS,
        index,
      )
    }
    const pathBack = weight < INFINITE_WEIGHT ? query.path() : undefined
    if (!pathBack) return undefined
    const snap = sources.snapAt(pathBack.source)
    return this.join(metric, path, stops, snap, pathBack.arcs, pathBack.turns, entries.index[pathBack.target])
  }

  /**
   * Finds the best position on the path itself. A vehicle that is too far from the path may still be on one of its arcs
   * if no other road is nearby.
   */
  private findAlreadyOnPath(
    metric: RoadMetric,
    path: TracedPath,
    weightToEnd: Int32Array,
    { done }: PathDeparture,
    stop: PathPosition | undefined,
  ): { readonly source: number; readonly index: number; readonly weight: number } | undefined {
    const { network } = this.map
    const { sources, entries } = this
    const endPosition = stop ?? { index: path.arcs.length - 1, position: path.leave[path.arcs.length - 1] }
    let bestConnection: { source: number; index: number; weight: number } | undefined
    for (let source = 0; source < sources.count; source++) {
      const { segment, segmentShare } = sources.snapAt(source)
      for (let index = done.index; index <= endPosition.index; index++) {
        const arc = sources.arc[source]
        if (network.arcs.edgeSide[path.arcs[index]] !== network.arcs.edgeSide[arc]) continue
        const snapPosition = { index, position: segment + segmentShare }
        const leavePosition = { index, position: path.leave[index] }
        if (!isAtOrBefore(network, path, done, snapPosition) || !isAtOrBefore(network, path, snapPosition, endPosition))
          continue
        if (!isAtOrBefore(network, path, snapPosition, leavePosition)) continue
        const weightFromStart = entries.weightFromArc(metric, path, weightToEnd, index, arc)
        if (weightFromStart >= INFINITE_WEIGHT) continue
        const weight = sources.weight[source] + weightFromStart
        if (!bestConnection || weight < bestConnection.weight) bestConnection = { source, index, weight }
      }
    }
    return bestConnection
  }

  /**
   * Returns the path to an arc of the original path, including that arc, followed by the original path from the next
   * arc.
   */
  private join(
    metric: RoadMetric,
    path: TracedPath,
    stops: readonly PathPosition[],
    snap: Snap,
    arcs: Uint32Array,
    turns: Uint32Array,
    index: number,
  ): RejoinedRoute {
    const { network } = this.map
    const rejoinedPath = this.entries.pathTo(path, snap, arcs, turns, index)
    const movedStops = stops.map((stop) => ({ index: stop.index - index + arcs.length - 1, position: stop.position }))
    return {
      ...cutLegs(network, metric, rejoinedPath, startOfPath(rejoinedPath), movedStops),
      path: rejoinedPath,
      stops: movedStops,
    }
  }
}

const NO_TURNS = new Uint32Array(0)
