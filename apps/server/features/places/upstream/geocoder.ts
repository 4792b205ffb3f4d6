import type { Position } from '@fairway/places'
import type { Result } from '../../../platform/result.ts'
import type { Address } from '../geocode/address.ts'
import type { GeocodeQuery, ReverseQuery } from '../geocode/geocoded.ts'

/**
 * This file defines the upstream geocoder for addresses without a local match. The interface uses Fairway terms, and
 * each adapter translates the terms of one service.
 */

export type UpstreamGeocodeQuery =
  | ({ readonly kind: 'search' } & GeocodeQuery)
  | ({ readonly kind: 'reverse' } & ReverseQuery)

export interface UpstreamPlace extends Position {
  readonly label: string
  readonly name: string
  readonly kind: string
  readonly address: Address
  /** Full description from the upstream geocoder, for comparison with the query. */
  readonly said: string
}

export interface UpstreamGeocodeResult {
  readonly source: 'cache' | 'upstream'
  /** Places, likeliest first. */
  readonly places: readonly UpstreamPlace[]
  readonly attribution: string
}

export interface UpstreamGeocoder {
  /**
   * Queries the upstream geocoder. The call never exceeds the configured timeout and never rejects. Returns undefined
   * if there is no answer.
   */
  query(geocodeQuery: UpstreamGeocodeQuery): Promise<UpstreamGeocodeResult | undefined>
  /** Deletes expired answers. */
  cleanUp(): Promise<void>
  close(): Promise<void>
}

export interface UpstreamGeocodeFailure {
  readonly why: string
  /** Delay that the upstream geocoder requested, in seconds. */
  readonly retryAfterSeconds?: number | undefined
}

export type UpstreamPlaces = Omit<UpstreamGeocodeResult, 'source'>

/** Adapter for one kind of upstream geocoder. Every call sends one request, without retries. */
export interface GeocoderAdapter {
  query(
    geocodeQuery: UpstreamGeocodeQuery,
    signal: AbortSignal,
  ): Promise<Result<UpstreamPlaces, UpstreamGeocodeFailure>>
  close(): void
}
