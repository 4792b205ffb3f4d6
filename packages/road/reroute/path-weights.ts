import type { RoadMetric } from '../map.ts'
import type { RoadNetwork } from '../network/network.ts'
import { INFINITE_WEIGHT, NO_ID } from '../sentinels.ts'
import { arcFractionAt, isUturnAt, type PathPosition, type TracedPath } from './traced-path.ts'

/** Returns the weight from the beginning of each arc to the end of the path, or INFINITE_WEIGHT before a closure. */
export function weightsToEnd(network: RoadNetwork, metric: RoadMetric, path: TracedPath): Int32Array {
  const { arcs } = path
  const last = arcs.length - 1
  const weightToEnd = new Int32Array(arcs.length)
  weightToEnd[last] = weightBehind(network, metric, path, { index: last, position: path.leave[last] })
  for (let i = last - 1; i >= 0; i--) {
    // A U-turn may have a negative weight, because the weight after it is measured from the beginning of the arc that
    // leads back.
    const isOpen = weightToEnd[i + 1] < INFINITE_WEIGHT
    weightToEnd[i] = isOpen
      ? Math.min(INFINITE_WEIGHT, weightThrough(network, metric, path, i) + weightToEnd[i + 1])
      : INFINITE_WEIGHT
  }
  return weightToEnd
}

/** Returns the weight from one position on the path to a later position. */
export function weightBetween(
  network: RoadNetwork,
  metric: RoadMetric,
  path: TracedPath,
  from: PathPosition,
  to: PathPosition,
): number {
  let weight = weightBehind(network, metric, path, to)
  for (let i = from.index; i < to.index && weight < INFINITE_WEIGHT; i++) {
    weight += weightThrough(network, metric, path, i)
  }
  const weightBefore = weightBehind(network, metric, path, from)
  return weightBefore >= INFINITE_WEIGHT || weight >= INFINITE_WEIGHT ? INFINITE_WEIGHT : weight - weightBefore
}

/** Returns the weight from the beginning of an arc of the path to the beginning of the next arc. */
export function weightThrough(network: RoadNetwork, metric: RoadMetric, path: TracedPath, index: number): number {
  const turn = path.turns[index]
  if (turn !== NO_ID) return metric.weights.turn[turn]
  if (!isUturnAt(network, path, index)) return INFINITE_WEIGHT
  const weightBefore = weightBehind(network, metric, path, { index, position: path.leave[index] })
  const weightAfter = weightBehind(network, metric, path, { index: index + 1, position: path.enter[index + 1] })
  return weightBefore >= INFINITE_WEIGHT || weightAfter >= INFINITE_WEIGHT
    ? INFINITE_WEIGHT
    : weightBefore - weightAfter
}

/**
 * Returns the part of an arc's weight before a position on it. The computation is the same as for sources and targets
 * of a search.
 */
function weightBehind(network: RoadNetwork, { weights }: RoadMetric, path: TracedPath, position: PathPosition): number {
  const weight = weights.arc[path.arcs[position.index]]
  return weight >= INFINITE_WEIGHT ? INFINITE_WEIGHT : Math.round(arcFractionAt(network, path, position) * weight)
}
