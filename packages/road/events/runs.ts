import type { MatchedPiece, Stretches } from '../match/matched-track.ts'
import type { RoadNetwork } from '../network/network.ts'

/** The first and the last fix of a section in which the path follows the line. */
export interface Run {
  readonly first: number
  readonly last: number
}

/** Splits a piece into runs where `follows` returns false between adjacent fixes. A single fix is not a run. */
export function splitIntoRuns({ fixes }: MatchedPiece, follows: (from: number, to: number) => boolean): Run[] {
  const runs: Run[] = []
  let first = 0
  for (let fix = 1; fix <= fixes.count; fix++) {
    if (fix < fixes.count && follows(fix - 1, fix)) continue
    if (fix - 1 > first) runs.push({ first, last: fix - 1 })
    first = fix
  }
  return runs
}

/** Returns the arcs driven between two fixes. */
export function getDrivenStretches({ stretches, fixes }: MatchedPiece, { first, last }: Run): Stretches {
  const [begin, end] = [fixes.stretch[first], fixes.stretch[last]]
  const from = stretches.from.slice(begin, end + 1)
  const to = stretches.to.slice(begin, end + 1)
  from[0] = fixes.fraction[first]
  to[end - begin] = fixes.fraction[last]
  return { count: end - begin + 1, arc: stretches.arc.slice(begin, end + 1), from, to }
}

/** Returns the distance driven between two fixes, without building the stretches. */
export function metersBetweenFixes({ arcs, edges }: RoadNetwork, piece: MatchedPiece, from: number, to: number) {
  const { stretches, fixes } = piece
  let cm = 0
  for (let i = fixes.stretch[from]; i <= fixes.stretch[to]; i++) {
    const begin = i === fixes.stretch[from] ? fixes.fraction[from] : stretches.from[i]
    const end = i === fixes.stretch[to] ? fixes.fraction[to] : stretches.to[i]
    cm += (end - begin) * edges.lengthCm[arcs.edgeSide[stretches.arc[i]] >>> 1]
  }
  return cm / 100
}
