import type { RoadNetwork } from '../network/network.ts'
import { INFINITE_WEIGHT, NO_ID } from '../sentinels.ts'
import type { Snap } from '../snap/snapper.ts'
import { fractionAlong } from './leg.ts'

/** One end of a search: a place on a road, driven in one direction. */
export interface End {
  readonly snap: Snap
  readonly side: number
}

const MOST_ENDS = 16

/**
 * The sources or targets of a search, as the hierarchy wants them. A source weighs less than its arc, because a part of
 * the arc lies behind it; a target weighs the part of its arc that is driven.
 */
export class EndList {
  count = 0
  readonly arc = new Uint32Array(MOST_ENDS)
  readonly weight = new Int32Array(MOST_ENDS)
  private readonly ends: End[] = []

  clear(): void {
    this.count = 0
    this.ends.length = 0
  }
  at(index: number): End {
    return this.ends[index]
  }
  list(): End[] {
    return this.ends.slice()
  }

  addSnaps(network: RoadNetwork, arcWeight: Int32Array, snaps: readonly Snap[], kind: 'source' | 'target'): void {
    for (const snap of snaps) {
      for (let side = 0; side < 2; side++) {
        if ((snap.sides & (1 << side)) !== 0) this.add(network, arcWeight, snap, side, kind, 0)
      }
    }
  }

  add(
    { edges }: RoadNetwork,
    arcWeight: Int32Array,
    snap: Snap,
    side: number,
    kind: 'source' | 'target',
    already: number,
  ): void {
    const arc = edges.arc[2 * snap.edge + side]
    if (arc === NO_ID || arcWeight[arc] >= INFINITE_WEIGHT || this.count === MOST_ENDS) return
    const part = Math.round(fractionAlong(snap, side) * arcWeight[arc])
    this.arc[this.count] = arc
    this.weight[this.count++] = already + (kind === 'source' ? -part : part)
    this.ends.push({ snap, side })
  }
}

/** Driving straight along one arc from a source to a target on it: the hierarchy only knows ways that leave an arc. */
export function directDrive(
  sources: EndList,
  targets: EndList,
): { readonly source: number; readonly target: number; readonly weight: number } | undefined {
  let best: { source: number; target: number; weight: number } | undefined
  for (let source = 0; source < sources.count; source++) {
    for (let target = 0; target < targets.count; target++) {
      if (sources.arc[source] !== targets.arc[target]) continue
      const from = sources.at(source)
      const to = targets.at(target)
      if (fractionAlong(from.snap, from.side) > fractionAlong(to.snap, to.side)) continue
      const weight = sources.weight[source] + targets.weight[target]
      if (!best || weight < best.weight) best = { source, target, weight }
    }
  }
  return best
}
