import { INFINITE_WEIGHT } from '../../sentinels.ts'
import type { Topology } from '../topology.ts'
import type { Preorder } from './elimination-tree.ts'
import type { LabelRows, VertexLabel } from './label-rows.ts'
import { joinedCs, type MatrixCells } from './matrix-cells.ts'

/**
 * Meeting nodes that a source or target point passes before its own arcs have merged. They are in no row. They lie
 * below all vertices of the rows and win over them at equal weight; among themselves the lowest wins. Targets start at
 * `firstTarget`.
 */
export function meetApart(
  topology: Topology,
  preorder: Preorder,
  sources: LabelRows,
  targets: LabelRows,
  firstTarget: number,
  cells: MatrixCells,
): void {
  const here = highestFirst(sources.apart)
  const there = highestFirst(targets.apart)
  let s = 0
  let t = 0
  while (s < here.length || t < there.length) {
    const vertex = Math.max(here[s]?.vertex ?? -1, there[t]?.vertex ?? -1)
    const sEnd = endOf(here, s, vertex)
    const tEnd = endOf(there, t, vertex)
    const below = sEnd > s ? labelsBelow(topology, preorder, targets, vertex) : []
    for (let i = s; i < sEnd; i++) {
      for (let j = t; j < tEnd; j++) meet(sources, targets, here[i], there[j], firstTarget, cells)
      for (const target of below) meet(sources, targets, here[i], target, firstTarget, cells)
    }
    const sourcesBelow = tEnd > t ? labelsBelow(topology, preorder, sources, vertex) : []
    for (const source of sourcesBelow) {
      for (let j = t; j < tEnd; j++) meet(sources, targets, source, there[j], firstTarget, cells)
    }
    s = sEnd
    t = tEnd
  }
}

function highestFirst(labels: readonly VertexLabel[]): VertexLabel[] {
  return labels.filter(({ weight }) => weight < INFINITE_WEIGHT).sort((a, b) => b.vertex - a.vertex)
}

/** The end of the labels of a vertex that start at an index, if any. */
function endOf(labels: readonly VertexLabel[], begin: number, vertex: number): number {
  let end = begin
  while (end < labels.length && labels[end].vertex === vertex) end++
  return end
}

/** The labels for a vertex in the rows of all points below it. */
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
  const { by, fadeCs = Number.POSITIVE_INFINITY } = measured
  measured.durationCs[cell] = by.size === 3 ? joinedCs(there, back, fadeCs) : there.durationCs + back.durationCs
}
