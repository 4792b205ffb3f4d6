import type { VisitRule } from '@fairway/tracking'
import type { SolutionVisit } from '../../road/optimize/solution.ts'

export const stopMarks = ['done', 'skipped', 'canceled'] as const
export type StopMark = (typeof stopMarks)[number]

/** Optimized tour that an asset follows, stored as plain JSON with its route. */
export interface DispatchedTour {
  readonly solution: string
  readonly vehicle: number
  readonly rule: VisitRule
  readonly end?: readonly [number, number] | undefined
  /** Planned driving time of the whole route, in seconds. */
  readonly totalS: number
  readonly visits: readonly TourVisit[]
}

export interface TourVisit extends SolutionVisit {
  /**
   * Distance along the line to the stop in meters, and planned driving time in seconds. Both values are null if the
   * route no longer visits the stop.
   */
  readonly alongM: number | null
  readonly drivenS: number | null
  /** Status set by a request, which takes precedence over positions. */
  readonly mark?: { readonly status: StopMark; readonly atMs: number } | undefined
}
