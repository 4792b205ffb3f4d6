import { PathQuery } from '../../cch/path-query.ts'
import type { RoadMap, RoadMetric } from '../../map.ts'
import { listArcCopies } from '../../network/copies.ts'
import { withArcDurations } from '../../profiles/model/modeled-network.ts'
import { EndpointList, findDirectPath } from '../../route/endpoint-list.ts'
import type { PlannedLeg } from '../../route/leg.ts'
import { totalsOf } from '../../route/leg-attributes.ts'
import { TripInTraffic } from '../../route/leg-in-traffic.ts'
import { PathStore } from '../../route/path-store.ts'
import { toLeg } from '../../route/path-to-leg.ts'
import { INFINITE_WEIGHT } from '../../sentinels.ts'
import type { Snap } from '../../snap/snapper.ts'
import type { ArcTimes } from '../../traffic/arc-times.ts'

/** Reference for isochrones that uses the planner's route between two positions. */
export class RouteOracle {
  private readonly map: RoadMap
  private readonly metric: RoadMetric
  private readonly query: PathQuery
  private readonly sources: EndpointList
  private readonly targets: EndpointList

  constructor(map: RoadMap, metric: RoadMetric) {
    const copies = listArcCopies(map.network)
    this.map = map
    this.metric = metric
    this.query = new PathQuery(map.topology)
    this.sources = new EndpointList(map.network, copies)
    this.targets = new EndpointList(map.network, copies)
  }

  /** Returns the cost in hundredths of a second or centimeters, or Infinity if there is no route. */
  cost(from: readonly Snap[], to: readonly Snap[], unit: 'cs' | 'cm', times?: ArcTimes): number {
    const leg = this.findLeg(from, to)
    if (!leg) return Number.POSITIVE_INFINITY
    const network = withArcDurations(this.map.network, this.metric)
    const totals = times ? new TripInTraffic(network, times).addLeg(leg).totals : totalsOf(network, leg)
    return unit === 'cs' ? totals.durationCs : totals.distanceCm
  }

  private findLeg(from: readonly Snap[], to: readonly Snap[]): PlannedLeg | undefined {
    const { map, metric, query, sources, targets } = this
    sources.clear()
    targets.clear()
    sources.addSnaps(metric.weights.arc, from, 'source')
    targets.addSnaps(metric.weights.arc, to, 'target')
    if (sources.count === 0 || targets.count === 0) return undefined
    const direct = findDirectPath(map.network, sources, targets)
    const weight = query.search(metric.hierarchy, sources, targets, { mustLeaveArc: true })
    const path =
      direct && direct.weight <= weight
        ? { ...direct, arcs: Uint32Array.of(sources.arc[direct.source]), turns: new Uint32Array(0) }
        : query.path()
    if (!path || (weight >= INFINITE_WEIGHT && !direct)) return undefined
    const [start, end] = [sources.snapAt(path.source), targets.snapAt(path.target)]
    return toLeg(map.network, new PathStore(), path, start, end, path.weight)
  }
}

/** Returns a snap at a position on an edge, in both directions. */
export function snapOn(edge: number, fraction: number): Snap {
  return { edge, fraction, segment: 0, segmentShare: 0, latitude: 0, longitude: 0, distanceMeters: 0, sides: 3 }
}
