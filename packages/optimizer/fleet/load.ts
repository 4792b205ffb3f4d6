import type { FleetModel } from './model.ts'
import { NO_STOP } from './model.ts'

/**
 * Computes the maximum load of a tour in one dimension. Goods loaded at the start and goods of pairs in transit count.
 */
export function computePeakLoad(model: FleetModel, tour: Int32Array, dimension: number): number {
  const { demand, dimensionCount, partner, isPickup } = model
  let load = 0
  for (let position = 0; position < tour.length; position++) {
    if (partner[tour[position]] === NO_STOP) load += demand[tour[position] * dimensionCount + dimension]
  }
  let peak = load
  for (let position = 0; position < tour.length; position++) {
    const stop = tour[position]
    if (partner[stop] === NO_STOP) load -= demand[stop * dimensionCount + dimension]
    else if (isPickup[stop]) load += demand[stop * dimensionCount + dimension]
    else load -= demand[partner[stop] * dimensionCount + dimension]
    if (load > peak) peak = load
  }
  return peak
}

/** Computes the load after each stop and the peak load, per dimension. Goods for a trip are loaded before the trip. */
export function computeLoads(
  model: FleetModel,
  tour: Int32Array,
  reloadPositions: readonly number[],
): { readonly after: number[][]; readonly peak: number[] } {
  const { demand, dimensionCount, partner, isPickup } = model
  const load = new Array<number>(dimensionCount).fill(0)
  const peak = new Array<number>(dimensionCount).fill(0)
  const after: number[][] = []
  for (let position = 0; position < tour.length; position++) {
    const stop = tour[position]
    const isTripStart = position === 0 || reloadPositions.includes(position)
    const tripEnd = reloadPositions.find((reloadPosition) => reloadPosition > position) ?? tour.length
    for (let d = 0; d < dimensionCount; d++) {
      if (isTripStart)
        for (let next = position; next < tripEnd; next++)
          if (partner[tour[next]] === NO_STOP) load[d] += demand[tour[next] * dimensionCount + d]
      peak[d] = Math.max(peak[d], load[d])
      if (partner[stop] === NO_STOP) load[d] -= demand[stop * dimensionCount + d]
      else load[d] += isPickup[stop] ? demand[stop * dimensionCount + d] : -demand[partner[stop] * dimensionCount + d]
      peak[d] = Math.max(peak[d], load[d])
    }
    after.push([...load])
  }
  return { after, peak }
}

/** Returns the first dimension in which the vehicle is overloaded, or -1. */
export function findOverloadedDimension(model: FleetModel, vehicle: number, tour: Int32Array): number {
  const { dimensionCount, capacity } = model
  for (let dimension = 0; dimension < dimensionCount; dimension++) {
    const limit = capacity[vehicle * dimensionCount + dimension]
    if (limit !== Number.POSITIVE_INFINITY && computePeakLoad(model, tour, dimension) > limit) return dimension
  }
  return -1
}
