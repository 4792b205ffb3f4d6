import { ArcFlag } from '../../network/attributes.ts'
import type { RoadNetwork } from '../../network/network.ts'
import { fractionAlong, type PlannedLeg } from '../../route/leg.ts'
import { positionAtFraction, snapAt } from '../line/shape-positions.ts'

/**
 * Returns a random walk over the given number of arcs, which may revisit positions. Returns undefined if it reaches a
 * dead end.
 */
export function randomWalk(
  { random, network }: { readonly random: () => number; readonly network: RoadNetwork },
  arcCount: number,
  first = Math.floor(random() * network.arcs.count),
  startShare = random(),
): PlannedLeg | undefined {
  const arcs = [network.edges.arc[network.arcs.edgeSide[first]]]
  const turns: number[] = []
  const { first: firstTurn, to } = network.turns
  const { flags } = network.arcs
  while (arcs.length < arcCount) {
    const arc = arcs[arcs.length - 1]
    const out = Array.from({ length: firstTurn[arc + 1] - firstTurn[arc] }, (_, i) => firstTurn[arc] + i)
    const on = out.filter((turn) => (flags[to[turn]] & ArcFlag.leadsToMain) !== 0)
    if (on.length === 0) return undefined
    turns.push(on[Math.floor(random() * on.length)])
    arcs.push(to[turns[turns.length - 1]])
  }
  const endShare = arcCount === 1 ? startShare + random() * (1 - startShare) : random()
  return legOver(network, arcs, turns, startShare, endShare)
}

export function legOver(
  network: RoadNetwork,
  arcs: readonly number[],
  turns: readonly number[],
  startShare: number,
  endShare: number,
): PlannedLeg {
  const snap = (arc: number, share: number) => {
    const side = network.arcs.edgeSide[arc]
    const fraction = (side & 1) === 0 ? share : 1 - share
    return snapAt(network, side, positionAtFraction(network, side >>> 1, fraction), undefined)
  }
  const [start, end] = [snap(arcs[0], startShare), snap(arcs[arcs.length - 1], endShare)]
  return {
    arcs: Uint32Array.from(arcs),
    turns: Uint32Array.from(turns),
    startFraction: fractionAlong(start, network.arcs.edgeSide[arcs[0]] & 1),
    endFraction: fractionAlong(end, network.arcs.edgeSide[arcs[arcs.length - 1]] & 1),
    weight: 0,
    start,
    end,
  }
}
