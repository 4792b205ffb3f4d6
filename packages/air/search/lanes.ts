import type { ProjectedPoint } from './travel.ts'

/** A piece of a corridor between two consecutive points, in a permitted direction. */
export interface Lane {
  readonly from: number
  readonly to: number
  readonly corridor: number
}

/** Corridors as the search uses them: points where a flight may enter and leave, and the pieces between them. */
export interface Lanes {
  readonly points: readonly ProjectedPoint[]
  /** Lanes by start point. */
  readonly lanesFrom: readonly (readonly Lane[])[]
  isOpen(lane: Lane, fromMs: number, untilMs: number): boolean
}

export const noLanes: Lanes = { points: [], lanesFrom: [], isOpen: () => false }
