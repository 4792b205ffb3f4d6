import { UNREACHABLE } from '../matrix.ts'
import type { FleetProblem, TravelTables } from '../problem/problem.ts'
import type { Vehicle } from '../problem/vehicle.ts'

/** Cost, time, and distance for a vehicle from one row to another. */
export interface TravelMatrices {
  /** Cost of each arc. UNREACHABLE if its cost, duration, or distance is UNREACHABLE. */
  readonly cost: Int32Array
  /** Driving time plus the setup time at the destination. */
  readonly duration: Int32Array
  readonly driving: Int32Array
  readonly distance: Int32Array
}

/**
 * Matrices with one row per stop or hub. Vehicles with the same endpoints and costs share a row. A free endpoint costs
 * nothing. The top-level matrices are the matrices of the first vehicle.
 */
export interface NodeMatrices extends TravelMatrices {
  readonly width: number
  /** Matrix row of each node. A stop has a separate row, and a hub uses the row of its vehicle's endpoints. */
  readonly row: Int32Array
  /** Transposed cost matrix, in which the arcs into one stop are contiguous. */
  readonly transposedCost: Int32Array
  readonly hasUnreachablePairs: boolean
  /** Matrices of each vehicle. Vehicles with the same rates share their matrices. */
  readonly travel: readonly TravelMatrices[]
  readonly hasEqualTravel: boolean
  /** Rows of the depots where each vehicle may reload. */
  readonly depotRows: readonly (readonly number[])[]
  /** Fixed cost of using each vehicle, which does not depend on its first stop. */
  readonly fixedCost: Float64Array
}

const FREE_ENDPOINT = -1

export function toNodeMatrices(problem: FleetProblem): NodeMatrices {
  const { size, stops, vehicles } = problem
  const fixedCost = computeFixedCosts(problem)
  const travelKeys = vehicles.map(toTravelKey)
  const hubKeys = vehicles.map(
    ({ start, end, locked = [] }, vehicle) =>
      `${start ?? FREE_ENDPOINT} ${end ?? FREE_ENDPOINT} ${travelKeys[vehicle]} ${fixedCost[vehicle]} ${locked.length > 0 ? vehicle : ''}`,
  )
  const distinctKeys = [...new Set(hubKeys)]
  const hubVehicles = distinctKeys.map((key) => hubKeys.indexOf(key))
  const locations = stops.map(({ location }) => location)
  const depots = [...new Set(vehicles.flatMap(listDepots))]
  const firstDepotRow = stops.length + hubVehicles.length
  const departureLocations = Int32Array.from([
    ...locations,
    ...hubVehicles.map((vehicle) => vehicles[vehicle].start ?? FREE_ENDPOINT),
    ...depots,
  ])
  const arrivalLocations = Int32Array.from([
    ...locations,
    ...hubVehicles.map((vehicle) => vehicles[vehicle].end ?? FREE_ENDPOINT),
    ...depots,
  ])
  let hasUnreachablePairs = false
  const hasLocks = vehicles.some(({ locked = [] }) => locked.length > 0)
  const hasFixedCosts = fixedCost.some((vehicleCost) => vehicleCost > 0)
  const toBase = (tables: TravelTables): TravelMatrices => {
    const extract = (matrix: Int32Array): Int32Array =>
      extractMatrix(matrix, size, departureLocations, arrivalLocations)
    const cost = extract(tables.cost)
    const duration = tables.duration === tables.cost ? cost : extract(tables.duration)
    const distance = tables.distance === tables.cost ? cost : extract(tables.distance)
    for (const matrix of new Set([duration, distance, cost]))
      if (propagateUnreachable(matrix, cost)) hasUnreachablePairs = true
    return {
      // Fixed costs and locks modify the cost matrix, which may share memory with durations or distances.
      cost: hasFixedCosts || hasLocks ? cost.slice() : cost,
      driving: duration,
      duration: addSetup(duration, problem, departureLocations),
      distance,
    }
  }
  const usedTravel = new Set(vehicles.map(({ travel }) => travel))
  const base = toBase(problem)
  const bases = new Map([...usedTravel].map((index) => [index, toBaseOf(problem, index, base, toBase)]))
  const travelByKey = new Map(
    [...new Set(travelKeys)].map((key) => [
      key,
      toTravelMatrices(bases.get(vehicles[travelKeys.indexOf(key)].travel) ?? base, problem, travelKeys.indexOf(key)),
    ]),
  )
  const row = Int32Array.from([...stops.keys(), ...hubKeys.map((key) => stops.length + distinctKeys.indexOf(key))])
  const travel = travelKeys.map((key) => travelByKey.get(key) ?? base)
  for (const [index, vehicle] of hubVehicles.entries())
    addFixedCost(travel[vehicle].cost, departureLocations.length, stops.length, index, fixedCost[vehicle])
  for (const [vehicle, { locked = [] }] of vehicles.entries())
    blockArcs(travel[vehicle].cost, departureLocations.length, firstDepotRow, row[stops.length + vehicle], locked)
  const first = travel[0] ?? base
  return {
    width: departureLocations.length,
    row,
    ...first,
    transposedCost: transposeMatrix(first.cost, departureLocations.length),
    hasUnreachablePairs: hasUnreachablePairs || hasLocks,
    travel,
    hasEqualTravel: travelByKey.size <= 1,
    depotRows: vehicles.map((vehicle) => listDepots(vehicle).map((depot) => firstDepotRow + depots.indexOf(depot))),
    fixedCost,
  }
}

