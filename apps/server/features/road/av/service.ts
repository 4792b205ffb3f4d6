import type { Region } from '../../../maps/regions/region.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import { planOnRegion, type RegionPlan } from '../route/plan-on-region.ts'
import type { LocalAnswer, RoutingService } from '../route/service.ts'
import { measureTrip, type Trip } from '../route/trip.ts'
import type { Domain } from './domains/domain.ts'
import { nearestInside, whyNotOn } from './explain.ts'
import type { AnyFailure } from './failures.ts'
import { furthest, type Refusal, toFailure } from './refusal.ts'
import type { AvQuery } from './request.ts'
import { mayEndLater, tripOf } from './trip-times.ts'

/** A route inside a domain. */
export interface AvAnswer {
  readonly domain: Domain
  /** The area in which it starts. */
  readonly area: string
  readonly route: LocalAnswer
  readonly trip: Trip
}

export interface AvServiceOptions {
  /** In the order in which they are tried. */
  readonly domains: () => readonly Domain[]
  readonly routing: RoutingService
  /** The maximum snapping distance from a point to a road. */
  readonly snapRadiusMeters: number
}

/** The maximum walk from a stop to the vehicle. Farther roads of a domain do not count as near. */
export const MAX_WALK_METERS = 300

/** Evaluated only when no other domain allows the trip, because it takes as long as a route. */
type Unexplained = () => Promise<Refusal | AnyFailure>
type Tried = Result<AvAnswer, Refusal | AnyFailure | Unexplained>

/** Self-driving routes in the first domain that allows the trip from departure to arrival. */
export class AvService {
  private readonly options: AvServiceOptions
  private readonly radiusMeters: number

  constructor(options: AvServiceOptions) {
    this.options = options
    this.radiusMeters = Math.min(options.snapRadiusMeters, MAX_WALK_METERS)
  }

  async route(query: AvQuery): Promise<Result<AvAnswer, AnyFailure>> {
    const domains = this.choose(query)
    if (!domains.ok) return domains
    let refusal: Refusal | undefined
    let noWay: AnyFailure | Unexplained | undefined
    for (const domain of domains.value) {
      const tried = await this.tryIn(domain, query)
      if (tried.ok) return tried
      if ('stage' in tried.failure) refusal = furthest(refusal, tried.failure)
      else noWay ??= tried.failure
    }
    // A domain that accepts the time and the stops gives the best reason why there is no route.
    const known = typeof noWay === 'function' ? await noWay() : (noWay ?? refusal)
    if (!known) return fail({ kind: 'no-odd' })
    return fail('stage' in known ? toFailure(known, await this.nearestTo(known, query)) : known)
  }

  private choose({ odd, operator }: AvQuery): Result<readonly Domain[], AnyFailure> {
    const all = this.options.domains()
    if (odd === undefined && operator === undefined) return ok(all)
    const ofOperator = (domain: Domain) => operator === undefined || isSame(domain.document.operator, operator)
    const found = all.filter((domain) => ofOperator(domain) && (odd === undefined || domain.document.id === odd))
    if (found.length > 0 || all.length === 0) return ok(found)
    if (operator !== undefined && !all.some(ofOperator)) {
      const known = [...new Set(all.map(({ document }) => document.operator))].sort()
      return fail({ kind: 'odd-unknown', field: 'operator', given: operator, known })
    }
    const known = all.filter(ofOperator).map(({ document }) => document.id)
    return fail({ kind: 'odd-unknown', field: 'odd', given: odd ?? '', known: known.sort() })
  }

  /** Cheap checks first: location, time and conditions. Only then roads. */
  private async tryIn(domain: Domain, query: AvQuery): Promise<Tried> {
    const { stops, time } = query.route
    const outside = stops.filter((stop) => domain.area.nameAt(stop.latitude, stop.longitude) === undefined)
    const [first] = outside
    if (first) {
      const metersOf = (stop: typeof first) => domain.area.nearestBorder(stop.latitude, stop.longitude).meters
      const meters = outside.reduce((sum, stop) => sum + metersOf(stop), 0)
      return fail({ stage: 'stop', domain, found: domain.areaBreak(), place: first, field: first.field, meters })
    }
    // An arrival exactly at the end of the hours is in time.
    const atMs = time.kind === 'arrive' ? time.atMs - 1 : time.atMs
    const found = domain.tripBreak(tripOf(query, atMs, atMs))
    if (found) return fail({ stage: 'time', domain, found })
    const regions = this.options.routing.listCovering(stops)
    if (regions.length === 0) return fail({ kind: 'no-map-in-odd', odd: domain.document.id })
    let failure: Refusal | AnyFailure | Unexplained | undefined
    for (const region of regions) {
      const tried = await this.tryOn(region, domain, query)
      if (tried.ok) return tried
      failure ??= tried.failure
    }
    return fail(failure ?? { kind: 'no-map-in-odd', odd: domain.document.id })
  }

  private async tryOn(region: Region, domain: Domain, query: AvQuery): Promise<Tried> {
    const { radiusMeters, options } = this
    const route = { ...query.route, profile: domain.profile }
    const planning = planOnRegion(region, route, { radiusMeters, alternatives: route.alternatives })
    const planned = planning instanceof Promise ? await planning : planning
    if (planned.kind === 'planned') return this.inTime(region, domain, query, planned)
    if (planned.kind === 'engine-unavailable') return fail(planned)
    const unplanned = { region, domain, query: query.route, routing: options.routing, radiusMeters }
    return fail(() => whyNotOn(unplanned, planned))
  }

  /** The duration is now known: the rules must hold until the end of the trip, and of every alternative. */
  private inTime(region: Region, domain: Domain, query: AvQuery, { plan, drive }: RegionPlan): Tried {
    const { time, steps, stops } = query.route
    const trip = measureTrip(region, drive, time, plan.legs, steps)
    const breakOf = ({ departMs, durationCs }: Trip) =>
      domain.tripBreak(tripOf(query, departMs, departMs + durationCs * 10))
    const found = breakOf(trip)
    if (found) return fail({ stage: 'time', domain, found })
    const isAllowed = (legs: typeof plan.legs) => !breakOf(measureTrip(region, drive, time, legs, false))
    const alternatives = mayEndLater(domain, query, trip)
      ? plan.alternatives
      : plan.alternatives.filter(({ legs }) => isAllowed(legs))
    const [from] = stops
    const area = from ? (domain.area.nameAt(from.latitude, from.longitude) ?? '') : ''
    return ok({ domain, area, trip, route: { source: 'local', region, plan: { ...plan, alternatives }, drive } })
  }

  private async nearestTo(refusal: Refusal, { route }: AvQuery) {
    if (!refusal.place) return undefined
    return await nearestInside(refusal.domain, refusal.place, route.time, (place) =>
      this.options.routing.listCovering([place]),
    )
  }
}

function isSame(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase()
}
