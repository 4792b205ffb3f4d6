import type { PathQuery } from '../cch/path-query.ts'
import type { RoadMap, RoadMetric } from '../map.ts'
import type { Copies } from '../network/copies.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import { type ClosedPart, findClosedPart } from './closed-part.ts'
import { cutLegs } from './cut-legs.ts'
import { Entries } from './line/entries.ts'
import { Exits } from './line/exits.ts'
import { weighToEnd } from './path-weights.ts'
import type { Rejoined } from './remaining-route.ts'
import { type Splice, spliceWay } from './splice-path.ts'
import { beginningOf, type PathPlace, type TracedPath } from './traced-path.ts'

/** How far before and after the closure a detour may leave and rejoin the path, in arcs of the path. */
const WIDTHS = [1, 3, 8, 21, 55, 144, Number.POSITIVE_INFINITY] as const

/** Finds detours around a closure that follow the rest of the path. Holds the scratch memory of one thread. */
export class Detours {
  private readonly map: RoadMap
  private readonly query: PathQuery
  readonly exits = new Exits()
  readonly entries: Entries

  constructor(map: RoadMap, query: PathQuery, copies: Copies) {
    this.map = map
    this.query = query
    this.entries = new Entries(map.network, copies)
  }

  /**
   * Yields detours from around the block to across town. Each is the best path that leaves and rejoins within its
   * width, and none weighs more than the previous ones. Yields nothing when the closure spans more than one leg between
   * stops, or when the vehicle is inside it.
   */
  *around(
    metric: RoadMetric,
    path: TracedPath,
    at: PathPlace,
    stops: readonly PathPlace[],
  ): Generator<Rejoined, void, undefined> {
    const { network } = this.map
    const closed = findClosedPart(network, metric, path, at, stops)
    if (!closed) return
    const toEnd = weighToEnd(network, metric, path)
    let least = INFINITE_WEIGHT
    for (const width of WIDTHS) {
      this.exits.choose(network, metric, path, at, closed, width)
      this.entries.chooseBehind(metric, path, toEnd, closed, width)
      const weight = this.search(metric)
      if (weight >= least) continue
      least = weight
      const found = this.join(metric, path, at, stops)
      if (found && found.weight < INFINITE_WEIGHT) yield found
      if (isAll(closed, width)) return
    }
  }

  private search(metric: RoadMetric): number {
    const { exits, entries, query } = this
    if (exits.count === 0 || entries.count === 0) return INFINITE_WEIGHT
    return query.search(metric.hierarchy, exits, entries, { apart: true })
  }

  private join(metric: RoadMetric, path: TracedPath, at: PathPlace, stops: readonly PathPlace[]): Rejoined | undefined {
    const { network } = this.map
    const found = this.query.path()
    if (!found) return undefined
    const { arcs, turns } = found
    const splice: Splice = {
      arcs,
      turns,
      left: this.exits.index[found.source],
      joined: this.entries.index[found.target],
    }
    const way = spliceWay(network, path, at, splice)
    const before = splice.left - at.index
    const moved = stops.map(({ index, place }) => {
      const isBefore = index <= splice.left
      return { index: isBefore ? index - at.index : index - splice.joined + before + arcs.length - 1, place }
    })
    return { ...cutLegs(network, metric, way, beginningOf(way), moved), path: way, stops: moved }
  }
}

function isAll({ low, first, last, high }: ClosedPart, width: number): boolean {
  return first - low <= width && high - last <= width
}
