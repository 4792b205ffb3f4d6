import type { MatchMap } from '../../match/match-map.ts'
import type { Stretches } from '../../match/matched-track.ts'
import type { RoadNetwork } from '../../network/network.ts'
import type { PlannedLeg } from '../../route/leg.ts'
import { cutLegs } from '../cut-legs.ts'
import { chooseArcCopies } from '../thread-copies.ts'
import { startOfPath, type TracedPath } from '../traced-path.ts'
import { beginningOfArc, endOfArc, positionAtFraction } from './shape-positions.ts'

/**
 * Tolerance as a fraction of an arc's length. Within this tolerance, a piece continues where the previous one ended.
 */
export const SAME_POSITION_TOLERANCE = 1e-6

/** Returns the path along matched stretches that follow each other. */
export function toMatchedPath({ map, copies }: MatchMap, stretches: readonly Stretches[]): TracedPath {
  const { network } = map
  const matchedArcs = new MatchedArcs()
  for (const { count, arc, from, to } of stretches) {
    for (let i = 0; i < count; i++) matchedArcs.add(arc[i], from[i], to[i])
  }
  const { edgeSide } = network.arcs
  const isUturn = (i: number) =>
    edgeSide[matchedArcs.arc[i]] === (edgeSide[matchedArcs.arc[i + 1]] ^ 1) &&
    !(matchedArcs.to[i] === 1 && matchedArcs.from[i + 1] === 0)
  const { arcs, turns } = chooseArcCopies(network, copies, matchedArcs.arc, isUturn)
  const count = arcs.length
  const leave = Float64Array.from(arcs, (arc, i) =>
    i === count - 1 || isUturn(i) ? positionOn(network, arc, matchedArcs.to[i]) : endOfArc(network, arc),
  )
  const enter = Float64Array.from(arcs, (arc, i) => {
    if (i === 0) return positionOn(network, arc, matchedArcs.from[0])
    return isUturn(i - 1) ? leave[i - 1] : beginningOfArc(network, arc)
  })
  return { arcs, turns, enter, leave, first: undefined, last: undefined }
}

/** Returns the legs of a matched path. The path is split only where the vehicle made a U-turn partway along a road. */
export function toMatchedLegs(source: MatchMap, stretches: Stretches): readonly PlannedLeg[] {
  const path = toMatchedPath(source, [stretches])
  return cutLegs(source.map.network, source.metric, path, startOfPath(path), []).legs
}

/** The stretches of all pieces in sequence. */
class MatchedArcs {
  readonly arc: number[] = []
  readonly from: number[] = []
  readonly to: number[] = []

  add(arc: number, from: number, to: number): void {
    const last = this.arc.length - 1
    if (last >= 0 && this.arc[last] === arc && Math.abs(this.to[last] - from) <= SAME_POSITION_TOLERANCE) {
      this.to[last] = to
      return
    }
    this.arc.push(arc)
    this.from.push(from)
    this.to.push(to)
  }
}

function positionOn(network: RoadNetwork, arc: number, fraction: number): number {
  const edgeSide = network.arcs.edgeSide[arc]
  return positionAtFraction(network, edgeSide >>> 1, (edgeSide & 1) === 0 ? fraction : 1 - fraction)
}
