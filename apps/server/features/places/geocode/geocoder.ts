import { distanceMeters } from '@fairway/geo'
import { tokenTexts } from '@fairway/places'
import { attributionOf, type PlaceDirectory, type WorldState } from '../runtime/place-directory.ts'
import type { GeocoderAnswer, GeocoderPlace, UpstreamGeocoder } from '../upstream/geocoder.ts'
import { countryAt } from './country-at.ts'
import { findLocally } from './find-locally.ts'
import type { GeocodedPlace, GeocodeQuery, ReversedPlace, ReverseQuery } from './geocoded.ts'
import { reverseLocally } from './reverse-locally.ts'

export interface Geocoded<T> {
  readonly found: T
  readonly attribution: string
  /** Warnings about the reply. */
  readonly warnings: readonly string[]
}

/** Below this confidence, the upstream geocoder may have a better match. */
const POOR = 0.75
/** The maximum distance of an upstream result from the position, when there is no local result or only a settlement. */
const NEARER_METERS = 1000
const NEAREST_METERS = 10_000
/** Results of the same name within this distance are one place. */
const SAME_METERS = 500

const worldWarnings: Readonly<Record<WorldState, readonly string[]>> = {
  known: [],
  awaited: [
    'the world index is still being built; places outside the maps of this service are not found yet, try again in a few seconds',
  ],
  failed: [
    'the world index could not be built; places outside the maps of this service are not found until it restarts, and its log has the reason',
  ],
}

/** Geocodes and reverse geocodes: first from local data, then from cached or new answers of an upstream geocoder. */
export class Geocoder {
  private readonly places: Pick<PlaceDirectory, 'all' | 'worldState'>
  private readonly upstream: Pick<UpstreamGeocoder, 'ask'> | undefined

  constructor(places: Pick<PlaceDirectory, 'all' | 'worldState'>, upstream: Pick<UpstreamGeocoder, 'ask'> | undefined) {
    this.places = places
    this.upstream = upstream
  }

  async find(query: GeocodeQuery): Promise<Geocoded<readonly GeocodedPlace[]>> {
    const books = this.places.all()
    const local = findLocally(books, query)
    const isPoor = (local[0]?.confidence ?? 0) < POOR
    const answer = isPoor ? await this.upstream?.ask({ kind: 'search', ...query }) : undefined
    const found = answer ? merge(answer, local, query) : local
    const attribution = attributionOf(found.length > 0 ? found : books)
    return { found, attribution, warnings: worldWarnings[this.places.worldState] }
  }

  async reverse(query: ReverseQuery): Promise<Geocoded<ReversedPlace>> {
    const local = reverseLocally(this.places.all(), query)
    const isPoor = local.kind !== 'address' && local.kind !== 'street'
    const answer = isPoor ? await this.upstream?.ask({ kind: 'reverse', ...query }) : undefined
    const found = (answer && nearer(answer, local, query)) ?? local
    return { found, attribution: found.attribution, warnings: worldWarnings[this.places.worldState] }
  }
}

/**
 * Local results keep their order, which carries more information than their confidence. Each upstream result goes
 * before the first local one that matches worse. A place in both is returned once, in the upstream form.
 */
function merge(answer: GeocoderAnswer, local: readonly GeocodedPlace[], query: GeocodeQuery): GeocodedPlace[] {
  const asked = tokenTexts(query.text)
  const theirs = answer.places
    .filter((place) => isInCountry(place, query.countryCode))
    .map((place) => toGeocoded(place, answer, asked, query))
    .sort((a, b) => b.confidence - a.confidence)
  const merged: GeocodedPlace[] = []
  const waiting = [...theirs]
  for (const place of local.filter((one) => !theirs.some((other) => isSame(one, other)))) {
    const worse = waiting.findIndex(({ confidence }) => confidence < place.confidence)
    merged.push(...waiting.splice(0, worse === -1 ? waiting.length : worse), place)
  }
  return [...merged, ...waiting].slice(0, query.limit)
}

/** The upstream request is limited to one country. This checks whether the results are. */
function isInCountry({ address, latitude, longitude }: GeocoderPlace, code: string | undefined): boolean {
  return code === undefined || (address.country_code ?? countryAt(latitude, longitude)) === code
}

function toGeocoded(
  { said, ...place }: GeocoderPlace,
  { source, attribution }: GeocoderAnswer,
  asked: readonly string[],
  { near }: GeocodeQuery,
): GeocodedPlace {
  const meters = near && distanceMeters(near.latitude, near.longitude, place.latitude, place.longitude)
  const confidence = shareOf(asked, tokenTexts(said))
  return { ...place, confidence, isInterpolated: false, distanceMeters: meters, source, attribution }
}

/**
 * The share of query words in the result. The upstream geocoder reports how well known a place is, not how well it
 * matches.
 */
function shareOf(asked: readonly string[], said: readonly string[]): number {
  if (asked.length === 0) return 0
  const isSaid = (word: string) => said.some((one) => one === word || (word.length >= 3 && one.startsWith(word)))
  return asked.filter(isSaid).length / asked.length
}

function isSame(a: GeocodedPlace, b: GeocodedPlace): boolean {
  return (
    tokenTexts(a.name).join(' ') === tokenTexts(b.name).join(' ') &&
    distanceMeters(a.latitude, a.longitude, b.latitude, b.longitude) <= SAME_METERS
  )
}

function nearer(answer: GeocoderAnswer, local: ReversedPlace, query: ReverseQuery): ReversedPlace | undefined {
  const [place] = answer.places
  if (!place || place.kind === 'country') return undefined
  const meters = distanceMeters(query.latitude, query.longitude, place.latitude, place.longitude)
  const isWild = local.kind === 'sea' || local.kind === 'country'
  if (meters > (isWild ? NEAREST_METERS : Math.min(NEARER_METERS, local.distanceMeters))) return undefined
  const { latitude, longitude, label, kind, address } = place
  const { source, attribution } = answer
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
