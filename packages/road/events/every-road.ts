import { CandidateFinder } from '../match/candidate-finder.ts'
import type { MatchMap } from '../match/match-map.ts'

/**
 * Finds the roads around a point, those included that the metric closes: an event on a closed road is on that road, and
 * not on the next one. Weights of the network are finite; seen as signed numbers they take no memory of their own.
 */
export function everyRoadFinder(source: MatchMap): CandidateFinder {
  const { weight } = source.map.network.arcs
  const arc = new Int32Array(weight.buffer, weight.byteOffset, weight.length)
  const { metric } = source
  return new CandidateFinder({ ...source, metric: { ...metric, weights: { ...metric.weights, arc } } })
}
