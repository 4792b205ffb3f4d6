import type { OptimizeRoute } from '@fairway/client'
import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import type { OptimizeQuery } from './job.ts'
import type { SolveResult } from './solve/solve.ts'

/** Part of a tour that an export needs. */
export type ExportedTour = Pick<
  OptimizeRoute,
  'vehicle' | 'day' | 'distance_km' | 'duration_min' | 'leaves_at' | 'ends_at' | 'visits' | 'breaks' | 'geometry'
>

type Line = NonNullable<ExportedTour['geometry']>
type Position = readonly [latitude: number, longitude: number]

/** Solution that can be dispatched to assets, as plain JSON. */
export interface Solution {
  readonly tours: readonly SolutionTour[]
  /** Request options that also apply to routes, such as the profile. */
  readonly options: Readonly<Record<string, unknown>>
  /** The tours as in the reply, for exports. Undefined in solutions that an earlier version stored. */
  readonly result?: SolutionResult | undefined
}

export interface SolutionResult {
  /** Positions of the stops in the request. */
  readonly stops: readonly (readonly number[])[]
  readonly routes: readonly ExportedTour[]
  readonly timeZone: string
  readonly attribution?: string | undefined
}

export interface SolutionTour {
  readonly vehicle: number
  /** Day of the tour, if the request had several days. */
  readonly day?: string | undefined
  /** Start of the tour. Undefined means anywhere. */
  readonly start?: Position | undefined
  readonly end?: Position | undefined
  readonly leaveMs: number
  readonly visits: readonly SolutionVisit[]
}

export interface SolutionVisit {
  /** Stop number in the request. */
  readonly stop: number
  readonly at: Position
  readonly arriveMs: number
  readonly serviceS: number
  readonly windows: readonly (readonly [fromMs: number, untilMs: number])[]
}

/** Function that stores a `Solution` and returns its id. */
export type KeepSolution = (caller: AccountCaller, solutionJson: string, nowMs: number) => Promise<string>

/** Milliseconds per time unit of the optimizer, which is a thousandth of a minute. */
const MS_PER_UNIT = 60

/** Part of a reply that exports need. */
interface ExportedReply {
  readonly routes: readonly (Omit<ExportedTour, 'geometry'> & { readonly geometry?: unknown })[]
  readonly time_zone: string
  readonly data?: { readonly attribution: string } | undefined
}

export function toSolution(
  query: OptimizeQuery,
  options: Solution['options'],
  { result }: SolveResult,
  reply: ExportedReply,
): Solution {
  const { job, departMs, numbers, owners, points } = query
  const toMs = (units: number) => Math.round(departMs + MS_PER_UNIT * units)
  const tours = result.solution.tours.map((tour): SolutionTour => {
    const { start, end } = job.fleet.vehicles[tour.vehicle] ?? {}
    return {
      ...(owners?.[tour.vehicle] ?? { vehicle: tour.vehicle }),
      start: start === undefined ? undefined : points[start],
      end: end === undefined ? undefined : points[end],
      leaveMs: toMs(tour.departure),
      visits: tour.stops.map((stop, position) => ({
        stop: numbers[stop] ?? 0,
        at: points[job.fleet.stops[stop]?.location ?? 0] ?? [0, 0],
        arriveMs: toMs(tour.arrivals[position] ?? 0),
        serviceS: (((tour.departures[position] ?? 0) - (tour.starts[position] ?? 0)) * MS_PER_UNIT) / 1000,
        windows: (job.fleet.stops[stop]?.windows ?? []).map(([from, to]) => [toMs(from), toMs(to)] as const),
      })),
    }
  })
  return { tours, options, result: toSolutionResult(query, reply) }
}

/** Returns the part of a reply that exports need. Encoded lines and steps are left out. */
function toSolutionResult(
  { points, stopCount }: Pick<OptimizeQuery, 'points' | 'stopCount'>,
  reply: ExportedReply,
): SolutionResult {
  return {
    stops: points.slice(0, stopCount),
    routes: reply.routes.map((route) => ({
      ...(route.day === undefined ? {} : { day: route.day }),
      vehicle: route.vehicle,
      distance_km: route.distance_km,
      duration_min: route.duration_min,
      leaves_at: route.leaves_at,
      ends_at: route.ends_at,
      visits: route.visits,
      ...(route.breaks && { breaks: route.breaks }),
      ...(route.geometry === undefined || typeof route.geometry === 'string'
        ? {}
        : { geometry: route.geometry as Line }),
    })),
    timeZone: reply.time_zone,
    ...(reply.data && { attribution: reply.data.attribution }),
  }
}
