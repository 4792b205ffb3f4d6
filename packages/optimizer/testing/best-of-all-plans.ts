import { checkOrder } from '../checker/check-solution.ts'
import { UNREACHABLE } from '../matrix.ts'
import type { FleetProblem } from '../problem/problem.ts'
import type { UnexplainedSolution } from '../solution/solution.ts'
import { findLowestPrice, findShortestDuration } from './shortest-time.ts'

/**
 * Criteria for comparing solutions, most important first: unassigned stops by priority (highest first), number of
 * vehicles if that is minimized, longest tour, cost with missed prizes.
 */
export type SolutionScore = readonly number[]

interface FeasibleTour {
  readonly set: number
  readonly cost: number
  readonly longest: number
  readonly vehicles: number
}

/**
 * Finds the best solution by trying every order of every set of stops. Test oracle for up to six stops and two
 * vehicles.
 */
export function findBestScore(problem: FleetProblem): SolutionScore {
  const nothing: FeasibleTour = { set: 0, cost: 0, longest: 0, vehicles: 0 }
  let combinations = [nothing]
  for (const vehicle of problem.vehicles.keys()) {
    const isLocked = (problem.vehicles[vehicle]?.locked ?? []).length > 0
    const tours = [...(isLocked ? [] : [nothing]), ...listFeasibleTours(problem, vehicle)]
    combinations = keepParetoOptimal(
      combinations.flatMap((combination) =>
        tours
          .filter(({ set }) => (set & combination.set) === 0 && isExclusive(problem, set | combination.set))
          .map((tour) => ({
            set: combination.set | tour.set,
            cost: combination.cost + tour.cost,
            longest: Math.max(combination.longest, tour.longest),
            vehicles: combination.vehicles + tour.vehicles,
          })),
      ),
    )
  }
  const scores = combinations.map(({ set, longest, cost, vehicles }) => {
    const unassigned = [...problem.stops.keys()].filter((stop) => !(set & (1 << stop)))
    return toScore(problem, unassigned, vehicles, longest, cost + sumMissedPrizes(problem, unassigned))
  })
  return scores.reduce((best, score) => (compareScores(score, best) < 0 ? score : best))
}

export function scoreSolution(
  problem: FleetProblem,
  { unassigned, tours, longest, cost }: UnexplainedSolution,
): SolutionScore {
  const unassignedStops = unassigned.map(({ stop }) => stop)
  return toScore(problem, unassignedStops, tours.length, longest, cost)
}

function toScore(
  problem: FleetProblem,
  unassigned: readonly number[],
  vehicles: number,
  longest: number,
  cost: number,
): SolutionScore {
  const counts = countUnassignedByPriority(problem, unassigned)
  return [...counts, problem.fewestVehicles ? vehicles : 0, longest, Math.round(1000 * cost) / 1000]
}

function isExclusive({ stops }: FleetProblem, set: number): boolean {
  const groups = stops.flatMap(({ group }, stop) => (group !== undefined && set & (1 << stop) ? [group] : []))
  return new Set(groups).size === groups.length
}

/**
 * Sums the prizes of the stops that are not served. A group that is left out forfeits its highest prize. A group with a
 * served stop forfeits the difference between its highest prize and the prize of that stop.
 */
function sumMissedPrizes({ stops }: FleetProblem, unassigned: readonly number[]): number {
  const groups = [...new Set(stops.flatMap(({ group }) => (group === undefined ? [] : [group])))]
  const single = unassigned.filter((stop) => stops[stop]?.group === undefined)
  const missedInGroups = groups.map((name) => {
    const members = [...stops.keys()].filter((stop) => stops[stop]?.group === name)
    const prizes = (list: readonly number[]): number => Math.max(0, ...list.map((stop) => stops[stop]?.prize ?? 0))
    return prizes(members) - prizes(members.filter((stop) => !unassigned.includes(stop)))
  })
  return [...single.map((stop) => stops[stop]?.prize ?? 0), ...missedInGroups].reduce((sum, each) => sum + each, 0)
}

/** Returns a negative number if the first score is better. */
export function compareScores(a: SolutionScore, b: SolutionScore): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}

/**
 * Counts unassigned stops by priority. Optional stops do not count. A group without a served stop counts once, with its
 * highest priority.
 */
