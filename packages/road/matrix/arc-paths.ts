import type { Ends } from '../hierarchy/ends.ts'
import type { Metric } from '../hierarchy/metric.ts'
import type { Path, PathQuery } from '../hierarchy/path-query.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'

/** A point on a street has two ends; between points with more, single searches would be more than one for all. */
const MOST_PAIRS = 4

/** The best path that leaves its arc at least once. A view: the next search overwrites it. */
export function searchPath(query: PathQuery, metric: Metric, sources: Ends, targets: Ends): Path | undefined {
  return query.search(metric, sources, targets, { apart: true }) < INFINITE_WEIGHT ? query.path() : undefined
}

/**
 * Paths between points on the same streets: a path between two arcs is searched once, however many points there are on
 * them. A thousand points in one street would be a million searches.
 */
export class ArcPaths {
  private readonly query: PathQuery
  private readonly metric: Metric
  private readonly known = new Map<string, Path | undefined>()

  constructor(query: PathQuery, metric: Metric) {
    this.query = query
    this.metric = metric
  }

  find(sources: Ends, targets: Ends): Path | undefined {
    if (sources.count * targets.count > MOST_PAIRS) return searchPath(this.query, this.metric, sources, targets)
    let best: Path | undefined
    let isTied = false
    for (let source = 0; source < sources.count; source++) {
      for (let target = 0; target < targets.count; target++) {
        const path = this.between(sources.arc[source], targets.arc[target])
        if (!path) continue
        const weight = path.weight + sources.weight[source] + targets.weight[target]
        isTied = weight === best?.weight || (isTied && weight > (best?.weight ?? weight))
        if (!best || weight < best.weight) best = { ...path, weight, source, target }
      }
    }
    // Which of several best ones a search takes, only the search knows.
    return isTied ? searchPath(this.query, this.metric, sources, targets) : best
  }

  private between(from: number, to: number): Path | undefined {
    const key = `${from} ${to}`
    if (this.known.has(key)) return this.known.get(key)
    const path = searchPath(this.query, this.metric, endAt(from), endAt(to))
    const kept = path && { ...path, arcs: path.arcs.slice(), turns: path.turns.slice() }
    this.known.set(key, kept)
    return kept
  }
}

function endAt(arc: number): Ends {
  return { count: 1, arc: Uint32Array.of(arc), weight: Int32Array.of(0) }
}
