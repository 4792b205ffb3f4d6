import { isEqual } from './check-sums.ts'
import { type OptimizeRequest, roundToStep, STEPS_PER_MINUTE, type Table, toMatrixRows } from './points.ts'
import { listReloadRows } from './reload-rows.ts'
import type { OptimizeReply, OptimizeRoute } from './replies.ts'

type Visit = OptimizeRoute['visits'][number]

/**
 * Reports inconsistent times in a response. The parts of every tour must add up, and each arrival must follow from the
 * previous departure. Only the sums are checked if there is no duration table, as with a matrix that contains only
 * distances.
 */
export function* listTimeErrors(
  request: OptimizeRequest,
  { duration_min, routes }: OptimizeReply,
  table: Table | undefined,
): Generator<string> {
  for (const route of routes) {
    const name = `vehicle ${route.vehicle}`
    const breakMin = sumOf(route.breaks ?? [], ({ duration_min }) => duration_min)
    const setupMin = sumOf(route.visits, ({ setup_min = 0 }) => setup_min)
    const setupAndReloadMin = setupMin + (route.reload_min ?? 0)
    const sumOfParts = route.driving_min + setupAndReloadMin + route.service_min + route.waiting_min + breakMin
    if (!isEqual(sumOfParts, route.duration_min)) yield `the parts of the duration of ${name} add up to ${sumOfParts}`
    const elapsedMin = route.ends_min - route.leaves_min
    if (!isEqual(elapsedMin, route.duration_min)) yield `${name} takes ${elapsedMin} from departure to end`
    const service = sumOf(route.visits, (visit) => getService(request, visit))
    if (!isEqual(service, route.service_min)) yield `the service time of ${name} should be ${service}`
    const { breaks = request.breaks ?? [], rules = request.rules } = request.fleet?.[route.vehicle] ?? {}
    // Breaks that driving-time rules require are not in the request.
    if (rules === undefined && formatBreakDurations(breaks) !== formatBreakDurations(route.breaks ?? []))
      yield `the breaks of ${name} differ from the request`
    if (table) yield* listScheduleErrors(request, route, table)
  }
  const total = sumOf(routes, (route) => route.duration_min)
  if (!isEqual(total, duration_min)) yield `the total duration of all vehicles should be ${total}`
}

/**
 * Checks the times along a tour. No arrival may be earlier than possible, and an arrival may be later only if there is
 * waiting time.
 */
function* listScheduleErrors(request: OptimizeRequest, route: OptimizeRoute, table: Table): Generator<string> {
  const matrixRows = toMatrixRows(request)
  const { start, end } = matrixRows.vehicles[route.vehicle] ?? {}
  const reloadRows = listReloadRows(matrixRows, route)
  const reloadMin = (route.reload_min ?? 0) / Math.max(1, reloadRows.size)
  const name = `vehicle ${route.vehicle}`
  let row = start
  let clockMin = route.leaves_min
  let waitedMin = 0
  const earliestAt = (next: number | undefined, visits: number): number => {
    const depot = reloadRows.get(visits)
    const drive = (from: number | undefined, to: number | undefined): number =>
      from === undefined || to === undefined ? 0 : (table[from]?.[to] ?? Number.NaN)
    const drivingMin = depot === undefined ? drive(row, next) : drive(row, depot) + reloadMin + drive(depot, next)
    const dueBreaks = (route.breaks ?? []).filter(({ after_visits }) => after_visits === visits)
    return clockMin + drivingMin + sumOf(dueBreaks, ({ duration_min }) => duration_min)
  }
  for (const [index, visit] of route.visits.entries()) {
    const { stop, arrives_min, begins_min, leaves_min, setup_min = 0 } = visit
    const earliestTime = earliestAt(stop, index)
    if (!isAtOrAfter(arrives_min, earliestTime)) yield `${name} cannot be at stop ${stop} before ${earliestTime}`
    if (!isAtOrAfter(begins_min, arrives_min + setup_min))
      yield `${name} begins service at stop ${stop} before it arrives`
    if (!isEqual(begins_min + getService(request, visit), leaves_min))
      yield `${name} does not leave stop ${stop} when service ends`
    waitedMin += begins_min - earliestTime - setup_min
    row = stop
    clockMin = leaves_min
  }
  const earliest = earliestAt(end, route.visits.length)
  if (!isAtOrAfter(route.ends_min, earliest)) yield `${name} cannot be at its end before ${earliest}`
  waitedMin += route.ends_min - earliest
  if (!isEqual(waitedMin, route.waiting_min)) yield `${name} waits ${waitedMin}`
}

/**
 * Returns the service time of a visit. Visits of a split stop share its service time; see `listDeliveryErrors` for their
 * sum.
 */
function getService(request: OptimizeRequest, { stop, begins_min, leaves_min, delivered }: Visit): number {
  return delivered && request.split ? leaves_min - begins_min : serviceAt(request, stop)
}

export function serviceAt({ service_min = 0 }: OptimizeRequest, stop: number): number {
  return roundToStep(typeof service_min === 'number' ? service_min : (service_min[stop] ?? 0), STEPS_PER_MINUTE)
}

function isAtOrAfter(time: number, earliestTime: number): boolean {
  return time > earliestTime || isEqual(time, earliestTime)
}

function formatBreakDurations(breaks: readonly { readonly duration_min: number }[]): string {
  return breaks.map(({ duration_min }) => roundToStep(duration_min, STEPS_PER_MINUTE)).join()
}

function sumOf<Item>(items: readonly Item[], getValue: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + getValue(item), 0)
}
