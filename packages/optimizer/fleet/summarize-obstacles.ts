import type { UnassignedReason, VehicleObstacle } from '../problem.ts'
import type { FleetModel } from './model.ts'
import { sizesOf } from './obstacles.ts'

/**
 * Returns one reason if all vehicles share it. Otherwise returns one per vehicle, because no single reason would be
 * accurate.
 */
export function summarize(
  model: FleetModel,
  stop: number,
  isTied: boolean,
  obstacles: readonly VehicleObstacle[],
): UnassignedReason {
  if (!isTied && obstacles.every(({ kind }) => kind === 'idle')) return { kind: 'no-vehicle' }
  const missing = isTied ? [] : skillsOfNobody(model, stop)
  if (missing.length > 0) return { kind: 'skills', missing }
  const able = obstacles.filter(({ kind }) => kind !== 'idle' && kind !== 'skills')
  const isSame = able.length > 0 && able.every((obstacle) => sortOf(obstacle) === sortOf(able[0]))
  return (isSame ? toCommon(model, stop, able) : undefined) ?? { kind: 'various', isTied, obstacles }
}

function sortOf(obstacle: VehicleObstacle): string {
  return obstacle.kind === 'unreachable' ? `${obstacle.kind} ${obstacle.way}` : obstacle.kind
}

/** Skills that the stop requires and no vehicle has. */
function skillsOfNobody({ problem }: FleetModel, stop: number): readonly number[] {
  const skills = problem.stops[stop].skills ?? []
  return skills.filter((skill) => !problem.vehicles.some((vehicle) => vehicle.skills?.includes(skill)))
}

function toCommon(model: FleetModel, stop: number, able: readonly VehicleObstacle[]): UnassignedReason | undefined {
  const least = able.reduce((one, other) => (missedBy(other) < missedBy(one) ? other : one))
  if (least.kind === 'idle' || least.kind === 'skills') return undefined
  return least.kind === 'demand' ? toCommonSize(model, stop, able) : least
}

/** Only for a dimension in which all of them are too small. */
function toCommonSize(model: FleetModel, stop: number, able: readonly VehicleObstacle[]): UnassignedReason | undefined {
  for (let dimension = 0; dimension < model.dimensions; dimension++) {
    const sizes = able.map(({ vehicle }) => sizesOf(model, stop, vehicle, dimension))
    const demand = sizes[0].demand
    const capacity = Math.max(...sizes.map((size) => size.capacity))
    if (demand > capacity) return { kind: 'demand', dimension, demand, capacity }
  }
  return undefined
}

function missedBy(obstacle: VehicleObstacle): number {
  switch (obstacle.kind) {
    case 'window':
    case 'shift':
      return obstacle.soonest - obstacle.latest
    case 'distance':
    case 'duration':
      return obstacle.least - obstacle.most
    default:
      return 0
  }
}
