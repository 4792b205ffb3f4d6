import type { Place } from './travel.ts'

/** A piece of a corridor from one of its points to the next, in the direction in which it may be flown. */
export interface Lane {
  readonly from: number
  readonly to: number
  readonly corridor: number
}

/** Corridors as the search sees them: points where one may enter and leave, and pieces between them. */
export interface Lanes {
  readonly places: readonly Place[]
  /** By the point where they begin. */
  readonly from: readonly (readonly Lane[])[]
  isOpen(lane: Lane, fromMs: number, untilMs: number): boolean
}

export const noLanes: Lanes = { places: [], from: [], isOpen: () => false }
