import { INFINITE_WEIGHT } from '../../sentinels.ts'
import type { PathAttributes } from '../attributes/path-attributes.ts'
import type { Side } from '../matrix/endpoint-attributes.ts'
import type { MatrixPoint } from '../points/matrix-point.ts'
import { minWeight } from '../sources-targets.ts'
import type { Topology } from '../topology.ts'
import type { ReferenceMetric } from './metric.ts'
import { type SettledVertices, UpwardAttributes } from './upward-attributes.ts'

/** Number of values reserved for sources or targets, in addition to the arcs. */
const MAX_ENDPOINTS = 64

/**
 * Searches upward in the elimination tree from all sources or targets of one point. One double contains a label's
 * weight and its origin, so one minimum handles both. The origin is an arc, or `arcCount` plus the index of the source
 * or target where the label begins. Among equal weights, the lowest origin is chosen, as in SearchSide, because arcs
 * are numbered by their lower vertex. The arcs of the labels give exactly the path that PathQuery finds.
 */
export class UpwardSearch {
  private readonly topology: Topology
  private readonly weight: Int32Array
  private readonly scale: number
  /** Labels by vertex before the sources or targets meet, and by depth afterward. */
  private readonly separateLabels: Float64Array
  private readonly row: Float64Array
  private readonly currentVertex = new Uint32Array(MAX_ENDPOINTS)
  private readonly attributes: UpwardAttributes
  readonly settled: SettledVertices
  /** Total number of settled vertices, and the number settled before the sources or targets met. */
  count = 0
  separateCount = 0

  constructor(topology: Topology, { weight, children }: ReferenceMetric) {
    const { vertexCount, arcCount, height } = topology
    this.topology = topology
    this.weight = weight
    this.scale = 2 ** Math.ceil(Math.log2(arcCount + MAX_ENDPOINTS))
    this.separateLabels = new Float64Array(vertexCount).fill(INFINITE_WEIGHT * this.scale)
    this.row = new Float64Array(height).fill(INFINITE_WEIGHT * this.scale)
    this.attributes = new UpwardAttributes(topology, children)
    const createDoubles = () => new Float64Array(MAX_ENDPOINTS * height)
    this.settled = {
      vertex: new Uint32Array(MAX_ENDPOINTS * height),
      weight: createDoubles(),
      origin: createDoubles(),
      lengthCm: createDoubles(),
      durationCs: createDoubles(),
      growth: createDoubles(),
      steadyCs: createDoubles(),
    }
  }

  /** Runs the search. `joint` is the vertex where the sources or targets meet; see findJoint. */
  search(point: MatrixPoint, joint: number, endpointSide: Side, attributes: PathAttributes | undefined): void {
    const { vertexCount, depth, upFirst, downFirst } = this.topology
    if (point.count > MAX_ENDPOINTS) throw new Error(`too many sources or targets: ${point.count}`)
    const first = endpointSide === 'source' ? upFirst : downFirst
    const jointDepth = joint < vertexCount ? depth[joint] : -1
    this.start(point, jointDepth)
    this.searchSeparately(point.count, this.weight, first, joint, jointDepth)
    this.searchTogether(this.weight, first, joint)
    if (attributes) this.attributes.compute(this.settled, this.count, point, attributes, endpointSide)
  }

  private start(point: MatrixPoint, jointDepth: number): void {
    const { arcCount, rank, depth } = this.topology
    const lowestWeight = minWeight(point)
    this.count = 0
    for (let endpoint = 0; endpoint < point.count; endpoint++) {
      const vertex = rank[point.arc[endpoint]]
      this.currentVertex[endpoint] = vertex
      const isSeparate = depth[vertex] > jointDepth
      offerLabel(
        isSeparate ? this.separateLabels : this.row,
        isSeparate ? vertex : depth[vertex],
        this.toLabel(point.weight[endpoint] - lowestWeight, arcCount + endpoint),
      )
    }
  }

  /** Processes the lowest vertex first until all sources or targets have reached the common vertex or a higher one. */
  private searchSeparately(
    point: number,
    weight: Int32Array,
    first: Uint32Array,
    joint: number,
    jointDepth: number,
  ): void {
    const { parent, upper, upperDepth } = this.topology
    const { currentVertex, separateLabels, row } = this
    for (;;) {
      let v = joint
      for (let endpoint = 0; endpoint < point; endpoint++) if (currentVertex[endpoint] < v) v = currentVertex[endpoint]
      if (v === joint) break
      for (let endpoint = 0; endpoint < point; endpoint++)
        if (currentVertex[endpoint] === v) currentVertex[endpoint] = parent[v]
      const label = this.settle(v, separateLabels, v)
      if (label >= INFINITE_WEIGHT) continue
      for (let arc = first[v]; arc < first[v + 1]; arc++) {
        const next = this.toLabel(label + weight[arc], arc)
        if (upperDepth[arc] <= jointDepth) offerLabel(row, upperDepth[arc], next)
        else offerLabel(separateLabels, upper[arc], next)
      }
    }
    this.separateCount = this.count
  }

  private searchTogether(weight: Int32Array, first: Uint32Array, joint: number): void {
    const { parent, depth, upperDepth, vertexCount } = this.topology
    const { row } = this
    for (let v = joint; v < vertexCount; v = parent[v]) {
      const label = this.settle(v, row, depth[v])
      if (label >= INFINITE_WEIGHT) continue
      for (let arc = first[v]; arc < first[v + 1]; arc++)
        offerLabel(row, upperDepth[arc], this.toLabel(label + weight[arc], arc))
    }
  }

  private toLabel(weight: number, origin: number): number {
    return weight * this.scale + origin
  }

  /** Takes the label of a vertex and clears its slot. */
  private settle(vertex: number, labels: Float64Array, slot: number): number {
    const { settled, scale } = this
    const packedLabel = labels[slot]
    const label = Math.floor(packedLabel / scale)
    labels[slot] = INFINITE_WEIGHT * scale
    settled.vertex[this.count] = vertex
    settled.weight[this.count] = label
    settled.origin[this.count++] = packedLabel - label * scale
    return label
  }
}

function offerLabel(labels: Float64Array, slot: number, label: number): void {
  labels[slot] = Math.min(labels[slot], label)
}
