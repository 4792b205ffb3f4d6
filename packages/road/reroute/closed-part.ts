import type { RoadMetric } from '../map.ts'
import type { RoadNetwork } from '../network/network.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import { weightThrough } from './path-weights.ts'
import { isAtOrBefore, type PathPosition, type TracedPath } from './traced-path.ts'

/** The closed section of a path, as indexes of its arcs. */
export interface ClosedPart {
  /**
   * The last arc before the closure that a detour can leave at its end, and the first arc after it that a detour can
   * enter.
   */
  readonly first: number
  readonly last: number
  /** Range in which the detour may leave the path, from the position or the previous stop to the next stop. */
  readonly low: number
  readonly high: number
}

/** Finds the closed section of a path. Returns undefined if no arc is closed or if every detour would skip a stop. */
export function findClosedPart(
  network: RoadNetwork,
  metric: RoadMetric,
  path: TracedPath,
  startPosition: PathPosition,
  stops: readonly PathPosition[],
): ClosedPart | undefined {
  const end = path.arcs.length - 1
  const isClosed = (index: number) => metric.weights.arc[path.arcs[index]] >= INFINITE_WEIGHT
  const isOpenUpTo = (index: number) => weightThrough(network, metric, path, index - 1) < INFINITE_WEIGHT
  let first = startPosition.index
  if (isClosed(first)) return undefined
  while (first < end && !isClosed(first + 1) && isOpenUpTo(first + 1)) first++
  let last = end
  if (first === end || isClosed(last)) return undefined
  while (!isClosed(last - 1) && isOpenUpTo(last)) last--
  // The closure may also be a turn between two open arcs.
  const hasStopBetween = stops.some(({ index }) => index > first && index < last)
  if (hasStopBetween) return undefined
  const stopsBefore = stops.filter((stop) => stop.index <= first && isAtOrBefore(network, path, startPosition, stop))
  const nextStop = stops.find((stop) => stop.index >= last)
  return { first, last, low: stopsBefore.at(-1)?.index ?? startPosition.index, high: nextStop?.index ?? end }
}
