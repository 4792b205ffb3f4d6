import { INFINITE_WEIGHT, NO_ID } from '../sentinels.ts'
import type { RoundTrip } from './round-trip.ts'

/** Where two halves of a path meet: their origins (see originScale), and the round trip between them if there is one. */
export interface Meeting {
  readonly weight: number
  readonly vertex: number
  readonly forwardOrigin: number
  readonly backwardOrigin: number
  readonly trip?: RoundTrip | undefined
}

const none: Meeting = { weight: INFINITE_WEIGHT, vertex: NO_ID, forwardOrigin: 0, backwardOrigin: 0 }

/** What a search has found so far, and how far it must go on. */
export class Meetings {
  best = none
  /** Labels of so much and more cannot be part of a path that is wanted. */
  bound = INFINITE_WEIGHT
  /** What the smallest weights of the ends add up to. Labels count from there, so that none is negative. */
  offset = 0
  stretch = 0
  private readonly vertices: number[] = []
  private readonly weights: number[] = []

  reset(offset: number, stretch: number): void {
    this.best = none
    this.bound = INFINITE_WEIGHT
    this.offset = offset
    this.stretch = stretch
    this.vertices.length = this.weights.length = 0
  }

  offer(meeting: Meeting): void {
    if (meeting.weight >= this.best.weight) return
    this.best = meeting
    this.bound = this.boundFor(meeting.weight)
  }

  boundFor(best: number): number {
    if (this.stretch === 0) return best
    const room = Math.max(0, Math.floor((best + this.offset) * this.stretch))
    return Math.min(INFINITE_WEIGHT, best + room + 1)
  }

  /** Remembers a vertex over which there may be an alternative. */
  collect(vertex: number, weight: number): void {
    if (this.stretch === 0) return
    this.vertices.push(vertex)
    this.weights.push(weight)
  }

  /** The collected vertices that keep to the final bound, and the weights of the paths over them. */
  candidates(): { readonly vertex: Uint32Array; readonly weight: Int32Array } {
    const kept = [...this.weights.keys()].filter((index) => this.weights[index] < this.bound)
    return {
      vertex: Uint32Array.from(kept, (index) => this.vertices[index]),
      weight: Int32Array.from(kept, (index) => this.weights[index] + this.offset),
    }
  }

  getCandidateWeight(vertex: number): number {
    const weight = this.weights[this.vertices.indexOf(vertex)]
    if (weight === undefined || weight >= this.bound) throw new Error(`${vertex} is not a candidate of the last search`)
    return weight
  }
}
