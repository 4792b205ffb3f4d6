import type { FleetProblem } from '../problem/problem.ts'
import type { Tour } from '../solution/solution.ts'

/**
 * Merges portions of the same stop that follow each other without a reload, a break, or waiting into one visit. The visit
 * has the index of its first portion, and `delivered` contains the amounts.
 */
export function mergePortions({ stops }: FleetProblem, stopOf: readonly number[], tour: Tour): Tour {
  const isContinued = (position: number): boolean =>
    position > 0 &&
    stopOf[tour.stops[position] ?? -1] === stopOf[tour.stops[position - 1] ?? -1] &&
    tour.starts[position] === tour.departures[position - 1] &&
    ![...tour.reloads, ...tour.breaks].some((tourEvent) => tourEvent.position === position)
  const firsts = [...tour.stops.keys()].filter((position) => !isContinued(position))
  const lasts = firsts.map((_, visit) => (firsts[visit + 1] ?? tour.stops.length) - 1)
  const pick = <T>(list: readonly T[], positions: readonly number[]): T[] =>
    positions.flatMap((position) => list.slice(position, position + 1))
  const toVisitCount = (position: number): number => firsts.filter((first) => first < position).length
  return {
    ...tour,
    stops: pick(tour.stops, firsts),
    arrivals: pick(tour.arrivals, firsts),
    starts: pick(tour.starts, firsts),
    departures: pick(tour.departures, lasts),
    setups: pick(tour.setups, firsts),
    slacks: pick(tour.slacks, firsts),
    loads: pick(tour.loads, lasts),
    breaks: tour.breaks.map((tourBreak) => ({ ...tourBreak, position: toVisitCount(tourBreak.position) })),
    reloads: tour.reloads.map((tourReload) => ({ ...tourReload, position: toVisitCount(tourReload.position) })),
    delivered: firsts.map((first, visit) =>
      tour.load.map((_, dimension) =>
        tour.stops
          .slice(first, (lasts[visit] ?? first) + 1)
          .reduce((sum, portion) => sum + (stops[portion]?.demand?.[dimension] ?? 0), 0),
      ),
    ),
  }
}
