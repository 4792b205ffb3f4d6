import type { FleetProblem } from '../problem/problem.ts'
import type { Tour, UnexplainedSolution } from '../solution/solution.ts'
import { checkDrivingRules } from './check-driving-rules.ts'
import { checkSchedule, getTables } from './check-schedule.ts'

/**
 * Checks a solution using only the problem. The checker shares no code with the search, so the same mistake would have
 * to be made in both to go unnoticed. Returns the violations, or an empty list if the solution is valid.
 */
export function checkSolution(problem: FleetProblem, solution: UnexplainedSolution): string[] {
  const violations = solution.tours.flatMap((tour) =>
    checkVehicleTour(problem, tour).map((violation) => `vehicle ${tour.vehicle}: ${violation}`),
  )
  const servedStops = solution.tours.flatMap(({ stops }) => stops)
  const unassignedStops = solution.unassigned.map(({ stop }) => stop)
  for (const stop of problem.stops.keys()) {
    const visitCount = [...servedStops, ...unassignedStops].filter((visitedStop) => visitedStop === stop).length
    if (visitCount !== 1) violations.push(`stop ${stop} is served or left out ${visitCount} times`)
  }
  if (servedStops.length + unassignedStops.length !== problem.stops.length)
    violations.push('the solution has stops that do not exist')
  const vehicles = solution.tours.map(({ vehicle }) => vehicle)
  for (const [vehicle, { locked = [] }] of problem.vehicles.entries())
    if (locked.length > 0 && !vehicles.includes(vehicle))
      violations.push(`vehicle ${vehicle} does not serve its locked stops`)
  if (new Set(vehicles).size !== vehicles.length) violations.push('a vehicle has two tours')
  const sumOverTours = (getValue: (tour: Tour) => number): number =>
    solution.tours.reduce((sum, tour) => sum + getValue(tour), 0)
  expectEqual(
    violations,
    'cost of the solution',
    solution.cost,
    solution.missedPrizes + sumOverTours(({ cost }) => cost),
  )
  expectEqual(violations, 'missed prizes', solution.missedPrizes, sumMissedPrizes(problem, servedStops))
  violations.push(...checkGroups(problem, servedStops))
  expectEqual(
    violations,
    'distance of the solution',
    solution.distance,
    sumOverTours(({ distance }) => distance),
  )
  expectEqual(
    violations,
    'duration of the solution',
    solution.duration,
    sumOverTours(({ duration }) => duration),
  )
  expectEqual(
    violations,
    'waiting of the solution',
    solution.waiting,
    sumOverTours(({ waiting }) => waiting),
  )
  expectEqual(violations, 'longest tour', solution.longest, computeLongestTourLength(problem, solution))
  return violations
}

function computeLongestTourLength({ balance }: FleetProblem, { tours }: UnexplainedSolution): number {
  if (balance === undefined) return 0
  const tourLengths = tours.map((tour) => (balance === 'stops' ? tour.stops.length : tour.finish - tour.departure))
  return tourLengths.length === 0 ? 0 : Math.max(...tourLengths)
}

function checkVehicleTour(problem: FleetProblem, tour: Tour): string[] {
  const vehicle = problem.vehicles[tour.vehicle]
  if (vehicle === undefined) return ['does not exist']
  if (tour.stops.length === 0) return ['has a tour without stops']
  const violations = [
    ...checkAssignment(problem, tour),
    ...checkLoad(problem, tour),
    ...checkSchedule(problem, tour),
    ...checkDrivingRules(problem, tour),
  ]
  const legs = listLegs(problem, tour)
  const tables = getTables(problem, tour)
  const softPenalty = sumSoftPenalties(problem, tour)
  expectEqual(violations, 'soft penalty', tour.softPenalty, softPenalty)
  expectEqual(violations, 'cost', tour.cost, softPenalty + computeTourCost(problem, tour, legs))
  expectEqual(violations, 'distance', tour.distance, sumLegs(problem, tables.distance, legs))
  expectEqual(violations, 'driving', tour.driving, sumLegs(problem, tables.duration, legs))
  const { maxDistance, maxDuration, maxStops, reloads } = vehicle
  if (tour.reloads.length >= (reloads?.maxTrips ?? 1)) violations.push(`makes ${tour.reloads.length + 1} trips`)
  if (maxDistance !== undefined && tour.distance > maxDistance)
    violations.push(`drives ${tour.distance} of ${maxDistance}`)
  for (const trip of listTripDistances(problem, tour))
    if (vehicle.range !== undefined && trip > vehicle.range)
      violations.push(`drives ${trip} of ${vehicle.range} on a trip`)
  if (maxDuration !== undefined && tour.duration > maxDuration)
    violations.push(`takes ${tour.duration} of ${maxDuration}`)
  if (maxStops !== undefined && tour.stops.length > maxStops)
    violations.push(`has ${tour.stops.length} of ${maxStops} stops`)
  return violations
}

