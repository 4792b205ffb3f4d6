import { type FleetOptions, isOver } from '../../problem.ts'
import type { AbsentStops } from './absent-stops.ts'
import type { FleetSearch } from './fleet-search.ts'
import type { Incumbent } from './incumbent.ts'
import { joinBySavings } from './savings.ts'

/** Insertion orders to try, as values of `share`. Which one works best depends on the problem. */
const ORDERS = [0.8, 0.95, 0.5, 0.7, 0.6, 0.3, 0.1]
/** With more stops, a second construction is not worth the time. */
const MAX_STOPS_TO_REPEAT = 250
const SHARE_OF_TIME = 0.08

/**
 * Builds initial solutions: by savings if they support all rules of the problem, otherwise by insertion in several
 * orders. Keeps the best. The first construction may be interrupted only if a complete solution already exists.
 * Otherwise stops that were never tried would be reported as having no room.
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
    if (index > 0 && (model.stopCount > MAX_STOPS_TO_REPEAT || isLate(options))) break
    routes.reset([])
    for (let vehicle = 0; vehicle < model.vehicleCount; vehicle++) insertion.update(vehicle)
    if (insertAll(search, absent, order, mayBreakOff || index > 0 ? options : undefined)) best.offer()
  }
  best.restore()
}

/** A good start is worth part of the time budget, not most of it. */
function isLate(options: FleetOptions): boolean {
  if (options.maxIterations !== undefined) return false
  return isOver(options) || (options.progress?.() ?? 0) > SHARE_OF_TIME
}

/** About a millisecond for 1,000 stops with windows. */
const INSERTIONS_PER_LOOK = 8

/** Returns false if it was interrupted because time ran out. */
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
