import type { PathMeasures } from '../attributes/path-attributes.ts'
import { Begin, type Side, writeBegin } from '../matrix/begin-search.ts'
import type { JointOrder } from '../matrix/joint-order.ts'
import type { Metric } from '../metric.ts'
import type { PointEnds } from '../points/point-searches.ts'
import type { Topology } from '../topology.ts'
import { type Kernel, kernelOf } from './kernel.ts'
import { KernelLittle } from './kernel-small-matrix.ts'
import { metricName } from './metric-name.ts'
import type { ScratchPlaces } from './scratch-memory.ts'
import { DOWN_FIRST, UP_FIRST } from './source/layout.ts'
import {
  CLIMB_COLUMNS_READY,
  CLIMB_ROWS_READY,
  COLUMNS,
  laneAt,
  MOST_CLIMB_ENDS,
  MOST_LANES,
} from './source/upward/layout.ts'
import { ClimbLane } from './upward-lane.ts'
import type { SharedMemory } from './web-assembly.ts'

/** Undefined when the metric has no WebAssembly memory, or no room in it. */
export function findKernelClimb(
  topology: Topology,
  { memory }: Metric,
  places: ScratchPlaces,
): KernelClimb | undefined {
  if (!memory) return undefined
  const scratch = places.find(memory)
  return scratch === undefined ? undefined : new KernelClimb(topology, memory, scratch)
}

/**
 * Climber on one metric, with the WebAssembly kernels: the same labels and bit-identical path attributes. Points that
 * are adjacent in tree order share most of their tree path and are processed together.
 */
export class KernelClimb {
  private readonly topology: Topology
  private readonly kernel: Kernel
  private readonly scratch: number
  private readonly metric: string
  readonly lanes: readonly ClimbLane[]
  readonly little: KernelLittle

  constructor(topology: Topology, memory: SharedMemory, scratch: number) {
    this.topology = topology
    this.kernel = kernelOf(memory)
    this.scratch = scratch
    this.metric = metricName(memory)
    const lanes = Array.from({ length: MOST_LANES }, (_, lane) => scratch + laneAt(topology.height, lane))
    this.lanes = lanes.map((address) => new ClimbLane(topology.height, memory.buffer, address))
    this.little = new KernelLittle(topology.height, this.kernel, memory, scratch)
    // A previous upward search may have been interrupted.
    const words = new Int32Array(memory.buffer, scratch, 2)
    words[CLIMB_ROWS_READY / 4] = words[CLIMB_COLUMNS_READY / 4] = 0
  }

  /** True if the kernels can access the path attributes. */
  canMeasure({ place }: PathMeasures): boolean {
    return place?.metric === this.metric
  }

  /**
   * Searches upward from as many consecutive points as fit, starting at a given position and lane. Returns their
   * number, or -1 when one of them exceeds the limits of the kernels.
   */
  climb(
    points: readonly PointEnds[],
    { point, joint, least, count }: JointOrder,
    place: number,
    side: Side,
    measures: PathMeasures | undefined,
    firstLane = 0,
  ): number {
    const together = Math.min(COLUMNS, count - place)
    for (let lane = 0; lane < together; lane++) {
      const ends = points[point[place + lane]]
      if (ends.count > MOST_CLIMB_ENDS) return -1
      this.lanes[firstLane + lane].writeEnds(this.topology.rank, ends, least[place + lane], joint[place + lane])
    }
    const first = side === 'source' ? UP_FIRST : DOWN_FIRST
    if (this.kernel.climb(this.scratch, firstLane, together, first) < 0) return -1
    for (let lane = 0; measures && lane < together; lane++) {
      this.measure(this.lanes[firstLane + lane], points[point[place + lane]], joint[place + lane], side, measures)
    }
    return together
  }

  /** Writes the data of a point's sources or targets that the kernels need to compute attributes. */
  writeBegins({ begins }: ClimbLane, ends: PointEnds, side: Side, measures: PathMeasures): void {
    for (let end = 0; end < ends.count; end++) writeBegin(measures, ends, end, side, begins, end * Begin.SIZE)
  }

  private measure(lane: ClimbLane, ends: PointEnds, joint: number, side: Side, measures: PathMeasures): void {
    const { place, size } = measures
    if (!place) throw new Error('the kernels cannot access these path attributes')
    this.writeBegins(lane, ends, side, measures)
    const isTarget = side === 'target'
    if (size === 2) this.kernel.measureSteady(lane.address, joint, place.values, place.turns, isTarget)
    else this.kernel.measureFading(lane.address, joint, place.values, place.turns, isTarget)
  }
}
