import type { CostMatrix } from '../matrix.ts'
import type { Neighbors } from '../neighbors.ts'
import { buildGreedyTour } from './constructions.ts'
import { doubleBridge } from './double-bridge.ts'
import { createLocalSearchRun } from './local-search.ts'
import { computeCycleCost, createLocalSearch, type LocalSearch } from './search-state.ts'

/**
 * Number of kicks between clock checks. Reading the clock is expensive compared to a kick, which takes 10 µs. With
 * unstructured costs, a kick takes 200 µs.
 */
const KICKS_PER_CLOCK_CHECK = 8

/** Maximum cost increase per kick at the start and at the end, as a fraction of the mean arc cost. */
const START_TEMPERATURE = 0.2
const END_TEMPERATURE = 0.001

/** Number of start tours, and the share of the budget for each. */
const MIN_STARTS = 5
const RACE_SHARE = 0.06
/** Maximum distortion of arc costs, which produces different start tours. */
const MAX_DISTORTION = 0.3

export interface SearchLimits {
  readonly maxIterations?: number | undefined
  /** Returns the used share of the time budget, from 0 to 1. Ignored if `maxIterations` is set. */
  readonly progress?: (() => number) | undefined
  readonly isOver: () => boolean
}

/** A tour at the start or at the end of a search. */
export interface SearchedTour {
  readonly nodes: Int32Array
  readonly kickCount: number
}

/**
 * Tries several start tours for a short time and continues with the best one. The links between clusters hardly change
 * after the first local search, so a single start can end several percent above the optimum. The first local search
 * always finishes, even if time has run out.
 */
export function searchFromStarts(
  matrix: CostMatrix,
  neighbors: Neighbors,
  startTours: readonly Int32Array[],
  random: () => number,
  limits: SearchLimits,
): SearchedTour {
  const search = createLocalSearch(matrix, neighbors, startTours[0])
  const runLocalSearch = createLocalSearchRun(search)
  const distort = (): number => 1 + MAX_DISTORTION * (2 * random() - 1)
  const bestTour = new Int32Array(matrix.size)
  const candidate = new Int32Array(matrix.size)
  let bestCost = Number.POSITIVE_INFINITY
  let kickCount = 0
  for (let start = 0; start < Math.max(MIN_STARTS, startTours.length); start++) {
    if (start > 0 && (limits.isOver() || computeProgress(limits, kickCount) >= MIN_STARTS * RACE_SHARE)) break
    const nodes = startTours[start] ?? buildGreedyTour(matrix, neighbors, distort)
    restartSearch(search, nodes, runLocalSearch)
    const raceLimits = limitRace(limits, start, kickCount)
    kickCount += runIteratedSearch(search, runLocalSearch, random, raceLimits, candidate)
    const cost = computeCycleCost(matrix, candidate)
    if (cost >= bestCost) continue
    bestCost = cost
    bestTour.set(candidate)
  }
  search.tour.reset(bestTour)
  search.tourCost = bestCost
  kickCount += runIteratedSearch(search, runLocalSearch, random, limitRest(limits, kickCount), bestTour)
  return { nodes: bestTour, kickCount }
}

function restartSearch(search: LocalSearch, nodes: Int32Array, runLocalSearch: () => void): void {
  search.tour.reset(nodes)
  search.tourCost = computeCycleCost(search, nodes)
  for (const node of nodes) search.queue.push(node)
  runLocalSearch()
}

/** Limits the search for one start tour. This search accepts only improvements. */
function limitRace(limits: SearchLimits, start: number, kickCount: number): SearchLimits {
  const end = (start + 1) * RACE_SHARE
  return {
    maxIterations: limits.maxIterations && Math.max(0, Math.floor(end * limits.maxIterations) - kickCount),
    isOver: () => limits.isOver() || (limits.maxIterations === undefined && computeProgress(limits, 0) >= end),
  }
}

function limitRest(limits: SearchLimits, kickCount: number): SearchLimits {
  const { maxIterations, progress, isOver } = limits
  const used = computeProgress(limits, kickCount)
  return {
    maxIterations: maxIterations && maxIterations - kickCount,
    progress: progress && (() => (progress() - used) / Math.max(1 - used, Number.EPSILON)),
    isOver,
  }
}

/**
 * Runs an iterated local search (Martin, Otto and Felten 1991). Each iteration kicks the tour, repairs it, and keeps
 * the result if it is better, and occasionally if it is slightly worse. Leaves the best tour in `bestTour` and returns
 * the number of kicks.
 */
function runIteratedSearch(
  search: LocalSearch,
  runLocalSearch: () => void,
  random: () => number,
  limits: SearchLimits,
  bestTour: Int32Array,
): number {
  const { tour, size } = search
  bestTour.set(tour.order)
  let bestCost = search.tourCost
  const meanArcCost = bestCost / size
  const maxKicks = limits.maxIterations ?? Number.POSITIVE_INFINITY
  let temperature = 0
  let kickCount = 0
  for (; kickCount < maxKicks; kickCount++) {
    if (kickCount % KICKS_PER_CLOCK_CHECK === 0) {
      if (limits.isOver()) break
      temperature =
        meanArcCost * START_TEMPERATURE * (END_TEMPERATURE / START_TEMPERATURE) ** computeProgress(limits, kickCount)
    }
    const costBefore = search.tourCost
    tour.startJournal()
    doubleBridge(search, random)
    runLocalSearch()
    if (search.tourCost > costBefore - temperature * Math.log(random() + Number.MIN_VALUE)) {
      tour.undoJournal()
      search.tourCost = costBefore
    } else if (search.tourCost < bestCost) {
      bestCost = search.tourCost
      bestTour.set(tour.order)
    }
  }
  return kickCount
}

/**
 * Returns the progress. If the number of kicks is limited, progress is measured in kicks, so that the solution does not
 * depend on machine speed.
 */
function computeProgress({ maxIterations, progress }: SearchLimits, kickCount: number): number {
  if (maxIterations !== undefined) return kickCount / maxIterations
  return progress === undefined ? 1 : Math.min(1, progress())
}
