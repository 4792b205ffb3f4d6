import type { Stop } from '@fairway/road'
import type { MetricSnapshot } from '../../../../maps/metrics/metric-cache.ts'
import type { Region } from '../../../../maps/regions/region.ts'
import { noModels } from '../../models/model-source.ts'
import { type RouteQuery, readRouteOptions } from '../../route/api/request.ts'
import { routeWithSnapshot } from '../../route/route-on-region.ts'
import { measureTrip, type Trip } from '../../route/trip.ts'
import type { MatrixJob } from './matrix-job.ts'
import { getProfile } from './profile-of.ts'

export type SingleTrip = Trip | 'no-way' | 'engine-unavailable'

/** Computes trips one by one, exactly like /v1/route, for cells that cannot be computed jointly. */
export class SingleTripRouter {
  private readonly region: Region
  private readonly snapshot: MetricSnapshot
  private readonly query: Omit<RouteQuery, 'stops'>
  private readonly radiusMeters: number
  /** Whether trips contain the durations along the path, from which the energy is computed. */
  private readonly withSteps: boolean

  constructor(region: Region, snapshot: MetricSnapshot, job: MatrixJob) {
    this.region = region
    this.snapshot = snapshot
    this.radiusMeters = job.radiusMeters
    this.withSteps = job.electric !== undefined
    const routeOptions = readRouteOptions({}, noModels)
    if (!routeOptions.ok) throw new Error('the default options cannot be read')
    this.query = {
      ...routeOptions.value,
      profile: getProfile(job),
      avoidAreas: job.avoidAreas,
      steps: false,
      time: { kind: 'depart', atMs: job.departMs, nowMs: job.nowMs },
      alternatives: 0,
      geometry: 'none',
    }
  }

  /** Finds one trip. The result is synchronous unless the path must avoid a closure. */
  find(from: Stop, to: Stop): SingleTrip | Promise<SingleTrip> {
    const { region, snapshot, radiusMeters, withSteps } = this
    const query = { ...this.query, stops: [toNamedStop(from, 'from'), toNamedStop(to, 'to')] }
    const planResult = routeWithSnapshot(region, query, { radiusMeters, alternatives: 0 }, snapshot)
    const toTrip = (plan: Awaited<typeof planResult>): SingleTrip => {
      if (plan.kind === 'engine-unavailable') return plan.kind
      return plan.kind === 'planned'
        ? measureTrip(region, plan.snapshot, query.time, plan.plan.legs, withSteps)
        : 'no-way'
    }
    return planResult instanceof Promise ? planResult.then(toTrip) : toTrip(planResult)
  }
}

function toNamedStop(stop: Stop, field: string) {
  return { ...stop, field }
}
