import { explainUnassigned } from '../fleet/explain-unassigned.ts'
import { toFleetModel } from '../fleet/model.ts'
import type { FleetProblem } from '../problem/problem.ts'
import type { Tour, UnexplainedSolution } from '../solution/solution.ts'
import type { TourViolation } from '../solution/tour-violation.ts'
import type { UnassignedReason, UnassignedStop } from '../solution/unassigned.ts'
import { type PartMembers, toPartProblem } from './part.ts'

/** Solution of a part, with indices into the whole problem. */
export interface PartSolution {
  readonly members: PartMembers
  readonly tours: readonly Tour[]
  readonly unassigned: readonly number[]
  readonly missedPrizes: number
}

export function toWholeSolution(solution: UnexplainedSolution, members: PartMembers): PartSolution {
  const { stops } = members
  return {
    members,
    tours: toWholeTours(solution.tours, members),
    unassigned: solution.unassigned.map(({ stop }) => stops[stop]),
    missedPrizes: solution.missedPrizes,
  }
}

export function toWholeTours(tours: readonly Tour[], { stops, vehicles }: PartMembers): Tour[] {
  return tours.map((tour) => ({
    ...tour,
    vehicle: vehicles[tour.vehicle],
    stops: tour.stops.map((stop) => stops[stop]),
  }))
}

/** Combines the solutions of all parts. */
export function joinSolutions(parts: readonly PartSolution[]): UnexplainedSolution {
  const tours = parts.flatMap((part) => part.tours).sort((a, b) => a.vehicle - b.vehicle)
  const sumOverTours = (getValue: (tour: Tour) => number): number =>
    tours.reduce((total, tour) => total + getValue(tour), 0)
  const missedPrizes = parts.reduce((sum, part) => sum + part.missedPrizes, 0)
  const unassignedStops = parts.flatMap((part) => part.unassigned).sort((a, b) => a - b)
  return {
    tours,
    unassigned: unassignedStops.map((stop) => ({ stop })),
    cost: missedPrizes + sumOverTours(({ cost }) => cost),
    missedPrizes,
    waiting: sumOverTours(({ waiting }) => waiting),
    distance: sumOverTours(({ distance }) => distance),
    duration: sumOverTours(({ duration }) => duration),
    longest: 0,
  }
}

/**
 * Finds the reasons in each part. Reasons about vehicles are recomputed with the vehicles of all parts, because a
 * vehicle of another part may be able to serve the stop.
 */
export function explainParts(problem: FleetProblem, parts: readonly PartSolution[]): UnassignedStop[] {
  const reasons = parts.filter(({ unassigned }) => unassigned.length > 0).flatMap((part) => explainPart(problem, part))
  const explainedStops = reasons.map(({ stop, reason }) => ({
    stop,
    reason: isAboutVehicles(reason) ? explainAlone(problem, stop) : reason,
  }))
  return explainedStops.sort((a, b) => a.stop - b.stop)
}

function isAboutVehicles({ kind }: UnassignedReason): boolean {
  return kind !== 'no-room' && kind !== 'prize' && kind !== 'group'
}

function explainPart(problem: FleetProblem, { members, tours, unassigned, ...rest }: PartSolution): UnassignedStop[] {
  const numberOf = new Map(members.stops.map((stop, number) => [stop, number]))
  const toNumber = (stop: number): number => numberOf.get(stop) ?? 0
  const model = toFleetModel(toPartProblem(problem, members, undefined))
  const partTours = tours.map((tour) => ({
    ...tour,
    vehicle: members.vehicles.indexOf(tour.vehicle),
    stops: tour.stops.map(toNumber),
  }))
  const solution = {
    ...joinSolutions([{ members, tours: partTours, unassigned: [], ...rest }]),
    unassigned: unassigned.map((stop) => ({ stop: toNumber(stop) })),
  }
  return explainUnassigned(model, solution).map(({ stop, reason }) => ({
    stop: members.stops[stop],
    reason: toWholeReason(reason, members),
  }))
}

/** Returns the reason for a stop in a problem without other stops, except its partner in a pair. */
function explainAlone(problem: FleetProblem, stop: number): UnassignedReason {
  const pair = problem.pairs?.find(({ pickup, delivery }) => pickup === stop || delivery === stop)
  const members = {
    stops: pair ? [pair.pickup, pair.delivery].sort((a, b) => a - b) : [stop],
    vehicles: [...problem.vehicles.keys()],
  }
  const model = toFleetModel(toPartProblem(problem, members, undefined))
  const unassignedStops = [{ stop: members.stops.indexOf(stop) }]
  const [explainedStop] = explainUnassigned(model, { ...joinSolutions([]), unassigned: unassignedStops })
  return explainedStop ? toWholeReason(explainedStop.reason, members) : { kind: 'no-room' }
}

/** Converts a reason to the indices of the whole problem. */
export function toWholeReason(reason: UnassignedReason, { stops, vehicles }: PartMembers): UnassignedReason {
  if (reason.kind === 'various') {
    const obstacles = reason.obstacles.map((obstacle) => ({ ...obstacle, vehicle: vehicles[obstacle.vehicle] }))
    return { ...reason, obstacles }
  }
  if (reason.kind === 'no-room')
    return reason.relaxations
      ? {
          ...reason,
          relaxations: reason.relaxations.map((relaxation) => ({
            ...relaxation,
            vehicle: vehicles[relaxation.vehicle],
          })),
        }
      : reason
  if ('stop' in reason) return { ...reason, stop: stops[reason.stop] }
  if (!('vehicle' in reason)) return reason
  const vehicle = vehicles[reason.vehicle]
  if (reason.kind !== 'alone') return { ...reason, vehicle }
  return { ...reason, vehicle, violation: toWholeViolation(reason.violation, { stops, vehicles }) }
}

/** Converts a violation to the indices of the whole problem. */
export function toWholeViolation(violation: TourViolation, { stops, vehicles }: PartMembers): TourViolation {
  const vehicle = vehicles[violation.vehicle]
  return 'stop' in violation ? { ...violation, vehicle, stop: stops[violation.stop] } : { ...violation, vehicle }
}
