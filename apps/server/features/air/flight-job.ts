import type { Flight, FlightRequest, Outline, Refusal } from '@fairway/air'

/** A flight to plan, as sent to the compute thread. */
export interface FlightJob extends FlightRequest {
  /** Whether to return the avoided zones as a geofence. */
  readonly isFenced: boolean
}

/** The segment from one point of the line to the next. */
export interface FlightSegment {
  readonly meters: number
  readonly seconds: number
  /** Duration without wind. */
  readonly noWindSeconds: number
  /** ID of the corridor that contains the segment. */
  readonly corridor?: string
  /** IDs of the zones that require an authorization and are touched by the segment. */
  readonly zones: readonly string[]
}

export interface PlannedFlight {
  readonly kind: 'planned'
  readonly flight: Flight
  /** Has one element fewer than the line has points. */
  readonly segments: readonly FlightSegment[]
  /**
   * Outlines of avoided zones that the line never enters at any altitude or time, suitable for a geofence. Empty if no
   * geofence was requested.
   */
  readonly fence: readonly Outline[]
  /** Notes for the caller. */
  readonly notes: readonly string[]
  readonly version: string
  readonly attribution: string
}

export type FlightFailure =
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'sky-awaited' }
  | { readonly kind: 'sky-failed' }

export type FlightOutcome = PlannedFlight | { readonly kind: 'failure'; readonly failure: FlightFailure }
