import type { LockedViolation, TourViolation, UnassignedReason, VehicleObstacle } from '@fairway/optimizer'
import { fromCostUnits } from '../costs/cost-units.ts'
import { DAYS_SKILL, VEHICLE_SKILL } from '../days/expand-days.ts'
import type { OptimizeQuery } from '../job.ts'
import { LOADS_AT_START } from '../running/read-running.ts'
import { toKm, toMinutes } from '../units.ts'

/** Maximum number of vehicles that a message lists individually. */
const MAX_LISTED_OBSTACLES = 3

export function explainUnassigned(query: OptimizeQuery, reason: UnassignedReason): string {
  const { numbers } = query
  switch (reason.kind) {
    case 'no-room':
      return 'the stop could be visited alone, but no vehicle has enough capacity or time left to visit it with other stops'
    case 'group':
      return `stop ${numbers[reason.stop]} of the same group is visited instead`
    case 'prize':
      return reason.cost === undefined
        ? `visiting the stop costs more than its prize of ${formatPrize(query, reason.prize)}`
        : `visiting the stop costs at least ${formatPrize(query, reason.cost)} more, but its prize is ${formatPrize(query, reason.prize)}`
    case 'no-vehicle':
      return 'no vehicle may visit any stop'
    case 'skills':
      return needsLoading(query, reason.missing)
        ? 'the goods for the stop are not on board any vehicle, and all vehicles that may visit it are under way'
        : (describeDays(query, reason.missing, 'no vehicle') ??
            `no vehicle has the ${formatSkills(query, reason.missing)}`)
    case 'demand':
      return `the stop has a demand of ${reason.demand}${formatDimension(reason.dimension)}, but the vehicles that may visit it have a capacity of at most ${reason.capacity}`
    case 'unreachable':
      return reason.direction === 'to'
        ? 'there is no route to the stop from the start of any vehicle that may visit it'
        : 'there is no route from the stop to the end of any vehicle that may visit it'
    case 'window':
      return `no vehicle that may visit the stop can arrive before minute ${toMinutes(reason.earliest)}, but service must begin by minute ${toMinutes(reason.latest)}`
    case 'various':
      return explainObstacles(query, reason.isBoundToVehicle, reason.obstacles)
    case 'pair':
      return `stop ${numbers[reason.stop]}, the other stop of the pair, cannot be visited`
    case 'together':
      return `no vehicle could visit this stop and stop ${numbers[reason.stop]}, the other stop of the pair, on a separate tour, ${NO_SOLUTION_FOUND}`
    default:
      return describeVehicleObstacle(query, reason)
  }
}

const NO_SOLUTION_FOUND = 'and no solution was found that visits it together with other stops'

function explainObstacles(query: OptimizeQuery, isTied: boolean, obstacles: readonly VehicleObstacle[]): string {
  const sentences = obstacles.slice(0, MAX_LISTED_OBSTACLES).map((obstacle) => describeVehicleObstacle(query, obstacle))
  const tiedVehicleText = isTied
    ? `only vehicle ${nameVehicle(query, obstacles[0]?.vehicle ?? 0)} may visit the stop: `
    : ''
  return `${tiedVehicleText}${sentences.join('; ')}${obstacles.length > MAX_LISTED_OBSTACLES ? '; the other vehicles cannot visit it either' : ''}`
}

/** Describes why one vehicle cannot visit a stop. */
function describeVehicleObstacle(query: OptimizeQuery, obstacle: VehicleObstacle): string {
  const vehicle = nameVehicle(query, obstacle.vehicle)
  switch (obstacle.kind) {
    case 'idle':
      return `vehicle ${vehicle} is not allowed to visit any stops`
    case 'skills':
      return needsLoading(query, obstacle.missing)
        ? `vehicle ${vehicle} is under way without the goods for the stop`
        : (describeDays(query, obstacle.missing, `vehicle ${vehicle}`) ??
            `vehicle ${vehicle} does not have the ${formatSkills(query, obstacle.missing)}`)
    case 'demand':
      return `vehicle ${vehicle} has a capacity of ${obstacle.capacity}, but the stop has a demand of ${obstacle.demand}${formatDimension(obstacle.dimension)}`
    case 'unreachable':
      return obstacle.direction === 'to'
        ? `there is no route to the stop from the start of vehicle ${vehicle}`
        : `there is no route from the stop to the end of vehicle ${vehicle}`
    case 'window':
      return `vehicle ${vehicle} cannot arrive before minute ${toMinutes(obstacle.earliest)}, but service must begin by minute ${toMinutes(obstacle.latest)}`
    case 'shift':
      return `vehicle ${vehicle} could not return before minute ${toMinutes(obstacle.earliest)}, but its shift ends at minute ${toMinutes(obstacle.latest)}`
    case 'distance':
      return `visiting the stop takes at least ${toKm(obstacle.required)} km, but vehicle ${vehicle} may drive at most ${toKm(obstacle.limit)} km`
    case 'duration':
      return `visiting the stop takes at least ${toMinutes(obstacle.required)} min, but vehicle ${vehicle} may take at most ${toMinutes(obstacle.limit)} min`
    case 'driving':
      return `visiting only this stop takes ${toMinutes(obstacle.required)} min of driving, but the rules ${query.rules[obstacle.vehicle]} allow vehicle ${vehicle} at most ${toMinutes(obstacle.limit)} min, ${NO_SOLUTION_FOUND}`
    case 'rules':
      return `vehicle ${vehicle} could visit the stop alone, but not with the breaks and the duty limits that the rules ${query.rules[obstacle.vehicle]} require, ${NO_SOLUTION_FOUND}`
    case 'breaks':
      return `vehicle ${vehicle} could visit the stop alone, but would have no time left for its breaks, ${NO_SOLUTION_FOUND}`
    case 'alone':
      return `if the stop is visited alone, ${describeBrokenRule(
        query,
        obstacle.violation,
        (position) => (position === 0 ? 'it' : 'its end'),
        () => 'it',
      )}, ${NO_SOLUTION_FOUND}`
  }
}