/** Computes the cost from the vehicle's rates if it has any, or otherwise as the sum over the legs. */
function computeTourCost(problem: FleetProblem, tour: Tour, legs: readonly Leg[]): number {
  const { costs } = problem.vehicles[tour.vehicle] ?? {}
  if (!costs) return sumLegs(problem, getTables(problem, tour).cost, legs)
  const { fixed = 0, perDistance = 0, perDuration = 0, perOvertime = 0 } = costs
  return fixed + perDistance * tour.distance + perDuration * tour.duration + perOvertime * tour.overtime
}

function sumSoftPenalties({ stops }: FleetProblem, tour: Tour): number {
  return tour.stops.reduce((sum, stop, position) => {
    const { softWindow } = stops[stop] ?? {}
    const start = tour.starts[position] ?? Number.NaN
    if (!softWindow) return sum
    const { window, earlyCost = 0, lateCost = 0 } = softWindow
    return sum + earlyCost * Math.max(0, window[0] - start) + lateCost * Math.max(0, start - window[1])
  }, 0)
}

/**
 * Sums the prizes of the stops that are not served. A group that is left out forfeits its highest prize. A group with a
 * served stop forfeits the difference between its highest prize and the prize of that stop.
 */
function sumMissedPrizes({ stops }: FleetProblem, servedStops: readonly number[]): number {
  let missedPrizeTotal = 0
  const bestOfGroup = new Map<number, number>()
  for (const { group, prize = 0 } of stops)
    if (group !== undefined) bestOfGroup.set(group, Math.max(prize, bestOfGroup.get(group) ?? 0))
  for (const bestPrize of bestOfGroup.values()) missedPrizeTotal += bestPrize
  for (const [stop, { group, prize = 0 }] of stops.entries()) {
    const isServed = servedStops.includes(stop)
    if (group === undefined ? !isServed : isServed) missedPrizeTotal += group === undefined ? prize : -prize
  }
  return missedPrizeTotal
}

function checkGroups({ stops }: FleetProblem, servedStops: readonly number[]): string[] {
  const groups = servedStops.flatMap((stop) => stops[stop]?.group ?? [])
  return groups.filter((group, index) => groups.indexOf(group) < index).map((group) => `group ${group} is served twice`)
}

function checkAssignment({ stops, vehicles, pairs = [], ...rest }: FleetProblem, tour: Tour): string[] {
  const violations: string[] = []
  const vehicle = vehicles[tour.vehicle]
  for (const stop of tour.stops) {
    const missingSkills = (stops[stop]?.skills ?? []).filter((skill) => !vehicle?.skills?.includes(skill))
    if (missingSkills.length > 0) violations.push(`lacks skills ${missingSkills}, which stop ${stop} requires`)
    const isTiedToOtherVehicle = vehicles.some(
      (otherVehicle, index) => index !== tour.vehicle && otherVehicle.mustVisit?.includes(stop),
    )
    if (isTiedToOtherVehicle && !vehicle?.mustVisit?.includes(stop))
      violations.push(`stop ${stop} belongs to another vehicle`)
  }
  for (const { pickup, delivery } of pairs) {
    const [from, to] = [tour.stops.indexOf(pickup), tour.stops.indexOf(delivery)]
    if (from < 0 !== to < 0) violations.push(`has only one stop of the pair ${pickup} → ${delivery}`)
    else if (from > to) violations.push(`delivers ${delivery} before it picks up ${pickup}`)
  }
  return [...violations, ...checkOrder({ stops, vehicles, pairs, ...rest }, tour)]
}

