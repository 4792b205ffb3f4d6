import { UNREACHABLE } from '../matrix.ts'
import type { Tour, TourViolation } from '../problem.ts'
import { overloadedDimension, peakLoad } from './load.ts'
import { type FleetModel, NO_STOP } from './model.ts'
import type { Schedule } from './timing/schedule.ts'

/** Evaluates one tour in its order. Returns its figures and times, or the first violated rule. */
export function examineTour(
  model: FleetModel,
  schedule: Schedule,
  vehicle: number,
  stops: Int32Array,
): TourViolation | Tour {
  const { maxDistance, maxDuration, maxStops } = model
  const broken = findForbidden(model, vehicle, stops) ?? findUnpaired(model, vehicle, stops)
  if (broken) return broken
  if (stops.length > maxStops[vehicle]) return { kind: 'stops', vehicle, stops: stops.length, most: maxStops[vehicle] }
  const dimension = overloadedDimension(model, vehicle, stops)
  if (dimension >= 0) return { kind: 'load', vehicle, dimension, load: peakLoad(model, stops, dimension) }
  const sums = addUp(model, vehicle, stops)
  if (sums.missingWay >= 0) return { kind: 'unreachable', vehicle, position: sums.missingWay }
  const { distance } = sums
  if (distance > maxDistance[vehicle]) return { kind: 'distance', vehicle, distance, most: maxDistance[vehicle] }
  if (!schedule.isOnTime(vehicle, stops)) return { kind: 'time', vehicle, position: schedule.timing.lateAt }
  const duration = schedule.findShortest(vehicle, stops)
  if (duration > maxDuration[vehicle]) return { kind: 'duration', vehicle, duration, most: maxDuration[vehicle] }
  return toTour(model, schedule, vehicle, stops, sums)
}

function findForbidden(model: FleetModel, vehicle: number, stops: Int32Array): TourViolation | undefined {
  const { allowed, stopCount } = model
  const seen = new Set<number>()
  for (const stop of stops) {
    if (seen.has(stop)) return { kind: 'repeated', vehicle, stop }
    seen.add(stop)
    if (!allowed[vehicle * stopCount + stop]) return { kind: 'not-allowed', vehicle, stop }
  }
  return undefined
}

function findUnpaired(
  { partner, isPickup }: FleetModel,
  vehicle: number,
  stops: Int32Array,
): TourViolation | undefined {
  for (const [position, stop] of stops.entries()) {
    if (partner[stop] === NO_STOP) continue
    const other = stops.indexOf(partner[stop])
    if (other < 0 || other < position === Boolean(isPickup[stop])) return { kind: 'pair', vehicle, stop }
  }
  return undefined
}

interface Sums {
  readonly cost: number
  readonly distance: number
  readonly driving: number
  /** The position without an incoming path, or -1. */
  readonly missingWay: number
}

export function addUp(model: FleetModel, vehicle: number, stops: Int32Array): Sums {
  const { width, row, stopCount } = model
  const hub = row[stopCount + vehicle]
  let cost = 0
  let distance = 0
  let driving = 0
  for (let position = 0, from = hub; position <= stops.length; position++) {
    const to = position === stops.length ? hub : stops[position]
    const cell = from * width + to
    if (model.cost[cell] === UNREACHABLE) return { cost, distance, driving, missingWay: position }
    cost += model.cost[cell]
    distance += model.distance[cell]
    driving += model.duration[cell]
    from = to
  }
  return { cost, distance, driving, missingWay: -1 }
}

function toTour(model: FleetModel, schedule: Schedule, vehicle: number, stops: Int32Array, sums: Sums): Tour {
  const { service, dimensions, breakFirst, breakDuration } = model
  const { timing, departure } = schedule
  schedule.driveFrom(vehicle, stops, departure)
  const count = stops.length
  const first = breakFirst[vehicle]
  const resting = breakDuration.subarray(first, breakFirst[vehicle + 1]).reduce((sum, each) => sum + each, 0)
  return {
    vehicle,
    stops: [...stops],
    departure,
    finish: timing.finish,
    arrivals: [...timing.arrival.subarray(0, count)],
    starts: [...timing.start.subarray(0, count)],
    departures: [...timing.leave.subarray(0, count)],
    breaks: Array.from({ length: timing.breakCount }, (_, index) => ({
      index,
      position: timing.breakPosition[index],
      start: timing.breakStart[index],
    })),
    cost: sums.cost,
    distance: sums.distance,
    duration: timing.finish - departure,
    driving: sums.driving,
    service: stops.reduce((sum, stop) => sum + service[stop], 0),
    waiting: timing.waiting,
    resting,
    load: Array.from({ length: dimensions }, (_, dimension) => peakLoad(model, stops, dimension)),
  }
}
