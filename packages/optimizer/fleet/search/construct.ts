import type { FleetOptions } from '../../problem.ts'
import { isOver } from '../is-over.ts'
import type { AbsentStops } from './absent-stops.ts'
import type { FleetSearch } from './fleet-search.ts'
import type { Incumbent } from './incumbent.ts'
import { joinBySavings } from './savings.ts'

/** Orders to insert by, as shares of all orders: which is good differs from problem to problem. */
const ORDERS = [0.8, 0.95, 0.5, 0.7, 0.6, 0.3, 0.1]
/** With more stops a second construction is not worth its time. */
const MOST_STOPS_TO_REPEAT = 250
const SHARE_OF_TIME = 0.08

/**
 * First plans: by savings where they know all rules, otherwise by insertion in several orders. Leaves the best. Only who
 * has a whole plan already may break the first one off when time is over: a stop that nobody has tried to place would be
 * said to have no room.
 */
export function construct(
  search: FleetSearch,
  absent: AbsentStops,
  best: Incumbent,
  options: FleetOptions,
  mayBreakOff: boolean,
): void {
  const { model, rules, balance, routes, insertion } = search
  const { isTimed, isExact, hasDistanceLimit, hasTimeLimit } = rules
  const isPlain = !isTimed && !isExact && !hasDistanceLimit && !hasTimeLimit && !balance.isOn
  if (isPlain && model.kindCount === 1) {
    joinBySavings(search)
    if (!insertAll(search, absent, ORDERS[0], mayBreakOff ? options : undefined)) return
    best.offer()
    return
  }
  for (const [index, order] of ORDERS.entries()) {
    if (index > 0 && (model.stopCount > MOST_STOPS_TO_REPEAT || isLate(options))) break
    routes.reset([])
    for (let vehicle = 0; vehicle < model.vehicleCount; vehicle++) insertion.update(vehicle)
    if (insertAll(search, absent, order, mayBreakOff || index > 0 ? options : undefined)) best.offer()
  }
  best.restore()
}

/** Beginning well is worth a part of the time, not most of it. */
function isLate(options: FleetOptions): boolean {
  if (options.maxIterations !== undefined) return false
  return isOver(options) || (options.progress?.() ?? 0) > SHARE_OF_TIME
}

/** Of 1,000 stops with windows about a millisecond. */
const INSERTIONS_PER_LOOK = 8

/** False when it broke off, because time was over. */
function insertAll(
  { insertion, removal, order }: FleetSearch,
  absent: AbsentStops,
  by: number,
  limits: FleetOptions | undefined,
): boolean {
  absent.refresh()
  const left = removal.removed
  const count = absent.copy(left)
  order.sort(left, count, true, by)
  for (let index = 0; index < count; index++) {
    if (index % INSERTIONS_PER_LOOK === 0 && limits && isOver(limits)) return false
    if (insertion.find(left[index])) insertion.put(left[index])
  }
  return true
}
