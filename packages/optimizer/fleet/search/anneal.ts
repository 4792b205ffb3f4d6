import { type FleetOptions, isSearchOver } from '../../fleet-options.ts'
import { buildInitialSolution } from './construct.ts'
import { CoolingSchedule } from './cooling.ts'
import { createIncumbent, type Incumbent } from './incumbent.ts'
import { findSlotInGroup } from './insertion/place-stop.ts'
import type { FleetSearch } from './start-fleet-search.ts'
import { UnassignedStops } from './unassigned-stops.ts'
import { VehicleExchange } from './vehicle-exchange.ts'

/**
 * Number of rounds between clock checks. A clock check takes up to a tenth of the time of a short round. A single long
 * round takes about as long as the permitted overrun of the time budget.
 */
const SHORT_ROUNDS_PER_CLOCK_CHECK = 16
const LONG_ROUNDS_PER_CLOCK_CHECK = 1
/** Number of insertions between clock checks in a long round. An insertion takes less than 1 ms for 1,000 stops. */
const INSERTIONS_PER_CLOCK_CHECK = 4

/**
 * Minimum number of rounds, even if time has run out. On a busy machine, the initial solution can use the whole time
 * budget. These rounds take a few milliseconds.
 */
const MIN_ROUNDS = 16

/** Share of rounds that reinsert stops of high priority first while some stops are unassigned. */
const PRIORITY_FIRST_RATE = 0.7

/**
 * Share of the search in which a stop that was left out for a long time may replace other stops (Christiaens and Vanden
 * Berghe 2020, fleet minimization). In a tight fleet, the last stop rarely fits otherwise.
 */
const EJECTION_SHARE = 0.6

/** Stops of each vehicle, in tour order. */
type StopSequences = readonly (readonly number[])[]

export interface AnnealingResult {
  readonly stopSequences: StopSequences
  readonly roundCount: number
}

/**
 * Runs slack induction by string removals with simulated annealing. Each round removes strings from nearby tours. It
 * then reinserts the removed stops and some unassigned stops one by one at their cheapest slots.
 */
export function anneal(
  search: FleetSearch,
  options: FleetOptions,
  initialSequences: StopSequences | undefined,
): AnnealingResult {
  const { routes, journal, model, balance, timeCosts } = search
  const unassignedStops = new UnassignedStops(model, routes, search.random)
  const incumbent = createIncumbent(search)
  buildInitialSolution(search, unassignedStops, incumbent, options)
  if (initialSequences) offerInitialSolution(search, incumbent, initialSequences)
  unassignedStops.refresh()
  balance.calibrate()
  const coolingSchedule = new CoolingSchedule(search, options)
  const roundsPerClockCheck = hasLongRounds(search) ? LONG_ROUNDS_PER_CLOCK_CHECK : SHORT_ROUNDS_PER_CLOCK_CHECK
  const vehicleExchange = model.vehicleKindCount > 1 && !balance.isEnabled ? new VehicleExchange(search) : undefined
  const maxRounds = options.maxIterations ?? Number.POSITIVE_INFINITY
  let temperature = 0
  let isEjecting = model.priorityLevelCount === 1 && !balance.isEnabled
  const isReducing = model.problem.fewestVehicles === true
  let roundCount = 0
  const isOver = () => (roundCount < MIN_ROUNDS ? options.shouldStop?.() === true : isSearchOver(options))
  let longestTourLength = balance.getLongestTourLength()
  timeCosts.reset()
  let score = routes.cost + timeCosts.total + balance.weight * longestTourLength
  for (; roundCount < maxRounds && model.stopCount > 0; roundCount++) {
    if (roundCount % roundsPerClockCheck === 0) {
      if (isOver()) break
      temperature = coolingSchedule.temperatureAfter(roundCount)
      if (isEjecting && coolingSchedule.progressAfter(roundCount) > EJECTION_SHARE) {
        isEjecting = false
        routes.maxUsedVehicleCount = Number.POSITIVE_INFINITY
        if (!unassignedStops.isEmpty) {
          incumbent.restore()
          unassignedStops.refresh()
          score = routes.cost + timeCosts.total
        }
      }
    }
    if (
      isEjecting &&
      isReducing &&
      routes.usedVehicleCount > 1 &&
      unassignedStops.isEmpty &&
      closeShortestTour(search)
    ) {
      unassignedStops.refresh()
      unassignedStops.countAbsence()
      timeCosts.reset()
      score = routes.cost + timeCosts.total
    }
    const absencePenalty = isEjecting && !unassignedStops.isEmpty ? unassignedStops.sumAbsence() : 0
    journal.startRound()
    const isComplete = runRound(search, unassignedStops, vehicleExchange, isOver)
    if (isComplete) vehicleExchange?.run()
    const unassignedDifference = journal.compareUnassigned()
    const newLongestTourLength = balance.getLongestTourLength()
    const timeCostTotal = timeCosts.totalAfterChange(journal.touchedVehicles, journal.count)
    const newScore = routes.cost + timeCostTotal + balance.weight * newLongestTourLength
    const isAccepted =
      newLongestTourLength < longestTourLength || newScore < score - temperature * Math.log(1 - search.random())
    if (
      isComplete &&
      (unassignedDifference < 0 ||
        (unassignedDifference === 0 && isAccepted) ||
        (absencePenalty > 0 && unassignedStops.sumAbsence() < absencePenalty)) &&
      areTouchedToursFeasible(search)
    ) {
      score = newScore
      timeCosts.accept(journal.touchedVehicles, journal.count, timeCostTotal)
      longestTourLength = newLongestTourLength
      if (unassignedDifference !== 0 || !unassignedStops.isEmpty) unassignedStops.refresh()
      incumbent.offer()
    } else {
      journal.undo()
      for (let index = 0; index < journal.count; index++) search.insertion.update(journal.touchedVehicles[index])
    }
    if (isEjecting && !unassignedStops.isEmpty) unassignedStops.countAbsence()
  }
  return { stopSequences: incumbent.toStopSequences(), roundCount }
}