/** Lists the depots where a vehicle may reload. The list is empty if the vehicle makes a single trip. */
function listDepots({ reloads }: Vehicle): readonly number[] {
  return reloads && reloads.maxTrips > 1 ? reloads.depots : []
}

/** Returns the matrices of a vehicle before its rates are applied. */
function toBaseOf(
  { travel = [] }: FleetProblem,
  index: number | undefined,
  base: TravelMatrices,
  toBase: (tables: TravelTables) => TravelMatrices,
): TravelMatrices {
  return index === undefined ? base : toBase(travel[index])
}

function toTravelKey({ costs, travel }: Vehicle): string {
  return `${travel ?? ''} ${costs ? `${costs.perDistance ?? 0} ${costs.perDuration ?? 0}` : ''}`
}

/** Adds the setup time of each stop to all legs that arrive from another place. */
function addSetup(driving: Int32Array, { stops, places }: FleetProblem, departureLocations: Int32Array): Int32Array {
  if (!stops.some(({ setup = 0 }) => setup > 0)) return driving
  const width = departureLocations.length
  const placeOf = (location: number): number => places?.[location] ?? location
  const departurePlaces = departureLocations.map(placeOf)
  return driving.map((time, cell) => {
    const { setup = 0, location } = stops[cell % width] ?? { location: FREE_ENDPOINT }
    const isSamePlace = departurePlaces[Math.floor(cell / width)] === placeOf(location)
    return time === UNREACHABLE || isSamePlace ? time : time + setup
  })
}

/** Computes costs from the rates of a vehicle. Service is charged on arrival, so its cost is part of the leg. */
function toTravelMatrices(base: TravelMatrices, { stops, vehicles }: FleetProblem, vehicle: number): TravelMatrices {
  const { costs } = vehicles[vehicle]
  if (!costs) return base
  const { perDistance = 0, perDuration = 0 } = costs
  const width = Math.sqrt(base.cost.length)
  const serviceCost = Float64Array.from({ length: width }, (_, to) => perDuration * (stops[to]?.service ?? 0))
  const cost = base.cost.map((baseCost, cell) =>
    baseCost === UNREACHABLE
      ? UNREACHABLE
      : toArcCost(perDistance * base.distance[cell] + perDuration * base.duration[cell] + serviceCost[cell % width]),
  )
  for (let node = 0; node < width; node++) cost[node * width + node] = 0
  return { ...base, cost }
}

/** Maximum cost of an arc. Higher costs would not fit into a 32-bit matrix and are clamped. */
const MAX_ARC_COST = 2 ** 30

function toArcCost(cost: number): number {
  return Math.min(MAX_ARC_COST, Math.round(cost))
}

/** Computes the fixed cost of each vehicle. Breaks are always taken, so their pay is part of the fixed cost. */
function computeFixedCosts(problem: FleetProblem): Float64Array {
  const vehicleCost = problem.fewestVehicles ? computeVehicleCost(problem) : 0
  return Float64Array.from(problem.vehicles, ({ costs = {}, breaks = [] }) => {
    const restTime = breaks.reduce((sum, { duration }) => sum + duration, 0)
    return toArcCost(vehicleCost + (costs.fixed ?? 0) + (costs.perDuration ?? 0) * restTime)
  })
}

/**
 * Returns a cost that exceeds any detour, so that no detour justifies another vehicle. It is the cost of serving each
 * stop with a separate vehicle.
 */
function computeVehicleCost({ size, cost, stops, vehicles }: FleetProblem): number {
  const depotVehicle = vehicles.find(({ start, end }) => start !== undefined || end !== undefined)
  const location = depotVehicle?.start ?? depotVehicle?.end ?? 0
  let sum = 1
  for (const stop of stops) {
    const [to, from] = [cost[location * size + stop.location], cost[stop.location * size + location]]
    sum += (to === UNREACHABLE ? 0 : to) + (from === UNREACHABLE ? 0 : from)
  }
  return Math.min(MAX_ARC_COST / 2, sum)
}

