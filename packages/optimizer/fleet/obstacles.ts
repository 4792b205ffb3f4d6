import type { TourViolation, VehicleObstacle, WayObstacle } from '../problem.ts'
import { examineTour } from './examine-tour.ts'
import { type LeastWays, leastWays } from './least-ways.ts'
import { type FleetModel, NO_STOP } from './model.ts'
import { Schedule } from './timing/schedule.ts'
import { beginAt, TOO_LATE } from './timing/timing.ts'

/**
 * Finds the obstacle between one vehicle and one stop: first their attributes, then bounds over all paths, then a tour
 * to this stop only.
 */
export class ObstacleFinder {
  private readonly model: FleetModel
  private readonly schedule: Schedule
  /** The same problem without breaks. */
  private readonly restless: FleetModel
  private readonly restlessSchedule: Schedule
  private readonly ways = new Map<number, LeastWays>()

  constructor(model: FleetModel) {
    this.model = model
    this.schedule = new Schedule(model)
    this.restless = { ...model, breakFirst: new Int32Array(model.vehicleCount + 1) }
    this.restlessSchedule = new Schedule(this.restless)
  }

  find(stop: number, vehicle: number): VehicleObstacle | undefined {
    if (this.model.maxStops[vehicle] < 1) return { vehicle, kind: 'idle' }
    const missing = this.missingSkills(stop, vehicle)
    if (missing.length > 0) return { vehicle, kind: 'skills', missing }
    const dimension = findLacking(this.model, stop, vehicle)
    if (dimension >= 0) return { vehicle, kind: 'demand', dimension, ...sizesOf(this.model, stop, vehicle, dimension) }
    const obstacle = this.findOfAllWays(stop, vehicle) ?? this.findAlone(stop, vehicle)
    return obstacle && { vehicle, ...obstacle }
  }

  private missingSkills(stop: number, vehicle: number): readonly number[] {
    const { stops, vehicles } = this.model.problem
    return (stops[stop].skills ?? []).filter((skill) => !(vehicles[vehicle].skills ?? []).includes(skill))
  }

  private findOfAllWays(stop: number, vehicle: number): WayObstacle | undefined {
    const { windows, problem, shiftFrom, shiftTo, maxDistance, maxDuration, service } = this.model
    const ways = this.waysOf(vehicle)
    if (ways.durationTo[stop] === TOO_LATE) return { kind: 'unreachable', way: 'to' }
    if (ways.durationFrom[stop] === TOO_LATE) return { kind: 'unreachable', way: 'from' }
    const soonest = shiftFrom[vehicle] + ways.durationTo[stop]
    const begin = beginAt(windows, stop, soonest)
    if (begin === TOO_LATE) return { kind: 'window', soonest, latest: problem.stops[stop].windows?.at(-1)?.[1] ?? 0 }
    const least = ways.durationTo[stop] + service[stop] + ways.durationFrom[stop] + this.resting(vehicle)
    const home = Math.max(begin + service[stop] + ways.durationFrom[stop], shiftFrom[vehicle] + least)
    if (home > shiftTo[vehicle]) return { kind: 'shift', soonest: home, latest: shiftTo[vehicle] }
    const far = ways.distanceTo[stop] + ways.distanceFrom[stop]
    if (far > maxDistance[vehicle]) return { kind: 'distance', least: far, most: maxDistance[vehicle] }
    if (least > maxDuration[vehicle]) return { kind: 'duration', least, most: maxDuration[vehicle] }
    return undefined
  }

  /** Stops of pairs are never visited alone, so they have no result here. */
  private findAlone(stop: number, vehicle: number): WayObstacle | undefined {
    if (this.model.partner[stop] !== NO_STOP) return undefined
    const tour = Int32Array.of(stop)
    const examined = examineTour(this.model, this.schedule, vehicle, tour)
    if (!isViolation(examined)) return undefined
    const restless = examineTour(this.restless, this.restlessSchedule, vehicle, tour)
    return isViolation(restless) ? { kind: 'alone', violation: examined } : { kind: 'breaks' }
  }

  private waysOf(vehicle: number): LeastWays {
    const hub = this.model.row[this.model.stopCount + vehicle]
    const known = this.ways.get(hub) ?? leastWays(this.model, hub)
    this.ways.set(hub, known)
    return known
  }

  private resting(vehicle: number): number {
    const { breakFirst, breakDuration } = this.model
    let resting = 0
    for (let each = breakFirst[vehicle]; each < breakFirst[vehicle + 1]; each++) resting += breakDuration[each]
    return resting
  }
}

function isViolation(examined: object): examined is TourViolation {
  return 'kind' in examined
}

/** The first dimension in which the vehicle's capacity is too small for this stop, or -1. */
function findLacking({ dimensions, demand, capacity }: FleetModel, stop: number, vehicle: number): number {
  for (let d = 0; d < dimensions; d++) {
    if (demand[stop * dimensions + d] > capacity[vehicle * dimensions + d]) return d
  }
  return -1
}

export function sizesOf(
  { dimensions, demand, capacity }: FleetModel,
  stop: number,
  vehicle: number,
  dimension: number,
) {
  return { demand: demand[stop * dimensions + dimension], capacity: capacity[vehicle * dimensions + dimension] }
}
