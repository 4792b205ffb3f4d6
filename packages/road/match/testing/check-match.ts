import type { RoadNetwork } from '../../network/network.ts'
import { NO_ID } from '../../sentinels.ts'
import { getHeadNode, getTailNode } from '../../testing/check-leg.ts'
import type { MatchedPiece, MatchedTrack } from '../matched-track.ts'
import type { Track } from '../track.ts'

/** Checks the guarantees of a match independently and describes the violations. */
export function faultsOfMatch(network: RoadNetwork, track: Track, matched: MatchedTrack): string[] {
  const pieces = matched.pieces.flatMap((piece, number) =>
    [...faultsOfStretches(network, piece), ...faultsOfFixes(track, piece)].map((fault) => `piece ${number}: ${fault}`),
  )
  return [...pieces, ...faultsOfPoints(track, matched)]
}

function faultsOfStretches(network: RoadNetwork, { stretches, lengthMeters }: MatchedPiece): string[] {
  const { count, arc, from, to } = stretches
  const { arcs, edges } = network
  const faults: string[] = []
  if (count === 0) faults.push('no stretches')
  let meters = 0
  for (let i = 0; i < count; i++) {
    if (edges.arc[arcs.edgeSide[arc[i]]] !== arc[i]) faults.push(`arc ${arc[i]} is a copy`)
    if (!(from[i] >= 0 && from[i] <= to[i] && to[i] <= 1)) faults.push(`stretch ${i} from ${from[i]} to ${to[i]}`)
    meters += ((to[i] - from[i]) * edges.lengthCm[arcs.edgeSide[arc[i]] >>> 1]) / 100
    if (i === 0) continue
    const isBack = arcs.edgeSide[arc[i]] === (arcs.edgeSide[arc[i - 1]] ^ 1)
    const isTurned = isBack && Math.abs(from[i] + to[i - 1] - 1) < 1e-6
    const isJoined =
      to[i - 1] === 1 && from[i] === 0 && getHeadNode(network, arc[i - 1]) === getTailNode(network, arc[i])
    if (!isTurned && !isJoined) faults.push(`stretch ${i} does not start where the previous one ends`)
  }
  if (Math.abs(meters - lengthMeters) > 0.01 * count) faults.push(`${lengthMeters} m, not ${meters}`)
  return faults
}

function faultsOfFixes({ seconds }: Track, { fixes, stretches, confidence }: MatchedPiece): string[] {
  const { count, point, stretch, fraction } = fixes
  const faults: string[] = []
  for (let i = 0; i < count; i++) {
    const at = stretch[i]
    if (at >= stretches.count) faults.push(`fix ${i} on stretch ${at}`)
    else if (fraction[i] < stretches.from[at] - 1e-9 || fraction[i] > stretches.to[at] + 1e-9) {
      faults.push(`fix ${i} at ${fraction[i]} of stretch ${at}`)
    }
    if (!(fixes.confidence[i] >= 0 && fixes.confidence[i] <= 1)) faults.push(`confidence ${fixes.confidence[i]}`)
    if (i === 0) continue
    const isBehind = at < stretch[i - 1] || (at === stretch[i - 1] && fraction[i] < fraction[i - 1])
    if (isBehind) faults.push(`fix ${i} lies behind the previous one`)
    if (seconds && seconds[point[i]] < seconds[point[i - 1]]) faults.push(`fix ${i} is earlier than the previous one`)
  }
  if (stretch[count - 1] !== stretches.count - 1) faults.push('the last fix is not on the last stretch')
  if (!(confidence >= 0 && confidence <= 1)) faults.push(`confidence ${confidence}`)
  return faults
}

function faultsOfPoints({ count }: Track, { points, pieces, counts }: MatchedTrack): string[] {
  const faults: string[] = []
  let left = 0
  for (let point = 0; point < count; point++) {
    const isLeft = points.piece[point] < 0
    if (isLeft) left++
    if (isLeft !== (points.arc[point] === NO_ID))
      faults.push(`point ${point} is on an arc and in no piece, or vice versa`)
    if (points.piece[point] >= pieces.length) faults.push(`point ${point} in piece ${points.piece[point]}`)
    if (!(points.fraction[point] >= 0 && points.fraction[point] <= 1)) faults.push(`point ${point} is outside its arc`)
  }
  if (left !== counts.invalidCount + counts.offRoadCount + counts.outlierCount) {
    faults.push(`${left} points were skipped, not ${JSON.stringify(counts)}`)
  }
  return faults
}
