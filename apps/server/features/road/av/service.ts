import type { Region } from '../../../maps/regions/region.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import { type RegionRoute, routeOnRegion } from '../route/route-on-region.ts'
import type { LocalRoute, RoutingService } from '../route/service.ts'
import { measureTrip, type Trip } from '../route/trip.ts'
import type { OperationalDomain } from './domains/domain.ts'
import { explainNoRoute, findNearestInside } from './explain.ts'
import type { AnyFailure } from './failures.ts'
import { chooseFurthest, type OddRefusal, toFailure } from './refusal.ts'
import type { AvQuery } from './request.ts'
import { isAllowedThroughout, toOddTrip } from './trip-times.ts'

/** Route that stays inside one domain. */
export interface AvAnswer {
  readonly domain: OperationalDomain
  /** Name of the area in which the route starts. */
  readonly area: string
  readonly route: LocalRoute
  readonly trip: Trip
}

export interface AvServiceOptions {
  /** Returns the domains in the order in which the router tries them. */
  readonly domains: () => readonly OperationalDomain[]
  readonly routing: RoutingService
  /** Maximum distance from a point to the road it snaps to, in meters. */
  readonly snapRadiusMeters: number
}

/**
 * Maximum walking distance from a stop to the vehicle, in meters. Roads of the domain that are farther away are
 * ignored.
 */
const MAX_WALK_METERS = 300

/** Explanation that is computed only when no domain allows the trip, because it takes as long as computing a route. */
type DeferredExplanation = () => Promise<OddRefusal | AnyFailure>
type DomainAttempt = Result<AvAnswer, OddRefusal | AnyFailure | DeferredExplanation>

/** Computes self-driving routes in the first domain that allows the whole trip from departure to arrival. */
export class AvService {
  private readonly options: AvServiceOptions
  private readonly radiusMeters: number

  constructor(options: AvServiceOptions) {
    this.options = options
    this.radiusMeters = Math.min(options.snapRadiusMeters, MAX_WALK_METERS)
  }

  async route(query: AvQuery): Promise<Result<AvAnswer, AnyFailure>> {
    const domains = this.chooseDomains(query)
    if (!domains.ok) return domains
    let refusal: OddRefusal | undefined
    let noPathFailure: AnyFailure | DeferredExplanation | undefined
    for (const domain of domains.value) {
      const attempt = await this.routeInDomain(domain, query)
      if (attempt.ok) return attempt
      if ('stage' in attempt.failure) refusal = chooseFurthest(refusal, attempt.failure)
      else noPathFailure ??= attempt.failure
    }
    // A domain that accepts the time and the stops provides the most useful reason.
    const failure = typeof noPathFailure === 'function' ? await noPathFailure() : (noPathFailure ?? refusal)
    if (!failure) return fail({ kind: 'no-odd' })
    return fail('stage' in failure ? toFailure(failure, await this.findNearestServed(failure, query)) : failure)
  }

  private chooseDomains({ odd, operator }: AvQuery): Result<readonly OperationalDomain[], AnyFailure> {
    const allDomains = this.options.domains()
    if (odd === undefined && operator === undefined) return ok(allDomains)
    const matchesOperator = (domain: OperationalDomain) =>
      operator === undefined || equalsIgnoringCase(domain.document.operator, operator)
    const matches = allDomains.filter(
      (domain) => matchesOperator(domain) && (odd === undefined || domain.document.id === odd),
    )
    if (matches.length > 0 || allDomains.length === 0) return ok(matches)
    if (operator !== undefined && !allDomains.some(matchesOperator)) {
      const operators = [...new Set(allDomains.map(({ document }) => document.operator))].sort()
      return fail({ kind: 'odd-unknown', field: 'operator', given: operator, known: operators })
    }
    const domainIds = allDomains.filter(matchesOperator).map(({ document }) => document.id)
    return fail({ kind: 'odd-unknown', field: 'odd', given: odd ?? '', known: domainIds.sort(), operator })
  }

