import { fail, ok, type Result } from '../../../platform/result.ts'
import type { AnyFailure } from './failures.ts'

/**
 * Reads the baseline tours with which the solution is compared, as optimizer stop indices. By default, the stops keep
 * their order and are split evenly among the vehicles, after the locked stops. Completed stops are left out.
 */
export function readGivenTours(
  tours: readonly (readonly number[])[] | undefined,
  vehicleCount: number,
  numbers: readonly number[],
  depots: ReadonlySet<number>,
  { done, locked }: { readonly done: ReadonlyMap<number, number>; readonly locked: readonly (readonly number[])[] },
): Result<number[][], AnyFailure> {
  if (!tours) {
    const lockedStops = new Set(locked.flat())
    const stopIndexes = Array.from(numbers.keys()).filter((stop) => !lockedStops.has(stop))
    const stopsPerVehicle = Math.ceil(stopIndexes.length / vehicleCount)
    return ok(
      Array.from({ length: vehicleCount }, (_, vehicle) => [
        ...(locked[vehicle] ?? []),
        ...stopIndexes.slice(vehicle * stopsPerVehicle, (vehicle + 1) * stopsPerVehicle),
      ]),
    )
  }
  if (tours.length > vehicleCount) return fail({ kind: 'given-vehicles', given: tours.length, vehicles: vehicleCount })
  const indexByNumber = new Map(numbers.map((number, index) => [number, index]))
  const visitedStops = new Set<number>()
  const givenTours: number[][] = []
  for (const [vehicle, tour] of tours.entries()) {
    const tourStops: number[] = []
    for (const [position, number] of tour.entries()) {
      const field = `given[${vehicle}][${position}]`
      if (done.has(number)) continue
      const index = indexByNumber.get(number)
      if (depots.has(number)) return fail({ kind: 'given-depot', field, number })
      if (index === undefined) return fail({ kind: 'given-unknown-stop', field, number })
      if (visitedStops.has(index)) return fail({ kind: 'given-twice', field, number })
      visitedStops.add(index)
      tourStops.push(index)
    }
    givenTours.push(tourStops)
  }
  while (givenTours.length < vehicleCount) givenTours.push([])
  return ok(givenTours)
}
