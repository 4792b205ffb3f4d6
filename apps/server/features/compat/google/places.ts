import { flatDistanceMeters } from '@fairway/geo'
import type { ForeignReply } from '../../../operations/reply.ts'
import type { OperationCaller } from '../../../platform/http/calls.ts'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import type { NativePlace, Point } from '../places/native-place.ts'
import { PlaceCalls } from '../places/place-calls.ts'
import { findOwnId, parsePlace, toPlaceId } from './place-input.ts'
import { findCategory, toAddressComponents, toGeometry, toPlaceTypes, toVicinity } from './place-reply.ts'
import { toErrorReply, toFailureReply } from './reply.ts'
import { parseLanguages } from './request.ts'

const MAX_RADIUS_METERS = 50_000
const PAGE_SIZE = 20
const NEARBY_EMPTY = { html_attributions: [], results: [] }
const DETAILS_EMPTY = { html_attributions: [] }

/** Fields of a Fairway place that are converted, for both nearby search and single places. */
interface NativePoi extends Omit<NativePlace, 'label' | 'kind'> {
  readonly name: string
  readonly label?: string
  readonly categories?: readonly string[]
  readonly open?: boolean
  readonly phone?: string
  readonly website?: string
  readonly opening_hours?: string
}

type Parameters = Readonly<Record<string, string>>

export async function findNearbyPlaces(
  parameters: Parameters,
  call: OperationCaller,
  caller: Caller,
): Promise<ForeignReply> {
  const { location, radius, rankby = 'prominence', keyword, type, name, opennow, pagetoken } = parameters
  const fail = (message: string) => toErrorReply('INVALID_REQUEST', message, NEARBY_EMPTY)
  if (pagetoken !== undefined) return fail('pagetoken is not supported; all places are on the first page')
  if (location === undefined) return fail('location is missing; give lat,lng')
  const place = parsePlace('location', location)
  if (!place.ok) return fail(place.failure.error_message)
  const { at } = place.value
  if (!at) return fail('location must be a latitude and a longitude, separated by a comma')
  if (rankby !== 'prominence' && rankby !== 'distance')
    return fail(`rankby is ${JSON.stringify(rankby.slice(0, 60))}; it must be prominence or distance`)
  if (rankby === 'distance' && radius !== undefined) return fail('radius is not allowed with rankby=distance')
  if (rankby === 'distance' && (keyword ?? type ?? name) === undefined)
    return fail('rankby=distance needs keyword, type or name')
  if (rankby !== 'distance' && radius === undefined) return fail('radius is missing; give meters from 1 to 50000')
  const meters = radius === undefined ? MAX_RADIUS_METERS : Number(radius)
  if (!(meters >= 1 && meters <= MAX_RADIUS_METERS))
    return fail(`radius is ${JSON.stringify(String(radius).slice(0, 60))}; give meters from 1 to ${MAX_RADIUS_METERS}`)
  const language = parseLanguages(parameters.language).placeLanguage
  const words = keyword ?? name
  const filter = type === undefined ? toWords(words) : toTypeFilter(type, words)
  const query = {
    lat: String(at[0]),
    lon: String(at[1]),
    radius_m: String(meters),
    limit: String(PAGE_SIZE),
    ...(language !== undefined && { lang: language }),
  }
  const reply = await call('nearby', caller, { query: { ...query, ...filter } })
  if (!reply.ok && reply.problem.code !== 'kind-unknown') return toFailureReply(reply.problem, NEARBY_EMPTY)
  // A type without a category is not searched for as a name, because a search for casinos would find "Casino Street".
  const foundPlaces = reply.ok
    ? (reply.body as { readonly places: readonly NativePoi[] }).places
    : words === undefined
      ? []
      : await findByName(new PlaceCalls(call, caller), words, at, meters, language)
  const places =
    opennow === undefined || opennow === 'false' ? foundPlaces : foundPlaces.filter(({ open }) => open === true)
  const status = places.length > 0 ? 'OK' : 'ZERO_RESULTS'
  return { status: 200, body: { html_attributions: [], status, results: places.map(toNearbyResult) } }
}

