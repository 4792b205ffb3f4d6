import type { PathAttributes } from '../attributes/path-attributes.ts'
import { EndpointAttributes, type Side, writeEndpointAttributes } from '../matrix/endpoint-attributes.ts'
import type { JointOrder } from '../matrix/joint-order.ts'
import type { MatrixPoint } from '../points/matrix-point.ts'
import type { Topology } from '../topology.ts'
import { type Kernel, kernelOf } from './kernel.ts'
import { KernelSmallMatrix } from './kernel-small-matrix.ts'
import { metricName } from './metric-name.ts'
import { DOWN_FIRST, UP_FIRST } from './source/layout.ts'
import {
  COLUMNS,
  laneAt,
  MAX_LANES,
  MAX_POINT_ENDPOINTS,
  UPWARD_COLUMNS_READY,
  UPWARD_ROWS_READY,
} from './source/upward/layout.ts'
import { UpwardLane } from './upward-lane.ts'
import type { SharedMemory } from './web-assembly.ts'

/**
 * Runs upward searches on one metric in one piece of its scratch memory. Points that are adjacent in tree order share
 * most of their tree path and are processed together.
 */
export class KernelUpwardSearch {
  private readonly topology: Topology
  private readonly kernel: Kernel
  private readonly scratch: number
  private readonly metric: string
  readonly lanes: readonly UpwardLane[]
  readonly smallMatrix: KernelSmallMatrix

  constructor(topology: Topology, memory: SharedMemory, scratch: number) {
    this.topology = topology
    this.kernel = kernelOf(memory)
    this.scratch = scratch
    this.metric = metricName(memory)
    const lanes = Array.from({ length: MAX_LANES }, (_, lane) => scratch + laneAt(topology.height, lane))
    this.lanes = lanes.map((address) => new UpwardLane(topology.height, memory.buffer, address))
    this.smallMatrix = new KernelSmallMatrix(topology.height, this.kernel, memory, scratch)
    // A previous upward search may have been interrupted.
    const words = new Int32Array(memory.buffer, scratch, 2)
    words[UPWARD_ROWS_READY / 4] = words[UPWARD_COLUMNS_READY / 4] = 0
  }

  /** Throws an error if path attributes belong to another metric. */
  checkAttributes({ offsets }: PathAttributes): void {
    if (offsets.memory !== this.metric) throw new Error('the path attributes belong to another metric')
  }

  /**
   * Searches upward from as many points, consecutive in tree order, as fit in the lanes, and returns their number.
   * `first` is the position of the first point, and `firstLane` is its lane. Throws a PointTooLarge error if the search
   * space of a point exceeds its lane.
   */
  search(
    points: readonly MatrixPoint[],
    { point, joint, minWeight, count }: JointOrder,
    first: number,
    endpointSide: Side,
    attributes: PathAttributes | undefined,
    firstLane = 0,
  ): number {
    const laneCount = Math.min(COLUMNS, count - first)
    for (let lane = 0; lane < laneCount; lane++) {
      const endpoints = points[point[first + lane]]
      if (endpoints.count > MAX_POINT_ENDPOINTS) throw new Error(`too many sources or targets: ${endpoints.count}`)
      this.lanes[firstLane + lane].writeEndpoints(
        this.topology.rank,
        endpoints,
        minWeight[first + lane],
        joint[first + lane],
      )
    }
    const firstArcSection = endpointSide === 'source' ? UP_FIRST : DOWN_FIRST
    const searchedLaneCount = this.kernel.searchUpward(this.scratch, firstLane, laneCount, firstArcSection)
    if (searchedLaneCount < laneCount) throw new PointTooLarge(points[point[first + searchedLaneCount]])
    for (let lane = 0; attributes && lane < laneCount; lane++) {
      this.computeAttributes(
        this.lanes[firstLane + lane],
        points[point[first + lane]],
        joint[first + lane],
        endpointSide,
        attributes,
      )
    }
    return laneCount
  }

  /** Writes the data of a point's sources or targets that the kernels need to compute attributes. */
  writeBegins(
    { beginAttributes: begins }: UpwardLane,
    endpoints: MatrixPoint,
    endpointSide: Side,
    attributes: PathAttributes,
  ): void {
    for (let index = 0; index < endpoints.count; index++) {
      writeEndpointAttributes(attributes, endpoints, index, endpointSide, begins, index * EndpointAttributes.SIZE)
    }
  }

  private computeAttributes(
    lane: UpwardLane,
    endpoints: MatrixPoint,
    joint: number,
    endpointSide: Side,
    attributes: PathAttributes,
  ): void {
    const { valuesOffset, turnsOffset } = attributes.offsets
    this.writeBegins(lane, endpoints, endpointSide, attributes)
    const isTarget = endpointSide === 'target'
    if (attributes.size === 2)
      this.kernel.computeSteadyAttributes(lane.memoryOffset, joint, valuesOffset, turnsOffset, isTarget)
    else this.kernel.computeFadingAttributes(lane.memoryOffset, joint, valuesOffset, turnsOffset, isTarget)
  }
}

/**
 * Error for a point whose sources or targets are too far apart in the elimination tree. The searches of such a point do
 * not fit in a lane.
 */
export class PointTooLarge extends Error {
  readonly point: MatrixPoint

  constructor(point: MatrixPoint) {
    super('the search space of a point is too large')
    this.point = point
  }
}
