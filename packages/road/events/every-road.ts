import { CandidateFinder } from '../match/candidate-finder.ts'
import type { MatchMap } from '../match/match-map.ts'

/**
 * Finds the roads around a point, including roads that the metric closes: an event on a closed road must not move to
 * the next road. Network weights are finite, so a signed view of them serves as an all-open metric without extra
 * memory.
 */
export function everyRoadFinder(source: MatchMap): CandidateFinder {
  const { weight } = source.map.network.arcs
  const arc = new Int32Array(weight.buffer, weight.byteOffset, weight.length)
  const { metric } = source
  return new CandidateFinder({ ...source, metric: { ...metric, weights: { ...metric.weights, arc } } })
}
