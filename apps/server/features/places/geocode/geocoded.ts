import type { Position } from '@fairway/places'
import type { Address } from './address.ts'

/**
 * The source of a result: the indexes of this server, a cached answer from another geocoder, or a new answer from it.
 */
export const placeSources = ['local', 'cache', 'upstream'] as const
type PlaceSource = (typeof placeSources)[number]

/** A candidate place for a query. */
export interface GeocodedPlace extends Position {
  readonly label: string
  readonly name: string
  readonly kind: string
  readonly address: Address
  /** From 0 to 1: how well the words match the query. */
  readonly confidence: number
  /** The house position is interpolated between known neighbors. */
  readonly isInterpolated: boolean
  /** Distance from the position of the client. */
  readonly distanceMeters?: number | undefined
  readonly source: PlaceSource
  readonly attribution: string
}

export interface NearestPlace extends Position {
  readonly name: string
  readonly distanceMeters: number
}

/** The result of reverse geocoding. */
export interface ReverseGeocodedPlace extends Position {
  readonly label: string
  readonly kind: string
  /** Undefined at sea. */
  readonly address: Address | undefined
  readonly isInterpolated: boolean
  /** Distance from the given position. */
  readonly distanceMeters: number
  /** In uninhabited areas: the nearest settlement, at any distance. */
  readonly nearest?: NearestPlace | undefined
  readonly source: PlaceSource
  readonly attribution: string
}

export interface GeocodeQuery {
  readonly text: string
  readonly limit: number
  readonly near: Position | undefined
  /** Two capital letters. */
  readonly countryCode: string | undefined
  /** A BCP 47 language tag. */
  readonly language: string | undefined
}

export interface ReverseQuery extends Position {
  readonly language: string | undefined
}
