import type { RoadNetwork } from '../../network/network.ts'
import type { MatchedTrack } from '../matched-track.ts'
import { coveredMeters, type Line, linesOf } from './lines.ts'

/**
 * Length of the true lines, the part of it that was matched, length of the matched lines, and the part of it that is
 * correct, in meters.
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
