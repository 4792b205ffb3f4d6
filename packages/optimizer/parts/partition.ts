import type { FleetProblem } from '../problem/problem.ts'
import type { PartMembers } from './part.ts'

/** Stops that must be in the same part: pairs, groups, and stops that one vehicle must visit. */
export interface StopUnit {
  readonly stops: readonly number[]
  /** Vehicles that must visit some of these stops. */
  readonly vehicles: readonly number[]
}

export function listUnits({ stops, pairs = [], vehicles }: FleetProblem): StopUnit[] {
  const root = Array.from(stops.keys())
  const find = (stop: number): number => {
    let current = stop
    while (root[current] !== current) current = root[current]
    root[stop] = current
    return current
  }
  const join = (a: number, b: number): void => {
    root[Math.max(find(a), find(b))] = Math.min(find(a), find(b))
  }
  for (const { pickup, delivery } of pairs) join(pickup, delivery)
  const firstOfGroup = new Map<number, number>()
  for (const [stop, { group }] of stops.entries()) {
    if (group === undefined) continue
    join(firstOfGroup.get(group) ?? stop, stop)
    if (!firstOfGroup.has(group)) firstOfGroup.set(group, stop)
  }
  for (const { mustVisit = [] } of vehicles) for (const stop of mustVisit) join(mustVisit[0], stop)
  const units = new Map<number, { readonly stops: number[]; readonly vehicles: number[] }>()
  for (const stop of stops.keys()) {
    const unit = units.get(find(stop)) ?? { stops: [], vehicles: [] }
    unit.stops.push(stop)
    units.set(find(stop), unit)
  }
  for (const [vehicle, { mustVisit = [] }] of vehicles.entries())
    if (mustVisit.length > 0) units.get(find(mustVisit[0]))?.vehicles.push(vehicle)
  return [...units.values()]
}

/**
 * Partitions the stops around centers that are far from each other. Each part has the stops nearest to its center and a
 * share of the vehicles. Vehicles that start nearest to the center are assigned first.
 */
export function partitionByLocation(
  problem: FleetProblem,
  units: readonly StopUnit[],
  stopsPerPart: number,
): PartMembers[] {
  const count = Math.ceil(problem.stops.length / stopsPerPart)
  const locationOf = (unit: StopUnit): number => problem.stops[unit.stops[0]].location
  const centers = chooseCenters(problem, units.map(locationOf), count)
  const maxStops = (1.2 * problem.stops.length) / count
  const stops: number[][] = centers.map(() => [])
  const rankedUnits = units.map((unit) => ({ unit, ...rankCenters(problem, locationOf(unit), centers) }))
  rankedUnits.sort((a, b) => a.lowest - b.lowest)
  const vehicles: number[][] = centers.map(() => [])
  for (const { unit, order } of rankedUnits) {
    const part = order.find((center) => stops[center].length < maxStops) ?? order[0]
    stops[part].push(...unit.stops)
    vehicles[part].push(...unit.vehicles)
  }
  dealVehicles(problem, centers, stops, vehicles)
  return stops.map((list, part) => ({ stops: list, vehicles: vehicles[part] }))
}

/** Chooses centers. Each center is the location farthest from all previous centers. */
function chooseCenters({ size, cost }: FleetProblem, locations: readonly number[], count: number): number[] {
  const centers = [locations[0]]
  const nearest = locations.map(() => Number.POSITIVE_INFINITY)
  while (centers.length < count) {
    const base = centers[centers.length - 1] * size
    let farthestUnit = 0
    for (const [index, location] of locations.entries()) {
      nearest[index] = Math.min(nearest[index], cost[base + location])
      if (nearest[index] > nearest[farthestUnit]) farthestUnit = index
    }
    centers.push(locations[farthestUnit])
  }
  return centers
}

function rankCenters({ size, cost }: FleetProblem, location: number, centers: readonly number[]) {
  const costs = centers.map((center) => cost[center * size + location])
  const order = [...centers.keys()].sort((a, b) => costs[a] - costs[b] || a - b)
  return { order, lowest: costs[order[0]] }
}

