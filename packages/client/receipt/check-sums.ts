import { hasPrices } from './check-stops.ts'
import { type OptimizeRequest, type Table, toMatrixRows } from './points.ts'
import { listReloadRows } from './reload-rows.ts'
import type { MatrixReply, OptimizeReply } from './replies.ts'

/** Reports distances and durations in a response that do not match the tables. */
export function* listTableErrors(
  request: OptimizeRequest,
  reply: OptimizeReply,
  { distances_km, durations_min }: Pick<MatrixReply, 'distances_km' | 'durations_min'>,
): Generator<string> {
  const { receipt } = reply
  if (distances_km) {
    const { given_distance_km: givenKm, returned_distance_km: returnedKm, saved_km: savedKm } = receipt
    if (!isEqual(returnedKm, reply.distance_km))
      yield `the distance is ${reply.distance_km} km in the reply, but ${returnedKm} km in the receipt`
    const routeValues = reply.routes.map(({ distance_km }) => distance_km)
    yield* listSumErrors(request, reply, distances_km, 'distance', {
      routeValues,
      given: givenKm,
      returned: returnedKm,
      saved: savedKm,
    })
  }
  if (durations_min) {
    const { given_driving_min: givenMin, returned_driving_min: returnedMin, saved_min: savedMin } = receipt
    const routeValues = reply.routes.map(({ driving_min }) => driving_min)
    yield* listSumErrors(request, reply, durations_min, 'duration', {
      routeValues,
      given: givenMin,
      returned: returnedMin,
      saved: savedMin,
    })
  }
}

/** Values that a response reports for one metric, distance or duration. */
interface ReportedValues {
  /** One value per route. */
  readonly routeValues: readonly number[]
  readonly given: number | null
  readonly returned: number
  readonly saved: number | null
}

function* listSumErrors(
  request: OptimizeRequest,
  reply: OptimizeReply,
  table: Table,
  metric: string,
  reportedValues: ReportedValues,
): Generator<string> {
  const matrixRows = toMatrixRows(request)
  const { vehicles } = matrixRows
  const sumAlong = (vehicle: number, stops: readonly number[]): number => {
    if (stops.length === 0) return 0
    const { start, end } = vehicles[vehicle] ?? {}
    const rows = [...(start === undefined ? [] : [start]), ...stops, ...(end === undefined ? [] : [end])]
    return rows.slice(1).reduce((sum, to, index) => sum + (table[rows[index] ?? 0]?.[to] ?? Number.NaN), 0)
  }
  let total = 0
  for (const [index, route] of reply.routes.entries()) {
    const { vehicle, visits } = route
    const reloadRows = listReloadRows(matrixRows, route)
    const sum = sumAlong(
      vehicle,
      visits.flatMap(({ stop }, position) => {
        const depot = reloadRows.get(position)
        return depot === undefined ? [stop] : [depot, stop]
      }),
    )
    total += sum
    if (!isEqual(sum, reportedValues.routeValues[index] ?? Number.NaN))
      yield `the ${metric} of vehicle ${vehicle} should be ${sum}`
  }
  if (!isEqual(total, reportedValues.returned)) yield `the returned ${metric} should be ${total}`
  const { given } = reply.receipt
  const hasSameVisitCount = given.flat().length === countVisits(reply)
  if (reportedValues.given !== null && reportedValues.saved === null && hasSameVisitCount)
    yield `the receipt does not state how much ${metric} is saved`
  if (reportedValues.given === null || reportedValues.saved === null) return
  // The receipt does not state where the given solution reloads.
  if (vehicles.some(({ depots }) => depots.length > 0)) return
  const givenTotal = given.reduce((sum, stops, vehicle) => sum + sumAlong(vehicle, stops), 0)
  if (!isEqual(givenTotal, reportedValues.given)) yield `the given ${metric} should be ${givenTotal}`
  if (!isEqual(givenTotal - total, reportedValues.saved)) yield `the saved ${metric} should be ${givenTotal - total}`
  // A solution that visits more stops or balances the routes may be longer.
  const isComparable = metric === reply.receipt.metric && !request.balance && !hasPrices(request) && hasSameVisitCount
  if (isComparable && total > givenTotal + 1e-6) yield `the ${metric} is worse than that of the given solution`
}

function countVisits({ routes }: OptimizeReply): number {
  return routes.reduce((sum, { visits }) => sum + visits.length, 0)
}

/** Returns whether two sums of numbers with four decimals are equal, within a tolerance for rounding. */
export function isEqual(a: number, b: number): boolean {
  return Math.abs(a - b) < 1e-6 * Math.max(1, Math.abs(a))
}
