import type { Stop } from '@fairway/road'
import type { RegionDrive } from '../../../../maps/metrics/metric-cache.ts'
import type { Region } from '../../../../maps/regions/region.ts'
import { type RouteQuery, readTerms } from '../../route/api/request.ts'
import { planByDrive } from '../../route/plan-on-region.ts'
import { measureTrip, type Trip } from '../../route/trip.ts'
import type { MatrixJob } from './matrix-job.ts'
import { profileOf } from './profile-of.ts'

export type SingleTrip = Trip | 'no-way' | 'engine-unavailable'

/** Computes trips one by one, exactly like /v1/route, for cells that cannot be computed jointly. */
export class SingleTrips {
  private readonly region: Region
  private readonly drive: RegionDrive
  private readonly query: Omit<RouteQuery, 'stops'>
  private readonly radiusMeters: number

  constructor(region: Region, drive: RegionDrive, job: MatrixJob) {
    this.region = region
    this.drive = drive
    this.radiusMeters = job.radiusMeters
    const terms = readTerms({})
    if (!terms.ok) throw new Error('the default options cannot be read')
    this.query = {
      ...terms.value,
      profile: profileOf(job),
      avoidAreas: job.avoidAreas,
      steps: false,
      time: { kind: 'depart', atMs: job.departMs, nowMs: job.nowMs },
      alternatives: 0,
      geometry: 'none',
    }
  }

  /** Synchronous, except for trips around closures on the path. */
  find(from: Stop, to: Stop): SingleTrip | Promise<SingleTrip> {
    const { region, drive, radiusMeters } = this
    const query = { ...this.query, stops: [named(from, 'from'), named(to, 'to')] }
    const planned = planByDrive(region, query, { radiusMeters, alternatives: 0 }, drive)
    const measure = (plan: Awaited<typeof planned>): SingleTrip => {
      if (plan.kind === 'engine-unavailable') return plan.kind
      return plan.kind === 'planned' ? measureTrip(region, plan.drive, query.time, plan.plan.legs, false) : 'no-way'
    }
    return planned instanceof Promise ? planned.then(measure) : measure(planned)
  }
}

function named({ latitude, longitude, heading }: Stop, field: string) {
  return { field, latitude, longitude, heading }
}
