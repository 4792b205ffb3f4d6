import type { TourViolation, UnassignedReason, VehicleObstacle } from '@fairway/optimizer'
import type { OptimizeQuery } from './job.ts'
import { km, minutes } from './units.ts'

/** Up to this many vehicles are listed individually. */
const MOST_TOLD = 3

/** Why a stop is unassigned, as a message. */
export function whyNot(query: OptimizeQuery, why: UnassignedReason): string {
  const { numbers } = query
  switch (why.kind) {
    case 'no-room':
      return 'it could be visited alone; together with the other stops no vehicle has room or time left for it'
    case 'no-vehicle':
      return 'no vehicle may visit any stop'
    case 'skills':
      return `no vehicle has the ${skillsOf(query, why.missing)}`
    case 'demand':
      return `its demand of ${why.demand}${dimension(why.dimension)} is more than the capacity of any vehicle that may visit it: at most ${why.capacity}`
    case 'unreachable':
      return why.way === 'to'
        ? 'no route leads there from the start of a vehicle that may visit it'
        : 'no route leads from there to the end of a vehicle that may visit it'
    case 'window':
      return `a vehicle that may visit it can arrive after ${minutes(why.soonest)} min at the earliest, but service must begin by ${minutes(why.latest)} min`
    case 'various':
      return various(query, why.isTied, why.obstacles)
    case 'pair':
      return `stop ${numbers[why.stop]}, the other stop of its pair, cannot be visited`
    case 'together':
      return `no vehicle could visit it and stop ${numbers[why.stop]}, the other stop of its pair, on a separate tour, ${NOT_FOUND}`
    default:
      return ofVehicle(query, why)
  }
}

const NOT_FOUND = 'and no solution was found that visits it together with others'

function various(query: OptimizeQuery, isTied: boolean, obstacles: readonly VehicleObstacle[]): string {
  const told = obstacles.slice(0, MOST_TOLD).map((obstacle) => ofVehicle(query, obstacle))
  const first = isTied ? `only vehicle ${obstacles[0]?.vehicle} may visit it: ` : ''
  return `${first}${told.join('; ')}${obstacles.length > MOST_TOLD ? '; and none of the other vehicles can' : ''}`
}

/** Why one vehicle cannot visit a stop. */
function ofVehicle(query: OptimizeQuery, obstacle: VehicleObstacle): string {
  const { vehicle } = obstacle
  switch (obstacle.kind) {
    case 'idle':
      return `vehicle ${vehicle} may visit no stop`
    case 'skills':
      return `vehicle ${vehicle} does not have the ${skillsOf(query, obstacle.missing)}`
    case 'demand':
      return `vehicle ${vehicle} has a capacity of ${obstacle.capacity}, less than its demand of ${obstacle.demand}${dimension(obstacle.dimension)}`
    case 'unreachable':
      return obstacle.way === 'to'
        ? `no route leads there from the start of vehicle ${vehicle}`
        : `no route leads from there to the end of vehicle ${vehicle}`
    case 'window':
      return `vehicle ${vehicle} can arrive after ${minutes(obstacle.soonest)} min at the earliest, but service must begin by ${minutes(obstacle.latest)} min`
    case 'shift':
      return `vehicle ${vehicle} could be back after ${minutes(obstacle.soonest)} min at the earliest, but its shift ends at ${minutes(obstacle.latest)} min`
    case 'distance':
      return `it takes at least ${km(obstacle.least)} km to visit it, but vehicle ${vehicle} may drive at most ${km(obstacle.most)} km`
    case 'duration':
      return `it takes at least ${minutes(obstacle.least)} min to visit it, but vehicle ${vehicle} may take at most ${minutes(obstacle.most)} min`
    case 'breaks':
      return `vehicle ${vehicle} could visit it alone, but would have no time left for its breaks, ${NOT_FOUND}`
    case 'alone':
      return `alone ${whatIsBroken(
        obstacle.violation,
        (position) => (position === 0 ? 'it' : 'its end'),
        () => 'it',
      )}, ${NOT_FOUND}`
  }
}

function skillsOf({ skillNames }: OptimizeQuery, skills: readonly number[]): string {
  return `${skills.length === 1 ? 'skill' : 'skills'} ${skills.map((skill) => skillNames[skill]).join(', ')}`
}

/** The constraint that the given order violates, as a message. */
export function whatBreaks({ numbers, job }: OptimizeQuery, violation: TourViolation): string {
  const name = (stop: number) => `stop ${numbers[stop]}`
  const at = (position: number) => {
    const stop = job.fleet.given?.[violation.vehicle]?.[position]
    return stop === undefined ? 'its end' : name(stop)
  }
  return whatIsBroken(violation, at, name)
}

function whatIsBroken(
  violation: TourViolation,
  at: (position: number) => string,
  name: (stop: number) => string,
): string {
  const { vehicle } = violation
  switch (violation.kind) {
    case 'repeated':
      return `${name(violation.stop)} is visited twice`
    case 'not-allowed':
      return `vehicle ${vehicle} may not visit ${name(violation.stop)}`
    case 'pair':
      return `${name(violation.stop)} is delivered by vehicle ${vehicle} without an earlier pickup, or picked up without a later delivery`
    case 'unreachable':
      return `vehicle ${vehicle} has no route to ${at(violation.position)}`
    case 'load':
      return `vehicle ${vehicle} would carry ${violation.load}${dimension(violation.dimension)}, more than its capacity`
    case 'time':
      return `vehicle ${vehicle} arrives too late at ${at(violation.position)}`
    case 'distance':
      return `vehicle ${vehicle} would drive ${km(violation.distance)} km, but at most ${km(violation.most)} are allowed`
    case 'duration':
      return `vehicle ${vehicle} would take ${minutes(violation.duration)} min, but at most ${minutes(violation.most)} are allowed`
    case 'stops':
      return `vehicle ${vehicle} would visit ${violation.stops} stops, but at most ${violation.most} are allowed`
  }
}

function dimension(index: number): string {
  return index === 0 ? '' : ` (dimension ${index})`
}
