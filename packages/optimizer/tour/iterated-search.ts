import { doubleBridge } from './double-bridge.ts'
import { runLocalSearch } from './local-search.ts'
import type { LocalSearch } from './search-state.ts'

/**
 * Reading the clock is expensive relative to a kick of ten microseconds. With unstructured costs, however, a kick takes
 * 200 microseconds.
 */
const KICKS_PER_CLOCK_CHECK = 8

/** How much a kick may worsen the tour, as a fraction of the mean arc cost, at the start and at the end. */
const START_TEMPERATURE = 0.2
const END_TEMPERATURE = 0.001

export interface SearchLimits {
  readonly maxIterations?: number | undefined
  /** The share of the budget used, from 0 to 1. Ignored if iterations are counted. */
  readonly progress?: (() => number) | undefined
  readonly isOver: () => boolean
}

/**
 * Iterated local search (Martin, Otto and Felten 1991): kick, repair, and keep the result if it is better or
 * occasionally slightly worse. The first local search is completed even when the time is over, so that a tour is never
 * returned untouched. Leaves the best tour in `best` and returns the number of kicks.
 */
export function runIteratedSearch(
  search: LocalSearch,
  random: () => number,
  limits: SearchLimits,
  best: Int32Array,
): number {
  const { tour, size, queue } = search
  for (const node of tour.order) queue.push(node)
  tour.startJournal()
  runLocalSearch(search)
  best.set(tour.order)
  let bestCost = search.tourCost
  const meanArcCost = bestCost / size
  const maxKicks = limits.maxIterations ?? Number.POSITIVE_INFINITY
  let temperature = 0
  let kicks = 0
  for (; kicks < maxKicks; kicks++) {
    if (kicks % KICKS_PER_CLOCK_CHECK === 0) {
      if (limits.isOver()) break
      temperature =
        meanArcCost * START_TEMPERATURE * (END_TEMPERATURE / START_TEMPERATURE) ** computeProgress(limits, kicks)
    }
    const costBefore = search.tourCost
    tour.startJournal()
    doubleBridge(search, random)
    runLocalSearch(search)
    if (search.tourCost > costBefore - temperature * Math.log(random() + Number.MIN_VALUE)) {
      tour.undoJournal()
      search.tourCost = costBefore
    } else if (search.tourCost < bestCost) {
      bestCost = search.tourCost
      best.set(tour.order)
    }
  }
  return kicks
}

/** Measures progress in kicks when they are limited, because a solution must not depend on machine speed. */
function computeProgress({ maxIterations, progress }: SearchLimits, kicks: number): number {
  if (maxIterations !== undefined) return kicks / maxIterations
  return progress === undefined ? 1 : Math.min(1, progress())
}
