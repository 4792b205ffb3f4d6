import type { Position } from '@fairway/sea/geometry/sphere.ts'
import type { SeaPlan } from '@fairway/sea/plan/plan-sea.ts'
import type { Refusal } from '@fairway/sea/plan/refusal.ts'
import type { SeaRequest } from '@fairway/sea/plan/request.ts'
import type { Port } from '@fairway/sea/ports/port-book.ts'

/** A voyage to be planned, as it goes to the thread that plans it: ports are still names. */
export interface VoyageJob extends Omit<SeaRequest, 'from' | 'to' | 'via'> {
  readonly from: Position | string
  readonly to: Position | string
  readonly via: readonly (Position | string)[]
}

/** A port that was meant by a name. */
export type NamedPort = Pick<Port, 'name' | 'code'>

export interface PlannedVoyage {
  readonly kind: 'planned'
  readonly plan: SeaPlan
  /** Of every stop, from the first to the last, the port that it was named by. */
  readonly ports: readonly (NamedPort | undefined)[]
  /** What the caller should know of names that mean several ports. */
  readonly notes: readonly string[]
  readonly version: string
  readonly attribution: string
}

export type VoyageFailure =
  | Refusal
  | { readonly kind: 'unknown-port'; readonly field: string; readonly given: string; readonly near: readonly string[] }
  | { readonly kind: 'seas-off' }
  | { readonly kind: 'seas-awaited' }
  | { readonly kind: 'seas-failed' }

export type VoyageOutcome = PlannedVoyage | { readonly kind: 'failure'; readonly failure: VoyageFailure }
