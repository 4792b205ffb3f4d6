import { setImmediate } from 'node:timers/promises'
import type { Tour } from '@fairway/optimizer'
import { ok, type Result } from '../../../../platform/result.ts'
import type { ModelSource } from '../../models/model-source.ts'
import type { RoutingFailure } from '../../route/api/failures.ts'
import { readRouteQuery } from '../../route/api/request.ts'
import type { RouteFields } from '../../route/api/schemas.ts'
import { createRouteCacheBuffers, RouteCache } from '../../route/memory/route-memory.ts'
import type { Point } from '../../route/points.ts'
import { ReplyWriter } from '../../route/reply/reply-writer.ts'
import type { RoutingService } from '../../route/service.ts'
import type { OptimizeQuery } from '../job.ts'
import type { OptimizeFields } from '../schemas.ts'
import { type DrawnLeg, type DrawnStep, joinLegs } from './join-legs.ts'

export interface DrawDependencies {
  readonly service: RoutingService
  readonly models: ModelSource
}

/** Place where a tour starts or arrives. */
interface TourPlace {
  readonly at: Point
  /** Stop number in the request. Undefined if the place is not a stop. */
  readonly stop: number | undefined
}

interface DrawnRoute {
  readonly distance_km: number
  readonly eta_min: number
  readonly geometry: readonly Point[]
  readonly steps?: readonly DrawnStep[]
}

/** Lines and steps of tours, in the order of the tours. */
export type TourLines = readonly ReturnType<typeof joinLegs>[]

/** Function that draws tours along roads. */
export type DrawTours = (
  body: OptimizeFields,
  query: OptimizeQuery,
  tours: readonly Tour[],
  nowMs: number,
) => Promise<Result<TourLines, RoutingFailure>>

export function hasLines({ geometry = 'none', steps = false }: OptimizeFields): boolean {
  return geometry !== 'none' || steps
}

/**
 * Creates a function that draws every leg as a separate route at the departure time of the matrix. Separate routes
 * match the matrix costs, because a route through all stops would avoid U-turns at the stops.
 */
export function createDrawTours({ service, models }: DrawDependencies): DrawTours {
  // Legs are never rerouted, so they must not displace other routes in the cache.
  const writer = new ReplyWriter(new RouteCache(createRouteCacheBuffers(1, 0), 0))
  const drawLeg = async (fields: RouteFields, nowMs: number): Promise<Result<DrawnRoute, RoutingFailure>> => {
    const query = readRouteQuery(fields, nowMs, models)
    if (!query.ok) return query
    const result = await service.route(query.value)
    if (!result.ok) return result
    const bytes = writer.write(query.value, result.value)
    return ok(JSON.parse(typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString()))
  }
  return async (body, query, tours, nowMs) => {
    const lines: ReturnType<typeof joinLegs>[] = []
    for (const tour of tours) {
      const options = toRouteOptions(body, tour.vehicle, query.departMs, nowMs)
      const speedFactor = body.fleet?.[tour.vehicle]?.speed_factor ?? 1
      const places = listPlaces(query, tour)
      const legs: DrawnLeg[] = []
      for (const [index, { at: to, stop }] of places.slice(1).entries()) {
        const from = places[index]?.at ?? to
        const leg = isSamePoint(from, to)
          ? ok({ distance_km: 0, eta_min: 0, geometry: [to], steps: [] })
          : await drawLeg({ ...options, from: [...from], to: [...to] }, nowMs)
        if (!leg.ok) return leg
        legs.push({ ...leg.value, at: to, stop, speedFactor })
        // A route takes about a millisecond, and other requests must not wait for a thousand routes.
        await setImmediate()
      }
      lines.push(joinLegs(legs, places[0]?.at, body.geometry ?? 'none', body.steps === true))
    }
    return ok(lines)
  }
}

function toRouteOptions(body: OptimizeFields, vehicle: number, departMs: number, nowMs: number) {
  const { mode, costing, model, avoid, avoid_areas, vehicle: sizes, language, units, steps = false } = body
  const ownProfile = body.fleet?.[vehicle]?.profile
  const profile = ownProfile === undefined ? { profile: body.profile, mode, costing } : { profile: ownProfile }
  const fields = { ...profile, model, avoid, avoid_areas, vehicle: sizes, language, units }
  const givenOptions = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const departsNow = body.depart_at === undefined && departMs === nowMs
  return {
    ...(givenOptions as Partial<RouteFields>),
    ...(departsNow ? {} : { depart_at: new Date(departMs).toISOString() }),
    alternatives: 0,
    steps,
    geometry: 'points' as const,
  }
}

/** Lists the start, the visits with the depots between trips, and the end. */
function listPlaces({ job, numbers, points, stopCount }: OptimizeQuery, tour: Tour): TourPlace[] {
  const { start, end, reloads } = job.fleet.vehicles[tour.vehicle] ?? {}
  const toPlace = (row: number): TourPlace => ({ at: points[row] ?? [0, 0], stop: row < stopCount ? row : undefined })
  const visits = tour.stops.flatMap((stop, position) => {
    const reload = tour.reloads.find((tourReload) => tourReload.position === position)
    const depot = reload && reloads?.depots[reload.depot]
    return [...(depot === undefined ? [] : [toPlace(depot)]), toPlace(numbers[stop] ?? 0)]
  })
  return [...(start === undefined ? [] : [toPlace(start)]), ...visits, ...(end === undefined ? [] : [toPlace(end)])]
}

function isSamePoint(a: Point, b: Point): boolean {
  return a[0] === b[0] && a[1] === b[1]
}
