import { isEqual } from './check-sums.ts'
import { type OptimizeRequest, PER_MINUTE, rounded, rowsOf, type Table } from './points.ts'
import type { OptimizeReply, OptimizeRoute } from './replies.ts'

/**
 * Reports inconsistent times in a response. The parts of every tour must add up, and each arrival must follow from the
 * previous departure. Without a duration table (a caller's own matrix may have none), only the sums are checked.
 */
export function* faultsOfTimes(
  request: OptimizeRequest,
  { duration_min, routes }: OptimizeReply,
  table: Table | undefined,
): Generator<string> {
  for (const route of routes) {
    const name = `vehicle ${route.vehicle}`
    const resting = sumOf(route.breaks ?? [], ({ duration_min }) => duration_min)
    const whole = route.driving_min + route.service_min + route.waiting_min + resting
    if (!isEqual(whole, route.duration_min)) yield `the parts of the duration of ${name} add up to ${whole}`
    const between = route.ends_min - route.leaves_min
    if (!isEqual(between, route.duration_min)) yield `${name} takes ${between} from departure to end`
    const service = sumOf(route.visits, ({ stop }) => serviceAt(request, stop))
    if (!isEqual(service, route.service_min)) yield `the service time of ${name} should be ${service}`
    const { breaks = request.breaks ?? [] } = request.fleet?.[route.vehicle] ?? {}
    if (durationsOf(breaks) !== durationsOf(route.breaks ?? [])) yield `the breaks of ${name} differ from the request`
    if (table) yield* faultsOnTheWay(request, route, table)
  }
  const total = sumOf(routes, (route) => route.duration_min)
  if (!isEqual(total, duration_min)) yield `the total duration of all vehicles should be ${total}`
}

/** Walks along a tour: no arrival is earlier than possible, and none is later without waiting time. */
function* faultsOnTheWay(request: OptimizeRequest, route: OptimizeRoute, table: Table): Generator<string> {
  const { start, end } = rowsOf(request).vehicles[route.vehicle] ?? {}
  const name = `vehicle ${route.vehicle}`
  let row = start
  let clock = route.leaves_min
  let waited = 0
  const soonestAt = (next: number | undefined, visits: number): number => {
    const driving = row === undefined || next === undefined ? 0 : (table[row]?.[next] ?? Number.NaN)
    const pauses = (route.breaks ?? []).filter(({ after_visits }) => after_visits === visits)
    return clock + driving + sumOf(pauses, ({ duration_min }) => duration_min)
  }
  for (const [index, { stop, arrives_min, begins_min, leaves_min }] of route.visits.entries()) {
    const soonest = soonestAt(stop, index)
    if (!isReached(arrives_min, soonest)) yield `${name} can be at stop ${stop} at ${soonest} at the earliest`
    if (!isReached(begins_min, arrives_min)) yield `${name} begins service at stop ${stop} before it arrives`
    if (!isEqual(begins_min + serviceAt(request, stop), leaves_min))
      yield `${name} does not leave stop ${stop} when service ends`
    waited += begins_min - soonest
    row = stop
    clock = leaves_min
  }
  const soonest = soonestAt(end, route.visits.length)
  if (!isReached(route.ends_min, soonest)) yield `${name} can be at its end at ${soonest} at the earliest`
  waited += route.ends_min - soonest
  if (!isEqual(waited, route.waiting_min)) yield `${name} waits ${waited}`
}

function serviceAt({ service_min = 0 }: OptimizeRequest, stop: number): number {
  return rounded(typeof service_min === 'number' ? service_min : (service_min[stop] ?? 0), PER_MINUTE)
}

function isReached(moment: number, soonest: number): boolean {
  return moment > soonest || isEqual(moment, soonest)
}

function durationsOf(breaks: readonly { readonly duration_min: number }[]): string {
  return breaks.map(({ duration_min }) => rounded(duration_min, PER_MINUTE)).join()
}

function sumOf<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0)
}
