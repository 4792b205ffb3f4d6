import { listDoneStops, type OptimizeRequest, toMatrixRows } from './points.ts'
import type { OptimizeReply } from './replies.ts'

/**
 * Checks that every stop is either in the order or unassigned, but never both, and that the order matches the routes.
 */
export function* listStopErrors(
  request: OptimizeRequest,
  reply: OptimizeReply,
  hasUnreachablePairs: boolean,
): Generator<string> {
  const { order, unassigned, routes } = reply
  const stopCounts = new Map<number, number>()
  // A split stop can be visited and still be listed, with the amount that is not delivered.
  const skippedStops = unassigned.filter(({ stop, undelivered }) => !(undelivered && order.includes(stop)))
  for (const stop of [...order, ...skippedStops.map((entry) => entry.stop)])
    stopCounts.set(stop, (stopCounts.get(stop) ?? 0) + 1)
  const doneStops = listDoneStops(request)
  const { unvisited } = toMatrixRows(request)
  for (const stop of request.stops.keys()) {
    const visitCount = stopCounts.get(stop) ?? 0
    // Vehicles on a running tour have already left their start, so the start needs no visit.
    if (visitCount === 0 && (doneStops.has(stop) || (request.current && unvisited.has(stop)))) continue
    if (visitCount !== 1) yield `stop ${stop} is listed ${visitCount} times`
  }
  if ([...stopCounts.keys()].some((stop) => !(stop in request.stops)))
    yield 'the reply lists a stop that is not in the request'
  const depots = listDepots(request)
  const allVisits = routes.flatMap(({ visits }) => visits.map(({ stop }) => stop))
  const visitedStops = request.split ? [...new Set(allVisits)] : allVisits
  const orderedStops = order.filter((stop) => !depots.has(stop))
  if (orderedStops.join() !== visitedStops.join()) yield 'the order does not match the routes'
  const { vehicles } = toMatrixRows(request)
  for (const route of routes) {
    const stops = route.visits.map(({ stop }) => stop)
    const { start, end } = vehicles[route.vehicle] ?? {}
    const fullOrder = [start, ...stops, end === start ? undefined : end]
    const expectedOrder = fullOrder.filter((row) => row !== undefined && row < request.stops.length)
    if (expectedOrder.join() !== route.order.join())
      yield `the order of vehicle ${route.vehicle} should be ${expectedOrder.join(', ')}`
  }
  if (
    !hasConstraints(request, hasUnreachablePairs) &&
    visitedStops.length < request.stops.length - depots.size - doneStops.size
  ) {
    yield 'stops are left out, but no constraint in the request explains why'
  }
}

/**
 * Checks that the baseline is the caller's solution, or otherwise the stops in the given order, split evenly among the
 * vehicles.
 */
export function* listBaselineErrors(
  request: OptimizeRequest,
  reply: OptimizeReply,
  hasUnreachablePairs: boolean,
): Generator<string> {
  const { receipt, routes } = reply
  const { objective = 'distance', seed = 1 } = request
  if (receipt.metric !== objective) yield `the metric is ${receipt.metric}, but ${objective} was requested`
  if (receipt.seed !== seed) yield `the seed is ${receipt.seed}, but ${seed} was requested`
  if (serializeSolution(receipt.given) !== serializeSolution(listGivenTours(request)))
    yield 'the given solution differs from the request'
  const returnedSolution = toMatrixRows(request).vehicles.map((_, vehicle) => {
    const stops = routes.find((route) => route.vehicle === vehicle)?.visits.map(({ stop }) => stop) ?? []
    // The given solution lists a split stop once, even if its goods take multiple trips.
    return request.split ? [...new Set(stops)] : stops
  })
  if (receipt.kept_given && serializeSolution(returnedSolution) !== serializeSolution(receipt.given))
    yield 'the given solution was not kept'
  if (!receipt.never_worse) yield 'the receipt does not state that the solution is never worse'
  const isInfeasible = receipt.given_infeasible !== undefined
  if (isInfeasible !== (receipt.given_distance_km === null))
    yield 'the given solution must either violate a constraint or have a distance'
  if (isInfeasible && !hasConstraints(request, hasUnreachablePairs))
    yield 'the given solution is reported to violate a constraint, but the request has none'
  const [baseline, savedValue] = getMinimizedValues(receipt)
  // Prizes and penalties are part of the percentage, but not of the distance or the time.
  if (hasPrices(request) && receipt.metric !== 'cost') return
  if (baseline === null || savedValue === null || receipt.saved_pct === null) return
  const percent = baseline > 0 ? (100 * savedValue) / baseline : 0
  if (Math.abs(percent - receipt.saved_pct) > 0.006) yield `the saved percentage should be ${percent} %`
}

