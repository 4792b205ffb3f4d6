import type { Topology } from '../hierarchy/topology.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import type { Preorder } from './elimination-tree.ts'
import type { MatrixCells } from './matrix-cells.ts'
import { type ApartLabel, DEPTH_SCALE, type PointRows } from './point-rows.ts'

/**
 * Meetings at vertices that a source or a target passes before its own ends have met: those are in no row. They lie below
 * all vertices of the rows, and win over them at equal weight; among each other the lowest wins.
 */
export function meetApart(
  topology: Topology,
  preorder: Preorder,
  sources: PointRows,
  targets: PointRows,
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
    for (const source of here) for (const target of all) meet(sources, targets, source, target, cells)
    if (there.length === 0) continue
    for (const source of labelsBelow(topology, preorder, sources, vertex)) {
      for (const target of there) meet(sources, targets, source, target, cells)
    }
  }
}

function groupByVertex(labels: readonly ApartLabel[]): Map<number, ApartLabel[]> {
  const groups = new Map<number, ApartLabel[]>()
  for (const label of labels) {
    if (label.weight >= INFINITE_WEIGHT) continue
    const known = groups.get(label.vertex)
    if (known) known.push(label)
    else groups.set(label.vertex, [label])
  }
  return groups
}

/** The labels that the rows of all points below a vertex have for it. */
function labelsBelow({ depth, height }: Topology, { number, size }: Preorder, rows: PointRows, vertex: number) {
  const begin = rows.placeOf(number[vertex])
  const end = rows.placeOf(number[vertex] + size[vertex])
  const labels: ApartLabel[] = []
  for (let place = begin; place < end; place++) {
    const point = rows.point[place]
    const at = point * height + depth[vertex]
    const weight = Math.floor(rows.labels[at] / DEPTH_SCALE)
    labels.push({ vertex, point, weight, lengthCm: rows.measures[2 * at], durationCs: rows.measures[2 * at + 1] })
  }
  return labels
}

function meet(
  sources: PointRows,
  targets: PointRows,
  there: ApartLabel,
  back: ApartLabel,
  { weight, measured }: MatrixCells,
): void {
  const sum = there.weight + back.weight
  const cell = there.point * targets.count + back.point
  const total = sum + sources.least[there.point] + targets.least[back.point]
  if (sum >= INFINITE_WEIGHT || total > weight[cell]) return
  weight[cell] = total
  if (!measured) return
  measured.lengthCm[cell] = there.lengthCm + back.lengthCm
  measured.durationCs[cell] = there.durationCs + back.durationCs
}
