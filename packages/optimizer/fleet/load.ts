import type { FleetModel } from './model.ts'
import { NO_STOP } from './model.ts'

/** The maximum load at any time in one dimension: goods loaded at the start, and pairs between their two stops. */
export function computePeakLoad(model: FleetModel, tour: Int32Array, dimension: number): number {
  const { demand, dimensions, partner, isPickup } = model
  let load = 0
  for (let position = 0; position < tour.length; position++) {
    if (partner[tour[position]] === NO_STOP) load += demand[tour[position] * dimensions + dimension]
  }
  let peak = load
  for (let position = 0; position < tour.length; position++) {
    const stop = tour[position]
    if (partner[stop] === NO_STOP) load -= demand[stop * dimensions + dimension]
    else if (isPickup[stop]) load += demand[stop * dimensions + dimension]
    else load -= demand[partner[stop] * dimensions + dimension]
    if (load > peak) peak = load
  }
  return peak
}

/** The load after each stop, per dimension. */
export function listLoads(model: FleetModel, tour: Int32Array): number[][] {
  const { demand, dimensions, partner, isPickup } = model
  const changeAt = (stop: number, dimension: number): number => {
    if (partner[stop] === NO_STOP) return -demand[stop * dimensions + dimension]
    return isPickup[stop] ? demand[stop * dimensions + dimension] : -demand[partner[stop] * dimensions + dimension]
  }
  const dimensionList = Array.from({ length: dimensions }, (_, dimension) => dimension)
  const load = dimensionList.map((dimension) =>
    tour.reduce((sum, stop) => (partner[stop] === NO_STOP ? sum + demand[stop * dimensions + dimension] : sum), 0),
  )
  return Array.from(tour, (stop) => {
    for (const dimension of dimensionList) load[dimension] += changeAt(stop, dimension)
    return [...load]
  })
}

/** The first dimension in which the vehicle is overloaded, or -1. */
export function findOverloadedDimension(model: FleetModel, vehicle: number, tour: Int32Array): number {
  const { dimensions, capacity } = model
  for (let dimension = 0; dimension < dimensions; dimension++) {
    const limit = capacity[vehicle * dimensions + dimension]
    if (limit !== Number.POSITIVE_INFINITY && computePeakLoad(model, tour, dimension) > limit) return dimension
  }
  return -1
}
