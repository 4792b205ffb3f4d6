import type { BarePlan, FleetProblem, Tour } from '../problem.ts'
import { checkSchedule } from './check-schedule.ts'

/**
 * Checks a solution using only the problem. It shares no code with the search, so an error goes unnoticed only if it is
 * made twice in different code. Returns the violations, or an empty list if the solution is valid.
 */
export function checkPlan(problem: FleetProblem, plan: BarePlan): string[] {
  const wrong = plan.tours.flatMap((tour) =>
    checkTourOfPlan(problem, tour).map((what) => `vehicle ${tour.vehicle}: ${what}`),
  )
  const served = plan.tours.flatMap(({ stops }) => stops)
  const left = plan.unassigned.map(({ stop }) => stop)
  for (const stop of problem.stops.keys()) {
    const times = [...served, ...left].filter((other) => other === stop).length
    if (times !== 1) wrong.push(`stop ${stop} is served or left out ${times} times`)
  }
  if (served.length + left.length !== problem.stops.length) wrong.push('the solution has stops that do not exist')
  const vehicles = plan.tours.map(({ vehicle }) => vehicle)
  if (new Set(vehicles).size !== vehicles.length) wrong.push('a vehicle has two tours')
  const total = (of: (tour: Tour) => number): number => plan.tours.reduce((sum, tour) => sum + of(tour), 0)
  expectSame(
    wrong,
    'cost of the solution',
    plan.cost,
    total(({ cost }) => cost),
  )
  expectSame(
    wrong,
    'distance of the solution',
    plan.distance,
    total(({ distance }) => distance),
  )
  expectSame(
    wrong,
    'duration of the solution',
    plan.duration,
    total(({ duration }) => duration),
  )
  expectSame(wrong, 'longest tour', plan.longest, longestOf(problem, plan))
  return wrong
}

function longestOf({ balance }: FleetProblem, { tours }: BarePlan): number {
  if (balance === undefined) return 0
  const lengths = tours.map((tour) => (balance === 'stops' ? tour.stops.length : tour.finish - tour.departure))
  return lengths.length === 0 ? 0 : Math.max(...lengths)
}

function checkTourOfPlan(problem: FleetProblem, tour: Tour): string[] {
  const vehicle = problem.vehicles[tour.vehicle]
  if (vehicle === undefined) return ['does not exist']
  if (tour.stops.length === 0) return ['has a tour without stops']
  const wrong = [...checkServing(problem, tour), ...checkLoad(problem, tour), ...checkSchedule(problem, tour)]
  const ways = waysOf(problem, tour)
  expectSame(wrong, 'cost', tour.cost, sumOf(problem, problem.cost, ways))
  expectSame(wrong, 'distance', tour.distance, sumOf(problem, problem.distance, ways))
  expectSame(wrong, 'driving', tour.driving, sumOf(problem, problem.duration, ways))
  const { maxDistance, maxDuration, maxStops } = vehicle
  if (maxDistance !== undefined && tour.distance > maxDistance) wrong.push(`drives ${tour.distance} of ${maxDistance}`)
  if (maxDuration !== undefined && tour.duration > maxDuration) wrong.push(`takes ${tour.duration} of ${maxDuration}`)
  if (maxStops !== undefined && tour.stops.length > maxStops)
    wrong.push(`has ${tour.stops.length} of ${maxStops} stops`)
  return wrong
}

function checkServing({ stops, vehicles, pairs = [] }: FleetProblem, tour: Tour): string[] {
  const wrong: string[] = []
  const own = vehicles[tour.vehicle]
  for (const stop of tour.stops) {
    const lacking = (stops[stop]?.skills ?? []).filter((skill) => !own?.skills?.includes(skill))
    if (lacking.length > 0) wrong.push(`lacks skills ${lacking} of stop ${stop}`)
    const isTiedElsewhere = vehicles.some((other, index) => index !== tour.vehicle && other.mustVisit?.includes(stop))
    if (isTiedElsewhere && !own?.mustVisit?.includes(stop)) wrong.push(`stop ${stop} belongs to another vehicle`)
  }
  for (const { pickup, delivery } of pairs) {
    const [from, to] = [tour.stops.indexOf(pickup), tour.stops.indexOf(delivery)]
    if (from < 0 !== to < 0) wrong.push(`has only one stop of the pair ${pickup} → ${delivery}`)
    else if (from > to) wrong.push(`delivers ${delivery} before it picks up ${pickup}`)
  }
  return wrong
}

/** Recomputes the load on each leg from scratch. */
function checkLoad({ stops, vehicles, pairs = [] }: FleetProblem, tour: Tour): string[] {
  const wrong: string[] = []
  const paired = new Set(pairs.flatMap(({ pickup, delivery }) => [pickup, delivery]))
  for (const [dimension, claimed] of tour.load.entries()) {
    const amount = (stop: number): number => stops[stop]?.demand?.[dimension] ?? 0
    const onLeg = (leg: number): number => {
      const brought = tour.stops.slice(leg).filter((stop) => !paired.has(stop))
      const between = pairs.filter(({ pickup, delivery }) => {
        return tour.stops.slice(0, leg).includes(pickup) && tour.stops.slice(leg).includes(delivery)
      })
      return [...brought, ...between.map(({ pickup }) => pickup)].reduce((sum, stop) => sum + amount(stop), 0)
    }
    const most = Math.max(...Array.from({ length: tour.stops.length + 1 }, (_, leg) => onLeg(leg)))
    expectSame(wrong, `load in dimension ${dimension}`, claimed, most)
    const capacity = vehicles[tour.vehicle]?.capacity?.[dimension]
    if (capacity !== undefined && most > capacity)
      wrong.push(`carries ${most} of ${capacity} in dimension ${dimension}`)
  }
  const dimensions = Math.max(0, ...stops.map(({ demand = [] }) => demand.length))
  expectSame(wrong, 'dimensions', tour.load.length, dimensions)
  return wrong
}

type Way = readonly [from: number, to: number]

function waysOf({ stops, vehicles }: FleetProblem, tour: Tour): Way[] {
  const { start, end } = vehicles[tour.vehicle] ?? {}
  const places = [start, ...tour.stops.map((stop) => stops[stop]?.location), end].filter((place) => place !== undefined)
  return places.slice(1).map((to, index) => [places[index] ?? Number.NaN, to])
}

const NO_WAY = 2 ** 31 - 1

function sumOf({ size }: FleetProblem, matrix: Int32Array, ways: readonly Way[]): number {
  return ways.reduce((sum, [from, to]) => {
    const arc = matrix[from * size + to]
    return arc === undefined || arc === NO_WAY ? Number.NaN : sum + arc
  }, 0)
}

function expectSame(wrong: string[], what: string, claimed: number, found: number): void {
  if (claimed !== found) wrong.push(`${what} is ${found}, not ${claimed}`)
}
