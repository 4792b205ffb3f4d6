import { UNREACHABLE } from '../matrix.ts'
import type { FleetProblem } from '../problem/problem.ts'
import type { UnassignedReason, VehicleObstacle } from '../solution/unassigned.ts'
import { canDrive, canServe } from './best-of-all-plans.ts'

/**
 * Checks a reason against all possible tours and returns its false claims. The checker shares no code with the reason
 * finder and supports only a few stops.
 */
export function checkReason(problem: FleetProblem, stop: number, reason: UnassignedReason): string[] {
  const all = [...problem.vehicles.keys()]
  const eligible = all.filter((vehicle) => mayVisit(problem, vehicle, stop))
  const untrue = (isTrue: boolean, claim: string): string[] => (isTrue ? [] : [`${claim}: ${JSON.stringify(reason)}`])
  const isUnservable = (otherStop: number): boolean => !all.some((vehicle) => canServe(problem, vehicle, otherStop))
  switch (reason.kind) {
    case 'no-room':
      return untrue(
        all.some((vehicle) => canDrive(problem, vehicle, stopWithPartner(problem, stop))),
        'no vehicle can serve it alone',
      )
    case 'group':
      return untrue(
        stop !== reason.stop && problem.stops[stop]?.group === problem.stops[reason.stop]?.group,
        'the other stop is not in its group',
      )
    case 'prize':
      return untrue(
        problem.stops[stop]?.prize !== undefined && (reason.cost ?? reason.prize) >= reason.prize,
        'serving it is worth more than it costs',
      )
    case 'no-vehicle':
      return untrue(
        problem.vehicles.every(({ maxStops = 1 }) => maxStops < 1),
        'some vehicle may make stops',
      )
    case 'skills': {
      const availableSkills = problem.vehicles.flatMap(({ skills = [] }) => skills)
      const requiredSkills = problem.stops[stop]?.skills ?? []
      const isMissing = reason.missing.every(
        (skill) => requiredSkills.includes(skill) && !availableSkills.includes(skill),
      )
      return untrue(reason.missing.length > 0 && isMissing, 'some vehicle has the skill')
    }
    case 'demand': {
      const sizes = eligible.map((vehicle) => getCapacity(problem, vehicle, reason.dimension))
      const isLargest = sizes.length > 0 && Math.max(...sizes) === reason.capacity && reason.capacity < reason.demand
      return untrue(
        isLargest && problem.stops[stop]?.demand?.[reason.dimension] === reason.demand,
        'some vehicle has the capacity',
      )
    }
    case 'pair':
      return untrue(
        isUnservable(reason.stop) && stopWithPartner(problem, stop).includes(reason.stop),
        'the other stop can be served',
      )
    case 'together':
      return untrue(
        !all.some((vehicle) => canDrive(problem, vehicle, stopWithPartner(problem, stop))),
        'both stops can be served together',
      )
    case 'various':
      return [
        ...untrue(listsAllVehicles(problem, stop, reason), 'not all vehicles are listed'),
        ...reason.obstacles.flatMap((obstacle) => checkObstacle(problem, stop, obstacle)),
      ]
    default:
      return eligible.length === 0 || !eligible.includes(reason.vehicle)
        ? untrue(false, 'that vehicle may not visit it at all')
        : [...checkObstacle(problem, stop, reason), ...checkForAllVehicles(problem, stop, reason, eligible)]
  }
}

type VehicleReason = Extract<UnassignedReason, { vehicle: number }>

/** Checks that a reason that names one vehicle applies to all vehicles that may visit the stop. */
function checkForAllVehicles(
  problem: FleetProblem,
  stop: number,
  reason: VehicleReason,
  eligible: readonly number[],
): string[] {
  const isOfAlone = reason.kind === 'breaks' || reason.kind === 'alone'
  const able = eligible.filter((vehicle) =>
    isOfAlone ? canDrive(problem, vehicle, [stop]) : canServe(problem, vehicle, stop),
  )
  const errors = able.map((vehicle) => `vehicle ${vehicle} can: ${JSON.stringify(reason)}`)
  if (reason.kind !== 'window') return errors
  const soonest = Math.min(
    ...eligible.map((vehicle) => getShiftStart(problem, vehicle) + minTo(problem, vehicle, stop, 'duration')),
  )
  return soonest === reason.earliest ? errors : [...errors, `soonest is ${soonest}, not ${reason.earliest}`]
}

function checkObstacle(problem: FleetProblem, stop: number, obstacle: VehicleObstacle): string[] {
  return isObstacleTrue(problem, stop, obstacle) ? [] : [`false for the vehicle: ${JSON.stringify(obstacle)}`]
}

