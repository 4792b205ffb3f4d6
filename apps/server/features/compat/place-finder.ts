import type { CallOperation } from '../../platform/http/calls.ts'
import type { Caller } from '../../platform/http/guard/caller.ts'
import { addressTypes } from './address-types.ts'
import type { DirectionsQuery } from './request.ts'
import { type Point, placeId, show, type WrittenPlace } from './written-place.ts'

/** Below this, the match is only partial: an unknown house number, an extra word, a typo. */
const WHOLE_MATCH = 0.85
/** A result below this confidence is a guess, and a route from the wrong place is worse than none. */
const MIN_CONFIDENCE = 0.65
/** A place abroad must match better by this much. */
const ABROAD = 0.1

export interface FoundPlace {
  readonly at: Point
  /** Empty when only a position was given. */
  readonly label: string
  readonly types: readonly string[]
  readonly isPartial: boolean
}

export type Search = { readonly place: FoundPlace } | { readonly place: undefined; readonly why: string }

interface Candidate {
  readonly at: Point
  readonly label: string
  readonly kind: string
  readonly confidence: number
}

/** Geocodes strings and reverse geocodes positions. */
export class PlaceFinder {
  private readonly call: CallOperation
  private readonly caller: Caller
  private readonly query: DirectionsQuery

  constructor(call: CallOperation, caller: Caller, query: DirectionsQuery) {
    this.call = call
    this.caller = caller
    this.query = query
  }

  /** Concurrently; results are in the given order. */
  findAll(written: readonly WrittenPlace[]): Promise<Search[]> {
    return Promise.all(written.map((place, index) => this.find(place, nearestPosition(written, index))))
  }

  /** A place found by its address already has a label. */
  async addressOf({ at, label }: FoundPlace): Promise<string> {
    if (label !== '') return label
    const query = this.withLanguage({ lat: String(at[0]), lon: String(at[1]) })
    const reply = await this.call('reverse', this.caller, { query })
    return reply.ok ? (reply.body as { label: string }).label : `${at[0]}, ${at[1]}`
  }

  private async find({ field, text, at, isForeignId }: WrittenPlace, near: Point | undefined): Promise<Search> {
    if (at) return { place: { at, label: '', types: [], isPartial: false } }
    if (isForeignId) {
      return lost(
        `${field} is ${show(text)}, an id that this service did not issue; give lat,lng, an address, or an id from this service`,
      )
    }
    const best = await this.best(text, near)
    if (!best) return lost(`${field} is ${show(text)}, and no place matches it`)
    const { label, kind, confidence } = best
    if (confidence < MIN_CONFIDENCE) {
      return lost(`${field} is ${show(text)}, and no place matches it; the closest match is ${show(label)}`)
    }
    return { place: { at: best.at, label, types: addressTypes(kind), isPartial: confidence < WHOLE_MATCH } }
  }

  /** The region is only a preference: a clearly better match abroad wins. */
  private async best(text: string, near: Point | undefined): Promise<Candidate | undefined> {
    const { country } = this.query
    const [anywhere, athome] = await Promise.all([
      this.geocode(text, near),
      country === undefined ? undefined : this.geocode(text, near, country),
    ])
    if (!anywhere || !athome) return athome ?? anywhere
    return athome.confidence >= anywhere.confidence - ABROAD ? athome : anywhere
  }

  private async geocode(text: string, near: Point | undefined, country?: string): Promise<Candidate | undefined> {
    const bias = {
      ...(near && { near: near.map((degrees) => degrees.toFixed(6)).join(',') }),
      ...(country && { country }),
    }
    const query = this.withLanguage({ q: text, limit: '1', ...bias })
    const reply = await this.call('geocode', this.caller, { query })
    return reply.ok ? (reply.body as { results: Candidate[] }).results[0] : undefined
  }

  private withLanguage(query: Readonly<Record<string, string>>): object {
    const { placeLanguage } = this.query
    return { ...query, ...(placeLanguage !== undefined && { lang: placeLanguage }) }
  }
}

/** The geocoding status in the format. */
export function tellPlace({ place }: Search) {
  if (!place) return { geocoder_status: 'ZERO_RESULTS', partial_match: false, types: [] }
  const { at, types, isPartial } = place
  return { geocoder_status: 'OK', partial_match: isPartial, place_id: placeId(at), types }
}

function lost(why: string): Search {
  return { place: undefined, why }
}

/** The position nearest in the order of the trip. Of places with the same name, the one near it is meant. */
function nearestPosition(written: readonly WrittenPlace[], index: number): Point | undefined {
  for (let apart = 1; apart < written.length; apart++) {
    const at = written[index - apart]?.at ?? written[index + apart]?.at
    if (at) return at
  }
  return undefined
}
