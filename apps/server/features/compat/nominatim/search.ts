import type { ForeignReply } from '../../../operations/reply.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import { type NativePlace, type Point, toPlaceNumber } from '../places/native-place.ts'
import type { PlaceCalls, PlaceSearchQuery } from '../places/place-calls.ts'
import { toErrorReply, toFailureReply } from './errors.ts'
import { type FormatOptions, formatPlaces } from './format.ts'
import { type Box, isInBox, type Parameters, parseCountries, parseViewbox } from './query.ts'

const DEFAULT_LIMIT = 10
const MAX_LIMIT = 50
/** Number of results to request with a box. Results outside the box are dropped. */
const BOUNDED_CANDIDATES = 20
const MAX_COUNTRIES = 10
const STRUCTURED_NAMES = ['amenity', 'street', 'city', 'county', 'state', 'postalcode', 'country'] as const
/**
 * Minimum confidence of a result. Nominatim returns only places that match, and results with a lower confidence are
 * guesses.
 */
const MIN_CONFIDENCE = 0.65
/** Failure codes of searches that cannot match anything. In this format, such a search returns an empty list. */
const EMPTY_CODES = ['query-too-short', 'query-missing', 'country-unknown']

export async function findPlaces(parameters: Parameters, calls: PlaceCalls): Promise<ForeignReply> {
  const format = parameters.getFormat('jsonv2')
  if (!format.ok) return toErrorReply(format.failure)
  const limit = parameters.getInteger('limit', DEFAULT_LIMIT)
  if (!limit.ok) return toErrorReply(limit.failure)
  const viewbox = parseViewbox(parameters.get('viewbox') ?? parameters.get('viewboxlbrt'))
  if (!viewbox.ok) return toErrorReply(viewbox.failure)
  const words = readSearchText(parameters)
  if (!words.ok) return toErrorReply(words.failure)
  const countries = parseCountries(parameters.get('countrycodes'))
  if (countries.length > MAX_COUNTRIES)
    return toErrorReply(`Parameter 'countrycodes' has ${countries.length} codes; at most ${MAX_COUNTRIES} are allowed.`)
  const maxResults = Math.max(1, Math.min(MAX_LIMIT, limit.value))
  const filters = readFilters(parameters, viewbox.value)
  const query: PlaceSearchQuery = {
    words: words.value,
    limit: filters.isNeeded ? Math.max(BOUNDED_CANDIDATES, maxResults) : maxResults,
    near: viewbox.value && toCenter(viewbox.value),
    countries,
    language: parameters.language,
  }
  const placesReply = words.value.q === '' ? ok({ places: [], attribution: '' }) : await calls.search(query)
  if (!placesReply.ok && !EMPTY_CODES.includes(placesReply.failure.code)) return toFailureReply(placesReply.failure)
  const { places, attribution } = placesReply.ok ? placesReply.value : { places: [], attribution: '' }
  const keptPlaces = places.filter(filters.accept).slice(0, maxResults)
  const options: FormatOptions = {
    ...readFormatOptions(parameters, false),
    format: format.value,
    attribution,
    query: words.value.q ?? Object.values(words.value).join(', '),
  }
  return { status: 200, body: formatPlaces(await calls.addTags(keptPlaces, query.language), options, false) }
}

export function readFormatOptions(parameters: Parameters, addressdetails: boolean) {
  return {
    addressdetails: parameters.getBoolean('addressdetails', addressdetails),
    namedetails: parameters.getBoolean('namedetails', false),
    extratags: parameters.getBoolean('extratags', false),
    polygonGeojson: parameters.getBoolean('polygon_geojson', false),
  }
}

/** Reads the text to search for, or the parts of an address. */
function readSearchText(parameters: Parameters): Result<Readonly<Record<string, string>>, string> {
  const parts = STRUCTURED_NAMES.flatMap((name) => {
    const value = parameters.get(name)?.trim() ?? ''
    return value === '' ? [] : [[name, value] as const]
  })
  const q = parameters.get('q')
  if (q !== undefined) {
    if (parts.length === 0) return ok({ q: q.trim() })
    return fail(
      `Structured query parameters(${STRUCTURED_NAMES.join(', ')}) cannot be used together with 'q' parameter.`,
    )
  }
  if (parts.length === 0) return fail('Nothing to search for.')
  const addressFields: Readonly<Record<string, string>> = Object.fromEntries(parts)
  const { street, city, postalcode } = addressFields
  const [, streetName, housenumber] = /^(.*\D),?\s+(\d+\s?[a-z]?)$/i.exec(street ?? '') ?? []
  const isPlainAddress = parts.every(([name]) => ['street', 'city', 'postalcode'].includes(name))
  // The structured search accepts only these parts. A leading number may belong to the name, as in "18 de Julio", which
  // a free-text search resolves.
  if (street === undefined || !isPlainAddress || (housenumber === undefined && /^\d/.test(street)))
    return ok({ q: parts.map(([, value]) => value).join(', ') })
  return ok({
    street: streetName?.trim() ?? street,
    ...(housenumber !== undefined && { housenumber }),
    ...(city !== undefined && { city }),
    ...(postalcode !== undefined && { postcode: postalcode }),
  })
}

const kindsByFeatureType: Readonly<Record<string, readonly string[]>> = {
  country: ['country'],
  state: ['region'],
  city: ['city', 'town', 'village'],
  settlement: ['city', 'town', 'village', 'suburb'],
}

function readFilters(parameters: Parameters, viewbox: Box | undefined) {
  const box = parameters.getBoolean('bounded', false) ? viewbox : undefined
  const excludedPlaceIds = new Set((parameters.get('exclude_place_ids') ?? '').split(',').filter(Boolean).map(Number))
  const kinds = kindsByFeatureType[parameters.get('featureType') ?? '']
  return {
    isNeeded: box !== undefined || excludedPlaceIds.size > 0 || kinds !== undefined,
    accept: (place: NativePlace) =>
      (place.confidence ?? 0) >= MIN_CONFIDENCE &&
      (!box || isInBox(place.at, box)) &&
      !excludedPlaceIds.has(toPlaceNumber(place)) &&
      (!kinds || kinds.includes(place.kind)),
  }
}

function toCenter([south, west, north, east]: Box): Point {
  return [(south + north) / 2, (west + east) / 2]
}
