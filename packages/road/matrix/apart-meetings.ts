import type { Topology } from '../hierarchy/topology.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import type { Preorder } from './elimination-tree.ts'
import type { LabelRows, VertexLabel } from './label-rows.ts'
import type { MatrixCells } from './matrix-cells.ts'

/**
 * Meetings at vertices that a source or a target passes before its own ends have met: those are in no row. They lie below
 * all vertices of the rows, and win over them at equal weight; among each other the lowest wins. The targets are those
 * from `firstTarget` on.
 */
export function meetApart(
  topology: Topology,
  preorder: Preorder,
  sources: LabelRows,
  targets: LabelRows,
  firstTarget: number,
  cells: MatrixCells,
): void {
  const sourcesAt = groupByVertex(sources.apart)
  const targetsAt = groupByVertex(targets.apart)
  const vertices = new Set([...sourcesAt.keys(), ...targetsAt.keys()])
  for (const vertex of Uint32Array.from(vertices).sort().reverse()) {
    const here = sourcesAt.get(vertex) ?? []
    const there = targetsAt.get(vertex) ?? []
    const rowsBelow = here.length > 0 ? labelsBelow(topology, preorder, targets, vertex) : []
    const all = there.concat(rowsBelow)
    for (const source of here) for (const target of all) meet(sources, targets, source, target, firstTarget, cells)
    if (there.length === 0) continue
    for (const source of labelsBelow(topology, preorder, sources, vertex)) {
      for (const target of there) meet(sources, targets, source, target, firstTarget, cells)
    }
  }
}

function groupByVertex(labels: readonly VertexLabel[]): Map<number, VertexLabel[]> {
  const groups = new Map<number, VertexLabel[]>()
  for (const label of labels) {
    if (label.weight >= INFINITE_WEIGHT) continue
    const known = groups.get(label.vertex)
    if (known) known.push(label)
    else groups.set(label.vertex, [label])
  }
  return groups
}

/** The labels that the rows of all points below a vertex have for it. */
function labelsBelow({ depth }: Topology, { number, size }: Preorder, rows: LabelRows, vertex: number): VertexLabel[] {
  const begin = rows.order.placeOf(number[vertex])
  const end = rows.order.placeOf(number[vertex] + size[vertex])
  const labels: VertexLabel[] = []
  for (let place = begin; place < end; place++) labels.push(rows.labelAt(place, vertex, depth[vertex]))
  return labels
}

function meet(
  sources: LabelRows,
  targets: LabelRows,
  there: VertexLabel,
  back: VertexLabel,
  firstTarget: number,
  { targetCount, weight, measured }: MatrixCells,
): void {
  const sum = there.weight + back.weight
  const cell = sources.order.point[there.place] * targetCount + firstTarget + targets.order.point[back.place]
  const total = sum + sources.order.least[there.place] + targets.order.least[back.place]
  if (sum >= INFINITE_WEIGHT || total > weight[cell]) return
  weight[cell] = total
  if (!measured) return
  measured.lengthCm[cell] = there.lengthCm + back.lengthCm
  measured.durationCs[cell] = there.durationCs + back.durationCs
  if (measured.by.size === 3) measured.durationCs[cell] += back.growth * there.durationCs
}
