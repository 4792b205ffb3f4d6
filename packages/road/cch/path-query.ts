import type { Metric } from './metric.ts'
import type { Path } from './path.ts'
import type { Endpoints } from './sources-targets.ts'
import type { Topology } from './topology.ts'
import { KernelSearch } from './wasm/kernel-search.ts'
import { PerMetric } from './wasm/per-metric.ts'
import { ScratchOffsets } from './wasm/scratch-memory.ts'

export interface SearchOptions {
  /**
   * Maximum extra weight of a path through a candidate, as a fraction of the weight of the best path. 0 (the default)
   * collects no candidates and searches no further than necessary.
   */
  readonly stretch?: number
  /**
   * A source and a target on the same arc do not meet there directly, only via a round trip. Whether the path can go
   * directly along the arc depends on their positions, which are known only to the caller.
   */
  readonly mustLeaveArc?: boolean
}

/**
 * Searches from several sources to several targets and keeps the results until the next search: the best path and
 * candidates for alternatives. Owns scratch memory, so each thread needs its own instance.
 */
export class PathQuery {
  private readonly offsets = new ScratchOffsets()
  private readonly searches: PerMetric<KernelSearch>
  private lastSearch: KernelSearch | undefined

  constructor(topology: Topology) {
    this.searches = new PerMetric((metric) => new KernelSearch(topology, metric, this.offsets.get(metric.memory)))
  }

  /**
   * Returns the weight of the best path from the start of a source's arc to the start of a target's arc, or
   * INFINITE_WEIGHT.
   */
  search(
    metric: Metric,
    sources: Endpoints,
    targets: Endpoints,
    { stretch = 0, mustLeaveArc = false }: SearchOptions = {},
  ): number {
    this.lastSearch = this.searches.get(metric)
    return this.lastSearch.search(sources, targets, stretch, mustLeaveArc)
  }

  /** Returns the best path of the last search, if any. */
  path(): Path | undefined {
    return this.getLastSearch().path()
  }

  /**
   * The vertices through which the last search found a path within the stretch, and the weights of those paths. The
   * arrays are views that are valid until the next search. Includes the via node of the best path, unless that path is
   * a round trip below it.
   */
  candidates(): { readonly vertex: Uint32Array; readonly weight: Int32Array } {
    return this.getLastSearch().candidates()
  }

  /**
   * A lower bound for the part that the path through a candidate shares with the best path: their common start in the
   * upward search and their common end. Computed without unpacking.
   */
  minSharedWeight(vertex: number): number {
    return this.getLastSearch().minSharedWeight(vertex)
  }

  /** The path of the last search through one of its candidates. */
  pathVia(vertex: number): Path {
    return this.getLastSearch().pathVia(vertex)
  }

  private getLastSearch(): KernelSearch {
    if (!this.lastSearch) throw new Error('no search has run yet')
    return this.lastSearch
  }
}
