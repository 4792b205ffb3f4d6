import type { Metric } from './metric.ts'
import { PlainPathQuery } from './reference/path-query.ts'
import { type Ends, haveCommonArc } from './sources-targets.ts'
import type { Topology } from './topology.ts'
import { findKernelSearch, hasKernelRows, type KernelSearch } from './wasm/kernel-search.ts'
import { ScratchPlaces } from './wasm/scratch-memory.ts'

export interface SearchOptions {
  /**
   * Maximum extra weight of a path through a candidate, as a share of the best path. 0 (the default) collects no
   * candidates and searches no further than necessary.
   */
  readonly stretch?: number
  /**
   * A source and a target on the same arc do not meet there directly, only via a round trip. Whether the arc can be
   * driven directly depends on their positions, which only the caller has.
   */
  readonly apart?: boolean
}

export interface Path {
  readonly weight: number
  /** Indexes of the connected source and target. */
  readonly source: number
  readonly target: number
  /** The road arcs, including the first and the last. A view that the next path overwrites. */
  readonly arcs: Uint32Array
  /** turns[i] leads from arcs[i] into arcs[i + 1]. Also a view. */
  readonly turns: Uint32Array
}

/**
 * Searches from several sources to several targets and keeps the results until the next search: the best path and
 * candidates for alternatives. Uses the WebAssembly kernels if the metric is in their memory. Scratch memory of one
 * thread.
 */
export class PathQuery {
  private readonly topology: Topology
  private readonly places = new ScratchPlaces()
  private readonly byKernels = new WeakMap<Metric, KernelSearch | 'none'>()
  private lastMetric: Metric | undefined
  private ofLastMetric: KernelSearch | undefined
  private plain: PlainPathQuery | undefined
  /** The implementation that ran the last search. */
  private last: KernelSearch | PlainPathQuery | undefined

  constructor(topology: Topology) {
    this.topology = topology
  }

  /**
   * Returns the weight of the best path from the start of a source's arc to the start of a target's arc, or
   * INFINITE_WEIGHT.
   */
  search(metric: Metric, sources: Ends, targets: Ends, { stretch = 0, apart = false }: SearchOptions = {}): number {
    const kernel = this.kernelFor(metric)
    // Round trips are rare, and only the plain search implements them.
    const isPlain = !hasKernelRows(sources) || !hasKernelRows(targets) || (apart && haveCommonArc(sources, targets))
    if (kernel && !isPlain) {
      this.last = kernel
      return kernel.search(sources, targets, stretch)
    }
    this.plain ??= new PlainPathQuery(this.topology)
    this.last = this.plain
    return this.plain.search(metric, sources, targets, { stretch, apart })
  }

  /** Returns the best path of the last search, if any. */
  path(): Path | undefined {
    return this.getLast().path()
  }

  /**
   * The vertices with a path within the stretch in the last search, and the weights of those paths. Views, valid until
   * the next search. Includes the via node of the best path, unless that path is a round trip below it.
   */
  candidates(): { readonly vertex: Uint32Array; readonly weight: Int32Array } {
    return this.getLast().candidates()
  }

  /**
   * A lower bound for the part that the path through a candidate shares with the best path: their common start in the
   * upward search and their common end. Computed without unpacking.
   */
  sharedAtLeast(vertex: number): number {
    return this.getLast().sharedAtLeast(vertex)
  }

  /** The path of the last search through one of its candidates. */
  pathVia(vertex: number): Path {
    return this.getLast().pathVia(vertex)
  }

  private kernelFor(metric: Metric): KernelSearch | undefined {
    if (metric === this.lastMetric) return this.ofLastMetric
    const known = this.byKernels.get(metric) ?? findKernelSearch(this.topology, metric, this.places) ?? 'none'
    this.byKernels.set(metric, known)
    this.lastMetric = metric
    this.ofLastMetric = known === 'none' ? undefined : known
    return this.ofLastMetric
  }

  private getLast(): KernelSearch | PlainPathQuery {
    if (!this.last) throw new Error('no search has run yet')
    return this.last
  }
}
