import type { Position } from '@fairway/places'
import type { Result } from '../../../platform/result.ts'
import type { Address } from '../geocode/address.ts'
import type { GeocodeQuery, ReverseQuery } from '../geocode/geocoded.ts'

/**
 * An upstream geocoder for addresses without a local match. The interface uses our terms; each adapter translates those
 * of another service.
 */

export type UpstreamGeocodeQuery =
  | ({ readonly kind: 'search' } & GeocodeQuery)
  | ({ readonly kind: 'reverse' } & ReverseQuery)

export interface UpstreamPlace extends Position {
  readonly label: string
  readonly name: string
  readonly kind: string
  readonly address: Address
  /** The full upstream description, to compare with the query. */
  readonly said: string
}

export interface UpstreamGeocodeResult {
  readonly source: 'cache' | 'upstream'
  /** Likeliest first. */
  readonly places: readonly UpstreamPlace[]
  readonly attribution: string
}

export interface UpstreamGeocoder {
  /** Never takes longer than the configured timeout and never rejects. Returns undefined when there is no answer. */
  query(question: UpstreamGeocodeQuery): Promise<UpstreamGeocodeResult | undefined>
  /** Deletes expired answers. */
  cleanUp(): Promise<void>
  close(): Promise<void>
}

export interface UpstreamGeocodeFailure {
  readonly why: string
  /** The delay that the upstream requested, if any. */
  readonly retryAfterSeconds?: number | undefined
}

export type UpstreamPlaces = Omit<UpstreamGeocodeResult, 'source'>

/** Calls one kind of service. Every call sends one request, without retries. */
export interface GeocoderAdapter {
  query(question: UpstreamGeocodeQuery, signal: AbortSignal): Promise<Result<UpstreamPlaces, UpstreamGeocodeFailure>>
  close(): void
}