function isObstacleTrue(problem: FleetProblem, stop: number, obstacle: VehicleObstacle): boolean {
  const { vehicle } = obstacle
  const vehicleSpec = problem.vehicles[vehicle] ?? {}
  const { skills: requiredSkills = [], demand = [], windows = [], service = 0 } = problem.stops[stop] ?? {}
  const to = (of: 'duration' | 'distance') => minTo(problem, vehicle, stop, of)
  const from = (of: 'duration' | 'distance') => minFrom(problem, vehicle, stop, of)
  const resting = (vehicleSpec.breaks ?? []).reduce((sum, { duration }) => sum + duration, 0)
  const minDuration = to('duration') + service + from('duration') + resting
  switch (obstacle.kind) {
    case 'idle':
      return vehicleSpec.maxStops === 0
    case 'skills':
      return (
        obstacle.missing.length > 0 &&
        obstacle.missing.every((skill) => requiredSkills.includes(skill) && !vehicleSpec.skills?.includes(skill))
      )
    case 'demand':
      return (
        demand[obstacle.dimension] === obstacle.demand &&
        getCapacity(problem, vehicle, obstacle.dimension) === obstacle.capacity &&
        obstacle.demand > obstacle.capacity
      )
    case 'unreachable':
      return (obstacle.direction === 'to' ? to('duration') : from('duration')) === Number.POSITIVE_INFINITY
    case 'window':
      return (
        obstacle.earliest === getShiftStart(problem, vehicle) + to('duration') &&
        windows.every(([, windowEnd]) => windowEnd < obstacle.earliest)
      )
    case 'shift':
      return (
        vehicleSpec.shift?.[1] === obstacle.latest &&
        obstacle.latest < obstacle.earliest &&
        !canServe(problem, vehicle, stop)
      )
    case 'distance':
      return (
        [vehicleSpec.maxDistance, vehicleSpec.range].includes(obstacle.limit) &&
        obstacle.required === to('distance') + from('distance') &&
        obstacle.required > obstacle.limit
      )
    case 'duration':
      return (
        vehicleSpec.maxDuration === obstacle.limit && obstacle.required === minDuration && minDuration > obstacle.limit
      )
    case 'driving':
      return vehicleSpec.drivingRules?.maxDriving === obstacle.limit && obstacle.required > obstacle.limit
    case 'rules':
      return vehicleSpec.drivingRules !== undefined && canDrive(problem, vehicle, [stop])
    case 'breaks':
      return !canDrive(problem, vehicle, [stop]) && canDrive(withoutBreaks(problem), vehicle, [stop])
    case 'alone':
      return !canDrive(problem, vehicle, [stop])
  }
}

function withoutBreaks(problem: FleetProblem): FleetProblem {
  return { ...problem, vehicles: problem.vehicles.map((vehicle) => ({ ...vehicle, breaks: [] })) }
}

/** Returns whether the vehicle may visit the stop, based on skills, `mustVisit`, and `maxStops`. */
function mayVisit(problem: FleetProblem, vehicle: number, stop: number): boolean {
  const { maxStops = 1, skills = [] } = problem.vehicles[vehicle] ?? {}
  const owner = findRequiredVehicle(problem, stop)
  const hasSkills = (problem.stops[stop]?.skills ?? []).every((skill) => skills.includes(skill))
  return maxStops > 0 && hasSkills && (owner < 0 || owner === vehicle)
}

function findRequiredVehicle({ vehicles }: FleetProblem, stop: number): number {
  return vehicles.findIndex(({ mustVisit }) => mustVisit?.includes(stop))
}

/** Checks that every vehicle that the reason omits is identical to a vehicle that the reason names. */
function listsAllVehicles(
  problem: FleetProblem,
  stop: number,
  reason: Extract<UnassignedReason, { kind: 'various' }>,
): boolean {
  const owner = findRequiredVehicle(problem, stop)
  const listedVehicles = reason.obstacles.map(({ vehicle }) => vehicle)
  if (reason.isBoundToVehicle || owner >= 0) return reason.isBoundToVehicle && listedVehicles.join() === String(owner)
  const likeness = (vehicle: number): string => JSON.stringify({ ...problem.vehicles[vehicle], mustVisit: [] })
  return [...problem.vehicles.keys()].every((vehicle) =>
    listedVehicles.some((listed) => likeness(listed) === likeness(vehicle)),
  )
}

function stopWithPartner({ pairs = [] }: FleetProblem, stop: number): number[] {
  const pair = pairs.find(({ pickup, delivery }) => pickup === stop || delivery === stop)
  return pair ? [pair.pickup, pair.delivery] : [stop]
}

function getCapacity({ vehicles }: FleetProblem, vehicle: number, dimension: number): number {
  return vehicles[vehicle]?.capacity?.[dimension] ?? Number.POSITIVE_INFINITY
}

function getShiftStart({ vehicles }: FleetProblem, vehicle: number): number {
  return vehicles[vehicle]?.shift?.[0] ?? 0
}

function minTo(problem: FleetProblem, vehicle: number, stop: number, of: 'duration' | 'distance'): number {
  return findShortestPath(problem, problem.vehicles[vehicle]?.start, stop, of, false)
}

function minFrom(problem: FleetProblem, vehicle: number, stop: number, of: 'duration' | 'distance'): number {
  return findShortestPath(problem, problem.vehicles[vehicle]?.end, stop, of, true)
}

/**
 * Finds the shortest path between a tour start or end and a stop, via any other stops. Relaxes arcs until nothing
 * changes.
 */
function findShortestPath(
  { stops, size, cost, duration, distance, ...rest }: FleetProblem,
  endpoint: number | undefined,
  stop: number,
  of: 'duration' | 'distance',
  isBack: boolean,
): number {
  if (endpoint === undefined) return 0
  const weight = { duration, distance, ...rest }[of]
  const weightBetween = (a: number, b: number): number => {
    const cell = isBack ? b * size + a : a * size + b
    const isMissing = [cost, duration, distance].some((matrix) => matrix[cell] === UNREACHABLE)
    return a === b ? 0 : isMissing ? Number.POSITIVE_INFINITY : (weight[cell] ?? Number.NaN)
  }
  const locations = stops.map(({ location }) => location)
  const shortest = locations.map((location) => weightBetween(endpoint, location))
  for (let round = 0; round < locations.length; round++) {
    for (const [fromIndex, from] of locations.entries()) {
      for (const [toIndex, to] of locations.entries()) {
        shortest[toIndex] = Math.min(
          shortest[toIndex] ?? Number.NaN,
          (shortest[fromIndex] ?? Number.NaN) + weightBetween(from, to),
        )
      }
    }
  }
  return shortest[stop] ?? Number.NaN
}
