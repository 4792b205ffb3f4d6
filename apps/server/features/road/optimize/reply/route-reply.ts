import type { Tour } from '@fairway/optimizer'
import { fromCostUnits } from '../costs/cost-units.ts'
import { toTourCost } from '../costs/tour-cost.ts'
import type { OptimizeQuery } from '../job.ts'
import { toKm, toMinutes } from '../units.ts'

/**
 * Lists the stops of a tour, including the stops where the vehicle starts and ends. A round trip lists its start only
 * once.
 */
export function listTourStops(query: OptimizeQuery, { vehicle, stops }: Tour): number[] {
  const { start, end } = getEndpoints(query, vehicle)
  const visitedStops = stops.map((stop) => query.numbers[stop] ?? 0)
  return [
    ...(start === undefined ? [] : [start]),
    ...visitedStops,
    ...(end === undefined || end === start ? [] : [end]),
  ]
}

/** Returns the start and end of a vehicle, but only if they are stops of the request. */
export function getEndpoints({ job, stopCount }: OptimizeQuery, vehicle: number): { start?: number; end?: number } {
  const { start, end } = job.fleet.vehicles[vehicle] ?? {}
  return {
    ...(start !== undefined && start < stopCount ? { start } : {}),
    ...(end !== undefined && end < stopCount ? { end } : {}),
  }
}

export function toRoute(query: OptimizeQuery, tour: Tour) {
  const { job, clock } = query
  const costs = query.costs[tour.vehicle]
  const rule = query.rules[tour.vehicle]
  return {
    ...(query.owners?.[tour.vehicle] ?? { vehicle: tour.vehicle }),
    order: listTourStops(query, tour),
    distance_km: toKm(tour.distance),
    duration_min: toMinutes(tour.duration),
    driving_min: toMinutes(tour.driving),
    service_min: toMinutes(tour.service),
    waiting_min: toMinutes(tour.waiting),
    leaves_min: toMinutes(tour.departure),
    ends_min: toMinutes(tour.finish),
    leaves_at: clock.formatInstant(tour.departure),
    ends_at: clock.formatInstant(tour.finish),
    ...(tour.setup > 0 ? { setup_min: toMinutes(tour.setup) } : {}),
    ...(tour.overtime > 0 ? { overtime_min: toMinutes(tour.overtime) } : {}),
    ...(costs ? { cost: toTourCost(costs, tour) } : {}),
    ...(tour.softPenalty > 0 ? { soft_penalty: fromCostUnits(job.objective, tour.softPenalty) } : {}),
    ...(tour.reloads.length > 0 ? { reload_min: toMinutes(tour.reloading), trips: listTrips(query, tour) } : {}),
    visits: tour.stops.map((stop, position) => toVisit(query, tour, stop, position)),
    ...(tour.breaks.length === 0
      ? {}
      : {
          breaks: tour.breaks.map(({ index, position, start, duration }) => ({
            after_visits: position,
            begins_min: toMinutes(start),
            begins_at: clock.formatInstant(start),
            duration_min: toMinutes(duration),
            ...(index === undefined && rule ? { rule } : {}),
          })),
        }),
    ...(tour.load.length > 0 ? { load: tour.load } : {}),
  }
}

/** Lists the stops of each trip between reloads. Every trip except the first includes its reload depot. */
function listTrips({ job, numbers, points, stopCount }: OptimizeQuery, tour: Tour) {
  const depots = job.fleet.vehicles[tour.vehicle]?.reloads?.depots ?? []
  const starts = [{ position: 0, depot: undefined }, ...tour.reloads]
  return starts.map(({ position, depot }, index) => {
    const row = depot === undefined ? undefined : depots[depot]
    const [latitude = 0, longitude = 0] = points[row ?? 0] ?? []
    return {
      stops: tour.stops.slice(position, starts[index + 1]?.position).map((stop) => numbers[stop] ?? 0),
      ...(row === undefined ? {} : { depot: row < stopCount ? { stop: row } : { at: [latitude, longitude] } }),
    }
  })
}

function toVisit({ numbers, clock }: OptimizeQuery, tour: Tour, stop: number, position: number) {
  const valueAtStop = (list: readonly number[]) => list[position] ?? 0
  const setup = valueAtStop(tour.setups)
  const arrival = valueAtStop(tour.arrivals) - setup
  const slack = valueAtStop(tour.slacks)
  return {
    stop: numbers[stop] ?? 0,
    arrives_min: toMinutes(arrival),
    begins_min: toMinutes(valueAtStop(tour.starts)),
    leaves_min: toMinutes(valueAtStop(tour.departures)),
    arrives_at: clock.formatInstant(arrival),
    begins_at: clock.formatInstant(valueAtStop(tour.starts)),
    leaves_at: clock.formatInstant(valueAtStop(tour.departures)),
    waiting_min: toMinutes(valueAtStop(tour.starts) - valueAtStop(tour.arrivals)),
    ...(setup > 0 ? { setup_min: toMinutes(setup) } : {}),
    ...(slack === Number.POSITIVE_INFINITY ? {} : { slack_min: toMinutes(slack) }),
    ...(tour.load.length > 0 ? { load: tour.loads[position] ?? [] } : {}),
    ...(tour.delivered && tour.load.length > 0 ? { delivered: tour.delivered[position] ?? [] } : {}),
  }
}
