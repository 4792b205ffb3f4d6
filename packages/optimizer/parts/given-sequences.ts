import { evaluateSolution, isSolution } from '../fleet/evaluate-solution.ts'
import { toFleetModel } from '../fleet/model.ts'
import type { FleetProblem } from '../problem/problem.ts'
import type { TourViolation } from '../solution/tour-violation.ts'
import { type PartMembers, toPartProblem } from './part.ts'
import { type PartSolution, toWholeSolution, toWholeViolation } from './part-solution.ts'

export type StopSequences = readonly (readonly number[])[]

/** Evaluates the given tours part by part. Returns the first violation, if any. */
export function evaluateGivenSequences(
  problem: FleetProblem,
  stopSequences: StopSequences,
  parts: readonly PartMembers[],
): PartSolution[] | TourViolation {
  const solutions: PartSolution[] = []
  const violations: TourViolation[] = []
  for (const members of parts) {
    const part = toPartProblem(problem, members, stopSequences)
    const evaluation = evaluateSolution(toFleetModel(part), part.initialSequences ?? [])
    if (isSolution(evaluation)) solutions.push(toWholeSolution(evaluation, members))
    else violations.push(toWholeViolation(evaluation, members))
  }
  violations.sort((a, b) => a.vehicle - b.vehicle)
  return violations[0] ?? solutions
}

/** Checks the rules between tours that cannot be checked within a part. */
export function findViolationBetweenTours(
  problem: FleetProblem,
  stopSequences: StopSequences,
): TourViolation | undefined {
  const vehicleOf = new Map<number, number>()
  const servedGroups = new Set<number>()
  for (const [vehicle, order] of stopSequences.entries()) {
    for (const stop of order) {
      if (vehicleOf.has(stop)) return { kind: 'repeated', vehicle, stop }
      vehicleOf.set(stop, vehicle)
      const { group } = problem.stops[stop]
      if (group === undefined) continue
      if (servedGroups.has(group)) return { kind: 'group', vehicle, stop }
      servedGroups.add(group)
    }
  }
  for (const [vehicle, { mustVisit = [] }] of problem.vehicles.entries()) {
    const stop = mustVisit.find((requiredStop) => (vehicleOf.get(requiredStop) ?? vehicle) !== vehicle)
    if (stop !== undefined) return { kind: 'not-allowed', vehicle: vehicleOf.get(stop) ?? vehicle, stop }
  }
  for (const { pickup, delivery } of problem.pairs ?? []) {
    const [from, to] = [vehicleOf.get(pickup), vehicleOf.get(delivery)]
    if (from !== undefined && from !== to) return { kind: 'pair', vehicle: from, stop: pickup }
    if (to !== undefined && from !== to) return { kind: 'pair', vehicle: to, stop: delivery }
  }
  return undefined
}
