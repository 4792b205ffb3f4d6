import type { UnassignedReason, VehicleObstacle } from '../solution/unassigned.ts'
import type { FleetModel } from './model.ts'
import { toDemandAndCapacity } from './obstacles.ts'

/** Returns one reason if all vehicles share it, or otherwise one reason per vehicle. */
export function summarizeObstacles(
  model: FleetModel,
  stop: number,
  isTied: boolean,
  obstacles: readonly VehicleObstacle[],
): UnassignedReason {
  if (!isTied && obstacles.every(({ kind }) => kind === 'idle')) return { kind: 'no-vehicle' }
  const missingSkills = isTied ? [] : listUnavailableSkills(model, stop)
  if (missingSkills.length > 0) return { kind: 'skills', missing: missingSkills }
  const relevantObstacles = obstacles.filter(({ kind }) => kind !== 'idle' && kind !== 'skills')
  const isSameKind =
    relevantObstacles.length > 0 &&
    relevantObstacles.every((obstacle) => toComparisonKey(obstacle) === toComparisonKey(relevantObstacles[0]))
  return (
    (isSameKind ? toSharedReason(model, stop, relevantObstacles) : undefined) ?? {
      kind: 'various',
      isBoundToVehicle: isTied,
      obstacles,
    }
  )
}

function toComparisonKey(obstacle: VehicleObstacle): string {
  return obstacle.kind === 'unreachable' ? `${obstacle.kind} ${obstacle.direction}` : obstacle.kind
}

/** Lists the skills that the stop requires and no vehicle has. */
function listUnavailableSkills({ problem }: FleetModel, stop: number): readonly number[] {
  const skills = problem.stops[stop].skills ?? []
  return skills.filter((skill) => !problem.vehicles.some((vehicle) => vehicle.skills?.includes(skill)))
}

function toSharedReason(
  model: FleetModel,
  stop: number,
  ableVehicles: readonly VehicleObstacle[],
): UnassignedReason | undefined {
  const closestObstacle = ableVehicles.reduce((bestCandidate, candidate) =>
    computeShortfall(candidate) < computeShortfall(bestCandidate) ? candidate : bestCandidate,
  )
  if (closestObstacle.kind === 'idle' || closestObstacle.kind === 'skills') return undefined
  return closestObstacle.kind === 'demand' ? toSharedCapacityReason(model, stop, ableVehicles) : closestObstacle
}

/** Returns a shared reason if the capacity of every vehicle is too small in one dimension. */
function toSharedCapacityReason(
  model: FleetModel,
  stop: number,
  ableVehicles: readonly VehicleObstacle[],
): UnassignedReason | undefined {
  for (let dimension = 0; dimension < model.dimensionCount; dimension++) {
    const demandsAndCapacities = ableVehicles.map(({ vehicle }) => toDemandAndCapacity(model, stop, vehicle, dimension))
    const demand = demandsAndCapacities[0].demand
    const capacity = Math.max(...demandsAndCapacities.map((size) => size.capacity))
    if (demand > capacity) return { kind: 'demand', dimension, demand, capacity }
  }
  return undefined
}

function computeShortfall(obstacle: VehicleObstacle): number {
  switch (obstacle.kind) {
    case 'window':
    case 'shift':
      return obstacle.earliest - obstacle.latest
    case 'distance':
    case 'duration':
    case 'driving':
      return obstacle.required - obstacle.limit
    default:
      return 0
  }
}
