import { leastWeight } from '../hierarchy/ends.ts'
import type { Topology } from '../hierarchy/topology.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import { type Climbed, ClimbMeasurer } from './climb-measurer.ts'
import { commonAncestor } from './elimination-tree.ts'
import type { PathMeasures } from './path-measures.ts'
import type { PointEnds } from './point-ends.ts'

/** So many numbers are left for ends beside the arcs. */
const ENDS = 64

/** Which way a side climbs: up arcs away from sources, down arcs back from targets. */
export interface Direction {
  readonly first: Uint32Array
  /** What lies before a source on its arc is not driven; what lies before a target is. */
  readonly sign: -1 | 1
}

/**
 * Climbs from all ends of one point up the elimination tree. A label is a weight and, beside it in the same double, the
 * arc it came by, or arcCount + the number of the end where it begins: so one minimum serves both, and of equal weights
 * the lowest origin wins, as in SearchSide, because arcs are numbered by their lower vertex. Whoever follows the arcs
 * gets the very path that PathQuery finds.
 */
export class Climber {
  private readonly topology: Topology
  private readonly scale: number
  /** Labels by vertex where the ends still climb apart, and by depth from where they have met. */
  private readonly apart: Float64Array
  private readonly row: Float64Array
  private readonly at = new Uint32Array(ENDS)
  private readonly measurer: ClimbMeasurer
  readonly climbed: Climbed
  /** How many vertices were passed in all, and how many of them before the ends had met. */
  count = 0
  apartCount = 0
  /** The smallest weight of an end: labels count from there, so that none is negative. */
  least = 0

  constructor(topology: Topology) {
    const { vertexCount, arcCount, height } = topology
    this.topology = topology
    this.scale = 2 ** Math.ceil(Math.log2(arcCount + ENDS))
    this.apart = new Float64Array(vertexCount).fill(INFINITE_WEIGHT * this.scale)
    this.row = new Float64Array(height).fill(INFINITE_WEIGHT * this.scale)
    this.measurer = new ClimbMeasurer(topology)
    this.climbed = {
      vertex: new Uint32Array(ENDS * height),
      weight: new Float64Array(ENDS * height),
      lengthCm: new Float64Array(ENDS * height),
      durationCs: new Float64Array(ENDS * height),
    }
  }

  /** Returns the vertex from where on there is one path for all ends, or vertexCount when that is nowhere. */
  climb(ends: PointEnds, weight: Int32Array, { first, sign }: Direction, measures: PathMeasures | undefined): number {
    const { vertexCount } = this.topology
    if (ends.count > ENDS) throw new Error(`${ends.count} ends are too many`)
    this.least = leastWeight(ends)
    const joint = this.start(ends)
    this.climbApart(ends.count, weight, first, joint)
    if (joint < vertexCount) this.climbTogether(weight, first, joint)
    if (measures) this.measurer.measure(this.climbed, this.count, ends, measures, sign)
    return joint
  }

  /**
   * Ends that lie above one another are on one path, and the row begins at the lowest of them; the two directions of a
   * street often do. Only where paths really branch must they climb apart.
   */
  private start({ count, arc, weight }: PointEnds): number {
    const { vertexCount, arcCount, rank, depth } = this.topology
    let joint = count > 0 ? rank[arc[0]] : vertexCount
    let isBranched = false
    for (let end = 0; end < count; end++) {
      const vertex = rank[arc[end]]
      const common = commonAncestor(this.topology, joint, vertex)
      this.at[end] = vertex
      if (common === joint && !isBranched) joint = vertex
      else if (common !== vertex) {
        joint = common
        isBranched = true
      }
    }
    const jointDepth = joint < vertexCount ? depth[joint] : -1
    for (let end = 0; end < count; end++) {
      const vertex = this.at[end]
      const isApart = depth[vertex] > jointDepth
      const labels = isApart ? this.apart : this.row
      const place = isApart ? vertex : depth[vertex]
      labels[place] = Math.min(labels[place], (weight[end] - this.least) * this.scale + arcCount + end)
    }
    return joint
  }

  /** The lowest vertex first, until all stand where they meet. */
  private climbApart(ends: number, weight: Int32Array, first: Uint32Array, joint: number): void {
    const { parent, depth, upper, upperDepth, vertexCount } = this.topology
    const { at, apart, row, scale } = this
    const jointDepth = joint < vertexCount ? depth[joint] : -1
    this.count = 0
    for (;;) {
      let v = joint
      for (let end = 0; end < ends; end++) if (at[end] < v) v = at[end]
      if (v === joint) break
      for (let end = 0; end < ends; end++) if (at[end] === v) at[end] = parent[v]
      const label = this.pass(v, apart, v)
      if (label >= INFINITE_WEIGHT) continue
      for (let arc = first[v]; arc < first[v + 1]; arc++) {
        const next = (label + weight[arc]) * scale + arc
        if (upperDepth[arc] <= jointDepth) row[upperDepth[arc]] = Math.min(row[upperDepth[arc]], next)
        else apart[upper[arc]] = Math.min(apart[upper[arc]], next)
      }
    }
    this.apartCount = this.count
  }

  private climbTogether(weight: Int32Array, first: Uint32Array, joint: number): void {
    const { parent, depth, upperDepth, vertexCount } = this.topology
    const { row, scale } = this
    for (let v = joint; v < vertexCount; v = parent[v]) {
      const label = this.pass(v, row, depth[v])
      if (label < INFINITE_WEIGHT) relax(upperDepth, first[v], first[v + 1], weight, scale, label, row)
    }
  }

  /** Takes the label of a vertex, and leaves its place clean. The arc it came by waits where its length will be. */
  private pass(vertex: number, labels: Float64Array, place: number): number {
    const { climbed, scale } = this
    const packed = labels[place]
    const label = Math.floor(packed / scale)
    labels[place] = INFINITE_WEIGHT * scale
    climbed.vertex[this.count] = vertex
    climbed.weight[this.count] = label
    climbed.lengthCm[this.count++] = packed - label * scale
    return label
  }
}

function relax(
  upperDepth: Uint16Array,
  begin: number,
  end: number,
  weight: Int32Array,
  scale: number,
  label: number,
  labels: Float64Array,
): void {
  for (let arc = begin; arc < end; arc++) {
    const row = upperDepth[arc]
    labels[row] = Math.min(labels[row], (label + weight[arc]) * scale + arc)
  }
}
