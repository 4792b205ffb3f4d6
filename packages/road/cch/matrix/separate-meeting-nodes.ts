import { INFINITE_WEIGHT } from '../../sentinels.ts'
import type { Topology } from '../topology.ts'
import type { Preorder } from './elimination-tree.ts'
import type { LabelRows, VertexLabel } from './label-rows.ts'
import { durationOfHalves, type MatrixCells } from './matrix-cells.ts'

/**
 * Finds the meeting nodes that lie below the vertex where the sources or targets of a point meet. No row contains these
 * nodes, which are lower than all vertices of the rows. Among meeting nodes with equal weight, the lowest takes
 * precedence. `firstTarget` is the index of the first target.
 */
export function meetSeparately(
  topology: Topology,
  preorder: Preorder,
  sources: LabelRows,
  targets: LabelRows,
  firstTarget: number,
  cells: MatrixCells,
): void {
  const sourceLabels = sortHighestFirst(sources.separateLabels)
  const targetLabels = sortHighestFirst(targets.separateLabels)
  let s = 0
  let t = 0
  while (s < sourceLabels.length || t < targetLabels.length) {
    const vertex = Math.max(sourceLabels[s]?.vertex ?? -1, targetLabels[t]?.vertex ?? -1)
    const sourceEnd = endOfVertex(sourceLabels, s, vertex)
    const targetEnd = endOfVertex(targetLabels, t, vertex)
    const targetsBelow = sourceEnd > s ? labelsBelow(topology, preorder, targets, vertex) : []
    for (let i = s; i < sourceEnd; i++) {
      for (let j = t; j < targetEnd; j++)
        offerMeetingNode(sources, targets, sourceLabels[i], targetLabels[j], firstTarget, cells)
      for (const target of targetsBelow) offerMeetingNode(sources, targets, sourceLabels[i], target, firstTarget, cells)
    }
    const sourcesBelow = targetEnd > t ? labelsBelow(topology, preorder, sources, vertex) : []
    for (const source of sourcesBelow) {
      for (let j = t; j < targetEnd; j++)
        offerMeetingNode(sources, targets, source, targetLabels[j], firstTarget, cells)
    }
    s = sourceEnd
    t = targetEnd
  }
}

function sortHighestFirst(labels: readonly VertexLabel[]): VertexLabel[] {
  return labels.filter(({ weight }) => weight < INFINITE_WEIGHT).sort((a, b) => b.vertex - a.vertex)
}

/** Returns the end of the consecutive labels for a vertex that start at `begin`. Returns `begin` if there are none. */
function endOfVertex(labels: readonly VertexLabel[], begin: number, vertex: number): number {
  let end = begin
  while (end < labels.length && labels[end].vertex === vertex) end++
  return end
}

/** Returns the labels for a vertex in the rows of all points below it. */
function labelsBelow({ depth }: Topology, { number, size }: Preorder, rows: LabelRows, vertex: number): VertexLabel[] {
  const begin = rows.order.indexOf(number[vertex])
  const end = rows.order.indexOf(number[vertex] + size[vertex])
  const labels: VertexLabel[] = []
  for (let index = begin; index < end; index++) labels.push(rows.labelAt(index, vertex, depth[vertex]))
  return labels
}

function offerMeetingNode(
  sources: LabelRows,
  targets: LabelRows,
  sourceLabel: VertexLabel,
  targetLabel: VertexLabel,
  firstTarget: number,
  { targetCount, weight, attributes }: MatrixCells,
): void {
  const sum = sourceLabel.weight + targetLabel.weight
  const cell =
    sources.order.point[sourceLabel.index] * targetCount + firstTarget + targets.order.point[targetLabel.index]
  const totalWeight = sum + sources.order.minWeight[sourceLabel.index] + targets.order.minWeight[targetLabel.index]
  if (sum >= INFINITE_WEIGHT || totalWeight > weight[cell]) return
  weight[cell] = totalWeight
  if (!attributes) return
  attributes.lengthCm[cell] = sourceLabel.lengthCm + targetLabel.lengthCm
  const { pathAttributes, fadeCs = Number.POSITIVE_INFINITY } = attributes
  attributes.durationCs[cell] =
    pathAttributes.size === 3
      ? durationOfHalves(sourceLabel, targetLabel, fadeCs)
      : sourceLabel.durationCs + targetLabel.durationCs
}
