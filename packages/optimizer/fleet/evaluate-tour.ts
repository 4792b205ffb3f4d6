import { UNREACHABLE } from '../matrix.ts'
import type { Tour } from '../solution/solution.ts'
import type { TourViolation } from '../solution/tour-violation.ts'
import { computeLoads, computePeakLoad, findOverloadedDimension } from './load.ts'
import { type FleetModel, NO_STOP } from './model.ts'
import { findBrokenLock, findBrokenPairRule } from './order-rules.ts'
import { listLatestArrivals } from './timing/latest-arrivals.ts'
import type { Schedule } from './timing/schedule.ts'

/** Evaluates a tour with its stops in the given order. Returns its figures and times, or the first violated rule. */
export function evaluateTour(
  model: FleetModel,
  schedule: Schedule,
  vehicle: number,
  stops: Int32Array,
): TourViolation | Tour {
  const { maxDistance, maxDuration, maxStops } = model
  const violation =
    findDisallowedStop(model, vehicle, stops) ??
    findBrokenPair(model, vehicle, stops) ??
    findBrokenLock(model, vehicle, stops) ??
    findBrokenPairRule(model, vehicle, stops)
  if (violation) return violation
  if (stops.length > maxStops[vehicle]) return { kind: 'stops', vehicle, stops: stops.length, limit: maxStops[vehicle] }
  // Planning also clears the reloads of the previously evaluated vehicle. Their distance would otherwise be counted.
  const doesFit = schedule.planReloads(vehicle, stops) && model.maxTrips[vehicle] > 1
  const dimension = doesFit ? -1 : findOverloadedDimension(model, vehicle, stops)
  if (dimension >= 0) return { kind: 'load', vehicle, dimension, load: computePeakLoad(model, stops, dimension) }
  if (!doesFit && model.range[vehicle] !== Number.POSITIVE_INFINITY)
    return { kind: 'range', vehicle, limit: model.range[vehicle] }
  const sums = sumTour(model, vehicle, stops)
  if (sums.unreachablePosition >= 0) return { kind: 'unreachable', vehicle, position: sums.unreachablePosition }
  const distance = sums.distance + getReloadSum(schedule, 'distance')
  if (distance > maxDistance[vehicle]) return { kind: 'distance', vehicle, distance, limit: maxDistance[vehicle] }
  const driving = sums.driving + getReloadSum(schedule, 'driving')
  const maxDriving = model.maxDriving[vehicle]
  if (driving > maxDriving) return { kind: 'driving', vehicle, driving, limit: maxDriving }
  if (!schedule.isOnTime(vehicle, stops)) return { kind: 'time', vehicle, position: schedule.timing.latePosition }
  const duration = schedule.chooseDeparture(vehicle, stops)
  if (duration > maxDuration[vehicle]) return { kind: 'duration', vehicle, duration, limit: maxDuration[vehicle] }
  return toTour(model, schedule, vehicle, stops, sums)
}

function findDisallowedStop(model: FleetModel, vehicle: number, stops: Int32Array): TourViolation | undefined {
  const { allowed, stopCount } = model
  const visitedStops = new Set<number>()
  for (const stop of stops) {
    if (visitedStops.has(stop)) return { kind: 'repeated', vehicle, stop }
    visitedStops.add(stop)
    if (!allowed[vehicle * stopCount + stop]) return { kind: 'not-allowed', vehicle, stop }
  }
  return undefined
}

function findBrokenPair(
  { partner, isPickup }: FleetModel,
  vehicle: number,
  stops: Int32Array,
): TourViolation | undefined {
  for (const [position, stop] of stops.entries()) {
    if (partner[stop] === NO_STOP) continue
    const partnerPosition = stops.indexOf(partner[stop])
    if (partnerPosition < 0 || partnerPosition < position === Boolean(isPickup[stop]))
      return { kind: 'pair', vehicle, stop }
  }
  return undefined
}

interface TourSums {
  readonly cost: number
  readonly distance: number
  readonly driving: number
  /** Position that cannot be reached from the previous one, or -1. */
  readonly unreachablePosition: number
}

