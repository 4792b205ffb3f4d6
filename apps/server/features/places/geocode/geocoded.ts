import type { Position } from '@fairway/places'
import type { Address } from './address.ts'

/**
 * The source of a result: the indexes of this server, a cached answer from another geocoder, or a new answer from it.
 */
export const placeSources = ['local', 'cache', 'upstream'] as const
type PlaceSource = (typeof placeSources)[number]

/** A candidate place for a query. */
export interface GeocodedPlace extends Position {
  /** Undefined for results of another geocoder. */
  readonly id?: string | undefined
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
  /** Undefined for results of another geocoder, in the wilderness and at sea. */
  readonly id?: string | undefined
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
  /** The text is an address whose parts were given separately, so it is not a shop or a kind of place. */
  readonly isAddress?: boolean | undefined
  /** True: the last word is being typed. False: it is complete. Undefined: either. */
  readonly isTyping?: boolean | undefined
}

export interface ReverseQuery extends Position {
  readonly language: string | undefined
}
