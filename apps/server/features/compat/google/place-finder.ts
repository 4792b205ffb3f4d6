import type { OperationCaller } from '../../../platform/http/calls.ts'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import { toAddressTypes } from './address-types.ts'
import { type PlaceInput, type Point, quoteShortened, toPlaceId } from './place-input.ts'
import type { DirectionsQuery } from './request.ts'

/** Minimum confidence of a full match. A partial match has an unknown house number, an extra word or a typo. */
const FULL_MATCH_CONFIDENCE = 0.85
/**
 * Minimum confidence of a result. Results with a lower confidence are guesses, and a route from the wrong place is
 * worse than none.
 */
const MIN_CONFIDENCE = 0.65
/** Minimum confidence advantage at which a place abroad or outside the loaded maps is preferred. */
const MIN_ABROAD_ADVANTAGE = 0.1
/**
 * Maximum number of candidates for a place. A reachable place may come after an unreachable place with the same name.
 */
const MAX_CANDIDATES = 5

export interface GeocodedPlace {
  readonly at: Point
  /** Name of the place. Empty if only a position was given. */
  readonly label: string
  readonly types: readonly string[]
  readonly isPartial: boolean
}

export type GeocodeOutcome = { readonly place: GeocodedPlace } | { readonly place: undefined; readonly why: string }

interface Candidate {
  readonly at: Point
  readonly label: string
  readonly kind: string
  readonly confidence: number
}

/** Returns whether a loaded map covers the position. */
export type CoverageCheck = (at: Point) => boolean

/** Country and language of the place search. */
type PlacePreferences = Pick<DirectionsQuery, 'placeLanguage' | 'country'>

/** Geocodes strings and reverse geocodes positions. */
export class PlaceFinder {
  private readonly callOperation: OperationCaller
  private readonly caller: Caller
  private readonly preferences: PlacePreferences
  private readonly isCovered: CoverageCheck

  constructor(call: OperationCaller, caller: Caller, preferences: PlacePreferences, isCovered: CoverageCheck) {
    this.callOperation = call
    this.caller = caller
    this.preferences = preferences
    this.isCovered = isCovered
  }

  /** Finds all places concurrently and returns them in the given order. */
  findAll(inputs: readonly PlaceInput[]): Promise<GeocodeOutcome[]> {
    return Promise.all(inputs.map((input, index) => this.find(input, findNearestPosition(inputs, index))))
  }

  /** Finds the address of a place. A place found by its address already has a label. */
  async findAddress({ at, label }: GeocodedPlace): Promise<string> {
    if (label !== '') return label
    const query = this.addLanguage({ lat: String(at[0]), lon: String(at[1]) })
    const reply = await this.callOperation('reverse', this.caller, { query })
    return reply.ok ? (reply.body as { label: string }).label : `${at[0]}, ${at[1]}`
  }

  private async find(
    { field, text, at, isForeignId }: PlaceInput,
    biasPoint: Point | undefined,
  ): Promise<GeocodeOutcome> {
    if (at) return { place: { at, label: '', types: [], isPartial: false } }
    if (isForeignId) {
      return toNotFound(
        `${field} is ${quoteShortened(text)}, an id that this service did not issue; give lat,lng, an address, or an id from this service`,
      )
    }
    const bestMatch = await this.findBestMatch(text, biasPoint)
    if (!bestMatch) return toNotFound(`${field} is ${quoteShortened(text)}, and no place matches it`)
    const { label, kind, confidence } = bestMatch
    if (confidence < MIN_CONFIDENCE) {
      return toNotFound(
        `${field} is ${quoteShortened(text)}, and no place matches it; the closest match is ${quoteShortened(label)}`,
      )
    }
    return {
      place: { at: bestMatch.at, label, types: toAddressTypes(kind), isPartial: confidence < FULL_MATCH_CONFIDENCE },
    }
  }

  /** Finds the best match. The region is only a preference, so a clearly better match in another country is used. */
  private async findBestMatch(addressText: string, biasPoint: Point | undefined): Promise<Candidate | undefined> {
    const { country } = this.preferences
    const [anywhere, inCountry] = await Promise.all([
      this.geocode(addressText, biasPoint),
      country === undefined ? undefined : this.geocode(addressText, biasPoint, country),
    ])
    if (!anywhere || !inCountry) return inCountry ?? anywhere
    return inCountry.confidence >= anywhere.confidence - MIN_ABROAD_ADVANTAGE ? inCountry : anywhere
  }

  private async geocode(
    addressText: string,
    biasPoint: Point | undefined,
    country?: string,
  ): Promise<Candidate | undefined> {
    const biasParameters = {
      ...(biasPoint && { near: biasPoint.map((degrees) => degrees.toFixed(6)).join(',') }),
      ...(country && { country }),
    }
    const query = this.addLanguage({ q: addressText, limit: String(MAX_CANDIDATES), ...biasParameters })
    const reply = await this.callOperation('geocode', this.caller, { query })
    return reply.ok ? this.chooseCandidate((reply.body as { results: Candidate[] }).results) : undefined
  }

  /** Returns the first reachable place, unless another place matches clearly better. */
  private chooseCandidate(candidates: readonly Candidate[]): Candidate | undefined {
    const [bestCandidate] = candidates
    if (!bestCandidate || this.isCovered(bestCandidate.at)) return bestCandidate
    const minConfidence = Math.max(MIN_CONFIDENCE, bestCandidate.confidence - MIN_ABROAD_ADVANTAGE)
    return candidates.find(({ at, confidence }) => confidence >= minConfidence && this.isCovered(at)) ?? bestCandidate
  }

  private addLanguage(query: Readonly<Record<string, string>>): object {
    const { placeLanguage } = this.preferences
    return { ...query, ...(placeLanguage !== undefined && { lang: placeLanguage }) }
  }
}

/** Returns the geocoding status of a stop in the format. */
export function toGeocodedWaypoint({ place }: GeocodeOutcome) {
  if (!place) return { geocoder_status: 'ZERO_RESULTS', partial_match: false, types: [] }
  const { at, types, isPartial } = place
  return { geocoder_status: 'OK', partial_match: isPartial, place_id: toPlaceId(at), types }
}

function toNotFound(reason: string): GeocodeOutcome {
  return { place: undefined, why: reason }
}

/**
 * Returns the position of the nearest input with coordinates, in the order of the trip. Among places with the same
 * name, the geocoder prefers the place nearest to that position.
 */
function findNearestPosition(inputs: readonly PlaceInput[], index: number): Point | undefined {
  for (let distance = 1; distance < inputs.length; distance++) {
    const position = inputs[index - distance]?.at ?? inputs[index + distance]?.at
    if (position) return position
  }
  return undefined
}
