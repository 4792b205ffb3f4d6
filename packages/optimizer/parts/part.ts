import type { FleetProblem, TravelTables } from '../problem/problem.ts'

/** Indices of some stops and vehicles of a problem. */
export interface PartMembers {
  readonly stops: readonly number[]
  readonly vehicles: readonly number[]
}

/**
 * Extracts part of a problem as a separate problem with smaller matrices. The matrices of 10,000 stops do not fit into
 * CPU caches, and copies of them barely fit into memory.
 */
export function toPartProblem(
  problem: FleetProblem,
  members: PartMembers,
  stopSequences: readonly (readonly number[])[] | undefined,
): FleetProblem {
  const locations = listLocations(problem, members)
  const rowOf = new Map(Array.from(locations, (location, row) => [location, row]))
  const extract = createExtractor(problem.size, locations)
  const usedTravel = new Set(members.vehicles.map((vehicle) => problem.vehicles[vehicle].travel))
  const base = extractTables(problem, extract)
  return {
    ...selectMembers(problem, members, stopSequences, (location) => rowOf.get(location) ?? 0),
    ...base,
    size: locations.length,
    places: problem.places && Array.from(locations, (location) => problem.places?.[location] ?? location),
    travel: problem.travel?.map((tables, index) => (usedTravel.has(index) ? extractTables(tables, extract) : base)),
  }
}

/** Returns the problem with its stops and vehicles in the order of the members. The matrices do not change. */
export function toReorderedProblem(
  problem: FleetProblem,
  members: PartMembers,
  stopSequences: readonly (readonly number[])[] | undefined,
): FleetProblem {
  return selectMembers(problem, members, stopSequences, (location) => location)
}

function selectMembers(
  problem: FleetProblem,
  { stops, vehicles }: PartMembers,
  stopSequences: readonly (readonly number[])[] | undefined,
  toRow: (location: number) => number,
): FleetProblem {
  const numberOf = new Map(stops.map((stop, number) => [stop, number]))
  const toNumbers = (list: readonly number[]): number[] => list.flatMap((stop) => numberOf.get(stop) ?? [])
  const tiedElsewhere = listTiedElsewhere(problem, vehicles)
  return {
    ...problem,
    stops: stops.map((stop) => {
      const { location, skills = [], ...rest } = problem.stops[stop]
      const isTiedElsewhere = tiedElsewhere.has(stop)
      return { ...rest, location: toRow(location), skills: isTiedElsewhere ? [...skills, NO_VEHICLE] : skills }
    }),
    vehicles: vehicles.map((index) => {
      const { start, end, reloads, mustVisit, locked, ...vehicle } = problem.vehicles[index]
      return {
        ...vehicle,
        start: start === undefined ? undefined : toRow(start),
        end: end === undefined ? undefined : toRow(end),
        reloads: reloads && { ...reloads, depots: reloads.depots.map(toRow) },
        mustVisit: mustVisit && toNumbers(mustVisit),
        locked: locked && toNumbers(locked),
      }
    }),
    pairs: problem.pairs?.flatMap((pair) => {
      const [from, to] = [numberOf.get(pair.pickup), numberOf.get(pair.delivery)]
      return from === undefined || to === undefined ? [] : [{ ...pair, pickup: from, delivery: to }]
    }),
    initialSequences: stopSequences && vehicles.map((vehicle) => toNumbers(stopSequences[vehicle] ?? [])),
  }
}

/** Skill that no vehicle has. */
const NO_VEHICLE = Number.MAX_SAFE_INTEGER

/** Lists the stops that only vehicles of other parts may serve. */
function listTiedElsewhere(problem: FleetProblem, vehicles: readonly number[]): ReadonlySet<number> {
  const partVehicles = new Set(vehicles)
  return new Set(
    problem.vehicles.flatMap(({ mustVisit = [] }, vehicle) => (partVehicles.has(vehicle) ? [] : mustVisit)),
  )
}

/**
 * Sorts the stops so that each one is followed by the nearest remaining stop. Costs between nearby stops are then close
 * in memory.
 */
export function sortByNearness({ size, cost, stops: allStops }: FleetProblem, stops: readonly number[]): number[] {
  const locations = Int32Array.from(stops, (stop) => allStops[stop].location)
  const remainingStops = Int32Array.from(stops.keys())
  const sorted: number[] = []
  for (let count = remainingStops.length, index = 0; count > 0; ) {
    const current = remainingStops[index]
    sorted.push(stops[current])
    remainingStops[index] = remainingStops[--count]
    const base = locations[current] * size
    let lowestCost = Number.POSITIVE_INFINITY
    for (let other = 0; other < count; other++) {
      const arc = cost[base + locations[remainingStops[other]]]
      if (arc >= lowestCost) continue
      lowestCost = arc
      index = other
    }
    if (lowestCost === Number.POSITIVE_INFINITY) index = 0
  }
  return sorted
}

function listLocations(problem: FleetProblem, { stops, vehicles }: PartMembers): Int32Array {
  const ofVehicles = vehicles.flatMap((vehicle) => {
    const { start, end, reloads } = problem.vehicles[vehicle]
    return [start, end, ...(reloads?.depots ?? [])].filter((location) => location !== undefined)
  })
  return Int32Array.from(new Set([...stops.map((stop) => problem.stops[stop].location), ...ofVehicles]))
}

type ExtractMatrix = (matrix: Int32Array) => Int32Array

/**
 * Creates a function that extracts matrices. The function extracts a shared matrix only once, because the search is
 * faster if costs and durations or distances share memory.
 */
function createExtractor(size: number, locations: Int32Array): ExtractMatrix {
  const extracted = new Map<Int32Array, Int32Array>()
  const width = locations.length
  return (matrix) => {
    const extractedMatrix = extracted.get(matrix)
    if (extractedMatrix) return extractedMatrix
    const cells = new Int32Array(width * width)
    for (let from = 0; from < width; from++) {
      const base = locations[from] * size
      for (let to = 0; to < width; to++) cells[from * width + to] = matrix[base + locations[to]]
    }
    extracted.set(matrix, cells)
    return cells
  }
}

function extractTables({ cost, duration, distance }: TravelTables, extract: ExtractMatrix): TravelTables {
  return { cost: extract(cost), duration: extract(duration), distance: extract(distance) }
}