/** Checks locked stops, the detours of pairs, and the LIFO order. */
export function checkOrder(problem: FleetProblem, tour: Pick<Tour, 'vehicle' | 'stops'>): string[] {
  const { stops, vehicles, pairs = [], size } = problem
  const violations: string[] = []
  for (const [index, { locked = [] }] of vehicles.entries()) {
    if (index === tour.vehicle && locked.join() !== tour.stops.slice(0, locked.length).join())
      violations.push(`begins with ${tour.stops.slice(0, locked.length)}, not with ${locked}`)
    const foreignStops = locked.filter((stop) => index !== tour.vehicle && tour.stops.includes(stop))
    if (foreignStops.length > 0) violations.push(`serves ${foreignStops}, which are locked to vehicle ${index}`)
  }
  const { duration } = getTables(problem, tour)
  const drive = (list: readonly number[]): number =>
    list.slice(1).reduce((sum, stop, index) => {
      const [from, to] = [stops[list[index] ?? -1]?.location, stops[stop]?.location]
      return sum + (duration[(from ?? Number.NaN) * size + (to ?? Number.NaN)] ?? Number.NaN)
    }, 0)
  const pairedStops = new Set(pairs.flatMap(({ pickup, delivery }) => [pickup, delivery]))
  const isUnloading = (stop: number): boolean =>
    !pairedStops.has(stop) && (stops[stop]?.demand ?? []).some((amount) => amount > 0)
  for (const { pickup, delivery, maxDetour } of pairs) {
    const [from, to] = [tour.stops.indexOf(pickup), tour.stops.indexOf(delivery)]
    if (from < 0 || to < from) continue
    const detour = drive(tour.stops.slice(from, to + 1)) - drive([pickup, delivery])
    if (maxDetour !== undefined && detour > maxDetour)
      violations.push(`takes a detour of ${detour} from ${pickup} to ${delivery}, more than ${maxDetour}`)
    if (!vehicles[tour.vehicle]?.lifo) continue
    const stopsBetween = tour.stops.slice(from + 1, to)
    // LIFO: goods loaded between this pickup and its delivery must also be unloaded between them, and goods loaded
    // earlier must not.
    const isBlocked = pairs.some(
      (other) => stopsBetween.includes(other.pickup) && !stopsBetween.includes(other.delivery),
    )
    if (isBlocked || stopsBetween.some(isUnloading))
      violations.push(`cannot unload in order between ${pickup} and ${delivery}`)
  }
  return violations
}

