import type { Vector } from '../geometry/ellipsoid.ts'
import type { Outline } from '../model.ts'

/** A stretch of a straight leg, with the times at which its ends are passed. */
export interface Stretch {
  readonly from: Vector
  readonly to: Vector
  readonly fromMs: number
  readonly untilMs: number
}

/** Something to keep out of: an outline, and whether it matters to who flies a stretch inside. */
export interface Block {
  readonly outline: Outline
  /** Missing: always. */
  readonly matters?: (inside: Stretch) => boolean
}

/** A straight leg on the frame, with the times at its ends. */
export interface Leg {
  readonly ax: number
  readonly ay: number
  readonly bx: number
  readonly by: number
  readonly fromMs: number
  readonly untilMs: number
  /** When a share of it is flown; missing: it is flown evenly. */
  readonly msAt?: (share: number) => number
}
