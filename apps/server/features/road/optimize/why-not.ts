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
      return 'alone it could be visited; beside the other stops no vehicle has room or time left for it'
    case 'no-vehicle':
      return 'no vehicle may visit any stop'
    case 'skills':
      return `no vehicle has the ${skillsOf(query, why.missing)}`
    case 'demand':
      return `its demand of ${why.demand}${dimension(why.dimension)} is more than any vehicle that may visit it holds: ${why.capacity} at most`
    case 'unreachable':
      return why.way === 'to'
        ? 'no way leads there from where vehicles that may visit it begin'
        : 'no way leads from there to where vehicles that may visit it end'
    case 'window':
      return `a vehicle that may visit it can be there after ${minutes(why.soonest)} min at the soonest, and service must begin by ${minutes(why.latest)} min`
    case 'various':
      return various(query, why.isTied, why.obstacles)
    case 'pair':
      return `stop ${numbers[why.stop]}, with which it is a pair, cannot be visited`
    case 'together':
      return `no vehicle could visit it and stop ${numbers[why.stop]}, with which it is a pair, on a tour of their own, ${NOT_FOUND}`
    default:
      return ofVehicle(query, why)
  }
}

const NOT_FOUND = 'and no plan was found that visits it beside others'

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
      return `vehicle ${vehicle} holds ${obstacle.capacity} of its demand of ${obstacle.demand}${dimension(obstacle.dimension)}`
    case 'unreachable':
      return obstacle.way === 'to'
        ? `no way leads there from where vehicle ${vehicle} begins`
        : `no way leads from there to where vehicle ${vehicle} ends`
    case 'window':
      return `vehicle ${vehicle} can be there after ${minutes(obstacle.soonest)} min at the soonest, and service must begin by ${minutes(obstacle.latest)} min`
    case 'shift':
      return `vehicle ${vehicle} could be back after ${minutes(obstacle.soonest)} min at the soonest, and its shift ends at ${minutes(obstacle.latest)} min`
    case 'distance':
      return `it takes at least ${km(obstacle.least)} km to visit it, and vehicle ${vehicle} may go ${km(obstacle.most)} km`
    case 'duration':
      return `it takes at least ${minutes(obstacle.least)} min to visit it, and vehicle ${vehicle} may take ${minutes(obstacle.most)} min`
    case 'breaks':
      return `vehicle ${vehicle} could visit it alone, but would have no time for its breaks beside that, ${NOT_FOUND}`
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
      return `${name(violation.stop)} is delivered by vehicle ${vehicle} without having been picked up before, or the other way round`
    case 'unreachable':
      return `vehicle ${vehicle} has no way to ${at(violation.position)}`
    case 'load':
      return `vehicle ${vehicle} would hold ${violation.load}${dimension(violation.dimension)}, more than its capacity`
    case 'time':
      return `vehicle ${vehicle} is too late at ${at(violation.position)}`
    case 'distance':
      return `vehicle ${vehicle} would go ${km(violation.distance)} km of at most ${km(violation.most)}`
    case 'duration':
      return `vehicle ${vehicle} would take ${minutes(violation.duration)} min of at most ${minutes(violation.most)}`
    case 'stops':
      return `vehicle ${vehicle} would visit ${violation.stops} stops of at most ${violation.most}`
  }
}

function dimension(index: number): string {
  return index === 0 ? '' : ` (dimension ${index})`
}
