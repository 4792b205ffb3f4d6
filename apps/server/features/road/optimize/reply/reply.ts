import type { FleetSolution, UnassignedStop } from '@fairway/optimizer'
import { fromCostUnits } from '../costs/cost-units.ts'
import { roundMoney } from '../costs/tour-cost.ts'
import type { OptimizeQuery } from '../job.ts'
import type { TourLines } from '../lines/draw-tours.ts'
import { toDelta } from '../running/delta.ts'
import type { SolveResult } from '../solve/solve.ts'
import { toKm, toMinutes } from '../units.ts'
import { toReceipt } from './receipt.ts'
import { toRelaxationReply } from './relaxations.ts'
import { getEndpoints, listTourStops, toRoute } from './route-reply.ts'
import { explainUnassigned } from './unassigned-reasons.ts'

/** Builds the reply. All numbers in the reply are sums of matrix cells. */
export function toOptimizeReply(query: OptimizeQuery, solveResult: SolveResult, lines: TourLines | undefined) {
  const { result, solveMs, matrixMs, roads } = solveResult
  const { solution } = result
  const notes = listNotes(query, solution)
  const order = listVisitOrder(query, solution)
  const routes = solution.tours.map((tour, index) => ({ ...toRoute(query, tour), ...lines?.[index] }))
  const delta = toDelta(query, solution)
  const hasCosts = query.costs.some((costs) => costs !== undefined)
  return {
    order,
    distance_km: toKm(solution.distance),
    duration_min: toMinutes(solution.duration),
    solve_ms: Math.round(solveMs * 10) / 10,
    matrix_ms: Math.round(matrixMs * 10) / 10,
    depart_at: new Date(query.departMs).toISOString(),
    time_zone: query.clock.timeZone,
    ...(hasCosts ? { cost: roundMoney(routes.reduce((sum, { cost }) => sum + (cost?.total ?? 0), 0)) } : {}),
    ...(solution.missedPrizes > 0 ? { missed_prizes: fromCostUnits(query.job.objective, solution.missedPrizes) } : {}),
    routes,
    unassigned: [...listIdleDepots(query, order), ...listUnassigned(query, solution)],
    ...(delta ? { delta } : {}),
    receipt: toReceipt(query, solveResult),
    ...(roads
      ? { traffic: { source: roads.trafficSource, snapshot_at: toIsoString(roads.snapshotAtMs) }, data: roads.data }
      : {}),
    ...(notes.length > 0 ? { notes } : {}),
  }
}

/** Lists the unassigned stops. The portions of a split stop share one entry, with the reason for the first portion. */
function listUnassigned(query: OptimizeQuery, { unassigned }: FleetSolution) {
  const { job, numbers } = query
  if (!job.stopOf) return unassigned.map((unassignedStop) => toUnassigned(query, unassignedStop))
  const portionsOf = Map.groupBy(unassigned, ({ stop }) => numbers[stop] ?? 0)
  return [...portionsOf.values()].flatMap((portions) =>
    portions.slice(0, 1).map((first) => ({ ...toUnassigned(query, first), ...toUndelivered(query, portions) })),
  )
}

function toUndelivered({ job }: OptimizeQuery, portions: readonly UnassignedStop[]) {
  const amounts = portions.map(({ stop }) => job.fleet.stops[stop]?.demand ?? [])
  const dimensions = Math.max(0, ...amounts.map(({ length }) => length))
  if (dimensions === 0) return {}
  const sumOf = (dimension: number) => amounts.reduce((sum, demand) => sum + (demand[dimension] ?? 0), 0)
  return { undelivered: Array.from({ length: dimensions }, (_, dimension) => sumOf(dimension)) }
}

function toUnassigned(query: OptimizeQuery, { stop, reason }: UnassignedStop) {
  const relaxations = reason.kind === 'no-room' ? reason.relaxations : undefined
  return {
    stop: query.numbers[stop] ?? 0,
    why: explainUnassigned(query, reason),
    ...(relaxations ? { relax: relaxations.map((relaxation) => toRelaxationReply(query, relaxation)) } : {}),
  }
}

/** Lists the depots that no tour uses. Every open stop of the request appears either in the order or in this list. */
function listIdleDepots({ job, numbers, stopCount }: OptimizeQuery, order: readonly number[]) {
  // Vehicles on the road have already left their starts.
  if (job.keep) return []
  const visitedStops = new Set([...numbers, ...order])
  const idleStops = Array.from({ length: stopCount }, (_, number) => number).filter(
    (number) => !visitedStops.has(number),
  )
  return idleStops.map((stop) => ({ stop, why: 'the stop is only the start or end of vehicles that are not used' }))
}

/**
 * Lists every visited stop once, vehicle by vehicle. A start shared by all vehicles comes first, and a shared end comes
 * last.
 */
function listVisitOrder(query: OptimizeQuery, solution: FleetSolution): number[] {
  const order = [...new Set(solution.tours.flatMap((tour) => listTourStops(query, tour)))]
  const endpoints = new Set(solution.tours.map(({ vehicle }) => getEndpoints(query, vehicle).end))
  // A shared end appears only at the end of the order, not between tours.
  for (const endpoint of endpoints) {
    if (endpoint === undefined || endpoint === order[0] || !order.includes(endpoint)) continue
    order.splice(order.indexOf(endpoint), 1)
    order.push(endpoint)
  }
  return order
}

const BETTER_WORDS = { distance: 'shorter', duration: 'faster', cost: 'cheaper', vehicles: 'better' }

/** Lists notes about unused vehicles. If stops are unassigned, their reasons are sufficient. */
function listNotes({ job, ignored, owners }: OptimizeQuery, { tours, unassigned }: FleetSolution): string[] {
  const { vehicles, balance } = job.fleet
  const notes = [...ignored]
  if (
    tours.length > 0 &&
    !owners &&
    tours.length < vehicles.length &&
    unassigned.length === 0 &&
    !balance &&
    job.objective !== 'vehicles'
  ) {
    const usageText = `${tours.length} of ${vehicles.length} vehicles ${tours.length === 1 ? 'is' : 'are'} used, because no`
    notes.push(
      `${usageText} ${BETTER_WORDS[job.objective]} solution with more vehicles was found; to spread the stops over more vehicles, use balance, max_route_stops, capacity or max_route_min`,
    )
  }
  return notes
}

/** Lists warnings about tours that continue past midnight without permission, and about windows on other days. */
export function listTourWarnings(
  { clock, hasTimes, overnight, warnings }: OptimizeQuery,
  { result }: SolveResult,
): string[] {
  if (!hasTimes || overnight) return [...warnings]
  const overnightTours = result.solution.tours.flatMap(({ vehicle, departure, finish }) => {
    const [leaves, ends] = [clock.formatLocal(departure), clock.formatLocal(finish)]
    if (finish <= clock.endOfDayAfter(departure)) return []
    return [
      `the tour of vehicle ${vehicle} continues after midnight, from ${leaves} to ${ends} (${clock.timeZone}); set overnight to true if that is intended, or limit shift if it is not`,
    ]
  })
  return [...warnings, ...overnightTours]
}

function toIsoString(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString()
}
