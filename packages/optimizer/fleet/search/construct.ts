import { type FleetOptions, isSearchOver } from '../../fleet-options.ts'
import { listLockedTours } from '../locked-tours.ts'
import type { Incumbent } from './incumbent.ts'
import { findSlotInGroup } from './insertion/place-stop.ts'
import { joinBySavings } from './savings.ts'
import type { FleetSearch } from './start-fleet-search.ts'
import type { UnassignedStops } from './unassigned-stops.ts'

/** Insertion orders to try, as values of `share`. The best order depends on the problem. */
const INSERTION_ORDER_SHARES = [0.8, 0.95, 0.5, 0.7, 0.6, 0.3, 0.1]
/**
 * Maximum number of stops for more than one construction. For larger problems, a second construction takes too long.
 */
const MAX_STOPS_FOR_REPEATS = 250
const MAX_TIME_SHARE = 0.08

/**
 * Builds initial solutions and keeps the best one. Uses the savings method if that supports all rules of the problem,
 * and insertion in several orders otherwise. The first construction always finishes, even if time has run out.
 * Otherwise, stops that were never tried would be reported as having no room.
 */
export function buildInitialSolution(
  search: FleetSearch,
  unassignedStops: UnassignedStops,
  incumbent: Incumbent,
  options: FleetOptions,
): void {
  const { model, rules, balance, routes, insertion } = search
  const { hasTimeWindows, needsSimulation, hasDistanceLimit, hasTimeLimit } = rules
  const isPlainProblem =
    !hasTimeWindows &&
    !needsSimulation &&
    !hasDistanceLimit &&
    !hasTimeLimit &&
    !balance.isEnabled &&
    !model.hasChoices &&
    !model.hasLocks
  if (isPlainProblem && model.vehicleKindCount === 1) {
    joinBySavings(search)
    insertUnassigned(search, unassignedStops, INSERTION_ORDER_SHARES[0], undefined)
    offerSolution(search, incumbent)
    return
  }
  const lockedTours = listLockedTours(model)
  for (const [index, order] of INSERTION_ORDER_SHARES.entries()) {
    if (index > 0 && (model.stopCount > MAX_STOPS_FOR_REPEATS || isTimeShareUsed(options))) break
    routes.reset(lockedTours)
    for (let vehicle = 0; vehicle < model.vehicleCount; vehicle++) insertion.update(vehicle)
    if (insertUnassigned(search, unassignedStops, order, index > 0 ? options : undefined))
      offerSolution(search, incumbent)
  }
  incumbent.restore()
}

function offerSolution({ timeCosts }: FleetSearch, incumbent: Incumbent): void {
  timeCosts.reset()
  incumbent.offer()
}

/** Returns whether the construction has used its share of the time budget. */
function isTimeShareUsed(options: FleetOptions): boolean {
  if (options.maxIterations !== undefined) return false
  return isSearchOver(options) || (options.progress?.() ?? 0) > MAX_TIME_SHARE
}

/** Number of insertions between clock checks. This many insertions take about 1 ms for 1,000 stops with windows. */
const INSERTIONS_PER_CLOCK_CHECK = 8

/** Inserts the unassigned stops. Returns false if time ran out. */
function insertUnassigned(
  search: FleetSearch,
  unassignedStops: UnassignedStops,
  orderShare: number,
  limits: FleetOptions | undefined,
): boolean {
  const { insertion, removal, insertionOrder } = search
  unassignedStops.refresh()
  const stops = removal.removedStops
  const count = unassignedStops.copyTo(stops)
  insertionOrder.sort(stops, count, true, orderShare)
  for (let index = 0; index < count; index++) {
    if (index % INSERTIONS_PER_CLOCK_CHECK === 0 && limits && isSearchOver(limits)) return false
    const stop = findSlotInGroup(search, stops[index])
    if (stop >= 0) insertion.insert(stop)
  }
  return true
}
