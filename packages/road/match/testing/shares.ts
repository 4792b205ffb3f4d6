import type { RoadNetwork } from '../../network/network.ts'
import type { MatchedTrack } from '../matched-track.ts'
import { coveredMeters, type Line, linesOf } from './lines.ts'

/**
 * Lengths in meters: the true lines, the matched part of the true lines, the matched lines, and the correct part of the
 * matched lines.
 */
export interface Shares {
  driven: number
  covered: number
  matched: number
  right: number
}

export function noShares(): Shares {
  return { driven: 0, covered: 0, matched: 0, right: 0 }
}

export function addShares(sum: Shares, network: RoadNetwork, truth: Line, match: Pick<MatchedTrack, 'pieces'>): void {
  const lines = linesOf(network, match)
  const recall = coveredMeters(truth, lines)
  sum.driven += recall.total
  sum.covered += recall.covered
  for (const line of lines) {
    const precision = coveredMeters(line, [truth])
    sum.matched += precision.total
    sum.right += precision.covered
  }
}
