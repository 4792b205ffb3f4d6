import type { Endpoints } from '../sources-targets.ts'
import {
  BEGIN_BYTES,
  LANE_BEGIN,
  LANE_ENDPOINT_COUNT,
  LANE_JOINT,
  LANE_SETTLED_BEFORE_JOINT,
  LANE_VERTEX,
  LANE_WEIGHT,
  MAX_POINT_ENDPOINTS,
  maxSlots,
  slotAttributes,
  slotGrowths,
  slotSteady,
  slotVertices,
  slotWeights,
} from './source/upward/layout.ts'

/** Input and results of one point in a joint upward search. */
export class UpwardLane {
  readonly memoryOffset: number
  private readonly words: Int32Array
  /** Attributes of every source or target; see EndpointAttributes. */
  readonly beginAttributes: Float64Array
  /**
   * Weights by depth, starting at the vertex where the sources or targets met. The weights of vertices settled before
   * the meeting start at index `height`, lowest vertex first.
   */
  readonly weights: Int32Array
  /** Vertex in each slot. The value is valid only if the vertex was settled before the sources or targets met. */
  readonly vertices: Uint32Array
  /** Lengths and durations, interleaved. */
  readonly attributes: Float64Array
  readonly growths: Float64Array
  readonly steadyCs: Float64Array

  constructor(height: number, buffer: SharedArrayBuffer, address: number) {
    const slots = maxSlots(height)
    this.memoryOffset = address
    this.words = new Int32Array(buffer, address, LANE_BEGIN / 4)
    this.beginAttributes = new Float64Array(buffer, address + LANE_BEGIN, (MAX_POINT_ENDPOINTS * BEGIN_BYTES) / 8)
    this.weights = new Int32Array(buffer, address + slotWeights(height), slots)
    this.vertices = new Uint32Array(buffer, address + slotVertices(height), slots)
    this.attributes = new Float64Array(buffer, address + slotAttributes(height), 2 * slots)
    this.growths = new Float64Array(buffer, address + slotGrowths(height), slots)
    this.steadyCs = new Float64Array(buffer, address + slotSteady(height), slots)
  }

  /** Number of vertices settled before the sources or targets met. */
  get separateCount(): number {
    return this.words[LANE_SETTLED_BEFORE_JOINT / 4]
  }

  /**
   * Writes the sources or targets of a point. `joint` is the vertex where they meet, or `vertexCount` if there is none.
   */
  writeEndpoints(rank: Uint32Array, { count, arc, weight }: Endpoints, minWeight: number, joint: number): void {
    const { words } = this
    words[LANE_ENDPOINT_COUNT / 4] = count
    words[LANE_JOINT / 4] = joint
    for (let index = 0; index < count; index++) {
      words[LANE_VERTEX / 4 + index] = rank[arc[index]]
      words[LANE_WEIGHT / 4 + index] = weight[index] - minWeight
    }
  }
}