function countUnassignedByPriority({ stops, pairs = [] }: FleetProblem, unassigned: readonly number[]): number[] {
  const membersOf = (stop: number): number[] => {
    const group = stops[stop]?.group
    return group === undefined ? [stop] : [...stops.keys()].filter((other) => stops[other]?.group === group)
  }
  const priorityOf = (stop: number): number =>
    Math.max(...membersOf(stop).map((member) => stops[member]?.priority ?? 0))
  const isOptional = (stop: number): boolean => {
    const pair = pairs.find(({ pickup, delivery }) => pickup === stop || delivery === stop)
    return [stop, ...(pair ? [pair.pickup, pair.delivery] : [])].some((each) => stops[each]?.prize !== undefined)
  }
  const counted = unassigned.filter((stop) => {
    const members = membersOf(stop)
    return !isOptional(stop) && members[0] === stop && members.every((member) => unassigned.includes(member))
  })
  const priorities = [...new Set(stops.map(({ priority = 0 }) => priority))].sort((a, b) => b - a)
  return priorities.map((priority) => counted.filter((stop) => priorityOf(stop) === priority).length)
}

/** For each set of stops, keeps the tours that no other tour beats in both time and cost. */
function keepParetoOptimal(tours: readonly FeasibleTour[]): FeasibleTour[] {
  const best = new Map<number, FeasibleTour[]>()
  for (const tour of tours) {
    const rivals = best.get(tour.set) ?? []
    if (
      rivals.some(
        ({ cost, longest, vehicles }) => cost <= tour.cost && longest <= tour.longest && vehicles <= tour.vehicles,
      )
    )
      continue
    const remaining = rivals.filter(
      ({ cost, longest, vehicles }) => cost < tour.cost || longest < tour.longest || vehicles < tour.vehicles,
    )
    best.set(tour.set, [...remaining, tour])
  }
  return [...best.values()].flat()
}

function listFeasibleTours(problem: FleetProblem, vehicle: number): FeasibleTour[] {
  const tours: FeasibleTour[] = []
  const extend = (order: readonly number[]): void => {
    for (const stop of problem.stops.keys()) {
      if (order.includes(stop) || !mayServe(problem, vehicle, stop)) continue
      const longer = [...order, stop]
      const tour = toFeasibleTour(problem, vehicle, longer)
      if (tour) tours.push(tour)
      extend(longer)
    }
  }
  extend([])
  return keepParetoOptimal(tours)
}

/** Returns true if the vehicle can drive exactly this tour. */
export function canDrive(problem: FleetProblem, vehicle: number, order: readonly number[]): boolean {
  return (
    order.every((stop) => mayServe(problem, vehicle, stop)) && toFeasibleTour(problem, vehicle, order) !== undefined
  )
}

/** Returns true if any tour of the vehicle, with any other stops, serves this stop. */
export function canServe(problem: FleetProblem, vehicle: number, stop: number): boolean {
  return listFeasibleTours(problem, vehicle).some(({ set }) => set & (1 << stop))
}

function mayServe({ stops, vehicles }: FleetProblem, vehicle: number, stop: number): boolean {
  const skills = vehicles[vehicle]?.skills ?? []
  const owners = [...vehicles.keys()].filter((index) => vehicles[index]?.mustVisit?.includes(stop))
  return (stops[stop]?.skills ?? []).every((skill) => skills.includes(skill)) && [vehicle, ...owners].at(-1) === vehicle
}

/** Returns the cheapest tour in this order over all choices of reloads. */
function toFeasibleTour(problem: FleetProblem, vehicle: number, order: readonly number[]): FeasibleTour | undefined {
  const { maxTrips = 1, depots = [] } = problem.vehicles[vehicle]?.reloads ?? {}
  const plans = listReloadPlans(order.length, maxTrips - 1, depots)
  const tours = plans.flatMap((reloads) => toTourWithReloads(problem, vehicle, order, reloads) ?? [])
  return tours.reduce<FeasibleTour | undefined>(
    (best, tour) => (best && best.cost <= tour.cost ? best : tour),
    undefined,
  )
}

/** Depot that is visited before each position. */
type ReloadPlan = ReadonlyMap<number, number>

