import type { Metric } from '../hierarchy/metric.ts'
import type { Path, PathQuery } from '../hierarchy/path-query.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import { ArcPaths, searchPath } from './arc-paths.ts'
import type { MatrixCells } from './matrix-cells.ts'
import type { PointEnds } from './point-ends.ts'
import { measurePath } from './touched.ts'

const nothing = new Uint32Array(0)

/**
 * Pairs of points that lie on one arc: the rows let them meet there whichever is ahead. They are done again one by one,
 * as the planner does it: straight along the arc where the target is ahead, or by a way around. Most are a point and
 * itself, and need no search.
 */
export function driveOneArc(
  query: PathQuery,
  metric: Metric,
  sources: readonly PointEnds[],
  targets: readonly PointEnds[],
  cells: MatrixCells,
): void {
  const sourcesOn = pointsByArc(sources)
  const wide = targets.length
  const paths = new ArcPaths(query, metric)
  for (let t = 0; t < wide; t++) {
    for (const s of sourcesOnArcsOf(targets[t], sourcesOn)) {
      const direct = findDirectDrive(sources[s], targets[t])
      const other = direct?.weight === 0 ? undefined : paths.find(sources[s], targets[t])
      const path = direct && direct.weight <= (other?.weight ?? INFINITE_WEIGHT) ? direct : other
      write(cells, s * wide + t, path, sources[s], targets[t])
    }
  }
}

/**
 * Ways whose halves meet right where one of them begins, on a road that is only touched there: too rare to be done in
 * another way than singly.
 */
export function measureTouching(
  query: PathQuery,
  metric: Metric,
  sources: readonly PointEnds[],
  targets: readonly PointEnds[],
  cells: MatrixCells,
): void {
  if (!cells.measured) return
  const { lengthCm } = cells.measured
  for (let cell = 0; cell < sources.length * targets.length; cell++) {
    if (!Number.isNaN(lengthCm[cell])) continue
    const source = sources[Math.floor(cell / targets.length)]
    const target = targets[cell % targets.length]
    write(cells, cell, searchPath(query, metric, source, target), source, target)
  }
}

function pointsByArc(points: readonly PointEnds[]): Map<number, number[]> {
  const byArc = new Map<number, number[]>()
  points.forEach(({ count, arc }, point) => {
    for (let end = 0; end < count; end++) {
      const known = byArc.get(arc[end])
      if (known) known.push(point)
      else byArc.set(arc[end], [point])
    }
  })
  return byArc
}

function sourcesOnArcsOf({ count, arc }: PointEnds, sourcesOn: ReadonlyMap<number, readonly number[]>): Set<number> {
  const found = new Set<number>()
  for (let end = 0; end < count; end++) for (const source of sourcesOn.get(arc[end]) ?? []) found.add(source)
  return found
}

/** As directDrive of the planner: the first of the lightest. */
function findDirectDrive(sources: PointEnds, targets: PointEnds): Path | undefined {
  let best: Path | undefined
  for (let source = 0; source < sources.count; source++) {
    for (let target = 0; target < targets.count; target++) {
      const arc = sources.arc[source]
      if (arc !== targets.arc[target] || sources.along[source] > targets.along[target]) continue
      const weight = sources.weight[source] + targets.weight[target]
      if (!best || weight < best.weight) best = { weight, source, target, arcs: Uint32Array.of(arc), turns: nothing }
    }
  }
  return best
}

function write(
  { weight, measured }: MatrixCells,
  cell: number,
  path: Path | undefined,
  source: PointEnds,
  target: PointEnds,
): void {
  weight[cell] = path?.weight ?? INFINITE_WEIGHT
  if (!measured) return
  const measure = path && measurePath(measured.by, path, source, target)
  measured.lengthCm[cell] = measure?.lengthCm ?? Number.POSITIVE_INFINITY
  measured.durationCs[cell] = measure?.durationCs ?? Number.POSITIVE_INFINITY
}
