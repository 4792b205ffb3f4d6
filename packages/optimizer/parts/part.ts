import type { FleetProblem, TravelTables } from '../problem.ts'

/** Some stops and vehicles of a problem, as indices. */
export interface PartMembers {
  readonly stops: readonly number[]
  readonly vehicles: readonly number[]
}

/**
 * A part of a problem as a problem of its own, with matrices of its own locations only: those of 10,000 stops do not fit
 * into the caches of a processor, and copies of them hardly into memory.
 */
export function toPartProblem(
  problem: FleetProblem,
  { stops, vehicles }: PartMembers,
  orders: readonly (readonly number[])[] | undefined,
): FleetProblem {
  const locations = listLocations(problem, stops, vehicles)
  const rowOf = new Map(locations.map((location, row) => [location, row]))
  const numberOf = new Map(stops.map((stop, number) => [stop, number]))
  const toRow = (location: number): number => rowOf.get(location) ?? 0
  const toNumbers = (list: readonly number[]): number[] => list.flatMap((stop) => numberOf.get(stop) ?? [])
  const extract = createExtractor(problem.size, locations)
  const usedTravel = new Set(vehicles.map((vehicle) => problem.vehicles[vehicle].travel))
  const base = extractTables(problem, extract)
  return {
    ...problem,
    ...base,
    size: locations.length,
    travel: problem.travel?.map((tables, index) => (usedTravel.has(index) ? extractTables(tables, extract) : base)),
    stops: stops.map((stop) => ({ ...problem.stops[stop], location: toRow(problem.stops[stop].location) })),
    vehicles: vehicles.map((index) => {
      const { start, end, reloads, mustVisit, ...vehicle } = problem.vehicles[index]
      return {
        ...vehicle,
        start: start === undefined ? undefined : toRow(start),
        end: end === undefined ? undefined : toRow(end),
        reloads: reloads && { ...reloads, depots: reloads.depots.map(toRow) },
        mustVisit: mustVisit && toNumbers(mustVisit),
      }
    }),
    pairs: problem.pairs?.flatMap(({ pickup, delivery }) => {
      const [from, to] = [numberOf.get(pickup), numberOf.get(delivery)]
      return from === undefined || to === undefined ? [] : [{ pickup: from, delivery: to }]
    }),
    initialOrders: orders && vehicles.map((vehicle) => toNumbers(orders[vehicle] ?? [])),
  }
}

function listLocations(problem: FleetProblem, stops: readonly number[], vehicles: readonly number[]): number[] {
  const ofVehicles = vehicles.flatMap((vehicle) => {
    const { start, end, reloads } = problem.vehicles[vehicle]
    return [start, end, ...(reloads?.depots ?? [])].filter((location) => location !== undefined)
  })
  const locations = new Set([...stops.map((stop) => problem.stops[stop].location), ...ofVehicles])
  return [...locations].sort((a, b) => a - b)
}

type Extract = (matrix: Int32Array) => Int32Array

/** The same matrix is extracted once, because the search saves time if costs are durations or distances. */
function createExtractor(size: number, locations: readonly number[]): Extract {
  const extracted = new Map<Int32Array, Int32Array>()
  const width = locations.length
  return (matrix) => {
    const existing = extracted.get(matrix)
    if (existing) return existing
    const cells = new Int32Array(width * width)
    for (let from = 0; from < width; from++) {
      const base = locations[from] * size
      for (let to = 0; to < width; to++) cells[from * width + to] = matrix[base + locations[to]]
    }
    extracted.set(matrix, cells)
    return cells
  }
}

function extractTables({ cost, duration, distance }: TravelTables, extract: Extract): TravelTables {
  return { cost: extract(cost), duration: extract(duration), distance: extract(distance) }
}
