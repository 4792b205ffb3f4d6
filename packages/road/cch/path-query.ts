import type { Metric } from './metric.ts'
import { PlainPathQuery } from './reference/path-query.ts'
import { type Ends, haveCommonArc } from './sources-targets.ts'
import type { Topology } from './topology.ts'
import { findKernelSearch, hasKernelRows, type KernelSearch } from './wasm/kernel-search.ts'
import { ScratchPlaces } from './wasm/scratch-memory.ts'

export interface SearchOptions {
  /**
   * How much longer than the best a path over a candidate may be, as a share of the best. 0 (the default) collects no
   * candidates and searches no further than needed.
   */
  readonly stretch?: number
  /**
   * A source and a target on the same arc do not meet there directly, only by a way around: whether one can simply
   * drive along the arc depends on their places on it, which only the caller knows.
   */
  readonly apart?: boolean
}

export interface Path {
  readonly weight: number
  /** Numbers of the source and the target it connects. */
  readonly source: number
  readonly target: number
  /** The arcs of the road, the first and the last included. A view: the next path overwrites it. */
  readonly arcs: Uint32Array
  /** turns[i] leads from arcs[i] into arcs[i + 1]. A view, too. */
  readonly turns: Uint32Array
}

/**
 * Searches from several sources to several targets, and keeps what it found until the next search: the best path, and
 * candidates for alternatives. By the kernels, where the metric lies in a memory of theirs. The scratch memory of one
 * thread.
 */
export class PathQuery {
  private readonly topology: Topology
  private readonly places = new ScratchPlaces()
  private readonly byKernels = new WeakMap<Metric, KernelSearch | 'none'>()
  private lastMetric: Metric | undefined
  private ofLastMetric: KernelSearch | undefined
  private plain: PlainPathQuery | undefined
  /** Which of the two has searched last. */
  private last: KernelSearch | PlainPathQuery | undefined

  constructor(topology: Topology) {
    this.topology = topology
  }

  /** The weight of the best path from the beginning of a source's arc to that of a target's, or INFINITE_WEIGHT. */
  search(metric: Metric, sources: Ends, targets: Ends, { stretch = 0, apart = false }: SearchOptions = {}): number {
    const kernel = this.kernelFor(metric)
    // Round trips are rare, and all that is special about them is in the plain search.
    const isPlain = !hasKernelRows(sources) || !hasKernelRows(targets) || (apart && haveCommonArc(sources, targets))
    if (kernel && !isPlain) {
      this.last = kernel
      return kernel.search(sources, targets, stretch)
    }
    this.plain ??= new PlainPathQuery(this.topology)
    this.last = this.plain
    return this.plain.search(metric, sources, targets, { stretch, apart })
  }

  /** The best path of the last search, if it found one. */
  path(): Path | undefined {
    return this.getLast().path()
  }

  /**
   * The vertices over which the last search knows a path that keeps to the stretch, with the weights of those paths:
   * views, good until the next search. The best path's is among them, unless that is a round trip below it.
   */
  candidates(): { readonly vertex: Uint32Array; readonly weight: Int32Array } {
    return this.getLast().candidates()
  }

  /**
   * At least so much of the path over a candidate is part of the best path, too: both climb the same way at first, and
   * come down the same way at last. Known without unpacking anything.
   */
  sharedAtLeast(vertex: number): number {
    return this.getLast().sharedAtLeast(vertex)
  }

  /** The path of the last search over one of its candidates. */
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
    if (!this.last) throw new Error('no search came before')
    return this.last
  }
}
