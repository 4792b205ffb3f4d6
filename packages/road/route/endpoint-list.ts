import type { ArcCopies } from '../network/copies.ts'
import type { RoadNetwork } from '../network/network.ts'
import { INFINITE_WEIGHT, NO_ID } from '../sentinels.ts'
import type { Snap } from '../snap/snapper.ts'
import { fractionAlong } from './leg.ts'

/** One source or target of a search, which is a position on a road with a driving direction. */
export interface Endpoint {
  readonly snap: Snap
  readonly arc: number
}

/** Maximum number of endpoints, which is sufficient for eight roads in both directions, some of them with copies. */
const MAX_ENDPOINTS = 64

/**
 * The sources or targets of a search, in the format of the hierarchy. A source has a negative weight for the section of
 * its arc behind it. A target has the weight of the driven section of its arc.
 */
export class EndpointList {
  count = 0
  readonly arc = new Uint32Array(MAX_ENDPOINTS)
  readonly weight = new Int32Array(MAX_ENDPOINTS)
  private readonly network: RoadNetwork
  private readonly copies: ArcCopies
  /**
   * Snaps of the endpoints. Stale entries remain after the count, because clearing the list costs more than overwriting
   * it.
   */
  private readonly snaps: Snap[] = []

  constructor(network: RoadNetwork, copies: ArcCopies) {
    this.network = network
    this.copies = copies
  }

  clear(): void {
    this.count = 0
  }
  snapAt(index: number): Snap {
    return this.snaps[index]
  }
  at(index: number): Endpoint {
    return { snap: this.snaps[index], arc: this.arc[index] }
  }
  list(): Endpoint[] {
    return Array.from({ length: this.count }, (_, index) => this.at(index))
  }

  /**
   * Adds the endpoints of snaps. Trips begin only on original arcs but may end on copies as well, because a copy
   * encodes the previous arc of a vehicle.
   */
  addSnaps(arcWeight: Int32Array, snaps: readonly Snap[], kind: 'source' | 'target'): void {
    for (const snap of snaps) {
      for (let direction = 0; direction < 2; direction++) {
        const arc = this.network.edges.arc[2 * snap.edge + direction]
        if ((snap.sides & (1 << direction)) === 0 || arc === NO_ID) continue
        this.add(arcWeight, snap, arc, kind, 0)
        if (kind === 'source') continue
        for (const copy of this.copies.get(arc) ?? []) this.add(arcWeight, snap, copy, kind, 0)
      }
    }
  }

  add(arcWeight: Int32Array, snap: Snap, arc: number, kind: 'source' | 'target', weightBefore: number): void {
    if (arcWeight[arc] >= INFINITE_WEIGHT || this.count === MAX_ENDPOINTS) return
    const partWeight = Math.round(fractionAlong(snap, this.network.arcs.edgeSide[arc] & 1) * arcWeight[arc])
    this.arc[this.count] = arc
    this.snaps[this.count] = snap
    this.weight[this.count++] = weightBefore + (kind === 'source' ? -partWeight : partWeight)
  }
}

/**
 * Finds the path along one arc from a source to a target on the same arc. The hierarchy finds only paths that leave an
 * arc.
 */
export function findDirectPath(
  { arcs }: RoadNetwork,
  sources: EndpointList,
  targets: EndpointList,
): { readonly source: number; readonly target: number; readonly weight: number } | undefined {
  let bestConnection: { source: number; target: number; weight: number } | undefined
  for (let source = 0; source < sources.count; source++) {
    for (let target = 0; target < targets.count; target++) {
      if (sources.arc[source] !== targets.arc[target]) continue
      const direction = arcs.edgeSide[sources.arc[source]] & 1
      if (fractionAlong(sources.snapAt(source), direction) > fractionAlong(targets.snapAt(target), direction)) continue
      const weight = sources.weight[source] + targets.weight[target]
      if (!bestConnection || weight < bestConnection.weight) bestConnection = { source, target, weight }
    }
  }
  return bestConnection
}
