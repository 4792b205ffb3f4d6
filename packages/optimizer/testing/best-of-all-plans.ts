import { UNREACHABLE } from '../matrix.ts'
import type { BarePlan, FleetProblem } from '../problem.ts'
import { shortestTime } from './shortest-time.ts'

/**
 * Criteria for comparing solutions, most important first: unassigned stops by priority (highest first), longest tour,
 * cost.
 */
export type Judgement = readonly number[]

interface PossibleTour {
  readonly set: number
  readonly cost: number
  readonly longest: number
}

/**
 * Finds the best solution by trying every order of every set of stops. Test oracle for up to six stops and two
 * vehicles.
 */
export function bestOfAllPlans(problem: FleetProblem): Judgement {
  const nothing: PossibleTour = { set: 0, cost: 0, longest: 0 }
  let plans = [nothing]
  for (const vehicle of problem.vehicles.keys()) {
    const tours = [nothing, ...listTours(problem, vehicle)]
    plans = keepBest(
      plans.flatMap((plan) =>
        tours
          .filter(({ set }) => (set & plan.set) === 0)
          .map((tour) => ({
            set: plan.set | tour.set,
            cost: plan.cost + tour.cost,
            longest: Math.max(plan.longest, tour.longest),
          })),
      ),
    )
  }
  const judged = plans.map(({ set, longest, cost }) => {
    const left = [...problem.stops.keys()].filter((stop) => !(set & (1 << stop)))
    return [...leftByPriority(problem, left), longest, cost]
  })
  return judged.reduce((best, one) => (compareJudgements(one, best) < 0 ? one : best))
}

export function judge(problem: FleetProblem, { unassigned, longest, cost }: BarePlan): Judgement {
  const left = unassigned.map(({ stop }) => stop)
  return [...leftByPriority(problem, left), longest, cost]
}

/** Negative when the first is better. */
export function compareJudgements(one: Judgement, other: Judgement): number {
  const at = one.findIndex((value, index) => value !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

function leftByPriority({ stops }: FleetProblem, left: readonly number[]): number[] {
  const priorityOf = (stop: number): number => stops[stop]?.priority ?? 0
  const priorities = [...new Set(stops.map((_, stop) => priorityOf(stop)))].sort((a, b) => b - a)
  return priorities.map((priority) => left.filter((stop) => priorityOf(stop) === priority).length)
}

/** For each set of stops, keeps the tours that no other tour beats in both time and cost. */
function keepBest(tours: readonly PossibleTour[]): PossibleTour[] {
  const best = new Map<number, PossibleTour[]>()
  for (const tour of tours) {
    const rivals = best.get(tour.set) ?? []
    if (rivals.some(({ cost, longest }) => cost <= tour.cost && longest <= tour.longest)) continue
    const kept = rivals.filter(({ cost, longest }) => cost < tour.cost || longest < tour.longest)
    best.set(tour.set, [...kept, tour])
  }
  return [...best.values()].flat()
}

function listTours(problem: FleetProblem, vehicle: number): PossibleTour[] {
  const found: PossibleTour[] = []
  const extend = (order: readonly number[]): void => {
    for (const stop of problem.stops.keys()) {
      if (order.includes(stop) || !mayServe(problem, vehicle, stop)) continue
      const longer = [...order, stop]
      const tour = toPossible(problem, vehicle, longer)
      if (tour) found.push(tour)
      extend(longer)
    }
  }
  extend([])
  return keepBest(found)
}

/** True if the vehicle can drive exactly this tour. */
export function canDrive(problem: FleetProblem, vehicle: number, order: readonly number[]): boolean {
  return order.every((stop) => mayServe(problem, vehicle, stop)) && toPossible(problem, vehicle, order) !== undefined
}

/** True if any tour of the vehicle, with any other stops, serves this stop. */
export function canServe(problem: FleetProblem, vehicle: number, stop: number): boolean {
  return listTours(problem, vehicle).some(({ set }) => set & (1 << stop))
}

function mayServe({ stops, vehicles }: FleetProblem, vehicle: number, stop: number): boolean {
  const skills = vehicles[vehicle]?.skills ?? []
  const owners = [...vehicles.keys()].filter((index) => vehicles[index]?.mustVisit?.includes(stop))
  return (stops[stop]?.skills ?? []).every((skill) => skills.includes(skill)) && [vehicle, ...owners].at(-1) === vehicle
}

function toPossible(problem: FleetProblem, vehicle: number, order: readonly number[]): PossibleTour | undefined {
  const { vehicles, stops, size, balance, pairs = [] } = problem
  const { start, end, maxStops = order.length, maxDistance, maxDuration } = vehicles[vehicle] ?? {}
  if (order.length > maxStops || !keepsPairs(pairs, order) || isOverloaded(problem, vehicle, order)) return undefined
  const places = [start, ...order.map((stop) => stops[stop]?.location), end].filter((place) => place !== undefined)
  const legs = places.slice(1).map((to, index) => (places[index] ?? 0) * size + to)
  const sum = (matrix: Int32Array): number => legs.reduce((total, leg) => total + (matrix[leg] ?? Number.NaN), 0)
  if (legs.some((leg) => problem.cost[leg] === UNREACHABLE)) return undefined
  if (sum(problem.distance) > (maxDistance ?? Number.POSITIVE_INFINITY)) return undefined
  const isTimeCounted = maxDuration !== undefined || balance === 'duration'
  const time = shortestTime(problem, vehicle, order, isTimeCounted)
  if (time === Number.POSITIVE_INFINITY || time > (maxDuration ?? Number.POSITIVE_INFINITY)) return undefined
  const set = order.reduce((all, stop) => all | (1 << stop), 0)
  const longest = balance === 'stops' ? order.length : balance === 'duration' ? time : 0
  return { set, cost: sum(problem.cost), longest }
}

function keepsPairs(pairs: NonNullable<FleetProblem['pairs']>, order: readonly number[]): boolean {
  return pairs.every(({ pickup, delivery }) => {
    const [from, to] = [order.indexOf(pickup), order.indexOf(delivery)]
    return (from < 0 && to < 0) || (from >= 0 && from < to)
  })
}

function isOverloaded(
  { stops, vehicles, pairs = [] }: FleetProblem,
  vehicle: number,
  order: readonly number[],
): boolean {
  return (vehicles[vehicle]?.capacity ?? []).some((capacity, dimension) => {
    const amount = (stop: number): number => stops[stop]?.demand?.[dimension] ?? 0
    const change = (stop: number): number => {
      if (pairs.some(({ pickup }) => pickup === stop)) return amount(stop)
      const pair = pairs.find(({ delivery }) => delivery === stop)
      return pair ? -amount(pair.pickup) : -amount(stop)
    }
    const isPaired = (stop: number): boolean =>
      pairs.some(({ pickup, delivery }) => pickup === stop || delivery === stop)
    const brought = order.filter((stop) => !isPaired(stop)).reduce((sum, stop) => sum + amount(stop), 0)
    const loads = order.map((_, index) => order.slice(0, index + 1).reduce((sum, stop) => sum + change(stop), brought))
    return Math.max(brought, ...loads) > capacity
  })
}
