import { INFINITE_WEIGHT } from '../../sentinels.ts'
import type { PathAttributes } from '../attributes/path-attributes.ts'
import { EndpointAttributes, type Side, writeEndpointAttributes } from '../matrix/endpoint-attributes.ts'
import type { MatrixPoint } from '../points/matrix-point.ts'
import { firstChild, secondChild } from '../shortcut-children.ts'
import type { Topology } from '../topology.ts'

/** The vertices settled by an upward search, lowest first. */
export interface SettledVertices {
  readonly vertex: Uint32Array
  readonly weight: Float64Array
  /** Arc of the label, or `arcCount` plus the index of the source or target where the label begins. */
  readonly origin: Float64Array
  /**
   * NaN at a vertex where a path begins on a road that the path only touches. The attributes of such a path are
   * computed together with its next arc.
   */
  readonly lengthCm: Float64Array
  readonly durationCs: Float64Array
  readonly growth: Float64Array
  readonly steadyCs: Float64Array
}

/** Computes the attributes of the paths to the labels of an upward search, along the arcs of the labels. */
export class UpwardAttributes {
  private readonly topology: Topology
  private readonly children: Float64Array
  /**
   * Index of every vertex among the settled vertices. The array is never cleared, because the entries of other vertices
   * are never read.
   */
  private readonly settledIndex: Uint32Array
  private readonly endpointAttributes = new Float64Array(EndpointAttributes.SIZE)

  /** Creates an instance for the metric whose shortcut children are `children`. */
  constructor(topology: Topology, children: Float64Array) {
    this.topology = topology
    this.children = children
    this.settledIndex = new Uint32Array(topology.vertexCount)
  }

  /** Computes the attributes in settling order, so that the origin of a label is always processed first. */
  compute(settled: SettledVertices, count: number, point: MatrixPoint, attributes: PathAttributes, side: Side): void {
    const { lower, arcCount } = this.topology
    const { vertex, weight, origin } = settled
    for (let i = 0; i < count; i++) {
      this.settledIndex[vertex[i]] = i
      if (weight[i] >= INFINITE_WEIGHT) continue
      if (origin[i] >= arcCount) this.setEndpointAttributes(settled, i, point, attributes, side)
      else this.addArc(settled, i, this.settledIndex[lower[origin[i]]], point, attributes, side)
    }
  }

  private setEndpointAttributes(
    settled: SettledVertices,
    i: number,
    point: MatrixPoint,
    attributes: PathAttributes,
    side: Side,
  ): void {
    const { endpointAttributes: begin } = this
    writeEndpointAttributes(attributes, point, settled.origin[i] - this.topology.arcCount, side, begin, 0)
    const isTouched = begin[EndpointAttributes.TURN_FACTOR] !== 0
    settled.lengthCm[i] = isTouched ? Number.NaN : begin[EndpointAttributes.LENGTH]
    settled.durationCs[i] = isTouched ? Number.NaN : begin[EndpointAttributes.DURATION]
    settled.growth[i] = begin[EndpointAttributes.GROWTH]
    settled.steadyCs[i] = begin[EndpointAttributes.GROWTH] === 0 ? Number.POSITIVE_INFINITY : 0
  }

  private addArc(
    { origin, lengthCm, durationCs, growth, steadyCs }: SettledVertices,
    i: number,
    below: number,
    point: MatrixPoint,
    attributes: PathAttributes,
    side: Side,
  ): void {
    const { endpointAttributes: begin } = this
    const { values, size } = attributes
    const arc = origin[i]
    let belowLengthCm = lengthCm[below]
    let belowDurationCs = durationCs[below]
    if (Number.isNaN(belowLengthCm)) {
      writeEndpointAttributes(attributes, point, origin[below] - this.topology.arcCount, side, begin, 0)
      const turnCs = attributes.turnDurationCs[outermostTurn(this.children, arc, side)]
      belowLengthCm = begin[EndpointAttributes.LENGTH]
      belowDurationCs = begin[EndpointAttributes.DURATION] + turnCs * begin[EndpointAttributes.TURN_FACTOR]
    }
    const arcDurationCs = values[size * arc + 1]
    lengthCm[i] = belowLengthCm + values[size * arc]
    durationCs[i] = belowDurationCs + arcDurationCs
    if (size === 2) return
    // The duration of a later section grows with the duration of the earlier section. On the target side, the arc comes
    // first. On the source side, the path up to the arc comes first.
    const arcGrowth = values[size * arc + 2]
    durationCs[i] += side === 'target' ? growth[below] * arcDurationCs : arcGrowth * belowDurationCs
    growth[i] = side === 'target' ? growth[below] + arcGrowth + growth[below] * arcGrowth : 0
    if (side === 'source') steadyCs[i] = arcGrowth === 0 ? steadyCs[below] + arcDurationCs : 0
    else if (steadyCs[below] < Number.POSITIVE_INFINITY) steadyCs[i] = steadyCs[below]
    else steadyCs[i] = arcGrowth === 0 ? Number.POSITIVE_INFINITY : belowDurationCs
  }
}

/** Returns the turn by which a hierarchy arc leaves a source or reaches a target. */
function outermostTurn(children: Float64Array, arc: number, side: Side): number {
  let pair = children[arc]
  while (pair >= 0) pair = children[side === 'source' ? firstChild(pair) : secondChild(pair)]
  return firstChild(-1 - pair)
}