/** Recomputes the load on each leg from scratch. */
function checkLoad({ stops, vehicles, pairs = [] }: FleetProblem, tour: Tour): string[] {
  const violations: string[] = []
  const pairedStops = new Set(pairs.flatMap(({ pickup, delivery }) => [pickup, delivery]))
  for (const [dimension, claimedLoad] of tour.load.entries()) {
    const getDemand = (stop: number): number => stops[stop]?.demand?.[dimension] ?? 0
    const sumDemand = (list: readonly number[]): number => list.reduce((sum, stop) => sum + getDemand(stop), 0)
    const carriedOnLeg = (leg: number): number =>
      sumDemand(
        pairs.flatMap(({ pickup, delivery }) =>
          tour.stops.slice(0, leg).includes(pickup) && tour.stops.slice(leg).includes(delivery) ? [pickup] : [],
        ),
      )
    const loadOnLeg = (leg: number): number => {
      const tripEnd = tour.reloads.find(({ position }) => position > leg)?.position
      const loadedAtStart = tour.stops.slice(leg, tripEnd).filter((stop) => !pairedStops.has(stop))
      const carriedPairs = pairs.filter(({ pickup, delivery }) => {
        return tour.stops.slice(0, leg).includes(pickup) && tour.stops.slice(leg).includes(delivery)
      })
      return [...loadedAtStart, ...carriedPairs.map(({ pickup }) => pickup)].reduce(
        (sum, stop) => sum + getDemand(stop),
        0,
      )
    }
    for (const position of tour.stops.keys())
      expectEqual(
        violations,
        `load in dimension ${dimension} after position ${position}`,
        tour.loads[position]?.[dimension] ?? Number.NaN,
        // The reported load is the load on departure from the stop, before any reload.
        isBeforeReload(tour, position) ? carriedOnLeg(position + 1) : loadOnLeg(position + 1),
      )
    const peakLoad = Math.max(...Array.from({ length: tour.stops.length + 1 }, (_, leg) => loadOnLeg(leg)))
    expectEqual(violations, `load in dimension ${dimension}`, claimedLoad, peakLoad)
    const capacity = vehicles[tour.vehicle]?.capacity?.[dimension]
    if (capacity !== undefined && peakLoad > capacity)
      violations.push(`carries ${peakLoad}, more than its capacity of ${capacity}, in dimension ${dimension}`)
  }
  const dimensionCount = Math.max(0, ...stops.map(({ demand = [] }) => demand.length))
  expectEqual(violations, 'dimensions', tour.load.length, dimensionCount)
  return violations
}

function isBeforeReload({ reloads }: Tour, position: number): boolean {
  return reloads.some((reload) => reload.position === position + 1)
}

type Leg = readonly [from: number, to: number]

function listLegs({ stops, vehicles }: FleetProblem, tour: Tour): Leg[] {
  const { start, end, reloads } = vehicles[tour.vehicle] ?? {}
  const visitedPoints = tour.stops.flatMap((stop, position) => {
    const reload = tour.reloads.find((tourReload) => tourReload.position === position)
    return [...(reload ? [reloads?.depots[reload.depot] ?? Number.NaN] : []), stops[stop]?.location]
  })
  const locations = [start, ...visitedPoints, end].filter((location) => location !== undefined)
  return locations.slice(1).map((to, index) => [locations[index] ?? Number.NaN, to])
}

/** Returns the distance of each trip, from the start or a depot to the next depot or the end. */
function listTripDistances(problem: FleetProblem, tour: Tour): number[] {
  const { start, end, reloads } = problem.vehicles[tour.vehicle] ?? {}
  const cuts = [0, ...tour.reloads.map(({ position }) => position), tour.stops.length]
  const depots = tour.reloads.map(({ depot }) => reloads?.depots[depot] ?? Number.NaN)
  const { distance } = getTables(problem, tour)
  return cuts.slice(1).map((cut, trip) => {
    const places = [
      trip === 0 ? start : depots[trip - 1],
      ...tour.stops.slice(cuts[trip], cut).map((stop) => problem.stops[stop]?.location),
      trip === depots.length ? end : depots[trip],
    ].filter((place) => place !== undefined)
    return sumLegs(
      problem,
      distance,
      places.slice(1).map((to, leg) => [places[leg] ?? Number.NaN, to]),
    )
  })
}

const UNREACHABLE_COST = 2 ** 31 - 1

function sumLegs({ size }: FleetProblem, matrix: Int32Array, legs: readonly Leg[]): number {
  return legs.reduce((sum, [from, to]) => {
    const arc = matrix[from * size + to]
    return arc === undefined || arc === UNREACHABLE_COST ? Number.NaN : sum + arc
  }, 0)
}

function expectEqual(violations: string[], label: string, claimedValue: number, actualValue: number): void {
  // Costs based on rates are not integers.
  const isEqual = Math.abs(claimedValue - actualValue) <= 1e-9 * Math.max(1, Math.abs(actualValue))
  if (!isEqual) violations.push(`${label} is ${actualValue}, not ${claimedValue}`)
}
