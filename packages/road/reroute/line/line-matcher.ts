import type { Coordinates } from '@fairway/geo'
import type { MatchMap } from '../../match/match-map.ts'
import type { MatchedTrack } from '../../match/matched-track.ts'
import { Matcher } from '../../match/matcher.ts'
import { defaultModel } from '../../match/model.ts'
import { metersBetween, type Track } from '../../match/track.ts'
import type { RoadNetwork } from '../../network/network.ts'
import { threadCopies } from '../thread-copies.ts'
import type { TracedPath } from '../traced-path.ts'
import { sampleLine } from './sample-line.ts'
import { beginningOfArc, endOfArc, placeAt } from './shape-positions.ts'

/** Along ferry crossings, a line is away from every road that points snap to. */
const model = { ...defaultModel, breakMeters: 10_000 }
/** A line with a smaller share on roads is not the line of a route. */
const MIN_SHARE = 0.5
/** For a long line, this many points are checked before the whole line is matched. */
const FIRST_LOOK = 200
/** Tolerance as a share of an arc's length. Pieces this close continue where the previous one ended. */
const SAME_SHARE = 1e-6

export type LineMatch =
  | { readonly kind: 'matched'; readonly path: TracedPath; readonly share: number }
  | { readonly kind: 'lost'; readonly reason: 'off-road' | 'in-pieces' }

/** Matches lines drawn by other services to paths on this map. Holds the scratch memory of one thread. */
export class LineMatcher {
  private readonly source: MatchMap
  private readonly matcher: Matcher

  constructor(source: MatchMap) {
    this.source = source
    this.matcher = new Matcher(source, model)
  }

  match(line: Coordinates): LineMatch {
    const track = sampleLine(line)
    if (track.count > 2 * FIRST_LOOK) {
      const look = judge({ ...track, count: FIRST_LOOK }, this.matcher.match({ ...track, count: FIRST_LOOK }))
      if (look !== 'good' && look !== 'off-road') return { kind: 'lost', reason: look }
    }
    const matched = this.matcher.match(track)
    const judged = judge(track, matched)
    if (judged !== 'good') return { kind: 'lost', reason: judged }
    return { kind: 'matched', path: this.toPath(matched), share: matchedShare(track, matched) }
  }

  private toPath({ pieces }: MatchedTrack): TracedPath {
    const { network } = this.source.map
    const driven = new Driven()
    for (const { stretches } of pieces) {
      for (let i = 0; i < stretches.count; i++) driven.add(stretches.arc[i], stretches.from[i], stretches.to[i])
    }
    const { edgeSide } = network.arcs
    const isBack = (i: number) =>
      edgeSide[driven.arc[i]] === (edgeSide[driven.arc[i + 1]] ^ 1) && !(driven.to[i] === 1 && driven.from[i + 1] === 0)
    const { arcs, turns } = threadCopies(network, this.source.copies, driven.arc, isBack)
    const count = arcs.length
    const leave = Float64Array.from(arcs, (arc, i) =>
      i === count - 1 || isBack(i) ? placeOn(network, arc, driven.to[i]) : endOfArc(network, arc),
    )
    const enter = Float64Array.from(arcs, (arc, i) => {
      if (i === 0) return placeOn(network, arc, driven.from[0])
      return isBack(i - 1) ? leave[i - 1] : beginningOfArc(network, arc)
    })
    return { arcs, turns, enter, leave, first: undefined, last: undefined }
  }
}

/** The stretches of all pieces in sequence. */
class Driven {
  readonly arc: number[] = []
  readonly from: number[] = []
  readonly to: number[] = []

  add(arc: number, from: number, to: number): void {
    const last = this.arc.length - 1
    if (last >= 0 && this.arc[last] === arc && Math.abs(this.to[last] - from) <= SAME_SHARE) {
      this.to[last] = to
      return
    }
    this.arc.push(arc)
    this.from.push(from)
    this.to.push(to)
  }
}

function judge(track: Track, matched: MatchedTrack): 'good' | 'off-road' | 'in-pieces' {
  if (matched.pieces.length === 0 || matchedShare(track, matched) < MIN_SHARE) return 'off-road'
  return matched.pieces.keys().every((i) => i === 0 || goesOn(matched, i)) ? 'good' : 'in-pieces'
}

/** A very long track consists of several pieces, each of which begins where the previous one ends. */
function goesOn({ pieces }: MatchedTrack, index: number): boolean {
  const before = pieces[index - 1].stretches
  const { arc, from } = pieces[index].stretches
  const last = before.count - 1
  return before.arc[last] === arc[0] && Math.abs(before.to[last] - from[0]) <= SAME_SHARE
}

/** Share of the line's length between points that were matched to roads. */
function matchedShare(track: Track, { points }: MatchedTrack): number {
  let found = 0
  let total = 0
  for (let i = 1; i < track.count; i++) {
    const meters = metersBetween(track, i - 1, i)
    total += meters
    if (points.piece[i - 1] >= 0 && points.piece[i] >= 0) found += meters
  }
  return total > 0 ? found / total : 0
}

function placeOn(network: RoadNetwork, arc: number, share: number): number {
  const side = network.arcs.edgeSide[arc]
  return placeAt(network, side >>> 1, (side & 1) === 0 ? share : 1 - share)
}
