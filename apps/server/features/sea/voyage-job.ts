import type { NamedPlace, Position, Refusal, SeaPlan, SeaRequest } from '@fairway/sea'

/** A voyage to be planned, as it goes to the thread that plans it: ports are still names. */
export interface VoyageJob extends Omit<SeaRequest, 'from' | 'to' | 'via'> {
  readonly from: Position | string
  readonly to: Position | string
  readonly via: readonly (Position | string)[]
}

/** A port that was meant by a name; a settlement has no code. */
export type NamedPort = Pick<NamedPlace, 'name' | 'code'>

/** What is told of a place that was meant by a name. */
export type ToldPlace = Pick<NamedPlace, 'name' | 'code' | 'country' | 'region' | 'position'>

export interface UnknownPort {
  readonly kind: 'unknown-port'
  readonly field: string
  readonly given: string
  /** Names like it. */
  readonly near: readonly string[]
  /** Places of that name that lie elsewhere than was said. */
  readonly elsewhere?: readonly ToldPlace[]
}

/** A port that was named, and has no water where it is thought to be. */
export interface DryPort {
  readonly kind: 'dry-port'
  readonly given: string
  readonly place: ToldPlace
  readonly refusal: Extract<Refusal, { readonly kind: 'inland' }>
}

export interface PlannedVoyage {
  readonly kind: 'planned'
  readonly plan: SeaPlan
  /** Of every stop, from the first to the last, the port that it was named by. */
  readonly ports: readonly (NamedPort | undefined)[]
  /** What the caller should know of names that mean several things. */
  readonly notes: readonly string[]
  readonly version: string
  readonly attribution: string
}

export type VoyageFailure =
  | Refusal
  | UnknownPort
  | DryPort
  | { readonly kind: 'seas-off' }
  | { readonly kind: 'seas-awaited' }
  | { readonly kind: 'seas-failed' }

export type VoyageOutcome = PlannedVoyage | { readonly kind: 'failure'; readonly failure: VoyageFailure }
