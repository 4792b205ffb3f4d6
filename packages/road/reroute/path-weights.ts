import type { RoadMetric } from '../map.ts'
import type { RoadNetwork } from '../network/network.ts'
import { INFINITE_WEIGHT, NO_ID } from '../sentinels.ts'
import { isTurnedBack, type PathPlace, shareAt, type TracedPath } from './traced-path.ts'

/** Weight from the beginning of each arc to the end of the path; INFINITE_WEIGHT where there is a closure. */
export function weighToEnd(network: RoadNetwork, metric: RoadMetric, path: TracedPath): Int32Array {
  const { arcs } = path
  const last = arcs.length - 1
  const toEnd = new Int32Array(arcs.length)
  toEnd[last] = weightBehind(network, metric, path, { index: last, place: path.leave[last] })
  for (let i = last - 1; i >= 0; i--) {
    // A U-turn may have a negative weight, because the weight after it counts from the beginning of the arc that leads
    // back.
    const isOpen = toEnd[i + 1] < INFINITE_WEIGHT
    toEnd[i] = isOpen
      ? Math.min(INFINITE_WEIGHT, weightThrough(network, metric, path, i) + toEnd[i + 1])
      : INFINITE_WEIGHT
  }
  return toEnd
}

/** Weight from one place of the path to a later one. */
export function weighBetween(
  network: RoadNetwork,
  metric: RoadMetric,
  path: TracedPath,
  from: PathPlace,
  to: PathPlace,
): number {
  let weight = weightBehind(network, metric, path, to)
  for (let i = from.index; i < to.index && weight < INFINITE_WEIGHT; i++) {
    weight += weightThrough(network, metric, path, i)
  }
  const behind = weightBehind(network, metric, path, from)
  return behind >= INFINITE_WEIGHT || weight >= INFINITE_WEIGHT ? INFINITE_WEIGHT : weight - behind
}

/** Weight from the beginning of an arc of the path to the beginning of the next. */
export function weightThrough(network: RoadNetwork, metric: RoadMetric, path: TracedPath, index: number): number {
  const turn = path.turns[index]
  if (turn !== NO_ID) return metric.weights.turn[turn]
  if (!isTurnedBack(network, path, index)) return INFINITE_WEIGHT
  const there = weightBehind(network, metric, path, { index, place: path.leave[index] })
  const back = weightBehind(network, metric, path, { index: index + 1, place: path.enter[index + 1] })
  return there >= INFINITE_WEIGHT || back >= INFINITE_WEIGHT ? INFINITE_WEIGHT : there - back
}

/**
 * The part of an arc's weight that lies before a place on it, computed the same way as for sources and targets of a
 * search.
 */
function weightBehind(network: RoadNetwork, { weights }: RoadMetric, path: TracedPath, place: PathPlace): number {
  const weight = weights.arc[path.arcs[place.index]]
  return weight >= INFINITE_WEIGHT ? INFINITE_WEIGHT : Math.round(shareAt(network, path, place) * weight)
}
