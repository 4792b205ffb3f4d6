import { INFINITE_WEIGHT } from '../../sentinels.ts'
import { CachedPath, searchPath } from '../attributes/cached-path.ts'
import { attributesOfPath } from '../attributes/path-attributes-of.ts'
import { durationUntil, type MatrixCells } from '../matrix/matrix-cells.ts'
import type { Metric } from '../metric.ts'
import type { Path } from '../path.ts'
import type { PathQuery } from '../path-query.ts'
import type { MatrixPoint } from './matrix-point.ts'
import type { Street } from './streets.ts'

/** Maximum number of pairs of arcs that are always searched individually. A point on a two-way street has two arcs. */
const MAX_PAIRS = 4

/**
 * Fills the cells of sources and targets on one street, or on two streets with a common arc. If the target is ahead,
 * the path leads directly along the arc. Otherwise, it leads around the block, as in the planner. A path between two
 * arcs is searched once, regardless of the number of points. Without this reuse, a thousand points on one street would
 * need a million searches.
 */
export class StreetCells {
  private readonly query: PathQuery
  private readonly metric: Metric
  private readonly sources: Street
  private readonly targets: Street
  /**
   * Paths from the i-th arc of the sources to the j-th arc of the targets. Undefined means that no search has run yet.
   */
  private readonly paths: (CachedPath | 'none' | undefined)[] = []
  /**
   * False if there are more pairs of arcs than pairs of points, because searching from point to point is then cheaper.
   */
  private readonly isSearchedByArcs: boolean

  constructor(query: PathQuery, metric: Metric, sources: Street, targets: Street) {
    this.query = query
    this.metric = metric
    this.sources = sources
    this.targets = targets
    const pairCount = sources.count * targets.count
    this.isSearchedByArcs = pairCount <= Math.max(MAX_PAIRS, sources.points.length * targets.points.length)
  }

  fill(sources: readonly MatrixPoint[], targets: readonly MatrixPoint[], cells: MatrixCells): void {
    for (const s of this.sources.points) {
      for (const t of this.targets.points) this.fillCell(sources[s], targets[t], s * targets.length + t, cells)
    }
  }

  private fillCell(source: MatrixPoint, target: MatrixPoint, cell: number, cells: MatrixCells): void {
    const targetCount = target.count
    const directPair = findDirectPair(source, target)
    const directWeight = directPair < 0 ? INFINITE_WEIGHT : pairWeight(source, target, directPair)
    // A direct path of weight 0 needs no search. It usually leads from a point to itself.
    if (directWeight === 0) return writeDirect(directPair, source, target, cell, cells)
    if (!this.isSearchedByArcs) return this.searchCell(source, target, cell, directPair, directWeight, cells)
    let bestPath: CachedPath | undefined
    let minWeight = INFINITE_WEIGHT
    let hasTie = false
    for (let from = 0, pair = 0; from < source.count; from++) {
      for (let to = 0; to < targetCount; to++, pair++) {
        const path = this.paths[pair] ?? this.findPath(pair, from, to)
        if (path === 'none') continue
        const weight = path.path.weight + source.weight[from] + target.weight[to]
        hasTie = weight === minWeight || (hasTie && weight > minWeight)
        if (weight >= minWeight) continue
        bestPath = path
        minWeight = weight
      }
    }
    if (directPair >= 0 && directWeight <= minWeight) return writeDirect(directPair, source, target, cell, cells)
    // Only a full search can choose among several equal paths in the same way as the planner.
    if (hasTie) return this.searchCell(source, target, cell, directPair, directWeight, cells)
    if (!bestPath) return writePath(cells, cell, undefined, source, target)
    cells.weight[cell] = minWeight
    bestPath.write(source, target, cell, cells)
  }

  private findPath(pair: number, from: number, to: number): CachedPath | 'none' {
    const { query, metric, sources, targets } = this
    const path = CachedPath.find(query, metric, sources.arc[from], targets.arc[to], from, to) ?? 'none'
    this.paths[pair] = path
    return path
  }

  private searchCell(
    source: MatrixPoint,
    target: MatrixPoint,
    cell: number,
    directPair: number,
    directWeight: number,
    cells: MatrixCells,
  ): void {
    const path = searchPath(this.query, this.metric, source, target)
    if (directPair >= 0 && directWeight <= (path?.weight ?? INFINITE_WEIGHT)) {
      writeDirect(directPair, source, target, cell, cells)
    } else writePath(cells, cell, path, source, target)
  }
}

/** Returns the weight of a pair. Pairs are numbered by source, then by target. */
function pairWeight(source: MatrixPoint, target: MatrixPoint, pair: number): number {
  const to = pair % target.count
  return source.weight[(pair - to) / target.count] + target.weight[to]
}

function writeDirect(pair: number, source: MatrixPoint, target: MatrixPoint, cell: number, cells: MatrixCells): void {
  cells.weight[cell] = pairWeight(source, target, pair)
  if (!cells.attributes) return
  const to = pair % target.count
  const from = (pair - to) / target.count
  const { arcLengthCm, arcDurationCs } = cells.attributes.pathAttributes
  const arcFraction = target.along[to] - source.along[from]
  cells.attributes.lengthCm[cell] = arcLengthCm[source.arc[from]] * arcFraction
  cells.attributes.durationCs[cell] = arcDurationCs[source.arc[from]] * arcFraction
}

/**
 * Finds the first pair with the lowest weight, like the planner's findDirectPath. Returns -1 if no target is ahead on a
 * source's arc.
 */
function findDirectPair(source: MatrixPoint, target: MatrixPoint): number {
  let bestIndex = -1
  let minWeight = INFINITE_WEIGHT
  for (let from = 0; from < source.count; from++) {
    for (let to = 0; to < target.count; to++) {
      if (source.arc[from] !== target.arc[to] || source.along[from] > target.along[to]) continue
      const weight = source.weight[from] + target.weight[to]
      if (bestIndex >= 0 && weight >= minWeight) continue
      bestIndex = from * target.count + to
      minWeight = weight
    }
  }
  return bestIndex
}

export function writePath(
  { weight, attributes }: MatrixCells,
  cell: number,
  path: Path | undefined,
  source: MatrixPoint,
  target: MatrixPoint,
): void {
  weight[cell] = path?.weight ?? INFINITE_WEIGHT
  if (!attributes) return
  const exactAttributes = path && attributesOfPath(attributes.pathAttributes, path, source, target)
  attributes.lengthCm[cell] = exactAttributes?.lengthCm ?? Number.POSITIVE_INFINITY
  const { fadeCs = Number.POSITIVE_INFINITY } = attributes
  attributes.durationCs[cell] = exactAttributes
    ? durationUntil(exactAttributes.durationCs, fadeCs)
    : Number.POSITIVE_INFINITY
}
