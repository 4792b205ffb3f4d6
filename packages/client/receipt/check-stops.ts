import { type OptimizeRequest, rowsOf } from './points.ts'
import type { OptimizeReply } from './replies.ts'

/** Checks that every stop is either in the order, which matches the routes, or unassigned, but never both. */
export function* faultsOfStops(request: OptimizeRequest, reply: OptimizeReply, hasNoWays: boolean): Generator<string> {
  const { order, unassigned, routes } = reply
  const seen = new Map<number, number>()
  for (const stop of [...order, ...unassigned.map((one) => one.stop)]) seen.set(stop, (seen.get(stop) ?? 0) + 1)
  for (const stop of request.stops.keys()) {
    const times = seen.get(stop) ?? 0
    if (times !== 1) yield `stop ${stop} is listed ${times} times`
  }
  if ([...seen.keys()].some((stop) => !(stop in request.stops)))
    yield 'the reply lists a stop that is not in the request'
  const depots = depotsOf(request)
  const visited = routes.flatMap(({ visits }) => visits.map(({ stop }) => stop))
  const ordered = order.filter((stop) => !depots.has(stop))
  if (ordered.join() !== visited.join()) yield 'the order does not match the routes'
  const { vehicles } = rowsOf(request)
  for (const route of routes) {
    const stops = route.visits.map(({ stop }) => stop)
    const { start, end } = vehicles[route.vehicle] ?? {}
    const whole = [start, ...stops, end === start ? undefined : end]
    const told = whole.filter((row) => row !== undefined && row < request.stops.length)
    if (told.join() !== route.order.join()) yield `the order of vehicle ${route.vehicle} should be ${told.join(', ')}`
  }
  if (!isLimited(request, hasNoWays) && visited.length < request.stops.length - depots.size) {
    yield 'stops are left out, but no constraint of the request explains it'
  }
}

/** Checks that the baseline is the caller's own solution, or else the given order of stops split evenly. */
export function* faultsOfGiven(request: OptimizeRequest, reply: OptimizeReply, hasNoWays: boolean): Generator<string> {
  const { receipt, routes } = reply
  const { objective = 'distance', seed = 1 } = request
  if (receipt.metric !== objective) yield `the metric is ${receipt.metric}, but ${objective} was requested`
  if (receipt.seed !== seed) yield `the seed is ${receipt.seed}, but ${seed} was requested`
  if (text(receipt.given) !== text(request.given ?? defaultPlan(request)))
    yield 'the given solution differs from the request'
  const returned = rowsOf(request).vehicles.map(
    (_, vehicle) => routes.find((route) => route.vehicle === vehicle)?.visits.map(({ stop }) => stop) ?? [],
  )
  if (receipt.kept_given && text(returned) !== text(receipt.given)) yield 'the given solution was not kept'
  if (!receipt.never_worse) yield 'the receipt does not state that it is never worse'
  const isInfeasible = receipt.given_infeasible !== undefined
  if (isInfeasible !== (receipt.given_distance_km === null))
    yield 'the given solution must either violate a constraint or have a distance'
  if (isInfeasible && !isLimited(request, hasNoWays))
    yield 'the given solution is reported to violate a constraint, but the request has none'
  const [given, saved] =
    receipt.metric === 'distance'
      ? [receipt.given_distance_km, receipt.saved_km]
      : [receipt.given_driving_min, receipt.saved_min]
  if (given === null || saved === null || receipt.saved_pct === null) return
  const percent = given > 0 ? (100 * saved) / given : 0
  if (Math.abs(percent - receipt.saved_pct) > 0.006) yield `the saved percentage should be ${percent} %`
}

function depotsOf(request: OptimizeRequest): Set<number> {
  const rows = rowsOf(request).vehicles.flatMap(({ start, end }) => [start, end])
  return new Set(rows.filter((row) => row !== undefined).filter((row) => row < request.stops.length))
}

function defaultPlan(request: OptimizeRequest): number[][] {
  const depots = depotsOf(request)
  const stops = [...request.stops.keys()].filter((stop) => !depots.has(stop))
  const { length: vehicles } = rowsOf(request).vehicles
  const each = Math.ceil(stops.length / vehicles)
  return Array.from({ length: vehicles }, (_, vehicle) => stops.slice(vehicle * each, (vehicle + 1) * each))
}

/** Ignores idle vehicles at the end. */
function text(plan: readonly (readonly number[])[]): string {
  const used = plan.reduce((count, tour, vehicle) => (tour.length > 0 ? vehicle + 1 : count), 0)
  return JSON.stringify(plan.slice(0, used))
}

const limits = ['capacity', 'demands', 'time_windows', 'shift', 'breaks', 'skills', 'pairs', 'service_min']
const routeLimits = ['max_route_km', 'max_route_min', 'max_route_stops']

/** Whether the request has a constraint that an order can violate. An unreachable stop counts too. */
function isLimited(request: OptimizeRequest, hasNoWays: boolean): boolean {
  const has = (field: string) => (request as unknown as Record<string, unknown>)[field] !== undefined
  return [...limits, ...routeLimits, 'fleet', 'matrix'].some(has) || hasNoWays
}
