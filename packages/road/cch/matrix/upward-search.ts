import { INFINITE_WEIGHT } from '../../sentinels.ts'
import type { PathMeasures } from '../attributes/path-attributes.ts'
import { type Climbed, ClimbMeasurer } from '../attributes/upward-attributes.ts'
import type { PointEnds } from '../points/point-searches.ts'
import { leastWeight } from '../sources-targets.ts'
import type { Topology } from '../topology.ts'
import type { Side } from './begin-search.ts'

/** Number of values reserved for sources or targets in addition to the arcs. */
const ENDS = 64

/**
 * Upward search from all sources or targets of one point in the elimination tree. A label is a weight and, in the same
 * double, its arc, or arcCount + the index of the source or target where it begins. So one minimum handles both. Among
 * equal weights the lowest origin wins, as in SearchSide, because arcs are numbered by their lower vertex. Following
 * the arcs gives exactly the path that PathQuery finds.
 */
export class Climber {
  private readonly topology: Topology
  private readonly scale: number
  /** Labels by vertex until the sources or targets have met, and by depth from there. */
  private readonly apart: Float64Array
  private readonly row: Float64Array
  private readonly at = new Uint32Array(ENDS)
  private readonly measurer: ClimbMeasurer
  readonly climbed: Climbed
  /** Number of settled vertices, and how many of them were settled before the sources or targets met. */
  count = 0
  apartCount = 0

  constructor(topology: Topology) {
    const { vertexCount, arcCount, height } = topology
    this.topology = topology
    this.scale = 2 ** Math.ceil(Math.log2(arcCount + ENDS))
    this.apart = new Float64Array(vertexCount).fill(INFINITE_WEIGHT * this.scale)
    this.row = new Float64Array(height).fill(INFINITE_WEIGHT * this.scale)
    this.measurer = new ClimbMeasurer(topology)
    const doubles = () => new Float64Array(ENDS * height)
    this.climbed = {
      vertex: new Uint32Array(ENDS * height),
      weight: doubles(),
      origin: doubles(),
      lengthCm: doubles(),
      durationCs: doubles(),
      growth: doubles(),
      steadyCs: doubles(),
    }
  }

  /** `joint` is the vertex where the sources or targets meet: see jointOf. */
  climb(ends: PointEnds, joint: number, weight: Int32Array, side: Side, measures: PathMeasures | undefined): void {
    const { vertexCount, depth, upFirst, downFirst } = this.topology
    if (ends.count > ENDS) throw new Error(`too many sources or targets: ${ends.count}`)
    const first = side === 'source' ? upFirst : downFirst
    const jointDepth = joint < vertexCount ? depth[joint] : -1
    this.start(ends, jointDepth)
    this.climbApart(ends.count, weight, first, joint, jointDepth)
    this.climbTogether(weight, first, joint)
    if (measures) this.measurer.measure(this.climbed, this.count, ends, measures, side)
  }

  private start(ends: PointEnds, jointDepth: number): void {
    const { arcCount, rank, depth } = this.topology
    const least = leastWeight(ends)
    this.count = 0
    for (let end = 0; end < ends.count; end++) {
      const vertex = rank[ends.arc[end]]
      this.at[end] = vertex
      const isApart = depth[vertex] > jointDepth
      offer(
        isApart ? this.apart : this.row,
        isApart ? vertex : depth[vertex],
        this.toLabel(ends.weight[end] - least, arcCount + end),
      )
    }
  }

  /** Processes the lowest vertex first, until all have reached the common vertex or a higher one. */
  private climbApart(ends: number, weight: Int32Array, first: Uint32Array, joint: number, jointDepth: number): void {
    const { parent, upper, upperDepth } = this.topology
    const { at, apart, row } = this
    for (;;) {
      let v = joint
      for (let end = 0; end < ends; end++) if (at[end] < v) v = at[end]
      if (v === joint) break
      for (let end = 0; end < ends; end++) if (at[end] === v) at[end] = parent[v]
      const label = this.pass(v, apart, v)
      if (label >= INFINITE_WEIGHT) continue
      for (let arc = first[v]; arc < first[v + 1]; arc++) {
        const next = this.toLabel(label + weight[arc], arc)
        if (upperDepth[arc] <= jointDepth) offer(row, upperDepth[arc], next)
        else offer(apart, upper[arc], next)
      }
    }
    this.apartCount = this.count
  }

  private climbTogether(weight: Int32Array, first: Uint32Array, joint: number): void {
    const { parent, depth, upperDepth, vertexCount } = this.topology
    const { row } = this
    for (let v = joint; v < vertexCount; v = parent[v]) {
      const label = this.pass(v, row, depth[v])
      if (label >= INFINITE_WEIGHT) continue
      for (let arc = first[v]; arc < first[v + 1]; arc++)
        offer(row, upperDepth[arc], this.toLabel(label + weight[arc], arc))
    }
  }

  private toLabel(weight: number, origin: number): number {
    return weight * this.scale + origin
  }

  /** Takes the label of a vertex and clears its slot. */
  private pass(vertex: number, labels: Float64Array, place: number): number {
    const { climbed, scale } = this
    const packed = labels[place]
    const label = Math.floor(packed / scale)
    labels[place] = INFINITE_WEIGHT * scale
    climbed.vertex[this.count] = vertex
    climbed.weight[this.count] = label
    climbed.origin[this.count++] = packed - label * scale
    return label
  }
}

function offer(labels: Float64Array, place: number, label: number): void {
  labels[place] = Math.min(labels[place], label)
}
