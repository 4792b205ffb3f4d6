import { fail, ok, type Result } from '../../../platform/result.ts'
import type { AnyFailure } from './failures.ts'

/**
 * The baseline that the solution is compared with, in optimizer stop indices. By default it is the order of the stops,
 * split into equal consecutive shares per vehicle.
 */
export function givenPlan(
  given: readonly (readonly number[])[] | undefined,
  vehicles: number,
  numbers: readonly number[],
  depots: ReadonlySet<number>,
): Result<number[][], AnyFailure> {
  if (!given) {
    const each = Math.ceil(numbers.length / vehicles)
    const all = Array.from(numbers.keys())
    return ok(Array.from({ length: vehicles }, (_, vehicle) => all.slice(vehicle * each, (vehicle + 1) * each)))
  }
  if (given.length > vehicles) return fail({ kind: 'given-vehicles', given: given.length, vehicles })
  const places = new Map(numbers.map((number, index) => [number, index]))
  const seen = new Set<number>()
  const plan: number[][] = []
  for (const [vehicle, tour] of given.entries()) {
    const own: number[] = []
    for (const [position, number] of tour.entries()) {
      const field = `given[${vehicle}][${position}]`
      const index = places.get(number)
      if (depots.has(number)) return fail({ kind: 'given-depot', field, number })
      if (index === undefined) return fail({ kind: 'given-unknown-stop', field, number })
      if (seen.has(index)) return fail({ kind: 'given-twice', field, number })
      seen.add(index)
      own.push(index)
    }
    plan.push(own)
  }
  while (plan.length < vehicles) plan.push([])
  return ok(plan)
}