function dealVehicles(
  problem: FleetProblem,
  centers: readonly number[],
  stops: readonly (readonly number[])[],
  vehicles: number[][],
): void {
  const { size, cost } = problem
  const assignedVehicles = new Set(vehicles.flat())
  const share = problem.vehicles.length / problem.stops.length
  const missingVehicles = stops.map((list, part) => list.length * share - vehicles[part].length)
  for (const [vehicle, { start, end }] of problem.vehicles.entries()) {
    if (assignedVehicles.has(vehicle)) continue
    const location = start ?? end
    const costTo = (part: number): number => (location === undefined ? 0 : cost[location * size + centers[part]])
    const open = [...centers.keys()].filter((part) => missingVehicles[part] > 0)
    const candidates = open.length > 0 ? open : [...centers.keys()]
    const part = candidates.reduce((bestPart, otherPart) =>
      costTo(otherPart) < costTo(bestPart) ? otherPart : bestPart,
    )
    vehicles[part].push(vehicle)
    missingVehicles[part]--
  }
}

/**
 * Partitions tours around random tours, so that the tours of a part pass near each other. Unassigned stops join a
 * nearby part, and unused vehicles join any part. Unassigned stops and unused vehicles are therefore combined with
 * different tours each time.
 */
export function partitionByTours(
  problem: FleetProblem,
  units: readonly StopUnit[],
  stopSequences: readonly (readonly number[])[],
  stopsPerPart: number,
  random: () => number,
): PartMembers[] {
  const { size, cost, stops } = problem
  const remainingVehicles = new Set(stopSequences.flatMap(({ length }, vehicle) => (length > 0 ? [vehicle] : [])))
  const middleStopLocation = (vehicle: number): number => {
    const stopSequence = stopSequences[vehicle]
    return stops[stopSequence[stopSequence.length >> 1]].location
  }
  const parts: { readonly stops: number[]; readonly vehicles: number[]; readonly center: number }[] = []
  const partOfVehicle = new Map<number, number>()
  while (remainingVehicles.size > 0) {
    const candidates = [...remainingVehicles]
    const center = middleStopLocation(candidates[Math.floor(random() * candidates.length)])
    const part = { stops: [] as number[], vehicles: [] as number[], center }
    candidates.sort(
      (a, b) => cost[center * size + middleStopLocation(a)] - cost[center * size + middleStopLocation(b)] || a - b,
    )
    for (const vehicle of candidates) {
      if (part.stops.length > 0 && part.stops.length + stopSequences[vehicle].length > stopsPerPart) break
      part.stops.push(...stopSequences[vehicle])
      part.vehicles.push(vehicle)
      partOfVehicle.set(vehicle, parts.length)
      remainingVehicles.delete(vehicle)
    }
    parts.push(part)
  }
  if (parts.length === 0) return [{ stops: [...stops.keys()], vehicles: [...stopSequences.keys()] }]
  for (const vehicle of stopSequences.keys()) {
    if (partOfVehicle.has(vehicle)) continue
    const part = Math.floor(random() * parts.length)
    parts[part].vehicles.push(vehicle)
    partOfVehicle.set(vehicle, part)
  }
  addStopsLeftOut(problem, units, parts, partOfVehicle, stopSequences)
  return parts
}

function addStopsLeftOut(
  { size, cost, stops }: FleetProblem,
  units: readonly StopUnit[],
  parts: readonly { readonly stops: number[]; readonly center: number }[],
  partOfVehicle: ReadonlyMap<number, number>,
  stopSequences: readonly (readonly number[])[],
): void {
  const vehicleOfStop = new Map(
    stopSequences.flatMap((stopSequence, vehicle) => stopSequence.map((stop) => [stop, vehicle] as const)),
  )
  for (const unit of units) {
    const unassignedStops = unit.stops.filter((stop) => !vehicleOfStop.has(stop))
    if (unassignedStops.length === 0) continue
    const servedStop = unit.stops.find((stop) => vehicleOfStop.has(stop))
    const vehicle = servedStop === undefined ? unit.vehicles[0] : vehicleOfStop.get(servedStop)
    const location = stops[unassignedStops[0]].location
    const costTo = (part: number): number => cost[parts[part].center * size + location]
    const nearest = [...parts.keys()].reduce((bestPart, otherPart) =>
      costTo(otherPart) < costTo(bestPart) ? otherPart : bestPart,
    )
    parts[vehicle === undefined ? nearest : (partOfVehicle.get(vehicle) ?? nearest)].stops.push(...unassignedStops)
  }
}