  /** Tries one domain. The cheap checks of location, time and conditions run before the roads are checked. */
  private async routeInDomain(domain: OperationalDomain, query: AvQuery): Promise<DomainAttempt> {
    const { stops, time } = query.routeQuery
    const outsideStops = stops.filter((stop) => domain.area.nameAt(stop.latitude, stop.longitude) === undefined)
    const [first] = outsideStops
    if (first) {
      const getBorderMeters = (stop: typeof first) => domain.area.nearestBorder(stop.latitude, stop.longitude).meters
      const meters = outsideStops.reduce((sum, stop) => sum + getBorderMeters(stop), 0)
      return fail({
        stage: 'stop',
        domain,
        violation: domain.toAreaViolation(),
        position: first,
        field: first.field,
        meters,
      })
    }
    // An arrival exactly at the end of the operating hours is still allowed.
    const atMs = time.kind === 'arrive' ? time.atMs - 1 : time.atMs
    const violation = domain.findTripViolation(toOddTrip(query, atMs, atMs))
    if (violation) return fail({ stage: 'time', domain, violation })
    const regions = this.options.routing.listCoveringRegions(stops)
    if (regions.length === 0) {
      const failure = await this.options.routing.explainMissingMaps()
      return fail(failure.kind === 'no-map' ? { kind: 'no-map-in-odd', odd: domain.document.id } : failure)
    }
    let failure: OddRefusal | AnyFailure | DeferredExplanation | undefined
    for (const region of regions) {
      const attempt = await this.routeOnRegion(region, domain, query)
      if (attempt.ok) return attempt
      failure ??= attempt.failure
    }
    return fail(failure ?? { kind: 'no-map-in-odd', odd: domain.document.id })
  }

  private async routeOnRegion(region: Region, domain: OperationalDomain, query: AvQuery): Promise<DomainAttempt> {
    const { radiusMeters, options } = this
    const route = { ...query.routeQuery, profile: domain.profile }
    const pendingPlan = routeOnRegion(region, route, { radiusMeters, alternatives: route.alternatives })
    const planResult = pendingPlan instanceof Promise ? await pendingPlan : pendingPlan
    if (planResult.kind === 'planned') return this.checkTripTimes(region, domain, query, planResult)
    if (planResult.kind === 'engine-unavailable') return fail(planResult)
    const failedRoute = { region, domain, query: query.routeQuery, routing: options.routing, radiusMeters }
    return fail(() => explainNoRoute(failedRoute, planResult))
  }

  /**
   * Checks the rules again with the actual duration. The rules must allow the whole trip, including every alternative.
   */
  private checkTripTimes(
    region: Region,
    domain: OperationalDomain,
    query: AvQuery,
    { plan, snapshot }: RegionRoute,
  ): DomainAttempt {
    const { time, steps, stops } = query.routeQuery
    const trip = measureTrip(region, snapshot, time, plan.legs, steps)
    const findViolation = ({ departMs, durationCs }: Trip) =>
      domain.findTripViolation(toOddTrip(query, departMs, departMs + durationCs * 10))
    const violation = findViolation(trip)
    if (violation) return fail({ stage: 'time', domain, violation })
    const isAllowed = (legs: typeof plan.legs) => !findViolation(measureTrip(region, snapshot, time, legs, false))
    const alternatives = isAllowedThroughout(domain, query, trip)
      ? plan.alternatives
      : plan.alternatives.filter(({ legs }) => isAllowed(legs))
    const [from] = stops
    const area = from ? (domain.area.nameAt(from.latitude, from.longitude) ?? '') : ''
    return ok({ domain, area, trip, route: { source: 'local', region, plan: { ...plan, alternatives }, snapshot } })
  }

  private async findNearestServed(refusal: OddRefusal, { routeQuery }: AvQuery) {
    if (!refusal.position) return undefined
    return await findNearestInside(refusal.domain, refusal.position, routeQuery.time, (place) =>
      this.options.routing.listCoveringRegions([place]),
    )
  }
}

function equalsIgnoringCase(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase()
}
