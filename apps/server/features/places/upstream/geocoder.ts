import type { Position } from '@fairway/places'
import type { Result } from '../../../platform/result.ts'
import type { Address } from '../geocode/address.ts'
import type { GeocodeQuery, ReverseQuery } from '../geocode/geocoded.ts'

/** Who knows addresses that this server does not. The words are ours; each adapter turns another service's into them. */

export type GeocoderQuestion =
  | ({ readonly kind: 'search' } & GeocodeQuery)
  | ({ readonly kind: 'reverse' } & ReverseQuery)

export interface GeocoderPlace extends Position {
  readonly label: string
  readonly name: string
  readonly kind: string
  readonly address: Address
  /** Everything that the other side says of it, to compare with what was asked. */
  readonly said: string
}

export interface GeocoderAnswer {
  readonly source: 'cache' | 'upstream'
  /** The likeliest first. */
  readonly places: readonly GeocoderPlace[]
  readonly attribution: string
}

export interface UpstreamGeocoder {
  /** Never takes longer than the configured time, and never rejects: undefined when there is no answer to be had. */
  ask(question: GeocoderQuestion): Promise<GeocoderAnswer | undefined>
  /** Forgets answers that have grown old. */
  cleanUp(): Promise<void>
  close(): Promise<void>
}

export interface AskFailure {
  readonly why: string
  /** What the other side asked for, if it did. */
  readonly retryAfterSeconds?: number | undefined
}

export type KnownPlaces = Omit<GeocoderAnswer, 'source'>

/** Speaks with one kind of service: one question, one try. */
export interface GeocoderAdapter {
  ask(question: GeocoderQuestion, signal: AbortSignal): Promise<Result<KnownPlaces, AskFailure>>
  close(): void
}