/**
 * Removes all stops from the vehicle with the fewest stops and lowers the vehicle limit accordingly. The search then
 * inserts these stops into other tours (fleet minimization, as cited above). Returns false if all vehicles have locked
 * stops.
 */
function closeShortestTour({ routes, insertion, model }: FleetSearch): boolean {
  let shortestVehicle = -1
  for (let vehicle = 0; vehicle < model.vehicleCount; vehicle++) {
    if (routes.tourLength[vehicle] === 0 || model.lockedSequences[vehicle].length > 0) continue
    if (shortestVehicle < 0 || routes.tourLength[vehicle] < routes.tourLength[shortestVehicle])
      shortestVehicle = vehicle
  }
  if (shortestVehicle < 0) return false
  const hub = model.stopCount + shortestVehicle
  while (routes.next[hub] !== hub) routes.remove(routes.next[hub])
  insertion.update(shortestVehicle)
  routes.maxUsedVehicleCount = routes.usedVehicleCount
  return true
}

/** Returns whether rounds take long because of many time windows or because whole tours must be simulated. */
function hasLongRounds({ rules, model }: FleetSearch): boolean {
  return rules.needsSimulation || (rules.hasTimeWindows && model.stopCount > 200)
}

function areTouchedToursFeasible({ insertion, journal }: FleetSearch): boolean {
  for (let index = 0; index < journal.count; index++)
    if (!insertion.isFeasible(journal.touchedVehicles[index])) return false
  return true
}

/** Runs one round. Returns false if time ran out during the round. */
function runRound(
  search: FleetSearch,
  unassignedStops: UnassignedStops,
  vehicleExchange: VehicleExchange | undefined,
  isOver: () => boolean,
): boolean {
  const { removal, random, balance } = search
  if (balance.isEnabled) balance.chooseTarget(random)
  removal.removeAround(chooseSeedStop(search))
  vehicleExchange?.drawVehicle()
  const count = unassignedStops.isEmpty
    ? removal.count
    : unassignedStops.appendRandom(removal.removedStops, removal.count)
  search.insertionOrder.sort(removal.removedStops, count, count > removal.count && random() < PRIORITY_FIRST_RATE)
  return reinsertStops(search, removal.removedStops, count, isOver)
}

/**
 * Chooses the stop around which strings are removed. With balancing, about half of the rounds target the longest tour.
 */
function chooseSeedStop({ model, routes, balance, random }: FleetSearch): number {
  const randomStop = Math.floor(random() * model.stopCount)
  if (!balance.isEnabled || random() < 0.5) return randomStop
  const longestVehicle = balance.findLongestVehicle()
  if (routes.tourLength[longestVehicle] === 0) return randomStop
  let stop = routes.next[model.stopCount + longestVehicle]
  for (
    let remainingSteps = Math.floor(random() * routes.tourLength[longestVehicle]);
    remainingSteps > 0;
    remainingSteps--
  )
    stop = routes.next[stop]
  return stop
}

function reinsertStops(search: FleetSearch, stops: Int32Array, count: number, isOver: () => boolean): boolean {
  const { insertion, journal, routes, rules, model } = search
  for (let index = 0; index < count; index++) {
    if (rules.needsSimulation && index % INSERTIONS_PER_CLOCK_CHECK === 1 && isOver()) return false
    const stop = model.hasChoices ? findSlotInGroup(search, stops[index]) : stops[index]
    if (stop < 0 || (!model.hasChoices && !insertion.findSlot(stop, Number.POSITIVE_INFINITY))) continue
    journal.saveTour(routes.vehicleOf[insertion.afterNode])
    insertion.insert(stop)
  }
  return true
}

/** Starts from the given solution if it is better than the constructed solution. */
function offerInitialSolution(
  { routes, insertion, model, timeCosts }: FleetSearch,
  incumbent: Incumbent,
  initialSequences: StopSequences,
): void {
  routes.reset(initialSequences)
  for (let vehicle = 0; vehicle < model.vehicleCount; vehicle++) insertion.update(vehicle)
  timeCosts.reset()
  const isBest = incumbent.offer()
  incumbent.limitCost()
  if (!isBest) incumbent.restore()
}
