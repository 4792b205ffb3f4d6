import { AlternativeFinder, type AlternativePath } from '../alternatives/find-alternatives.ts'
import { WIDEST_STRETCH } from '../alternatives/limits.ts'
import { type Path, PathQuery } from '../hierarchy/path-query.ts'
import { DistanceQuery } from '../hierarchy/query.ts'
import type { RoadMap, RoadMetric } from '../map.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import type { Snap } from '../snap/snapper.ts'
import { Snapper } from '../snap/snapper.ts'
import { directDrive, EndList } from './ends.ts'
import type { PlannedLeg } from './leg.ts'
import { toLeg } from './path-to-leg.ts'
import { type NotSnapped, type Stop, snapStops } from './stop-snaps.ts'

export interface Plan {
  readonly kind: 'plan'
  readonly legs: readonly PlannedLeg[]
  readonly weight: number
  readonly alternatives: readonly AlternativePlan[]
}
/** Another way over the same stops, with what makes it another one. */
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
  /** How many other ways are wanted at most. */
  readonly alternatives: number
}

/** Finds the best way over stops in their order; the scratch memory of one thread. */
export class Planner {
  readonly map: RoadMap
  readonly query: PathQuery
  private readonly snapper: Snapper
  private readonly sources = new EndList()
  private readonly targets = new EndList()
  private readonly finder: AlternativeFinder

  constructor(map: RoadMap) {
    this.map = map
    this.query = new PathQuery(map.topology)
    this.snapper = new Snapper(map.network, map.snapIndex)
    this.finder = new AlternativeFinder(map, new DistanceQuery(map.topology))
  }

  plan(request: PlanRequest): Plan | PlanFailure {
    const snaps = this.snap(request)
    if ('kind' in snaps) return snaps
    const plan = this.planBetween(request.metric, snaps, request.alternatives)
    if (plan.kind !== 'plan' || snaps.length === 2 || request.alternatives === 0) return plan
    return { ...plan, alternatives: this.alternativeLegs(request.metric, plan, request.alternatives) }
  }

  snap({ metric, stops, radiusMeters }: PlanRequest): Snap[][] | NotSnapped {
    return snapStops(this.map.network, this.snapper, metric.weights.arc, stops, radiusMeters)
  }

  /**
   * Stop by stop. At a stop in between, one may have arrived in several ways (on either side of the street), and drives
   * on the way one came: for each of them the cheapest way to be there is kept.
   */
  private planBetween(metric: RoadMetric, snaps: readonly (readonly Snap[])[], wanted: number): Plan | PlanFailure {
    let arrivals = this.startsOf(metric, snaps[0])
    for (let leg = 0; leg < snaps.length - 1; leg++) {
      const isLast = leg === snaps.length - 2
      const reached = isLast
        ? this.best(metric, arrivals, snaps[leg + 1], leg === 0 ? wanted : 0)
        : this.each(metric, arrivals, snaps[leg + 1])
      if (reached.length === 0) return { kind: 'no-path', leg }
      arrivals = reached
    }
    return toPlan(arrivals[0])
  }

  /** Over several stops, another way is another way of one of the legs; the long ones are asked first. */
  private alternativeLegs(metric: RoadMetric, plan: Plan, wanted: number): AlternativePlan[] {
    const { network } = this.map
    const found: AlternativePlan[] = []
    const order = Array.from(plan.legs.keys()).sort((a, b) => plan.legs[b].weight - plan.legs[a].weight)
    for (const index of order.slice(0, MOST_LEGS_WITH_ALTERNATIVES)) {
      if (found.length >= wanted) break
      const leg = plan.legs[index]
      this.sources.clear()
      this.targets.clear()
      const lastArc = leg.arcs[leg.arcs.length - 1]
      this.sources.add(network, metric.weights.arc, leg.start, network.arcs.edgeSide[leg.arcs[0]] & 1, 'source', 0)
      this.targets.add(network, metric.weights.arc, leg.end, network.arcs.edgeSide[lastArc] & 1, 'target', 0)
      const arrival = this.arrive(metric, undefined, wanted - found.length)
      for (const other of arrival?.alternatives ?? []) {
        const share = leg.weight / Math.max(1, plan.weight)
        found.push({
          legs: plan.legs.map((each, i) => (i === index ? other.leg : each)),
          stretch: other.stretch * share,
          sharing: 1 - share * (1 - other.sharing),
        })
      }
    }
    return found
  }