function toWords(words: string | undefined): object {
  return words === undefined ? {} : { q: words }
}

/**
 * Returns a filter by the category of the type, or by the words of a type without a category. A keyword is more
 * specific and replaces these words.
 */
function toTypeFilter(type: string, words: string | undefined): object {
  const category = findCategory(type)
  if (words !== undefined) return { ...(category !== undefined && { category }), q: words }
  return category === undefined ? { q: type.replaceAll('_', ' ') } : { category }
}

/** Searches for places by name, for words that do not name a kind of place. */
async function findByName(
  calls: PlaceCalls,
  name: string,
  point: Point,
  meters: number,
  language: string | undefined,
): Promise<NativePoi[]> {
  const placesReply = await calls.search({ words: { q: name }, limit: PAGE_SIZE, near: point, countries: [], language })
  if (!placesReply.ok) return []
  const nearbyPlaces = placesReply.value.places.filter(
    (place) =>
      place.kind === 'poi' &&
      (place.confidence ?? 0) >= 0.65 &&
      flatDistanceMeters(point[0], point[1], place.at[0], place.at[1]) <= meters,
  )
  return nearbyPlaces.map((place) => ({ ...place, name: place.name ?? '' }))
}

function toNearbyResult(place: NativePoi): object {
  return {
    business_status: 'OPERATIONAL',
    geometry: toGeometry({ ...place, label: '', kind: 'poi' }),
    name: place.name,
    ...(place.open !== undefined && { opening_hours: { open_now: place.open } }),
    place_id: toPlaceId(place.at, place.id),
    types: toPlaceTypes(place.categories ?? []),
    vicinity: toVicinity(place),
  }
}

export async function findPlaceDetails(
  parameters: Parameters,
  call: OperationCaller,
  caller: Caller,
): Promise<ForeignReply> {
  const { place_id, fields } = parameters
  if (place_id === undefined || place_id.trim() === '')
    return toErrorReply('INVALID_REQUEST', 'place_id is missing; give one from a reply', DETAILS_EMPTY)
  const fairwayId = findOwnId(place_id)
  if (fairwayId === undefined) {
    const message = 'place_id is not a place id of this service; give one from a reply of geocode or nearbysearch'
    return toErrorReply(place_id.startsWith('fw_') ? 'NOT_FOUND' : 'INVALID_REQUEST', message, DETAILS_EMPTY)
  }
  const language = parseLanguages(parameters.language).placeLanguage
  const query = language === undefined ? {} : { lang: language }
  const reply = await call('getPlace', caller, { params: { id: fairwayId }, query })
  if (!reply.ok) {
    const { status, code, body } = reply.problem
    return toErrorReply(status === 404 ? 'NOT_FOUND' : 'UNKNOWN_ERROR', body.detail, DETAILS_EMPTY, code)
  }
  const details = toDetails(reply.body as NativePoi & NativePlace, place_id)
  return { status: 200, body: { html_attributions: [], status: 'OK', result: selectFields(details, fields) } }
}

/** Returns the details of a place. JSON omits undefined fields. */
function toDetails(place: NativePoi & NativePlace, place_id: string): Readonly<Record<string, unknown>> {
  const { open, opening_hours, phone, website, label, name, categories = [] } = place
  return {
    address_components: toAddressComponents(place),
    business_status: place.kind === 'poi' ? 'OPERATIONAL' : undefined,
    formatted_address: label,
    formatted_phone_number: phone,
    international_phone_number: phone,
    geometry: toGeometry(place),
    name,
    opening_hours: opening_hours === undefined ? undefined : { open_now: open, weekday_text: [opening_hours] },
    place_id,
    types: toPlaceTypes(categories),
    vicinity: toVicinity(place),
    website,
  }
}

/** Selects fields such as `name,geometry/location`. A path after a slash selects its whole top-level field. */
function selectFields(details: Readonly<Record<string, unknown>>, fields: string | undefined): object {
  if (fields === undefined || fields.trim() === '') return details
  const names = new Set(fields.split(',').map((field) => field.trim().split('/')[0] ?? ''))
  return Object.fromEntries(Object.entries(details).filter(([name]) => names.has(name)))
}
