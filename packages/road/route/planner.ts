import { AlternativeFinder, type AlternativePath } from '../alternatives/find-alternatives.ts'
import { MAX_STRETCH } from '../alternatives/limits.ts'
import { DistanceQuery } from '../cch/distance-query.ts'
import type { Path } from '../cch/path.ts'
import { PathQuery } from '../cch/path-query.ts'
import type { RoadMap, RoadMetric } from '../map.ts'
import { listArcCopies } from '../network/copies.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import type { Snap } from '../snap/snapper.ts'
import { Snapper } from '../snap/snapper.ts'
import { EndpointList, findDirectPath } from './endpoint-list.ts'
import type { PlannedLeg } from './leg.ts'
import { PathStore } from './path-store.ts'
import { toLeg } from './path-to-leg.ts'
import { type NotSnapped, type Stop, snapStops } from './stop-snaps.ts'

export interface Plan {
  readonly kind: 'plan'
  readonly legs: readonly PlannedLeg[]
  readonly weight: number
  readonly alternatives: readonly AlternativePlan[]
}
/** An alternative route via the same stops and its difference from the best route. */
export interface AlternativePlan {
  readonly legs: readonly PlannedLeg[]
  readonly stretch: number
  readonly sharing: number
}
export type PlanFailure = NotSnapped | { readonly kind: 'no-path'; readonly leg: number }

export interface PlanRequest {
  readonly metric: RoadMetric
  readonly stops: readonly Stop[]
  readonly radiusMeters: number
  /** Maximum number of alternatives. */
  readonly alternatives: number
}

/**
 * Finds the best route via stops in the given order. Each thread needs its own instance, because an instance owns
 * scratch memory.
 */
export class Planner {
  readonly map: RoadMap
  readonly query: PathQuery
  private readonly snapper: Snapper
  readonly sources: EndpointList
  readonly targets: EndpointList
  private readonly stops: EndpointList
  private readonly alternativeFinder: AlternativeFinder
  private readonly store = new PathStore()

  constructor(map: RoadMap) {
    this.map = map
    this.query = new PathQuery(map.topology)
    this.snapper = new Snapper(map.network, map.snapIndex)
    this.alternativeFinder = new AlternativeFinder(map, new DistanceQuery(map.topology), this.store)
    const copies = listArcCopies(map.network)
    this.sources = new EndpointList(map.network, copies)
    this.targets = new EndpointList(map.network, copies)
    this.stops = new EndpointList(map.network, copies)
  }

  plan(request: PlanRequest): Plan | PlanFailure {
    const snaps = this.snap(request)
    if ('kind' in snaps) return snaps
    const plan = this.planBetween(request.metric, snaps, request.alternatives)
    if (plan.kind !== 'plan' || snaps.length === 2 || request.alternatives === 0) return plan
    return { ...plan, alternatives: this.alternativeLegs(request.metric, plan, request.alternatives) }
  }

  /**
   * Returns the roads that the stops are snapped to. At the border of a clipped map, the nearest roads may connect the
   * stops although they are not connected to the main network in both directions.
   */
  snap({ metric, stops, radiusMeters }: PlanRequest): Snap[][] | NotSnapped {
    let nearest: Snap[][] | undefined
    const snaps = snapStops(this.map.network, this.snapper, metric.weights.arc, stops, radiusMeters, (nearestSnaps) => {
      nearest = nearestSnaps
    })
    return nearest && this.planBetween(metric, nearest, 0).kind === 'plan' ? nearest : snaps
  }

  /**
   * Plans the route stop by stop. A route can reach an intermediate stop on either side of the street, and it continues
   * in the same direction. The cheapest arrival is recorded for each side.
   */
  private planBetween(
    metric: RoadMetric,
    snaps: readonly (readonly Snap[])[],
    alternativeCount: number,
  ): Plan | PlanFailure {
    this.sources.clear()
    this.sources.addSnaps(metric.weights.arc, snaps[0], 'source')
    let arrivals: RouteArrival[] = []
    for (let leg = 0; leg < snaps.length - 1; leg++) {
      const isLast = leg === snaps.length - 2
      const from = leg === 0 ? undefined : arrivals
      const legArrivals = isLast
        ? this.findBestArrival(metric, from, snaps[leg + 1], leg === 0 ? alternativeCount : 0)
        : this.findArrivals(metric, from, snaps[leg + 1])
      if (legArrivals.length === 0) return { kind: 'no-path', leg }
      arrivals = legArrivals
    }
    return toPlan(arrivals[0])
  }

  /**
   * Finds alternatives for a route with multiple stops. Each alternative replaces one leg, and the longest legs are
   * tried first.
   */
  private alternativeLegs(metric: RoadMetric, plan: Plan, alternativeCount: number): AlternativePlan[] {
    const alternatives: AlternativePlan[] = []
    const legOrder = Array.from(plan.legs.keys()).sort((a, b) => plan.legs[b].weight - plan.legs[a].weight)
    for (const index of legOrder.slice(0, MAX_LEGS_WITH_ALTERNATIVES)) {
      if (alternatives.length >= alternativeCount) break
      const leg = plan.legs[index]
      this.sources.clear()
      this.targets.clear()
      this.sources.add(metric.weights.arc, leg.start, leg.arcs[0], 'source', 0)
      this.targets.add(metric.weights.arc, leg.end, leg.arcs[leg.arcs.length - 1], 'target', 0)
      const bestArrival = this.findArrival(metric, undefined, alternativeCount - alternatives.length)
      for (const alternative of bestArrival?.alternatives ?? [])
        alternatives.push(toAlternativePlan(plan, index, bestArrival?.weight ?? 0, alternative))
    }
    return alternatives
  }

