import { distanceMeters } from '@fairway/geo'
import { tokenizeToStrings } from '@fairway/places'
import { joinAttributions, type PlaceDirectory, type WorldState } from '../../../maps/places/place-directory.ts'
import type { UpstreamGeocodeResult, UpstreamGeocoder, UpstreamPlace } from '../upstream/geocoder.ts'
import { findCountryAt } from './country-at.ts'
import { findLocally } from './find-locally.ts'
import type { GeocodedPlace, GeocodeQuery, ReverseGeocodedPlace, ReverseQuery } from './geocoded.ts'
import { reverseLocally } from './reverse-locally.ts'

export interface GeocodeResult<T> {
  readonly result: T
  readonly attribution: string
  readonly warnings: readonly string[]
}

/** Minimum confidence of a good match. For a lower confidence, the upstream geocoder may have a better match. */
const MIN_GOOD_CONFIDENCE = 0.75
/** Maximum distance in meters of an upstream result from the position if there is no local result. */
const MAX_UPSTREAM_METERS = 1000
const MAX_UPSTREAM_SETTLEMENT_METERS = 10_000
/** Maximum distance in meters between results with the same name that count as one place. */
const SAME_PLACE_METERS = 500

export const worldWarnings: Readonly<Record<WorldState, readonly string[]>> = {
  known: [],
  awaited: [
    'places outside the maps of this service are not found yet, because the world index is still being built; try again in a few seconds',
  ],
  failed: [
    'places outside the maps of this service are not found until the service restarts, because the world index could not be built; the service log states the reason',
  ],
}

/** Geocodes and reverse geocodes from local data, then from cached or new answers of an upstream geocoder. */
export class Geocoder {
  private readonly places: Pick<PlaceDirectory, 'listIndexes' | 'worldState'>
  private readonly upstream: Pick<UpstreamGeocoder, 'query'> | undefined

  constructor(
    places: Pick<PlaceDirectory, 'listIndexes' | 'worldState'>,
    upstream: Pick<UpstreamGeocoder, 'query'> | undefined,
  ) {
    this.places = places
    this.upstream = upstream
  }

  async find(query: GeocodeQuery): Promise<GeocodeResult<readonly GeocodedPlace[]>> {
    const indexes = this.places.listIndexes()
    const localPlaces = findLocally(indexes, query)
    // A query that is being typed is not sent upstream, because its words are incomplete and there is one query per
    // letter.
    const needsUpstream = !query.isTyping && (localPlaces[0]?.confidence ?? 0) < MIN_GOOD_CONFIDENCE
    const upstreamResult = needsUpstream ? await this.upstream?.query({ kind: 'search', ...query }) : undefined
    const places = upstreamResult ? mergeResults(upstreamResult, localPlaces, query) : localPlaces
    const attribution = joinAttributions(places.length > 0 ? places : indexes)
    return { result: places, attribution, warnings: worldWarnings[this.places.worldState] }
  }

  async reverse(query: ReverseQuery): Promise<GeocodeResult<ReverseGeocodedPlace>> {
    const localPlaces = reverseLocally(this.places.listIndexes(), query)
    const isWithoutStreet = localPlaces.kind !== 'address' && localPlaces.kind !== 'street'
    const upstreamResult = isWithoutStreet ? await this.upstream?.query({ kind: 'reverse', ...query }) : undefined
    const place = (upstreamResult && toNearerPlace(upstreamResult, localPlaces, query)) ?? localPlaces
    return { result: place, attribution: place.attribution, warnings: worldWarnings[this.places.worldState] }
  }
}

/**
 * Merges results. Local results keep their order, which is more informative than their confidence. Each upstream result
 * precedes the first local result that matches worse. A place in both lists is returned once, in the upstream form.
 */
function mergeResults(
  upstreamResult: UpstreamGeocodeResult,
  localPlaces: readonly GeocodedPlace[],
  query: GeocodeQuery,
): GeocodedPlace[] {
  const queryWords = tokenizeToStrings(query.text)
  const upstreamPlaces = upstreamResult.places
    .filter((place) => isInCountry(place, query.countryCode))
    .map((place) => toGeocodedPlace(place, upstreamResult, queryWords, query))
    .sort((a, b) => b.confidence - a.confidence)
  const mergedPlaces: GeocodedPlace[] = []
  const remainingPlaces = [...upstreamPlaces]
  for (const place of localPlaces.filter(
    (localPlace) => !upstreamPlaces.some((upstreamPlace) => isSamePlace(localPlace, upstreamPlace)),
  )) {
    const worseIndex = remainingPlaces.findIndex(({ confidence }) => confidence < place.confidence)
    mergedPlaces.push(...remainingPlaces.splice(0, worseIndex === -1 ? remainingPlaces.length : worseIndex), place)
  }
  return [...mergedPlaces, ...remainingPlaces].slice(0, query.limit)
}

/**
 * Returns whether an upstream result is in the requested country. The request is limited to that country, but the
 * upstream geocoder may ignore the limit.
 */
function isInCountry({ address, latitude, longitude }: UpstreamPlace, code: string | undefined): boolean {
  return code === undefined || (address.country_code ?? findCountryAt(latitude, longitude)) === code
}

function toGeocodedPlace(
  { said: description, ...place }: UpstreamPlace,
  { source, attribution }: UpstreamGeocodeResult,
  queryWords: readonly string[],
  { near }: GeocodeQuery,
): GeocodedPlace {
  const meters = near && distanceMeters(near.latitude, near.longitude, place.latitude, place.longitude)
  const confidence = shareOfWordsMatched(queryWords, tokenizeToStrings(description))
  return { ...place, confidence, isInterpolated: false, distanceMeters: meters, source, attribution }
}

/**
 * Returns the share of query words in the result. The upstream geocoder reports how well known a place is, not how well
 * it matches.
 */
function shareOfWordsMatched(queryWords: readonly string[], resultWords: readonly string[]): number {
  if (queryWords.length === 0) return 0
  const isMatched = (word: string) =>
    resultWords.some((resultWord) => resultWord === word || (word.length >= 3 && resultWord.startsWith(word)))
  return queryWords.filter(isMatched).length / queryWords.length
}

function isSamePlace(a: GeocodedPlace, b: GeocodedPlace): boolean {
  return (
    tokenizeToStrings(a.name).join(' ') === tokenizeToStrings(b.name).join(' ') &&
    distanceMeters(a.latitude, a.longitude, b.latitude, b.longitude) <= SAME_PLACE_METERS
  )
}

function toNearerPlace(
  upstreamResult: UpstreamGeocodeResult,
  localPlace: ReverseGeocodedPlace,
  query: ReverseQuery,
): ReverseGeocodedPlace | undefined {
  const [place] = upstreamResult.places
  if (!place || place.kind === 'country') return undefined
  const meters = distanceMeters(query.latitude, query.longitude, place.latitude, place.longitude)
  const isRemote = localPlace.kind === 'sea' || localPlace.kind === 'country'
  if (meters > (isRemote ? MAX_UPSTREAM_SETTLEMENT_METERS : Math.min(MAX_UPSTREAM_METERS, localPlace.distanceMeters)))
    return undefined
  const { latitude, longitude, label, kind, address } = place
  const { source, attribution } = upstreamResult
  return {
    latitude,
    longitude,
    label,
    kind,
    address,
    isInterpolated: false,
    distanceMeters: meters,
    source,
    attribution,
  }
}
