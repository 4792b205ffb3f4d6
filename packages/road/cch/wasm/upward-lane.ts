import type { Ends } from '../sources-targets.ts'
import {
  BEGIN_BYTES,
  LANE_APART,
  LANE_BEGIN,
  LANE_END_COUNT,
  LANE_JOINT,
  LANE_VERTEX,
  LANE_WEIGHT,
  MOST_CLIMB_ENDS,
  mostPlaces,
  placeGrowths,
  placeMeasures,
  placeSteady,
  placeVertices,
  placeWeights,
} from './source/upward/layout.ts'

/** Input and results of one point in a joint upward search. */
export class ClimbLane {
  readonly address: number
  private readonly words: Int32Array
  /** See Begin, for every source or target. */
  readonly begins: Float64Array
  /**
   * By depth, from the vertex where the sources or targets have met. After `height` come vertices settled before,
   * lowest first.
   */
  readonly weights: Int32Array
  /** Only for vertices settled before the meeting. */
  readonly vertices: Uint32Array
  /** Lengths and durations, interleaved. */
  readonly measures: Float64Array
  readonly growths: Float64Array
  readonly steady: Float64Array

  constructor(height: number, buffer: SharedArrayBuffer, address: number) {
    const places = mostPlaces(height)
    this.address = address
    this.words = new Int32Array(buffer, address, LANE_BEGIN / 4)
    this.begins = new Float64Array(buffer, address + LANE_BEGIN, (MOST_CLIMB_ENDS * BEGIN_BYTES) / 8)
    this.weights = new Int32Array(buffer, address + placeWeights(height), places)
    this.vertices = new Uint32Array(buffer, address + placeVertices(height), places)
    this.measures = new Float64Array(buffer, address + placeMeasures(height), 2 * places)
    this.growths = new Float64Array(buffer, address + placeGrowths(height), places)
    this.steady = new Float64Array(buffer, address + placeSteady(height), places)
  }

  /** Number of vertices settled before the sources or targets met. */
  get apartCount(): number {
    return this.words[LANE_APART / 4]
  }

  /** `joint` is the vertex where the sources or targets meet, or vertexCount. */
  writeEnds(rank: Uint32Array, { count, arc, weight }: Ends, least: number, joint: number): void {
    const { words } = this
    words[LANE_END_COUNT / 4] = count
    words[LANE_JOINT / 4] = joint
    for (let end = 0; end < count; end++) {
      words[LANE_VERTEX / 4 + end] = rank[arc[end]]
      words[LANE_WEIGHT / 4 + end] = weight[end] - least
    }
  }
}
