import { INFINITE_WEIGHT, NO_ID } from '../../sentinels.ts'
import type { RoundTrip } from '../round-trip.ts'

/**
 * A meeting node of two half-paths, with the origins of the half-paths (see originScale) and the round trip between
 * them, if any.
 */
export interface MeetingNode {
  readonly weight: number
  readonly vertex: number
  readonly forwardOrigin: number
  readonly backwardOrigin: number
  readonly trip?: RoundTrip | undefined
}

const noMeetingNode: MeetingNode = { weight: INFINITE_WEIGHT, vertex: NO_ID, forwardOrigin: 0, backwardOrigin: 0 }

/** The bound of a search and its results so far. */
export class MeetingNodes {
  best = noMeetingNode
  /** Labels at or above this weight cannot be part of a result. */
  bound = INFINITE_WEIGHT
  /**
   * Sum of the smallest source weight and the smallest target weight. Labels are relative to this sum, so no label is
   * negative.
   */
  offset = 0
  stretch = 0
  private readonly vertices: number[] = []
  private readonly weights: number[] = []

  reset(offset: number, stretch: number): void {
    this.best = noMeetingNode
    this.bound = INFINITE_WEIGHT
    this.offset = offset
    this.stretch = stretch
    this.vertices.length = this.weights.length = 0
  }

  offer(node: MeetingNode): void {
    if (node.weight >= this.best.weight) return
    this.best = node
    this.bound = this.computeBound(node.weight)
  }

  computeBound(bestWeight: number): number {
    if (this.stretch === 0) return bestWeight
    const allowedExtraWeight = Math.max(0, Math.floor((bestWeight + this.offset) * this.stretch))
    return Math.min(INFINITE_WEIGHT, bestWeight + allowedExtraWeight + 1)
  }

  /** Records a vertex as a possible via node of an alternative. */
  collect(vertex: number, weight: number): void {
    if (this.stretch === 0) return
    this.vertices.push(vertex)
    this.weights.push(weight)
  }

  /** Returns the collected vertices within the final bound and the weights of the paths through them. */
  candidates(): { readonly vertex: Uint32Array; readonly weight: Int32Array } {
    const indexes = [...this.weights.keys()].filter((index) => this.weights[index] < this.bound)
    return {
      vertex: Uint32Array.from(indexes, (index) => this.vertices[index]),
      weight: Int32Array.from(indexes, (index) => this.weights[index] + this.offset),
    }
  }

  getCandidateWeight(vertex: number): number {
    const weight = this.weights[this.vertices.indexOf(vertex)]
    if (weight === undefined || weight >= this.bound) throw new Error(`${vertex} is not a candidate of the last search`)
    return weight
  }
}
