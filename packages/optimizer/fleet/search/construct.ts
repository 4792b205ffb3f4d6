import type { FleetOptions } from '../../problem.ts'
import type { AbsentStops } from './absent-stops.ts'
import type { FleetSearch } from './fleet-search.ts'
import type { Incumbent } from './incumbent.ts'
import { joinBySavings } from './savings.ts'

/** Orders to insert by, as shares of all orders: which is good differs from problem to problem. */
const ORDERS = [0.8, 0.95, 0.5, 0.7, 0.6, 0.3, 0.1]
/** With more stops a second construction is not worth its time. */
const MOST_STOPS_TO_REPEAT = 250
const SHARE_OF_TIME = 0.08

/** First plans: by savings where they know all rules, otherwise by insertion in several orders. Leaves the best. */
export function construct(search: FleetSearch, absent: AbsentStops, best: Incumbent, options: FleetOptions): void {
  const { model, rules, balance, routes, insertion } = search
  const { isTimed, isExact, hasDistanceLimit, hasTimeLimit } = rules
  const isPlain = !isTimed && !isExact && !hasDistanceLimit && !hasTimeLimit && !balance.isOn
  if (isPlain && model.kindCount === 1) {
    joinBySavings(search)
    insertAll(search, absent, ORDERS[0])
    best.offer()
    return
  }
  for (const [index, order] of ORDERS.entries()) {
    if (index > 0 && (model.stopCount > MOST_STOPS_TO_REPEAT || isLate(options))) break
    routes.reset([])
    for (let vehicle = 0; vehicle < model.vehicleCount; vehicle++) insertion.update(vehicle)
    insertAll(search, absent, order)
    best.offer()
  }
  best.restore()
}

/** Beginning well is worth a part of the time, not most of it. */
function isLate({ maxIterations, progress, isOver, shouldStop }: FleetOptions): boolean {
  if (maxIterations !== undefined) return false
  return isOver() || shouldStop?.() === true || (progress?.() ?? 0) > SHARE_OF_TIME
}

/** Never breaks off: a stop that nobody has tried to place would be said to have no room. */
function insertAll({ insertion, removal, order }: FleetSearch, absent: AbsentStops, by: number): void {
  absent.refresh()
  const left = removal.removed
  const count = absent.copy(left)
  order.sort(left, count, true, by)
  for (let index = 0; index < count; index++) if (insertion.find(left[index])) insertion.put(left[index])
}