const PRIZE_UNITS = { distance: ' km', vehicles: ' km', duration: ' min', cost: '' }

function formatPrize({ job }: OptimizeQuery, units: number): string {
  return `${Math.round(100 * fromCostUnits(job.objective, units)) / 100}${PRIZE_UNITS[job.objective]}`
}

function needsLoading({ skillNames }: OptimizeQuery, skills: readonly number[]): boolean {
  return skills.some((skill) => skillNames[skill] === LOADS_AT_START)
}

/** Returns the number of a vehicle, with the day of its tour if the request has several days. */
function nameVehicle({ owners }: Pick<OptimizeQuery, 'owners'>, vehicle: number): string {
  const owner = owners?.[vehicle]
  return owner ? `${owner.vehicle} on ${owner.day}` : String(vehicle)
}

/** Describes missing skills that represent the days of a stop or the only vehicle that may visit it. */
function describeDays({ skillNames }: OptimizeQuery, skills: readonly number[], subject: string): string | undefined {
  const names = skills.map((skill) => skillNames[skill] ?? '')
  const days = names.find((name) => name.startsWith(DAYS_SKILL))?.slice(DAYS_SKILL.length)
  if (days !== undefined)
    return subject === 'no vehicle'
      ? `no vehicle is available on ${days}`
      : `${subject} cannot visit the stop on ${days}`
  const owner = names.find((name) => name.startsWith(VEHICLE_SKILL))?.slice(VEHICLE_SKILL.length)
  return owner === undefined ? undefined : `only vehicle ${owner} may visit the stop`
}

function formatSkills({ skillNames }: OptimizeQuery, skills: readonly number[]): string {
  return `${skills.length === 1 ? 'skill' : 'skills'} ${skills.map((skill) => skillNames[skill]).join(', ')}`
}

/** Describes the constraint that the given order violates. */
export function describeViolation(query: OptimizeQuery, violation: TourViolation): string {
  const { numbers, job } = query
  const formatStop = (stop: number) => `stop ${numbers[stop]}`
  const formatStopAtPosition = (position: number) => {
    const stop = job.fleet.initialSequences?.[violation.vehicle]?.[position]
    return stop === undefined ? 'its end' : formatStop(stop)
  }
  return describeBrokenRule(query, violation, formatStopAtPosition, formatStop)
}

/** Describes why no tour can begin with the locked stops of a vehicle. */
export function describeLocked(query: OptimizeQuery, { violation, order }: LockedViolation): string {
  const { numbers } = query
  const formatStop = (stop: number) => `stop ${numbers[stop]}`
  const formatStopAtPosition = (position: number) => {
    const stop = order[position]
    return stop === undefined ? 'its end' : formatStop(stop)
  }
  return describeBrokenRule(query, violation, formatStopAtPosition, formatStop)
}

function describeBrokenRule(
  query: Pick<OptimizeQuery, 'owners'>,
  violation: TourViolation,
  nameStopAt: (position: number) => string,
  name: (stop: number) => string,
): string {
  const vehicle = nameVehicle(query, violation.vehicle)
  switch (violation.kind) {
    case 'repeated':
      return `${name(violation.stop)} is visited twice`
    case 'group':
      return `${name(violation.stop)} is visited, but another stop of the same group is visited too`
    case 'not-allowed':
      return `vehicle ${vehicle} may not visit ${name(violation.stop)}`
    case 'pair':
      return `${name(violation.stop)} is part of a pair, but vehicle ${vehicle} does not visit both stops of the pair, or not in the right order`
    case 'locked':
      return `vehicle ${vehicle} does not visit ${name(violation.stop)} in its locked position`
    case 'lifo':
      return `vehicle ${vehicle} cannot unload at ${name(violation.stop)}, because goods that were loaded later are still on board`
    case 'detour':
      return `vehicle ${vehicle} would drive ${toMinutes(violation.detour)} min longer than the direct drive from ${name(violation.stop)} to its delivery, but at most ${toMinutes(violation.limit)} min are allowed`
    case 'unreachable':
      return `vehicle ${vehicle} has no route to ${nameStopAt(violation.position)}`
    case 'load':
      return `vehicle ${vehicle} would carry ${violation.load}${formatDimension(violation.dimension)}, more than its capacity`
    case 'time':
      return `vehicle ${vehicle} arrives too late at ${nameStopAt(violation.position)}`
    case 'distance':
      return `vehicle ${vehicle} would drive ${toKm(violation.distance)} km, but at most ${toKm(violation.limit)} km are allowed`
    case 'range':
      return `vehicle ${vehicle} would drive more than its range of ${toKm(violation.limit)} km on a trip, even with reloads`
    case 'duration':
      return `vehicle ${vehicle} would take ${toMinutes(violation.duration)} min, but at most ${toMinutes(violation.limit)} min are allowed`
    case 'driving':
      return `vehicle ${vehicle} would drive for ${toMinutes(violation.driving)} min, but its rules allow at most ${toMinutes(violation.limit)} min`
    case 'stops':
      return `vehicle ${vehicle} would visit ${violation.stops} stops, but at most ${violation.limit} are allowed`
  }
}

function formatDimension(index: number): string {
  return index === 0 ? '' : ` (dimension ${index})`
}
