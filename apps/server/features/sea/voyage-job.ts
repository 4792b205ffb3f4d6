import type { Position } from '@fairway/geo'
import type { NamedPlace, Refusal, SeaRequest, SeaRoutePlan } from '@fairway/sea'

/** Voyage job for the compute thread. Port names are not resolved yet. */
export interface VoyageJob extends Omit<SeaRequest, 'from' | 'to' | 'via' | 'time'> {
  readonly from: Position | string
  readonly to: Position | string
  readonly via: readonly (Position | string)[]
  readonly time: NonNullable<SeaRequest['time']>
  /** Field of a time that is local time at the port of departure. The job contains it as if it were in UTC. */
  readonly localTimeField?: string
}

/** Port resolved from a name. A settlement has no code. */
export type NamedPort = Pick<NamedPlace, 'name' | 'code'>

/** Fields of a resolved place that messages show. */
export type PlaceDescription = Pick<NamedPlace, 'name' | 'code' | 'country' | 'region' | 'position'>

export interface UnknownPort {
  readonly kind: 'unknown-port'
  readonly field: string
  readonly given: string
  /** Similar port names. */
  readonly near: readonly string[]
  /** Places with that name in a different location than requested. */
  readonly elsewhere?: readonly PlaceDescription[]
}

/** Named port without navigable water at its assumed position. */
export interface DryPort {
  readonly kind: 'dry-port'
  readonly given: string
  readonly place: PlaceDescription
  readonly refusal: Extract<Refusal, { readonly kind: 'inland' }>
}

export interface PlannedVoyage {
  readonly kind: 'planned'
  readonly plan: SeaRoutePlan
  /** Port of each stop's name, from first to last. */
  readonly ports: readonly (NamedPort | undefined)[]
  /** Notes for the caller about ambiguous names. */
  readonly notes: readonly string[]
  /** Instant of the departure or arrival. */
  readonly atMs: number
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
