import type { Vector } from '@fairway/geo'
import type { Outline } from '../model.ts'

/** A part of a straight leg, with the times at its endpoints. */
export interface TimedSegment {
  readonly from: Vector
  readonly to: Vector
  readonly fromMs: number
  readonly untilMs: number
}

/** An obstacle, with an outline and a test of whether it applies to a flight along a segment inside it. */
export interface Block {
  readonly outline: Outline
  /** Returns whether the block applies. If absent, the block always applies. */
  readonly matters?: (inside: TimedSegment) => boolean
}

/** A straight leg on the frame, with the times at its endpoints. */
export interface Leg {
  readonly ax: number
  readonly ay: number
  readonly bx: number
  readonly by: number
  readonly fromMs: number
  readonly untilMs: number
  /** Returns the time at a fraction of the leg. If absent, the pace is constant. */
  readonly msAt?: (share: number) => number
}
