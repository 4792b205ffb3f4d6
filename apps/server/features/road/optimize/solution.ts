import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import type { OptimizeQuery } from './job.ts'
import { layOutPoints } from './layout.ts'
import type { OptimizeFields } from './schemas.ts'
import type { SolveResult } from './solve.ts'

type Position = readonly [latitude: number, longitude: number]

/** Solution that can be dispatched to assets, as plain JSON. */
export interface Solution {
  readonly tours: readonly SolutionTour[]
  /** Request options that also apply to routes, such as the profile. */
  readonly options: Readonly<Record<string, unknown>>
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

/** Function that stores a solution and returns its id. */
export type KeepSolution = (caller: AccountCaller, solution: Solution, nowMs: number) => Promise<string>

const routeOptions = ['profile', 'mode', 'costing', 'model', 'avoid', 'avoid_areas', 'vehicle'] as const
/** Milliseconds per time unit of the optimizer, which is a thousandth of a minute. */
const MS_PER_UNIT = 60

export function toSolution(
  body: OptimizeFields,
  { job, departMs, numbers, owners }: OptimizeQuery,
  { result }: SolveResult,
): Solution {
  const layout = layOutPoints(body, job.fleet.vehicles.length)
  if (!layout.ok) throw new Error('the points of a solved problem cannot be read')
  const { points } = layout.value
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
        serviceS: ((job.fleet.stops[stop]?.service ?? 0) * MS_PER_UNIT) / 1000,
        windows: (job.fleet.stops[stop]?.windows ?? []).map(([from, to]) => [toMs(from), toMs(to)] as const),
      })),
    }
  })
  const options = Object.fromEntries(
    routeOptions.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])),
  )
  return { tours, options }
}
