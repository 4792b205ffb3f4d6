import type { Position } from '@fairway/places'
import type { Address } from './address.ts'

/** Who knew it: the indexes of this server, an earlier answer of another geocoder, or that geocoder now. */
export const placeSources = ['local', 'cache', 'upstream'] as const
export type PlaceSource = (typeof placeSources)[number]

/** A place that a text may mean. */
export interface GeocodedPlace extends Position {
  readonly label: string
  readonly name: string
  readonly kind: string
  readonly address: Address
  /** 0 to 1: how sure it is that this was meant, as far as the words say. */
  readonly confidence: number
  /** The house lies between neighbours that are known. */
  readonly isInterpolated: boolean
  /** From where the asker is. */
  readonly distanceMeters?: number | undefined
  readonly source: PlaceSource
  readonly attribution: string
}

export interface NearestPlace extends Position {
  readonly name: string
  readonly distanceMeters: number
}

/** What is at a position. */
export interface ReversedPlace extends Position {
  readonly label: string
  readonly kind: string
  /** Undefined at sea. */
  readonly address: Address | undefined
  readonly isInterpolated: boolean
  /** From the position that was given. */
  readonly distanceMeters: number
  /** In the wild: the nearest settlement, however far. */
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
  /** As BCP 47 writes it. */
  readonly language: string | undefined
}

export interface ReverseQuery extends Position {
  readonly language: string | undefined
}
