import { type OptimizeRequest, rowsOf, type Table } from './points.ts'
import type { MatrixReply, OptimizeReply } from './replies.ts'

/** Reports distances and durations in a response that do not match the tables. */
export function* faultsOfTables(
  request: OptimizeRequest,
  reply: OptimizeReply,
  { distances_km, durations_min }: Pick<MatrixReply, 'distances_km' | 'durations_min'>,
): Generator<string> {
  const { receipt } = reply
  if (distances_km) {
    const { given_distance_km: given, returned_distance_km: returned, saved_km: saved } = receipt
    if (!isEqual(returned, reply.distance_km))
      yield `the reply has ${reply.distance_km} km, but the receipt has ${returned}`
    const parts = reply.routes.map(({ distance_km }) => distance_km)
    yield* faultsOfSums(request, reply, distances_km, 'distance', { parts, given, returned, saved })
  }
  if (durations_min) {
    const { given_driving_min: given, returned_driving_min: returned, saved_min: saved } = receipt
    const parts = reply.routes.map(({ driving_min }) => driving_min)
    yield* faultsOfSums(request, reply, durations_min, 'duration', { parts, given, returned, saved })
  }
}

/** The values a response reports for one table. */
interface Told {
  /** One value per route. */
  readonly parts: readonly number[]
  readonly given: number | null
  readonly returned: number
  readonly saved: number | null
}

function* faultsOfSums(
  request: OptimizeRequest,
  reply: OptimizeReply,
  table: Table,
  metric: string,
  told: Told,
): Generator<string> {
  const { vehicles } = rowsOf(request)
  const sumOf = (vehicle: number, stops: readonly number[]): number => {
    if (stops.length === 0) return 0
    const { start, end } = vehicles[vehicle] ?? {}
    const way = [...(start === undefined ? [] : [start]), ...stops, ...(end === undefined ? [] : [end])]
    return way.slice(1).reduce((sum, to, index) => sum + (table[way[index] ?? 0]?.[to] ?? Number.NaN), 0)
  }
  let total = 0
  for (const [index, { vehicle, visits }] of reply.routes.entries()) {
    const sum = sumOf(
      vehicle,
      visits.map(({ stop }) => stop),
    )
    total += sum
    if (!isEqual(sum, told.parts[index] ?? Number.NaN)) yield `the ${metric} of vehicle ${vehicle} should be ${sum}`
  }
  if (!isEqual(total, told.returned)) yield `the returned ${metric} should be ${total}`
  const { given } = reply.receipt
  const isAlike = given.flat().length === visitsOf(reply)
  if (told.given !== null && told.saved === null && isAlike)
    yield `the receipt does not state how much ${metric} is saved`
  if (told.given === null || told.saved === null) return
  const before = given.reduce((sum, stops, vehicle) => sum + sumOf(vehicle, stops), 0)
  if (!isEqual(before, told.given)) yield `the given ${metric} should be ${before}`
  if (!isEqual(before - total, told.saved)) yield `the saved ${metric} should be ${before - total}`
  // A solution that visits more stops or balances them may be longer.
  const isCompared = metric === reply.receipt.metric && !request.balance && isAlike
  if (isCompared && total > before + 1e-6) yield `the ${metric} is worse than that of the given solution`
}

function visitsOf({ routes }: OptimizeReply): number {
  return routes.reduce((sum, { visits }) => sum + visits.length, 0)
}

/** Compares sums of numbers with four decimals. */
export function isEqual(one: number, other: number): boolean {
  return Math.abs(one - other) < 1e-6 * Math.max(1, Math.abs(one))
}