  private startsOf({ weights }: RoadMetric, snaps: readonly Snap[]): Arrival[] {
    this.sources.clear()
    this.sources.addSnaps(this.map.network, weights.arc, snaps, 'source')
    return this.sources
      .list()
      .map(({ snap, side }) => ({ snap, side, weight: 0, leg: undefined, before: undefined, alternatives: [] }))
  }

  /** The one cheapest way to a stop. */
  private best(metric: RoadMetric, from: readonly Arrival[], snaps: readonly Snap[], wanted: number): Arrival[] {
    this.targets.clear()
    this.targets.addSnaps(this.map.network, metric.weights.arc, snaps, 'target')
    const found = this.arrive(metric, from, wanted)
    return found ? [found] : []
  }

  /** The cheapest way to arrive on each road and in each direction at a stop. */
  private each(metric: RoadMetric, from: readonly Arrival[], snaps: readonly Snap[]): Arrival[] {
    const { network } = this.map
    const ends = new EndList()
    ends.addSnaps(network, metric.weights.arc, snaps, 'target')
    const arrivals = ends.list().flatMap(({ snap, side }) => {
      this.targets.clear()
      this.targets.add(network, metric.weights.arc, snap, side, 'target', 0)
      return this.arrive(metric, from, 0) ?? []
    })
    return arrivals.sort((a, b) => a.weight - b.weight)
  }

  /** The cheapest way from the arrivals (or, without them, the sources as they are) to the targets. */
  private arrive(metric: RoadMetric, from: readonly Arrival[] | undefined, wanted: number): Arrival | undefined {
    const { sources, targets, query } = this
    const least = from ? this.startFrom(metric, from) : 0
    const direct = directDrive(sources, targets)
    const stretch = wanted > 0 ? WIDEST_STRETCH : 0
    const weight = query.search(metric.hierarchy, sources, targets, { apart: true, stretch })
    const path =
      direct && direct.weight <= weight
        ? { ...direct, arcs: Uint32Array.of(sources.arc[direct.source]), turns: new Uint32Array(0) }
        : query.path()
    if (!path || (weight >= INFINITE_WEIGHT && !direct)) return undefined
    const end = targets.at(path.target)
    const leg = this.legOf(path)
    // Whoever stays on one street needs no other way.
    const others =
      wanted > 0 && path.arcs.length > 1
        ? this.finder.find(query, metric, path, wanted).map((other) => this.toOther(other))
        : []
    return {
      snap: end.snap,
      side: end.side,
      weight: least + path.weight,
      leg,
      before: from?.[path.source],
      alternatives: others,
    }
  }

  private startFrom({ weights }: RoadMetric, from: readonly Arrival[]): number {
    const least = Math.min(...from.map(({ weight }) => weight))
    this.sources.clear()
    for (const { snap, side, weight } of from) {
      this.sources.add(this.map.network, weights.arc, snap, side, 'source', weight - least)
    }
    return least
  }

  private legOf(path: Path): PlannedLeg {
    const { source, target, weight } = path
    return toLeg(this.map.network, path, this.sources.at(source).snap, this.targets.at(target).snap, weight)
  }

  private toOther(path: AlternativePath): OtherLeg {
    return { leg: this.legOf(path), stretch: path.stretch, sharing: path.sharing }
  }
}

/** Beyond these a trip has so many stops that nobody looks for another way between two of them. */
const MOST_LEGS_WITH_ALTERNATIVES = 5

interface OtherLeg {
  readonly leg: PlannedLeg
  readonly stretch: number
  readonly sharing: number
}

/** Being at a stop, on one side of one road, and how one came there. */
interface Arrival {
  readonly snap: Snap
  readonly side: number
  readonly weight: number
  readonly leg: PlannedLeg | undefined
  readonly before: Arrival | undefined
  readonly alternatives: readonly OtherLeg[]
}

function toPlan(last: Arrival): Plan {
  const legs: PlannedLeg[] = []
  for (let arrival: Arrival | undefined = last; arrival?.leg; arrival = arrival.before) legs.push(arrival.leg)
  const alternatives = last.alternatives.map(({ leg, stretch, sharing }) => ({ legs: [leg], stretch, sharing }))
  return { kind: 'plan', legs: legs.reverse(), weight: last.weight, alternatives }
}
