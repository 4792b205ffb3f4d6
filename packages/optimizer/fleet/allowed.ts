import type { FleetProblem } from '../problem/problem.ts'

/** Part of the fleet model that determines which vehicle may serve which stop. See FleetModel. */
interface AssignmentModel {
  readonly problem: FleetProblem
  readonly stopCount: number
  readonly vehicleCount: number
  readonly dimensionCount: number
  readonly demand: Float64Array
  readonly capacity: Float64Array
  readonly partner: Int32Array
  readonly vehicleKind: Int32Array
  readonly maxStops: Float64Array
}

export interface AllowedStops {
  /** `allowed[vehicle * stopCount + stop]` is 1 if the vehicle may serve the stop. */
  readonly allowed: Uint8Array
  /** Stops that at least one vehicle may serve. The search considers only these stops. */
  readonly servable: Uint8Array
}

/**
 * Determines which vehicle may serve which stop, based on skills, `mustVisit`, and capacity. The search checks
 * constraints that depend on the tour, such as time and distance. The same vehicles may serve both stops of a pair.
 */
export function computeAllowedStops(model: AssignmentModel): AllowedStops {
  const { stopCount, vehicleCount, vehicleKind } = model
  const isAllowed = new Uint8Array(vehicleCount * stopCount)
  const requiredVehicle = new Int32Array(stopCount).fill(-1)
  model.problem.vehicles.forEach(({ mustVisit = [] }, vehicle) => {
    for (const stop of mustVisit) requiredVehicle[stop] = vehicle
  })
  const servableStops = new Uint8Array(stopCount)
  for (let vehicle = 0; vehicle < vehicleCount; vehicle++) {
    const row = isAllowed.subarray(vehicle * stopCount, (vehicle + 1) * stopCount)
    const sameKindVehicle = vehicleKind.indexOf(vehicleKind[vehicle])
    if (sameKindVehicle < vehicle)
      row.set(isAllowed.subarray(sameKindVehicle * stopCount, (sameKindVehicle + 1) * stopCount))
    else fillAllowedStops(model, vehicle, requiredVehicle, row)
    for (let stop = 0; stop < stopCount; stop++) servableStops[stop] |= row[stop]
  }
  return { allowed: isAllowed, servable: servableStops }
}

function fillAllowedStops(model: AssignmentModel, vehicle: number, tiedTo: Int32Array, row: Uint8Array): void {
  const { stopCount, problem, partner, maxStops } = model
  if (maxStops[vehicle] < 1) return
  const skills = new Set(problem.vehicles[vehicle].skills)
  for (let stop = 0; stop < stopCount; stop++) {
    const requiredSkills = problem.stops[stop].skills
    const hasSkills = requiredSkills === undefined || requiredSkills.every((skill) => skills.has(skill))
    const isTiedToOtherVehicle = tiedTo[stop] >= 0 && tiedTo[stop] !== vehicle
    if (hasSkills && !isTiedToOtherVehicle && fitsCapacity(model, vehicle, stop)) row[stop] = 1
  }
  for (let stop = 0; stop < stopCount; stop++) if (partner[stop] >= 0 && !row[partner[stop]]) row[stop] = 0
}

function fitsCapacity({ dimensionCount, demand, capacity }: AssignmentModel, vehicle: number, stop: number): boolean {
  for (let d = 0; d < dimensionCount; d++) {
    if (demand[stop * dimensionCount + d] > capacity[vehicle * dimensionCount + d]) return false
  }
  return true
}