type Receipt = OptimizeReply['receipt']

/**
 * Returns the value of the given solution and the saving. If the number of vehicles is minimized, these values are
 * distances.
 */
function getMinimizedValues(receipt: Receipt): readonly [given: number | null, saved: number | null] {
  if (receipt.metric === 'cost') return [receipt.given_cost ?? null, receipt.saved_cost ?? null]
  return receipt.metric === 'duration'
    ? [receipt.given_driving_min, receipt.saved_min]
    : [receipt.given_distance_km, receipt.saved_km]
}

/** Returns whether prizes or penalties are part of the objective, in addition to distance or time. */
export function hasPrices({ prize, soft_windows }: OptimizeRequest): boolean {
  return prize !== undefined || soft_windows !== undefined
}

function listDepots(request: OptimizeRequest): ReadonlySet<number> {
  return toMatrixRows(request).unvisited
}

/**
 * Lists the given tours without completed stops. By default, stops are split evenly after the locked stops of each
 * vehicle.
 */
function listGivenTours(request: OptimizeRequest): number[][] {
  const doneStops = listDoneStops(request)
  if (request.given) return request.given.map((tour) => tour.filter((stop) => !doneStops.has(stop)))
  const { locked = [] } = request
  const skippedStops = new Set([...listDepots(request), ...doneStops, ...locked.flat()])
  const stops = [...request.stops.keys()].filter((stop) => !skippedStops.has(stop))
  const { length: vehicles } = toMatrixRows(request).vehicles
  const stopsPerVehicle = Math.ceil(stops.length / vehicles)
  return Array.from({ length: vehicles }, (_, vehicle) => [
    ...(locked[vehicle] ?? []),
    ...stops.slice(vehicle * stopsPerVehicle, (vehicle + 1) * stopsPerVehicle),
  ])
}

/** Serializes a solution for comparison. Unused vehicles at the end of the list are ignored. */
function serializeSolution(solution: readonly (readonly number[])[]): string {
  const usedVehicles = solution.reduce((count, tour, vehicle) => (tour.length > 0 ? vehicle + 1 : count), 0)
  return JSON.stringify(solution.slice(0, usedVehicles))
}

const constraintFields = [
  ...['capacity', 'demands', 'time_windows', 'shift', 'breaks', 'rules', 'skills', 'pairs', 'service_min'],
  ...['prize', 'group', 'release_at', 'due_at', 'setup_min', 'soft_windows', 'locked', 'current', 'lifo'],
]
const routeConstraintFields = ['max_route_km', 'range_km', 'max_route_min', 'max_route_stops']

/**
 * Returns whether the request has a constraint that an order of stops can violate. An unreachable stop counts as a
 * constraint.
 */
function hasConstraints(request: OptimizeRequest, hasUnreachablePairs: boolean): boolean {
  const hasField = (field: string) => (request as unknown as Record<string, unknown>)[field] !== undefined
  return [...constraintFields, ...routeConstraintFields, 'fleet', 'matrix'].some(hasField) || hasUnreachablePairs
}
