import type { FleetProblem, FleetStop, Vehicle } from '@fairway/optimizer'
import { type SetInstance, type SetTour, toTenths } from './set-instance.ts'

/**
 * Maximum number of vehicles of each kind, relative to the smallest possible number. Some files list thousands of
 * vehicles.
 */
const MAX_FLEET_FACTOR = 1.3

/**
 * Parses the VRPLIB dialect of PyVRP/Instances: capacities, windows, prizes, depots, fixed costs, rates and maximum
 * durations of vehicles. Times and distances are in tenths.
 */
export function parseVrplib(text: string, solution: string): SetInstance {
  const file = new Sections(text)
  const points = file.rows('NODE_COORD').map(([, x = 0, y = 0]) => ({ x, y }))
  const size = points.length
  const distance = toTenths(points)
  const depotCount = file.rows('DEPOT').filter(([depot = -1]) => depot > 0).length
  const stops = Array.from({ length: size - depotCount }, (_, stop) => toStop(file, stop + depotCount))
  const allVehicles = listVehicles(file)
  const bestSequences = readRoutes(solution, depotCount)
  const kept = chooseVehicles(allVehicles, stops, bestSequences)
  const vehicles = kept.map((index) => toVehicle(file, allVehicles, index))
  const problem: FleetProblem = { size, cost: distance, duration: distance, distance, stops, vehicles }
  return {
    problem,
    bestSequences: kept.map((index) => bestSequences[index] ?? []),
    costOf: (tours) => computeCost(problem, tours),
  }
}

/** Sections of a file as rows of numbers, and its header fields. */
class Sections {
  private readonly text: string
  private readonly rowsByName = new Map<string, number[][]>()

  constructor(text: string) {
    this.text = text
  }

  rows(name: string): number[][] {
    const known = this.rowsByName.get(name)
    if (known) return known
    const sectionMatch = new RegExp(`^${name}_SECTION\\s*\\n([-+.\\d\\s]*)`, 'm').exec(this.text)?.[1]?.trim()
    const rows = sectionMatch ? sectionMatch.split('\n').map((line) => line.trim().split(/\s+/).map(Number)) : []
    this.rowsByName.set(name, rows)
    return rows
  }

  /** Returns the value of a node or vehicle, counted from 0. A header field applies to all nodes or vehicles. */
  value(name: string, index: number): number | undefined {
    return this.rows(name)[index]?.[1] ?? this.field(name)
  }

  field(name: string): number | undefined {
    const valueMatch = new RegExp(`^${name}\\s*:\\s*([-+.\\d]+)`, 'm').exec(this.text)?.[1]
    return valueMatch === undefined ? undefined : Number(valueMatch)
  }
}

function toStop(file: Sections, node: number): FleetStop {
  const [, from, to] = file.rows('TIME_WINDOW')[node] ?? []
  const prize = file.value('PRIZE', node)
  return {
    location: node,
    demand: [file.value('DEMAND', node) ?? 0],
    service: toTime(file.value('SERVICE_TIME', node) ?? 0),
    ...(from !== undefined && to !== undefined && { windows: [[toTime(from), toTime(to)]] as const }),
    ...(prize !== undefined && { prize: toTime(prize) }),
  }
}

interface VehicleRow {
  readonly kind: string
  readonly capacity: number
}

function listVehicles(file: Sections): VehicleRow[] {
  const count = file.field('VEHICLES') ?? file.rows('NODE_COORD').length - 1
  return Array.from({ length: count }, (_, index) => {
    const fields = ['CAPACITY', 'VEHICLES_FIXED_COST', 'VEHICLES_UNIT_DISTANCE_COST', 'VEHICLES_DEPOT']
    return {
      kind: fields.map((name) => file.value(name, index)).join(' '),
      capacity: file.value('CAPACITY', index) ?? 0,
    }
  })
}

/**
 * Returns the vehicles of the published solution and additional vehicles of each kind, up to the number that could be
 * needed.
 */
function chooseVehicles(
  vehicles: readonly VehicleRow[],
  stops: readonly FleetStop[],
  bestSequences: readonly (readonly number[])[],
): number[] {
  const total = stops.reduce((sum, { demand = [] }) => sum + (demand[0] ?? 0), 0)
  const counts = new Map<string, number>()
  const used = new Set(bestSequences.flatMap((order, vehicle) => (order.length > 0 ? [vehicle] : [])))
  const order = [...vehicles.keys()].sort((a, b) => Number(used.has(b)) - Number(used.has(a)) || a - b)
  const kept = order.filter((index) => {
    const { kind, capacity } = vehicles[index] ?? { kind: '', capacity: 1 }
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return used.has(index) || count <= MAX_FLEET_FACTOR * Math.ceil(total / capacity) + 3
  })
  return kept.sort((a, b) => a - b)
}

function toVehicle(file: Sections, rows: readonly VehicleRow[], index: number): Vehicle {
  const depot = (file.value('VEHICLES_DEPOT', index) ?? 1) - 1
  const [, from, to] = file.rows('TIME_WINDOW')[depot] ?? []
  const rate = file.value('VEHICLES_UNIT_DISTANCE_COST', index)
  const fixed = file.value('VEHICLES_FIXED_COST', index)
  const maxDuration = file.value('VEHICLES_MAX_DURATION', index)
  return {
    start: depot,
    end: depot,
    capacity: [rows[index]?.capacity ?? 0],
    ...(from !== undefined && to !== undefined && { shift: [toTime(from), toTime(to)] as const }),
    ...((rate !== undefined || fixed !== undefined) && {
      costs: { fixed: toTime(fixed ?? 0), perDistance: rate ?? 1 },
    }),
    ...(maxDuration !== undefined && { maxDuration: toTime(maxDuration) }),
  }
}

function toTime(value: number): number {
  return Math.round(10 * value)
}

/**
 * Parses routes such as `Route #3: 4 0 5`. Client numbers start at the number of depots, and a depot number means that
 * the vehicle reloads.
 */
function readRoutes(solution: string, depotCount: number): number[][] {
  return [...solution.matchAll(/^Route\s*#?\d+\s*:([ \d]*)$/gm)].map(([, list = '']) =>
    list
      .split(/\s+/)
      .filter((item) => item !== '' && Number(item) >= depotCount)
      .map((item) => Number(item) - depotCount),
  )
}

function computeCost({ size, distance, stops, vehicles }: FleetProblem, tours: readonly SetTour[]): number {
  const served = new Set(tours.flatMap((tour) => tour.stops))
  const missed = stops.reduce((sum, { prize = 0 }, stop) => (served.has(stop) ? sum : sum + prize), 0)
  return tours.reduce((total, tour) => {
    if (tour.stops.length === 0) return total
    const { start = 0, end = 0, costs } = vehicles[tour.vehicle] ?? {}
    const places = [start, ...tour.stops.map((stop) => stops[stop]?.location ?? 0), end]
    const length = places.slice(1).reduce((sum, to, leg) => sum + (distance[(places[leg] ?? 0) * size + to] ?? 0), 0)
    return total + (costs?.fixed ?? 0) + (costs?.perDistance ?? 1) * length
  }, missed)
}
