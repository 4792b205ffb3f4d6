import type { FleetProblem } from '../problem/problem.ts'
import type { TourViolation } from '../solution/tour-violation.ts'
import type { TourObstacle, VehicleObstacle } from '../solution/unassigned.ts'
import { evaluateTour } from './evaluate-tour.ts'
import { listLockedTours } from './locked-tours.ts'
import { type FleetModel, NO_STOP } from './model.ts'
import { computeShortestPathBounds, type ShortestPathBounds } from './shortest-path-bounds.ts'
import { Schedule } from './timing/schedule.ts'
import { earliestStartAt, TOO_LATE } from './timing/timing.ts'

/**
 * Finds the obstacle that prevents a vehicle from serving a stop. It first checks the attributes of the vehicle and the
 * stop, then lower bounds over all paths, and finally a tour with only the locked stops and this stop.
 */
export class ObstacleFinder {
  private readonly model: FleetModel
  private readonly schedule: Schedule
  private readonly lockedTours: readonly (readonly number[])[]
  /** The same problem without breaks and driving-time rules. */
  private readonly modelWithoutBreaks: FleetModel
  private readonly scheduleWithoutBreaks: Schedule
  private readonly boundsByHub = new Map<number, ShortestPathBounds>()

  constructor(model: FleetModel) {
    this.model = model
    this.schedule = new Schedule(model)
    this.lockedTours = listLockedTours(model)
    this.modelWithoutBreaks = {
      ...model,
      problem: model.hasDrivingRules ? withoutDrivingRules(model.problem) : model.problem,
      breakFirst: new Int32Array(model.vehicleCount + 1),
      hasDrivingRules: false,
      maxDuration: Float64Array.from(
        model.problem.vehicles,
        ({ maxDuration }) => maxDuration ?? Number.POSITIVE_INFINITY,
      ),
    }
    this.scheduleWithoutBreaks = new Schedule(this.modelWithoutBreaks)
  }

  find(stop: number, vehicle: number): VehicleObstacle | undefined {
    if (this.model.maxStops[vehicle] < 1) return { vehicle, kind: 'idle' }
    const missingSkills = this.findMissingSkills(stop, vehicle)
    if (missingSkills.length > 0) return { vehicle, kind: 'skills', missing: missingSkills }
    const dimension = findInsufficientDimension(this.model, stop, vehicle)
    if (dimension >= 0)
      return { vehicle, kind: 'demand', dimension, ...toDemandAndCapacity(this.model, stop, vehicle, dimension) }
    const obstacle = this.findByBounds(stop, vehicle) ?? this.findBySingleStopTour(stop, vehicle)
    return obstacle && { vehicle, ...obstacle }
  }

  private findMissingSkills(stop: number, vehicle: number): readonly number[] {
    const { stops, vehicles } = this.model.problem
    return (stops[stop].skills ?? []).filter((skill) => !(vehicles[vehicle].skills ?? []).includes(skill))
  }

  private findByBounds(stop: number, vehicle: number): TourObstacle | undefined {
    const { windows, problem, shiftFrom, shiftTo, maxDistance, maxDuration, service } = this.model
    const bounds = this.getBounds(vehicle)
    if (bounds.durationToHub[stop] === TOO_LATE) return { kind: 'unreachable', direction: 'to' }
    if (bounds.durationFromHub[stop] === TOO_LATE) return { kind: 'unreachable', direction: 'from' }
    const earliestArrival = shiftFrom[vehicle] + bounds.durationToHub[stop]
    const serviceStart = earliestStartAt(windows, stop, earliestArrival)
    if (serviceStart === TOO_LATE)
      return { kind: 'window', earliest: earliestArrival, latest: problem.stops[stop].windows?.at(-1)?.[1] ?? 0 }
    const minTourDuration =
      bounds.durationToHub[stop] + service[stop] + bounds.durationFromHub[stop] + this.totalBreakDuration(vehicle)
    const earliestFinish = Math.max(
      serviceStart + service[stop] + bounds.durationFromHub[stop],
      shiftFrom[vehicle] + minTourDuration,
    )
    if (earliestFinish > shiftTo[vehicle]) return { kind: 'shift', earliest: earliestFinish, latest: shiftTo[vehicle] }
    const minTourDistance = bounds.distanceToHub[stop] + bounds.distanceFromHub[stop]
    if (minTourDistance > maxDistance[vehicle])
      return { kind: 'distance', required: minTourDistance, limit: maxDistance[vehicle] }
    if (minTourDuration > maxDuration[vehicle])
      return { kind: 'duration', required: minTourDuration, limit: maxDuration[vehicle] }
    return undefined
  }

  /**
   * Checks a tour with only the locked stops and this stop. Returns undefined for stops of pairs, because they are
   * never visited alone.
   */
  private findBySingleStopTour(stop: number, vehicle: number): TourObstacle | undefined {
    if (this.model.partner[stop] !== NO_STOP) return undefined
    const tour = Int32Array.from([...(this.lockedTours[vehicle] ?? []), stop])
    const tourResult = evaluateTour(this.model, this.schedule, vehicle, tour)
    if (!isViolation(tourResult)) return undefined
    if (tourResult.kind === 'driving') return { kind: 'driving', required: tourResult.driving, limit: tourResult.limit }
    const resultWithoutBreaks = evaluateTour(this.modelWithoutBreaks, this.scheduleWithoutBreaks, vehicle, tour)
    if (isViolation(resultWithoutBreaks)) return { kind: 'alone', violation: tourResult }
    return { kind: this.model.problem.vehicles[vehicle].drivingRules ? 'rules' : 'breaks' }
  }

  private getBounds(vehicle: number): ShortestPathBounds {
    const endpointRow = this.model.row[this.model.stopCount + vehicle]
    const bounds = this.boundsByHub.get(endpointRow) ?? computeShortestPathBounds(this.model, vehicle)
    this.boundsByHub.set(endpointRow, bounds)
    return bounds
  }

  private totalBreakDuration(vehicle: number): number {
    const { breakFirst, breakDuration } = this.model
    let durationSum = 0
    for (let breakIndex = breakFirst[vehicle]; breakIndex < breakFirst[vehicle + 1]; breakIndex++)
      durationSum += breakDuration[breakIndex]
    return durationSum
  }
}

function withoutDrivingRules(problem: FleetProblem): FleetProblem {
  return { ...problem, vehicles: problem.vehicles.map((vehicle) => ({ ...vehicle, drivingRules: undefined })) }
}

function isViolation(evaluationResult: object): evaluationResult is TourViolation {
  return 'kind' in evaluationResult
}

/** Returns the first dimension in which the vehicle's capacity is too small for this stop, or -1. */
function findInsufficientDimension(
  { dimensionCount, demand, capacity }: FleetModel,
  stop: number,
  vehicle: number,
): number {
  for (let d = 0; d < dimensionCount; d++) {
    if (demand[stop * dimensionCount + d] > capacity[vehicle * dimensionCount + d]) return d
  }
  return -1
}

export function toDemandAndCapacity(
  { dimensionCount, demand, capacity }: FleetModel,
  stop: number,
  vehicle: number,
  dimension: number,
) {
  return { demand: demand[stop * dimensionCount + dimension], capacity: capacity[vehicle * dimensionCount + dimension] }
}