  /** Returns the cheapest arrival at a stop. */
  private findBestArrival(
    metric: RoadMetric,
    from: PreviousArrivals,
    snaps: readonly Snap[],
    alternativeCount: number,
  ): RouteArrival[] {
    this.targets.clear()
    this.targets.addSnaps(metric.weights.arc, snaps, 'target')
    const arrival = this.findArrival(metric, from, alternativeCount)
    return arrival ? [arrival] : []
  }

  /** Returns the cheapest arrival for each road and direction at a stop. */
  private findArrivals(metric: RoadMetric, from: PreviousArrivals, snaps: readonly Snap[]): RouteArrival[] {
    this.stops.clear()
    this.stops.addSnaps(metric.weights.arc, snaps, 'target')
    const arrivals = this.stops.list().flatMap(({ snap, arc }) => {
      this.targets.clear()
      this.targets.add(metric.weights.arc, snap, arc, 'target', 0)
      return this.findArrival(metric, from, 0) ?? []
    })
    return arrivals.sort((a, b) => a.weight - b.weight)
  }

  /** Returns the cheapest path from the previous arrivals, or from the sources if there are none, to the targets. */
  private findArrival(metric: RoadMetric, from: PreviousArrivals, alternativeCount: number): RouteArrival | undefined {
    const { sources, targets, query } = this
    const minWeight = from ? this.addSources(metric, from) : 0
    const directPath = findDirectPath(this.map.network, sources, targets)
    const stretch = alternativeCount > 0 ? MAX_STRETCH : 0
    const weight = query.search(metric.hierarchy, sources, targets, { mustLeaveArc: true, stretch })
    const path =
      directPath && directPath.weight <= weight
        ? { ...directPath, arcs: Uint32Array.of(sources.arc[directPath.source]), turns: new Uint32Array(0) }
        : query.path()
    if (!path || (weight >= INFINITE_WEIGHT && !directPath)) return undefined
    const endpoint = targets.at(path.target)
    const previousEndpoint = from?.[path.source]
    const leg = this.legOf(path, path.weight - (previousEndpoint ? previousEndpoint.weight - minWeight : 0))
    // A leg on a single street needs no alternatives.
    const alternatives =
      alternativeCount > 0 && path.arcs.length > 1
        ? this.alternativeFinder
            .find(query, metric, this, path, alternativeCount)
            .map((alternative) => this.toAlternativeLeg(alternative))
        : []
    return {
      snap: endpoint.snap,
      arc: endpoint.arc,
      weight: minWeight + path.weight,
      leg,
      before: previousEndpoint,
      alternatives,
    }
  }

  private addSources({ weights }: RoadMetric, from: readonly RouteArrival[]): number {
    const minWeight = Math.min(...from.map(({ weight }) => weight))
    this.sources.clear()
    for (const { snap, arc, weight } of from) this.sources.add(weights.arc, snap, arc, 'source', weight - minWeight)
    return minWeight
  }

  private legOf(path: Path, weight: number): PlannedLeg {
    const { source, target } = path
    const [start, end] = [this.sources.snapAt(source), this.targets.snapAt(target)]
    return toLeg(this.map.network, this.store, path, start, end, weight)
  }

  private toAlternativeLeg(path: AlternativePath): AlternativeLeg {
    return { leg: this.legOf(path, path.weight), stretch: path.stretch, sharing: path.sharing }
  }
}

/** Maximum number of legs for which alternatives are computed. */
const MAX_LEGS_WITH_ALTERNATIVES = 5

interface AlternativeLeg {
  readonly leg: PlannedLeg
  readonly stretch: number
  readonly sharing: number
}

/** An arrival at a stop, on one side of one road, and the path that leads there. */
interface RouteArrival {
  readonly snap: Snap
  readonly arc: number
  readonly weight: number
  readonly leg: PlannedLeg | undefined
  readonly before: RouteArrival | undefined
  readonly alternatives: readonly AlternativeLeg[]
}

/** The arrivals from which a search starts. If undefined, the search starts from the sources. */
type PreviousArrivals = readonly RouteArrival[] | undefined

/** Returns the route with one leg replaced. `bestWeight` is the minimum weight of that leg. */
function toAlternativePlan(
  { legs, weight }: Plan,
  index: number,
  bestWeight: number,
  alternative: AlternativeLeg,
): AlternativePlan {
  const extraWeight = alternative.leg.weight - bestWeight
  const sharedWeight = weight - bestWeight + alternative.sharing * alternative.leg.weight
  return {
    legs: legs.map((leg, i) => (i === index ? alternative.leg : leg)),
    stretch: extraWeight / Math.max(1, weight),
    sharing: sharedWeight / Math.max(1, weight + extraWeight),
  }
}

function toPlan(last: RouteArrival): Plan {
  const legs: PlannedLeg[] = []
  for (let arrival: RouteArrival | undefined = last; arrival?.leg; arrival = arrival.before) legs.push(arrival.leg)
  const alternatives = last.alternatives.map(({ leg, stretch, sharing }) => ({ legs: [leg], stretch, sharing }))
  return { kind: 'plan', legs: legs.reverse(), weight: last.weight, alternatives }
}