function listReloadPlans(length: number, maxReloads: number, depots: readonly number[]): ReloadPlan[] {
  let plans: ReloadPlan[] = [new Map()]
  for (let position = 1; position < length; position++)
    plans = plans.flatMap((plan) => [
      plan,
      ...(plan.size < maxReloads ? depots.map((depot) => new Map([...plan, [position, depot] as const])) : []),
    ])
  return plans
}

function toTourWithReloads(
  problem: FleetProblem,
  vehicle: number,
  order: readonly number[],
  reloads: ReloadPlan,
): FeasibleTour | undefined {
  const { vehicles, stops, size, balance, pairs = [] } = problem
  const { start, end, maxStops = order.length, maxDistance, range, maxDuration, costs } = vehicles[vehicle] ?? {}
  if (order.length > maxStops || !respectsPairs(pairs, order) || isOverloaded(problem, vehicle, order, reloads))
    return undefined
  if (checkOrder(problem, { vehicle, stops: order }).length > 0) return undefined
  const visited = order.flatMap((stop, position) => [reloads.get(position), stops[stop]?.location])
  const locations = [start, ...visited, end].filter((location) => location !== undefined)
  const legs = locations.slice(1).map((to, index) => (locations[index] ?? 0) * size + to)
  const sum = (matrix: Int32Array): number => legs.reduce((total, leg) => total + (matrix[leg] ?? Number.NaN), 0)
  const tables = problem.travel?.[vehicles[vehicle]?.travel ?? -1] ?? problem
  if (legs.some((leg) => tables.cost[leg] === UNREACHABLE)) return undefined
  if (sum(tables.distance) > (maxDistance ?? Number.POSITIVE_INFINITY)) return undefined
  if (range !== undefined && isOutOfRange(problem, vehicle, order, reloads, range)) return undefined
  const isTimeCounted = maxDuration !== undefined || balance === 'duration'
  const time = findShortestDuration(problem, vehicle, order, isTimeCounted, reloads)
  if (time === Number.POSITIVE_INFINITY || time > (maxDuration ?? Number.POSITIVE_INFINITY)) return undefined
  const set = order.reduce((all, stop) => all | (1 << stop), 0)
  const longest = balance === 'stops' ? order.length : balance === 'duration' ? time : 0
  const price = findLowestPrice(problem, vehicle, order, reloads)
  const { fixed = 0, perDistance = 0 } = costs ?? {}
  const cost = price + (costs ? fixed + perDistance * sum(tables.distance) : sum(tables.cost))
  return { set, cost, longest, vehicles: 1 }
}

function isOutOfRange(
  problem: FleetProblem,
  vehicle: number,
  order: readonly number[],
  reloads: ReloadPlan,
  range: number,
): boolean {
  const { vehicles, stops, size } = problem
  const { distance } = problem.travel?.[vehicles[vehicle]?.travel ?? -1] ?? problem
  let at = vehicles[vehicle]?.start
  let driven = 0
  const driveTo = (place: number | undefined): boolean => {
    driven += at === undefined || place === undefined ? 0 : (distance[at * size + place] ?? Number.NaN)
    at = place
    return driven > range
  }
  for (const [position, stop] of order.entries()) {
    const depot = reloads.get(position)
    if (depot !== undefined && driveTo(depot)) return true
    if (depot !== undefined) driven = 0
    if (driveTo(stops[stop]?.location)) return true
  }
  return driveTo(vehicles[vehicle]?.end)
}

function respectsPairs(pairs: NonNullable<FleetProblem['pairs']>, order: readonly number[]): boolean {
  return pairs.every(({ pickup, delivery }) => {
    const [from, to] = [order.indexOf(pickup), order.indexOf(delivery)]
    return (from < 0 && to < 0) || (from >= 0 && from < to)
  })
}

function isOverloaded(
  { stops, vehicles, pairs = [] }: FleetProblem,
  vehicle: number,
  order: readonly number[],
  reloads: ReloadPlan,
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
    let load = 0
    let peak = 0
    for (const [position, stop] of order.entries()) {
      if (position === 0 || reloads.has(position)) {
        const tripEnd = [...reloads.keys()].find((each) => each > position)
        const trip = order.slice(position, tripEnd).filter((each) => !isPaired(each))
        load += trip.reduce((sum, each) => sum + amount(each), 0)
      }
      peak = Math.max(peak, load, load + change(stop))
      load += change(stop)
    }
    return peak > capacity
  })
}
