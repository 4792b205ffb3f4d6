import type { FleetPlan, Tour, Unassigned } from '@fairway/optimizer'
import type { OptimizeQuery } from './job.ts'
import { receiptOf } from './receipt.ts'
import type { Solved } from './solve.ts'
import { km, minutes } from './units.ts'
import { whyNot } from './why-not.ts'

/** Builds the reply. All its numbers are sums of matrix cells. */
export function toReply(query: OptimizeQuery, solved: Solved) {
  const { result, solveMs, matrixMs, roads } = solved
  const { plan } = result
  const notes = notesOn(query, plan)
  const order = orderOf(query, plan)
  return {
    order,
    distance_km: km(plan.distance),
    duration_min: minutes(plan.duration),
    solve_ms: Math.round(solveMs * 10) / 10,
    matrix_ms: Math.round(matrixMs * 10) / 10,
    depart_at: new Date(query.departMs).toISOString(),
    routes: plan.tours.map((tour) => toRoute(query, tour)),
    unassigned: [...idleDepots(query, order), ...plan.unassigned.map((one) => toUnassigned(query, one))],
    receipt: receiptOf(query, solved),
    ...(roads ? { traffic: { snapshot_at: toInstant(roads.snapshotAtMs) }, data: roads.data } : {}),
    ...(notes.length > 0 ? { notes } : {}),
  }
}

function toUnassigned(query: OptimizeQuery, { stop, why }: Unassigned) {
  return { stop: query.numbers[stop] ?? 0, why: whyNot(query, why) }
}

/** Every stop of the request appears either in the order or here. */
function idleDepots({ numbers, stopCount }: OptimizeQuery, order: readonly number[]) {
  const visited = new Set([...numbers, ...order])
  const idle = Array.from({ length: stopCount }, (_, number) => number).filter((number) => !visited.has(number))
  return idle.map((stop) => ({ stop, why: 'it is only the start or end of vehicles, and none of them is used' }))
}

/** All visited stops once, vehicle by vehicle. A start shared by all vehicles comes first, a shared end last. */
function orderOf(query: OptimizeQuery, plan: FleetPlan): number[] {
  const order: number[] = []
  for (const tour of plan.tours) {
    for (const number of stopsOf(query, tour)) if (!order.includes(number)) order.push(number)
  }
  const ends = new Set(plan.tours.map(({ vehicle }) => endsOf(query, vehicle).end))
  // The shared end appears only at the end, not between tours.
  for (const end of ends) {
    if (end === undefined || end === order[0] || !order.includes(end)) continue
    order.splice(order.indexOf(end), 1)
    order.push(end)
  }
  return order
}

/** Includes the stops where the vehicle starts and ends. A round trip lists its start only once. */
function stopsOf(query: OptimizeQuery, { vehicle, stops }: Tour): number[] {
  const { start, end } = endsOf(query, vehicle)
  const visited = stops.map((stop) => query.numbers[stop] ?? 0)
  return [...(start === undefined ? [] : [start]), ...visited, ...(end === undefined || end === start ? [] : [end])]
}

/** Includes only starts and ends that are stops of the request. */
function endsOf({ job, stopCount }: OptimizeQuery, vehicle: number): { start?: number; end?: number } {
  const { start, end } = job.fleet.vehicles[vehicle] ?? {}
  return {
    ...(start !== undefined && start < stopCount ? { start } : {}),
    ...(end !== undefined && end < stopCount ? { end } : {}),
  }
}

function toRoute(query: OptimizeQuery, tour: Tour) {
  const vehicle = query.job.fleet.vehicles[tour.vehicle]
  const pauses = vehicle?.breaks ?? []
  return {
    vehicle: tour.vehicle,
    order: stopsOf(query, tour),
    distance_km: km(tour.distance),
    duration_min: minutes(tour.duration),
    driving_min: minutes(tour.driving),
    service_min: minutes(tour.service),
    waiting_min: minutes(tour.waiting),
    leaves_min: minutes(tour.departure),
    ends_min: minutes(tour.finish),
    visits: tour.stops.map((stop, position) => ({
      stop: query.numbers[stop] ?? 0,
      arrives_min: minutes(tour.arrivals[position] ?? 0),
      begins_min: minutes(tour.starts[position] ?? 0),
      leaves_min: minutes(tour.departures[position] ?? 0),
    })),
    ...(tour.breaks.length === 0
      ? {}
      : {
          breaks: tour.breaks.map(({ index, position, start }) => ({
            after_visits: position,
            begins_min: minutes(start),
            duration_min: minutes(pauses[index]?.duration ?? 0),
          })),
        }),
    ...(tour.load.length > 0 ? { load: tour.load } : {}),
  }
}

/**
 * Unused vehicles may be unexpected, so a note explains them. If stops are unassigned, their reasons explain enough.
 */
function notesOn({ job, ignored }: OptimizeQuery, { tours, unassigned }: FleetPlan): string[] {
  const { vehicles, balance } = job.fleet
  const notes = [...ignored]
  if (tours.length > 0 && tours.length < vehicles.length && unassigned.length === 0 && !balance) {
    const used = `${tours.length} of ${vehicles.length} vehicles ${tours.length === 1 ? 'is' : 'are'} used`
    notes.push(
      `${used}: nothing ${job.objective === 'distance' ? 'shorter' : 'faster'} was found with more; balance, max_route_stops, capacity or max_route_min spread the stops over more vehicles`,
    )
  }
  return notes
}

function toInstant(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString()
}
