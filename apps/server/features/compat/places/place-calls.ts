import type { OperationCaller } from '../../../platform/http/calls.ts'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import type { Problem } from '../../../platform/http/problem.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { NativePlace, Point } from './native-place.ts'

export interface PlaceSearchQuery {
  /** Search text, or the parts of an address: street, housenumber, city, postcode. */
  readonly words: Readonly<Record<string, string>>
  readonly limit: number
  readonly near?: Point | undefined
  /** Two-letter codes in any case. Empty means all countries. */
  readonly countries: readonly string[]
  readonly language?: string | undefined
}

export interface FoundPlaces {
  readonly places: readonly NativePlace[]
  readonly attribution: string
}

/** Maximum number of results of the search operation. */
const MAX_RESULTS = 20

interface GeocodeBody {
  readonly results: readonly NativePlace[]
  readonly data: { readonly attribution: string }
}

/** Calls the place operations on behalf of a caller. */
export class PlaceCalls {
  private readonly call: OperationCaller
  private readonly caller: Caller

  constructor(call: OperationCaller, caller: Caller) {
    this.call = call
    this.caller = caller
  }

  /**
   * Searches for places. The search operation accepts only one country, so multiple countries are searched one by one.
   */
  async search(query: PlaceSearchQuery): Promise<Result<FoundPlaces, Problem>> {
    const countries = query.countries.length > 0 ? query.countries : [undefined]
    const geocodeReplies: GeocodeBody[] = []
    for (const country of countries) {
      const reply = await this.call('geocode', this.caller, { query: toGeocodeQuery(query, country) })
      if (!reply.ok) return fail(reply.problem)
      geocodeReplies.push(reply.body as GeocodeBody)
    }
    const places = geocodeReplies.flatMap(({ results }) => results)
    if (countries.length > 1) places.sort((a, b) => (b.confidence ?? 0) - (a.confidence ?? 0))
    const attribution = [...new Set(geocodeReplies.map(({ data }) => data.attribution))].join('; ')
    return ok({ places: places.slice(0, query.limit), attribution })
  }

  async reverse([latitude, longitude]: Point, language: string | undefined): Promise<Result<FoundPlaces, Problem>> {
    const query = { lat: String(latitude), lon: String(longitude), ...toLanguage(language) }
    const reply = await this.call('reverse', this.caller, { query })
    if (!reply.ok) return fail(reply.problem)
    const place = reply.body as NativePlace & Pick<GeocodeBody, 'data'>
    return ok({ places: [place], attribution: place.data.attribution })
  }

  /** Finds a place with its tags. Returns undefined if no place has this id. */
  async find(id: string, language: string | undefined): Promise<NativePlace | undefined> {
    const reply = await this.call('getPlace', this.caller, { params: { id }, query: toLanguage(language) })
    return reply.ok ? (reply.body as NativePlace) : undefined
  }

  /** Adds the tags of places, which define their kind. */
  addTags(places: readonly NativePlace[], language: string | undefined): Promise<NativePlace[]> {
    return Promise.all(
      places.map(async (place) => {
        const details = place.id === undefined ? undefined : await this.find(place.id, language)
        return details?.tags ? { ...place, tags: details.tags } : place
      }),
    )
  }
}

function toGeocodeQuery({ words, limit, near, language }: PlaceSearchQuery, country: string | undefined): object {
  return {
    ...words,
    limit: String(Math.min(MAX_RESULTS, limit)),
    ...(near && { near: near.join(',') }),
    ...(country !== undefined && { country: country.toUpperCase() }),
    ...toLanguage(language),
  }
}

function toLanguage(language: string | undefined): { lang?: string } {
  return language === undefined ? {} : { lang: language }
}

/** Returns the first supported language of an Accept-Language header or a list in the same format. */
export function parseLanguageList(list: string | undefined): string | undefined {
  const weightedTags = (list ?? '').split(',').map((entry, index) => {
    const [tag = '', ...options] = entry.trim().split(';')
    const quality = /^q=([\d.]+)$/.exec(options.map((option) => option.trim()).find((o) => o.startsWith('q=')) ?? '')
    return { tag: tag.trim(), weight: quality ? Number(quality[1]) : 1, index }
  })
  const usableTags = weightedTags.filter(({ tag, weight }) => /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(tag) && weight > 0)
  return usableTags.sort((a, b) => b.weight - a.weight || a.index - b.index)[0]?.tag
}
