import type { FleetSolution, Tour, UnassignedStop } from '@fairway/optimizer'
import type { OptimizeQuery } from './job.ts'
import { toReceipt } from './receipt.ts'
import type { SolveResult } from './solve.ts'
import { explainUnassigned } from './unassigned-reasons.ts'
import { toKm, toMinutes } from './units.ts'

/** Builds the reply. All its numbers are sums of matrix cells. */
export function toReply(query: OptimizeQuery, solved: SolveResult) {
  const { result, solveMs, matrixMs, roads } = solved
  const { solution } = result
  const notes = listNotes(query, solution)
  const order = listVisitOrder(query, solution)
  return {
    order,
    distance_km: toKm(solution.distance),
    duration_min: toMinutes(solution.duration),
    solve_ms: Math.round(solveMs * 10) / 10,
    matrix_ms: Math.round(matrixMs * 10) / 10,
    depart_at: new Date(query.departMs).toISOString(),
    routes: solution.tours.map((tour) => toRoute(query, tour)),
    unassigned: [
      ...listIdleDepots(query, order),
      ...solution.unassigned.map((unassignedStop) => toUnassigned(query, unassignedStop)),
    ],
    receipt: toReceipt(query, solved),
    ...(roads
      ? { traffic: { source: roads.trafficSource, snapshot_at: toIsoString(roads.snapshotAtMs) }, data: roads.data }
      : {}),
    ...(notes.length > 0 ? { notes } : {}),
  }
}

function toUnassigned(query: OptimizeQuery, { stop, reason }: UnassignedStop) {
  return { stop: query.numbers[stop] ?? 0, why: explainUnassigned(query, reason) }
}

/** Every stop of the request appears either in the order or here. */
function listIdleDepots({ numbers, stopCount }: OptimizeQuery, order: readonly number[]) {
  const visitedStops = new Set([...numbers, ...order])
  const idleStops = Array.from({ length: stopCount }, (_, number) => number).filter(
    (number) => !visitedStops.has(number),
  )
  return idleStops.map((stop) => ({ stop, why: 'it is only the start or end of vehicles, and none of them is used' }))
}

/** All visited stops once, vehicle by vehicle. A start shared by all vehicles comes first, a shared end last. */
function listVisitOrder(query: OptimizeQuery, solution: FleetSolution): number[] {
  const order: number[] = []
  for (const tour of solution.tours) {
    for (const number of listTourStops(query, tour)) if (!order.includes(number)) order.push(number)
  }
  const endpoints = new Set(solution.tours.map(({ vehicle }) => getEndpoints(query, vehicle).end))
  // The shared end appears only at the end, not between tours.
  for (const endpoint of endpoints) {
    if (endpoint === undefined || endpoint === order[0] || !order.includes(endpoint)) continue
    order.splice(order.indexOf(endpoint), 1)
    order.push(endpoint)
  }
  return order
}

/** Includes the stops where the vehicle starts and ends. A round trip lists its start only once. */
function listTourStops(query: OptimizeQuery, { vehicle, stops }: Tour): number[] {
  const { start, end } = getEndpoints(query, vehicle)
  const visited = stops.map((stop) => query.numbers[stop] ?? 0)
  return [...(start === undefined ? [] : [start]), ...visited, ...(end === undefined || end === start ? [] : [end])]
}

/** Includes only starts and ends that are stops of the request. */
function getEndpoints({ job, stopCount }: OptimizeQuery, vehicle: number): { start?: number; end?: number } {
  const { start, end } = job.fleet.vehicles[vehicle] ?? {}
  return {
    ...(start !== undefined && start < stopCount ? { start } : {}),
    ...(end !== undefined && end < stopCount ? { end } : {}),
  }
}

function toRoute(query: OptimizeQuery, tour: Tour) {
  const vehicle = query.job.fleet.vehicles[tour.vehicle]
  const vehicleBreaks = vehicle?.breaks ?? []
  return {
    vehicle: tour.vehicle,
    order: listTourStops(query, tour),
    distance_km: toKm(tour.distance),
    duration_min: toMinutes(tour.duration),
    driving_min: toMinutes(tour.driving),
    service_min: toMinutes(tour.service),
    waiting_min: toMinutes(tour.waiting),
    leaves_min: toMinutes(tour.departure),
    ends_min: toMinutes(tour.finish),
    visits: tour.stops.map((stop, position) => ({
      stop: query.numbers[stop] ?? 0,
      arrives_min: toMinutes(tour.arrivals[position] ?? 0),
      begins_min: toMinutes(tour.starts[position] ?? 0),
      leaves_min: toMinutes(tour.departures[position] ?? 0),
    })),
    ...(tour.breaks.length === 0
      ? {}
      : {
          breaks: tour.breaks.map(({ index, position, start }) => ({
            after_visits: position,
            begins_min: toMinutes(start),
            duration_min: toMinutes(vehicleBreaks[index]?.duration ?? 0),
          })),
        }),
    ...(tour.load.length > 0 ? { load: tour.load } : {}),
  }
}

/**
 * Unused vehicles may be unexpected, so a note explains them. If stops are unassigned, their reasons explain enough.
 */
function listNotes({ job, ignored }: OptimizeQuery, { tours, unassigned }: FleetSolution): string[] {
  const { vehicles, balance } = job.fleet
  const notes = [...ignored]
  if (tours.length > 0 && tours.length < vehicles.length && unassigned.length === 0 && !balance) {
    const usageText = `${tours.length} of ${vehicles.length} vehicles ${tours.length === 1 ? 'is' : 'are'} used`
    notes.push(
      `${usageText}: nothing ${job.objective === 'distance' ? 'shorter' : 'faster'} was found with more; to spread the stops over more vehicles, use balance, max_route_stops, capacity or max_route_min`,
    )
  }
  return notes
}

/** Tours that go past midnight although nobody asked for it, and windows on other days. */
export function listTourWarnings({ clock, overnight, warnings }: OptimizeQuery, { result }: SolveResult): string[] {
  if (!clock || overnight) return [...warnings]
  const overnightTours = result.solution.tours.flatMap(({ vehicle, departure, finish }) => {
    const [leaves, ends] = [clock.formatLocal(departure), clock.formatLocal(finish)]
    if (finish <= clock.endOfDayAfter(departure)) return []
    return [
      `the tour of vehicle ${vehicle} continues after midnight: it leaves at ${leaves} and ends at ${ends} (${clock.timeZone}); if that is intended, set overnight to true, otherwise limit shift`,
    ]
  })
  return [...warnings, ...overnightTours]
}

function toIsoString(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString()
}