function addFixedCost(cost: Int32Array, width: number, stopCount: number, hub: number, fixedCost: number): void {
  if (fixedCost === 0) return
  const base = (stopCount + hub) * width
  for (let stop = 0; stop < stopCount; stop++) {
    if (cost[base + stop] !== UNREACHABLE) cost[base + stop] = Math.min(MAX_ARC_COST, cost[base + stop] + fixedCost)
  }
}

/**
 * Blocks all arcs that leave the hub or a locked stop and all arcs into locked stops, except the arcs of the locked
 * order. Arcs that leave the last locked stop stay open. The search then keeps this order without special handling.
 * Arcs to depots also stay open, because the vehicle may reload between locked stops.
 */
function blockArcs(
  cost: Int32Array,
  width: number,
  rowCount: number,
  hub: number,
  lockedStops: readonly number[],
): void {
  for (const [position, stop] of lockedStops.entries()) {
    const previousNode = position === 0 ? hub : lockedStops[position - 1]
    const arc = cost[previousNode * width + stop]
    for (let other = 0; other < rowCount; other++) {
      cost[previousNode * width + other] = UNREACHABLE
      cost[other * width + stop] = UNREACHABLE
    }
    cost[previousNode * width + stop] = arc
  }
}

function extractMatrix(matrix: Int32Array, size: number, rowNodes: Int32Array, coming: Int32Array): Int32Array {
  const width = rowNodes.length
  const nodeMatrix = new Int32Array(width * width)
  const columnRuns = listColumnRuns(coming)
  const isScattered = columnRuns.length > width / SCATTERED_RUN_LENGTH
  for (let from = 0; from < width; from++) {
    if (rowNodes[from] === FREE_ENDPOINT) continue
    const base = rowNodes[from] * size
    const cell = from * width
    if (isScattered) {
      for (let to = 0; to < width; to++)
        if (coming[to] !== FREE_ENDPOINT) nodeMatrix[cell + to] = matrix[base + coming[to]]
    } else
      for (const { sourceColumn, targetColumn, length } of columnRuns) {
        nodeMatrix.set(matrix.subarray(base + sourceColumn, base + sourceColumn + length), cell + targetColumn)
      }
    nodeMatrix[cell + from] = 0
  }
  return nodeMatrix
}

/** Minimum length of a run that is copied as a whole. Shorter runs are copied faster cell by cell. */
const SCATTERED_RUN_LENGTH = 16

interface ColumnRun {
  readonly sourceColumn: number
  readonly targetColumn: number
  length: number
}

/**
 * Lists runs of consecutive columns. There is usually one run, and copying it as a whole is ten times as fast as
 * copying cells.
 */
function listColumnRuns(coming: Int32Array): readonly ColumnRun[] {
  const columnRuns: ColumnRun[] = []
  for (const [to, column] of coming.entries()) {
    const last = columnRuns.at(-1)
    if (column === FREE_ENDPOINT) continue
    if (last && last.sourceColumn + last.length === column && last.targetColumn + last.length === to) last.length++
    else columnRuns.push({ sourceColumn: column, targetColumn: to, length: 1 })
  }
  return columnRuns
}

function propagateUnreachable(matrix: Int32Array, cost: Int32Array): boolean {
  const first = matrix.indexOf(UNREACHABLE)
  if (first < 0) return false
  for (let cell = first; cell < matrix.length; cell++) if (matrix[cell] === UNREACHABLE) cost[cell] = UNREACHABLE
  return true
}

/** Tile size for the transposition. Without tiles, every read from a large matrix would miss the CPU cache. */
const TRANSPOSE_TILE = 32

/** Transposes the matrix. Returns the matrix itself if it is symmetric. */
function transposeMatrix(matrix: Int32Array, width: number): Int32Array {
  if (isSymmetric(matrix, width)) return matrix
  const transposed = new Int32Array(matrix.length)
  for (let top = 0; top < width; top += TRANSPOSE_TILE) {
    const bottom = Math.min(width, top + TRANSPOSE_TILE)
    for (let left = 0; left < width; left += TRANSPOSE_TILE) {
      const right = Math.min(width, left + TRANSPOSE_TILE)
      for (let from = top; from < bottom; from++) {
        for (let to = left; to < right; to++) transposed[from * width + to] = matrix[to * width + from]
      }
    }
  }
  return transposed
}

function isSymmetric(matrix: Int32Array, width: number): boolean {
  for (let top = 0; top < width; top += TRANSPOSE_TILE) {
    const bottom = Math.min(width, top + TRANSPOSE_TILE)
    for (let left = 0; left <= top; left += TRANSPOSE_TILE) {
      for (let from = top; from < bottom; from++) {
        const right = Math.min(from, left + TRANSPOSE_TILE)
        for (let to = left; to < right; to++) if (matrix[to * width + from] !== matrix[from * width + to]) return false
      }
    }
  }
  return true
}
