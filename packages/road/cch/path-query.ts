import type { Metric } from './metric.ts'
import type { Path } from './path.ts'
import type { Endpoints } from './sources-targets.ts'
import type { Topology } from './topology.ts'
import { KernelSearch } from './wasm/kernel-search.ts'
import { PerMetric } from './wasm/per-metric.ts'
import { ScratchOffsets } from './wasm/scratch-memory.ts'

export interface SearchOptions {
  /**
   * Maximum extra weight of a path through a candidate, as a fraction of the weight of the best path. With the default
   * of 0, the search collects no candidates and stops as early as possible.
   */
  readonly stretch?: number
  /**
   * If true, a source and a target on the same arc can meet only via a round trip. Only the caller has the positions on
   * the arc, which determine whether a direct path is possible.
   */
  readonly mustLeaveArc?: boolean
}

/**
 * Searches from multiple sources to multiple targets. The best path and the candidates for alternatives are available
 * until the next search. Each thread needs its own instance, because an instance owns scratch memory. The search loop
 * is in `wasm/source/search.ts`, which is compiled to WebAssembly.
 */
export class PathQuery {
  private readonly offsets = new ScratchOffsets()
  private readonly searches: PerMetric<KernelSearch>
  private lastSearch: KernelSearch | undefined

  constructor(topology: Topology) {
    this.searches = new PerMetric((metric) => new KernelSearch(topology, metric, this.offsets.get(metric.memory)))
  }

  /**
   * Returns the weight of the best path from the start of a source's arc to the start of a target's arc. Returns
   * INFINITE_WEIGHT if there is no path.
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
   * Returns the vertices through which the last search found a path within the stretch, and the weights of those paths.
   * The arrays are views that are valid until the next search. The result includes the via node of the best path,
   * unless that path is a round trip below it.
   */
  candidates(): { readonly vertex: Uint32Array; readonly weight: Int32Array } {
    return this.getLastSearch().candidates()
  }

  /**
   * Returns a lower bound for the weight that the path through a candidate shares with the best path. The bound covers
   * the common start in the upward search and the common end. No path is unpacked.
   */
  minSharedWeight(vertex: number): number {
    return this.getLastSearch().minSharedWeight(vertex)
  }

  /** Returns the path of the last search through one of its candidates. */
  pathVia(vertex: number): Path {
    return this.getLastSearch().pathVia(vertex)
  }

  private getLastSearch(): KernelSearch {
    if (!this.lastSearch) throw new Error('no search has run yet')
    return this.lastSearch
  }
}
