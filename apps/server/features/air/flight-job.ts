import type { Flight, FlightRequest, Outline, Refusal } from '@fairway/air'

/** A flight to be planned, as it goes to the thread that plans it. */
export interface FlightJob extends FlightRequest {
  /** Whether what was avoided is wanted as a fence. */
  readonly isFenced: boolean
}

/** What is flown from one point of the line to the next. */
export interface FlightPiece {
  readonly meters: number
  readonly seconds: number
  /** The same in calm air. */
  readonly calmSeconds: number
  /** Id of the corridor that it lies in. */
  readonly corridor?: string
  /** Ids of zones, among those that need an authorisation, that it touches. */
  readonly zones: readonly string[]
}

export interface PlannedFlight {
  readonly kind: 'planned'
  readonly flight: Flight
  /** One less than the line has points. */
  readonly pieces: readonly FlightPiece[]
  /** Outlines of avoided zones that the line stays out of at any height and time: fit for a fence. Empty where none is wanted. */
  readonly fence: readonly Outline[]
  /** What the caller should know. */
  readonly notes: readonly string[]
  readonly version: string
  readonly attribution: string
}

export type FlightFailure =
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'sky-awaited' }
  | { readonly kind: 'sky-failed' }

export type FlightOutcome = PlannedFlight | { readonly kind: 'failure'; readonly failure: FlightFailure }
