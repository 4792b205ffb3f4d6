import type { VisitRule } from '@fairway/tracking'
import type { SolutionVisit } from '../../road/optimize/solution.ts'

export const stopMarks = ['done', 'skipped', 'canceled'] as const
export type StopMark = (typeof stopMarks)[number]

/** A tour of the optimizer that an asset follows. Plain JSON, part of its stored route. */
export interface DispatchedTour {
  readonly solution: string
  readonly vehicle: number
  readonly rule: VisitRule
  readonly end?: readonly [number, number] | undefined
  /** Planned driving time of the whole route in seconds. */
  readonly totalS: number
  readonly visits: readonly TourVisit[]
}

export interface TourVisit extends SolutionVisit {
  /**
   * Where the stop is on the line, and the planned driving time to it in seconds. Null if the route no longer goes
   * there.
   */
  readonly alongM: number | null
  readonly drivenS: number | null
  /** Set by a message. It takes precedence over positions. */
  readonly mark?: { readonly status: StopMark; readonly atMs: number } | undefined
}