function sumTour(model: FleetModel, vehicle: number, stops: Int32Array): TourSums {
  const { width, row, stopCount } = model
  const travel = model.travel[vehicle]
  const endpointRow = row[stopCount + vehicle]
  let cost = 0
  let distance = 0
  let driving = 0
  for (let position = 0, from = endpointRow; position <= stops.length; position++) {
    const to = position === stops.length ? endpointRow : stops[position]
    const cell = from * width + to
    if (travel.cost[cell] === UNREACHABLE) return { cost, distance, driving, unreachablePosition: position }
    cost += travel.cost[cell]
    distance += travel.distance[cell]
    driving += travel.driving[cell]
    from = to
  }
  cost -= model.fixedCost[vehicle]
  return { cost, distance, driving, unreachablePosition: -1 }
}

function toTour(model: FleetModel, schedule: Schedule, vehicle: number, stops: Int32Array, sums: TourSums): Tour {
  const { service, breakFirst, breakDuration } = model
  const { timing, departure } = schedule
  schedule.simulateFrom(vehicle, stops, departure)
  const count = stops.length
  const first = breakFirst[vehicle]
  const overtime = schedule.computeOvertime(vehicle)
  const reloads = listReloads(schedule)
  const setups = listSetups(model, vehicle, stops, reloads)
  const distance = sums.distance + getReloadSum(schedule, 'distance')
  const loads = computeLoads(
    model,
    stops,
    reloads.map(({ position }) => position),
  )
  const softPenalty = schedule.computeSoftPenalty(stops)
  const hasRules = model.problem.vehicles[vehicle].drivingRules !== undefined
  const breaks = Array.from({ length: timing.breakCount }, (_, index) => ({
    ...(hasRules ? {} : { index }),
    position: timing.breakPosition[index],
    start: timing.breakStart[index],
    duration: hasRules ? timing.breakLength[index] : breakDuration[first + index],
  }))
  return {
    vehicle,
    stops: [...stops],
    departure,
    finish: timing.finish,
    arrivals: [...timing.arrival.subarray(0, count)],
    starts: [...timing.serviceStart.subarray(0, count)],
    departures: [...timing.serviceEnd.subarray(0, count)],
    setups,
    reloads,
    slacks: listLatestArrivals(model, timing, vehicle, stops, departure).map(
      (latest, position) => latest - timing.arrival[position],
    ),
    loads: loads.after,
    breaks,
    cost:
      (computeCostByRates(model, vehicle, distance, timing.finish - departure, overtime) ??
        sums.cost + getReloadSum(schedule, 'cost')) + softPenalty,
    distance,
    duration: timing.finish - departure,
    driving: sums.driving + getReloadSum(schedule, 'driving'),
    setup: setups.reduce((sum, setupTime) => sum + setupTime, 0),
    reloading: reloads.length * model.reloadTime[vehicle],
    service: stops.reduce((sum, stop) => sum + service[stop], 0),
    waiting: timing.waiting,
    resting: breaks.reduce((sum, tourBreak) => sum + tourBreak.duration, 0),
    overtime,
    softPenalty,
    load: loads.peak,
  }
}

/**
 * Computes the exact cost, because the sum over the legs contains rounding errors. Returns undefined if the vehicle has
 * no rates.
 */
function computeCostByRates(
  { problem }: FleetModel,
  vehicle: number,
  distance: number,
  duration: number,
  overtime: number,
): number | undefined {
  const { costs } = problem.vehicles[vehicle]
  if (!costs) return undefined
  const { fixed = 0, perDistance = 0, perDuration = 0, perOvertime = 0 } = costs
  return fixed + perDistance * distance + perDuration * duration + perOvertime * overtime
}

function listReloads({ reloads }: Schedule): Tour['reloads'] {
  return Array.from({ length: reloads?.count ?? 0 }, (_, index) => ({
    position: reloads?.position[index] ?? 0,
    depot: reloads?.depot[index] ?? 0,
  }))
}

/** Returns the cost, distance, or driving time that the reloads of the last planned tour add. */
function getReloadSum({ reloads }: Schedule, name: 'cost' | 'distance' | 'driving'): number {
  return reloads && reloads.count > 0 ? reloads[name] : 0
}

function listSetups(model: FleetModel, vehicle: number, stops: Int32Array, reloads: Tour['reloads']): number[] {
  const { width, row, stopCount, travel, depotRows } = model
  const { duration, driving } = travel[vehicle]
  return Array.from(stops, (stop, position) => {
    const reload = reloads.find((tourReload) => tourReload.position === position)
    const previousNode = position === 0 ? row[stopCount + vehicle] : stops[position - 1]
    const cell = (reload ? depotRows[vehicle][reload.depot] : previousNode) * width + stop
    return duration[cell] - driving[cell]
  })
}
