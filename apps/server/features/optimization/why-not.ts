import type { TourViolation, UnassignedReason } from '@fairway/optimizer/problem.ts'
import type { OptimizeQuery } from './job.ts'
import { km, minutes } from './units.ts'

/** Why a stop is visited by nobody, for people. */
export function whyNot({ skillNames, numbers }: OptimizeQuery, why: UnassignedReason): string {
  switch (why.kind) {
    case 'skills':
      return `no vehicle has the ${why.missing.length === 1 ? 'skill' : 'skills'} ${why.missing.map((skill) => skillNames[skill]).join(', ')}`
    case 'no-vehicle':
      return 'no vehicle may visit any stop'
    case 'demand':
      return `its demand of ${why.demand}${dimension(why.dimension)} is more than any vehicle that may visit it holds: ${why.capacity} at most`
    case 'unreachable':
      return why.way === 'to'
        ? 'no way leads there from where vehicles begin'
        : 'no way leads from there to where vehicles end'
    case 'window':
      return `a vehicle can be there after ${minutes(why.soonest)} min at the soonest, and service must begin by ${minutes(why.latest)} min`
    case 'shift':
      return `vehicle ${why.vehicle} could be back after ${minutes(why.soonest)} min at the soonest, and its shift ends at ${minutes(why.latest)} min`
    case 'distance':
      return `it takes at least ${km(why.least)} km to visit it alone, and vehicle ${why.vehicle} may go ${km(why.most)} km`
    case 'duration':
      return `it takes at least ${minutes(why.least)} min to visit it alone, and vehicle ${why.vehicle} may take ${minutes(why.most)} min`
    case 'pair':
      return `stop ${numbers[why.stop]}, with which it is a pair, cannot be visited`
    case 'together':
      return `it and stop ${numbers[why.stop]}, with which it is a pair, cannot be visited on one tour of any vehicle`
    case 'breaks':
      return `vehicle ${why.vehicle} could visit it, but would have no time for its breaks beside that`
    case 'alone':
      return 'no vehicle could visit it even alone: its window, the shift and the limits do not go together'
    case 'no-room':
      return 'alone it could be visited; beside the other stops no vehicle has room or time left for it'
  }
}

/** What the plan in the order given runs into, for people. */
export function whatBreaks({ numbers, job }: OptimizeQuery, violation: TourViolation): string {
  const { vehicle } = violation
  const at = (position: number) => {
    const stop = job.fleet.given?.[vehicle]?.[position]
    return stop === undefined ? 'its end' : `stop ${numbers[stop]}`
  }
  switch (violation.kind) {
    case 'repeated':
      return `stop ${numbers[violation.stop]} is visited twice`
    case 'not-allowed':
      return `vehicle ${vehicle} may not visit stop ${numbers[violation.stop]}`
    case 'pair':
      return `stop ${numbers[violation.stop]} is delivered by vehicle ${vehicle} without having been picked up before, or the other way round`
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
