import { type FleetOptions, isOver } from '../../problem.ts'
import { AbsentStops } from './absent-stops.ts'
import { construct } from './construct.ts'
import { Cooling } from './cooling.ts'
import type { FleetSearch } from './fleet-search.ts'
import { type Incumbent, newIncumbent } from './incumbent.ts'

/**
 * Rounds between clock checks. A check costs up to a tenth of a short round. A long round is about as long as the
 * budget may be exceeded.
 */
const SHORT_ROUNDS_PER_LOOK = 16
const LONG_ROUNDS_PER_LOOK = 1

/** While stops are unassigned, how often those of high priority are reinserted first. */
const PRIORITY_RATE = 0.7

/** The stops of each vehicle in order. */
type Orders = readonly (readonly number[])[]

export interface Annealed {
  readonly orders: Orders
  readonly rounds: number
}

/**
 * Slack induction by string removals with simulated annealing. Each round removes strings from nearby tours and
 * reinserts the stops one by one at their cheapest slots, together with some unassigned stops.
 */
export function anneal(search: FleetSearch, options: FleetOptions, given: Orders | undefined): Annealed {
  const { routes, journal, model, balance } = search
  const absent = new AbsentStops(model, routes, search.random)
  const best = newIncumbent(search)
  construct(search, absent, best, options, given !== undefined && isWhole(search, given))
  if (given) offerGiven(search, best, given)
  absent.refresh()
  balance.calibrate()
  const cooling = new Cooling(search, options)
  const roundsPerLook = hasLongRounds(search) ? LONG_ROUNDS_PER_LOOK : SHORT_ROUNDS_PER_LOOK
  const most = options.maxIterations ?? Number.POSITIVE_INFINITY
  let temperature = 0
  let rounds = 0
  let longest = balance.longest()
  let score = routes.cost + balance.weight * longest
  for (; rounds < most && model.stopCount > 0; rounds++) {
    if (rounds % roundsPerLook === 0) {
      if (isOver(options)) break
      temperature = cooling.temperatureAfter(rounds)
    }
    journal.start()
    const isComplete = playRound(search, absent, options)
    const missing = journal.compareMissing()
    const newLongest = balance.longest()
    const newScore = routes.cost + balance.weight * newLongest
    const isAllowed = newLongest < longest || newScore < score - temperature * Math.log(1 - search.random())
    if (isComplete && (missing < 0 || (missing === 0 && isAllowed)) && isSound(search)) {
      score = newScore
      longest = newLongest
      if (missing !== 0 || !absent.isEmpty) absent.refresh()
      best.offer()
    } else {
      journal.undo()
      for (let index = 0; index < journal.count; index++) search.insertion.update(journal.touched[index])
    }
  }
  return { orders: best.toOrders(), rounds }
}

function isWhole({ model }: FleetSearch, given: Orders): boolean {
  return given.reduce((sum, order) => sum + order.length, 0) === model.stopCount
}

/** Many stops with time windows, or rules that are checked by simulating whole tours. */
function hasLongRounds({ rules, model }: FleetSearch): boolean {
  return rules.isExact || (rules.isTimed && model.stopCount > 200)
}

function isSound({ insertion, journal }: FleetSearch): boolean {
  for (let index = 0; index < journal.count; index++) if (!insertion.isSound(journal.touched[index])) return false
  return true
}

/** Returns false if time ran out during the round. */
function playRound(search: FleetSearch, absent: AbsentStops, options: FleetOptions): boolean {
  const { removal, random, balance } = search
  if (balance.isOn) balance.aim(random)
  removal.removeAround(chooseSeed(search))
  const count = absent.isEmpty ? removal.count : absent.draw(removal.removed, removal.count)
  search.order.sort(removal.removed, count, count > removal.count && random() < PRIORITY_RATE)
  return putBack(search, removal.removed, count, options)
}

/** With balancing, every other round targets the longest tour. */
function chooseSeed({ model, routes, balance, random }: FleetSearch): number {
  const anyStop = Math.floor(random() * model.stopCount)
  if (!balance.isOn || random() < 0.5) return anyStop
  const longest = balance.longestVehicle()
  if (routes.count[longest] === 0) return anyStop
  let stop = routes.next[model.stopCount + longest]
  for (let on = Math.floor(random() * routes.count[longest]); on > 0; on--) stop = routes.next[stop]
  return stop
}

function putBack(search: FleetSearch, stops: Int32Array, count: number, options: FleetOptions): boolean {
  const { insertion, journal, routes, rules } = search
  for (let index = 0; index < count; index++) {
    if (rules.isExact && isOver(options)) return false
    if (!insertion.find(stops[index])) continue
    journal.touch(routes.vehicleOf[insertion.after])
    insertion.put(stops[index])
  }
  return true
}

/** Starts from the given solution if it is better than the constructed one. */
function offerGiven({ routes, insertion, model }: FleetSearch, best: Incumbent, given: Orders): void {
  routes.reset(given)
  for (let vehicle = 0; vehicle < model.vehicleCount; vehicle++) insertion.update(vehicle)
  if (!best.offer()) best.restore()
}
