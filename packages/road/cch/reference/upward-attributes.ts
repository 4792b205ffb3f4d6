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
  compute(
    settledVertices: SettledVertices,
    count: number,
    point: MatrixPoint,
    attributes: PathAttributes,
    endpointSide: Side,
  ): void {
    const { lower, arcCount } = this.topology
    const { vertex, weight, origin } = settledVertices
    for (let i = 0; i < count; i++) {
      this.settledIndex[vertex[i]] = i
      if (weight[i] >= INFINITE_WEIGHT) continue
      if (origin[i] >= arcCount) this.setEndpointAttributes(settledVertices, i, point, attributes, endpointSide)
      else this.addArc(settledVertices, i, this.settledIndex[lower[origin[i]]], point, attributes, endpointSide)
    }
  }

  private setEndpointAttributes(
    settledVertices: SettledVertices,
    i: number,
    point: MatrixPoint,
    attributes: PathAttributes,
    endpointSide: Side,
  ): void {
    const { endpointAttributes: begin } = this
    writeEndpointAttributes(
      attributes,
      point,
      settledVertices.origin[i] - this.topology.arcCount,
      endpointSide,
      begin,
      0,
    )
    const isTouched = begin[EndpointAttributes.TURN_FACTOR] !== 0
    settledVertices.lengthCm[i] = isTouched ? Number.NaN : begin[EndpointAttributes.LENGTH]
    settledVertices.durationCs[i] = isTouched ? Number.NaN : begin[EndpointAttributes.DURATION]
    settledVertices.growth[i] = begin[EndpointAttributes.GROWTH]
    settledVertices.steadyCs[i] = begin[EndpointAttributes.GROWTH] === 0 ? Number.POSITIVE_INFINITY : 0
  }

  private addArc(
    { origin, lengthCm, durationCs, growth, steadyCs }: SettledVertices,
    i: number,
    lowerLabel: number,
    point: MatrixPoint,
    attributes: PathAttributes,
    endpointSide: Side,
  ): void {
    const { endpointAttributes: begin } = this
    const { values, size } = attributes
    const arc = origin[i]
    let belowLengthCm = lengthCm[lowerLabel]
    let belowDurationCs = durationCs[lowerLabel]
    if (Number.isNaN(belowLengthCm)) {
      writeEndpointAttributes(attributes, point, origin[lowerLabel] - this.topology.arcCount, endpointSide, begin, 0)
      const turnCs = attributes.turnDurationCs[outermostTurn(this.children, arc, endpointSide)]
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
    durationCs[i] += endpointSide === 'target' ? growth[lowerLabel] * arcDurationCs : arcGrowth * belowDurationCs
    growth[i] = endpointSide === 'target' ? growth[lowerLabel] + arcGrowth + growth[lowerLabel] * arcGrowth : 0
    if (endpointSide === 'source') steadyCs[i] = arcGrowth === 0 ? steadyCs[lowerLabel] + arcDurationCs : 0
    else if (steadyCs[lowerLabel] < Number.POSITIVE_INFINITY) steadyCs[i] = steadyCs[lowerLabel]
    else steadyCs[i] = arcGrowth === 0 ? Number.POSITIVE_INFINITY : belowDurationCs
  }
}

/** Returns the turn by which a hierarchy arc leaves a source or reaches a target. */
function outermostTurn(children: Float64Array, arc: number, endpointSide: Side): number {
  let pair = children[arc]
  while (pair >= 0) pair = children[endpointSide === 'source' ? firstChild(pair) : secondChild(pair)]
  return firstChild(-1 - pair)
}
