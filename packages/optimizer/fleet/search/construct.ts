import type { FleetOptions } from '../../problem.ts'
import type { AbsentStops } from './absent-stops.ts'
import type { FleetSearch } from './fleet-search.ts'
import type { Incumbent } from './incumbent.ts'
import { joinBySavings } from './savings.ts'

const STOPS_PER_LOOK = 16

/** Orders to insert by, as shares of all orders: which is good differs from problem to problem. */
const ORDERS = [0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.95]
/** With more stops a second construction is not worth its time. */
const MOST_STOPS_TO_REPEAT = 250

/** First plans: by savings where they know all rules, otherwise by insertion in several orders. Leaves the best. */
export function construct(search: FleetSearch, absent: AbsentStops, best: Incumbent, options: FleetOptions): void {
  const { model, rules, balance, routes, insertion } = search
  const { isTimed, isExact, hasDistanceLimit, hasTimeLimit } = rules
  const isPlain = !isTimed && !isExact && !hasDistanceLimit && !hasTimeLimit && !balance.isOn
  if (isPlain && model.kindCount === 1) {
    joinBySavings(search)
    insertAll(search, absent, options, ORDERS[0])
    best.offer()
    return
  }
  for (const [index, order] of ORDERS.entries()) {
    if (index > 0 && (model.stopCount > MOST_STOPS_TO_REPEAT || isOutOfTime(options))) break
    routes.reset([])
    for (let vehicle = 0; vehicle < model.vehicleCount; vehicle++) insertion.update(vehicle)
    insertAll(search, absent, options, order)
    best.offer()
  }
  best.restore()
}

function isOutOfTime({ maxIterations, isOver, shouldStop }: FleetOptions): boolean {
  return maxIterations === undefined && (isOver() || shouldStop?.() === true)
}

function insertAll(search: FleetSearch, absent: AbsentStops, options: FleetOptions, order: number): void {
  const { insertion, removal } = search
  absent.refresh()
  const left = removal.removed
  const count = absent.copy(left)
  search.order.sort(left, count, true, order)
  for (let index = 0; index < count; index++) {
    if (index % STOPS_PER_LOOK === 0 && isOutOfTime(options)) break
    if (insertion.find(left[index])) insertion.put(left[index])
  }
}
