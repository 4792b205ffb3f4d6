import type { Position } from '@fairway/places'
import type { Address } from './address.ts'

/** Source of a result: the indexes of this server, a cached answer from another geocoder, or a new answer. */
export const placeSources = ['local', 'cache', 'upstream'] as const
type PlaceSource = (typeof placeSources)[number]

/** Candidate place for a query. */
export interface GeocodedPlace extends Position {
  /** Id of the place. Undefined for results of another geocoder. */
  readonly id?: string | undefined
  readonly label: string
  readonly name: string
  readonly kind: string
  readonly address: Address
  /** Degree to which the place matches the words of the query, from 0 to 1. */
  readonly confidence: number
  /** Whether the house position is interpolated between known neighbors. */
  readonly isInterpolated: boolean
  /** Distance from the position of the client, in meters. */
  readonly distanceMeters?: number | undefined
  readonly source: PlaceSource
  readonly attribution: string
}

export interface NearestPlace extends Position {
  readonly name: string
  readonly distanceMeters: number
}

/** Result of reverse geocoding. */
export interface ReverseGeocodedPlace extends Position {
  /** Id of the place. Undefined for results of another geocoder, in the wilderness and at sea. */
  readonly id?: string | undefined
  readonly label: string
  readonly kind: string
  /** Address of the position. Undefined at sea. */
  readonly address: Address | undefined
  readonly isInterpolated: boolean
  /** Distance from the given position, in meters. */
  readonly distanceMeters: number
  /** Nearest settlement at any distance, only in uninhabited areas. */
  readonly nearest?: NearestPlace | undefined
  readonly source: PlaceSource
  readonly attribution: string
}

export interface GeocodeQuery {
  readonly text: string
  readonly limit: number
  readonly near: Position | undefined
  /** Country code in two capital letters. */
  readonly countryCode: string | undefined
  /** BCP 47 language tag. */
  readonly language: string | undefined
  /** Whether the text is an address given in separate parts, which cannot name a shop or a kind of place. */
  readonly isAddress?: boolean | undefined
  /** Whether the last word is still being typed. Undefined if unknown. */
  readonly isTyping?: boolean | undefined
}

export interface ReverseQuery extends Position {
  readonly language: string | undefined
}
