import type { Flight, FlightRequest, Outline, Refusal } from '@fairway/air'

/** Flight job as plain data for the compute thread. */
export interface FlightJob extends FlightRequest {
  /** Whether to return the avoided zones as a geofence. */
  readonly isFenced: boolean
}

/** Segment between two consecutive points of the line. */
export interface FlightSegment {
  readonly meters: number
  readonly seconds: number
  /** Duration without wind, in seconds. */
  readonly noWindSeconds: number
  /** Id of the corridor that contains the segment. */
  readonly corridor?: string
  /** Ids of the zones that the segment touches and that require an authorization. */
  readonly zones: readonly string[]
}

export interface PlannedFlight {
  readonly kind: 'planned'
  readonly flight: Flight
  /** Segments of the line, one fewer than its points. */
  readonly segments: readonly FlightSegment[]
  /**
   * Outlines of the avoided zones that the line does not enter, regardless of altitude and time. The outlines form a
   * geofence. The list is empty if no geofence was requested.
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
