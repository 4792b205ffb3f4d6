import type { ForeignReply } from '../../../operations/reply.ts'
import type { NativePlace, Point } from '../places/native-place.ts'
import type { PlaceCalls } from '../places/place-calls.ts'
import { findOwnId, parsePlace, parsePlaceId } from './place-input.ts'
import { toGeocoderResult } from './place-reply.ts'
import { toErrorReply, toFailureReply } from './reply.ts'
import { parseLanguages, toCountry } from './request.ts'

const EMPTY_REPLY = { results: [] }
const MAX_RESULTS = 5
/** Minimum confidence of a match. Matches with a lower confidence are guesses. */
const MIN_CONFIDENCE = 0.65
const NOTHING_CODES = ['query-too-short', 'query-missing', 'country-unknown', 'position-zero']
const componentNames = ['country', 'postal_code', 'locality', 'route', 'administrative_area'] as const

export async function findAddresses(
  parameters: Readonly<Record<string, string>>,
  calls: PlaceCalls,
): Promise<ForeignReply> {
  const language = parseLanguages(parameters.language).placeLanguage
  const { address = '', latlng, place_id } = parameters
  if (place_id !== undefined) return toGeocodeReply(await findByPlaceId(place_id, calls, language), 'NOT_FOUND')
  if (latlng !== undefined) return reverseGeocode(latlng, calls, language)
  const components = parseComponents(parameters.components ?? '')
  if (typeof components === 'string') return toErrorReply('INVALID_REQUEST', components, EMPTY_REPLY)
  const { country, postal_code, locality, route, administrative_area } = components
  const text = [address.trim(), route, locality, postal_code, administrative_area].filter(Boolean).join(', ')
  if (text === '') {
    const message = "Invalid request. Missing the 'address', 'components', 'latlng' or 'place_id' parameter."
    return toErrorReply('INVALID_REQUEST', message, EMPTY_REPLY)
  }
  const placesReply = await calls.search({
    words: { q: text },
    limit: MAX_RESULTS,
    near: parseBoundsCenter(parameters.bounds),
    // A component restricts the results, but a region is only a preference that is tried first.
    countries: country === undefined ? [] : [country],
    language,
  })
  if (!placesReply.ok)
    return NOTHING_CODES.includes(placesReply.failure.code)
      ? toGeocodeReply([])
      : toFailureReply(placesReply.failure, EMPTY_REPLY)
  const matches = placesReply.value.places.filter(({ confidence = 0 }) => confidence >= MIN_CONFIDENCE)
  return toGeocodeReply(preferCountry(matches, toCountry(parameters.region)))
}

function toGeocodeReply(
  places: readonly NativePlace[],
  emptyStatus: 'ZERO_RESULTS' | 'NOT_FOUND' = 'ZERO_RESULTS',
): ForeignReply {
  const status = places.length > 0 ? 'OK' : emptyStatus
  return { status: 200, body: { status, results: places.map(toGeocoderResult) } }
}

async function findByPlaceId(placeId: string, calls: PlaceCalls, language: string | undefined): Promise<NativePlace[]> {
  const fairwayId = findOwnId(placeId)
  const place = fairwayId === undefined ? undefined : await calls.find(fairwayId, language)
  if (place) return [place]
  const position = parsePlaceId(placeId)
  const placesReply = position && (await calls.reverse(position, language))
  return placesReply?.ok ? onLand(placesReply.value.places) : []
}

async function reverseGeocode(latlng: string, calls: PlaceCalls, language: string | undefined): Promise<ForeignReply> {
  const place = parsePlace('latlng', latlng)
  const position = place.ok ? place.value.at : undefined
  if (!position) {
    const message = place.ok
      ? 'latlng must be a latitude and a longitude, separated by a comma'
      : place.failure.error_message
    return toErrorReply('INVALID_REQUEST', message, EMPTY_REPLY)
  }
  const placesReply = await calls.reverse(position, language)
  if (!placesReply.ok) return toFailureReply(placesReply.failure, EMPTY_REPLY)
  return toGeocodeReply(onLand(placesReply.value.places))
}

function onLand(places: readonly NativePlace[]): NativePlace[] {
  return places.filter(({ kind, address }) => kind !== 'sea' && address !== undefined)
}

/**
 * Parses components such as `country:UY|postal_code:11200`. Returns an error message if the components are malformed.
 */
function parseComponents(componentsText: string): Partial<Record<(typeof componentNames)[number], string>> | string {
  const components: Partial<Record<(typeof componentNames)[number], string>> = {}
  for (const part of componentsText.split('|').filter((text) => text.trim() !== '')) {
    const [name = '', value = ''] = part.split(':').map((text) => text.trim())
    const componentName = componentNames.find((candidate) => candidate === name)
    if (!componentName || value === '')
      return `components has ${JSON.stringify(part.slice(0, 60))}; write ${componentNames.join(', ')} with a value, such as country:UY`
    components[componentName] = value
  }
  const { country } = components
  if (country !== undefined && !/^[a-z]{2}$/i.test(country))
    return `the country in components is ${JSON.stringify(country.slice(0, 60))}; give a two-letter code, such as UY`
  return components
}

function preferCountry(places: readonly NativePlace[], country: string | undefined): readonly NativePlace[] {
  if (country === undefined) return places
  const isAtHome = ({ address }: NativePlace) => address?.country_code === country
  return [...places.filter(isAtHome), ...places.filter((place) => !isAtHome(place))]
}

/** Parses `south,west|north,east`. A malformed value is ignored, because the box is only a preference. */
function parseBoundsCenter(bounds = ''): Point | undefined {
  const numbers = bounds.split(/[|,]/).map(Number)
  const [south = 0, west = 0, north = 0, east = 0] = numbers
  const center = [(south + north) / 2, (west + east) / 2] as const
  const isUsable = numbers.length === 4 && Math.abs(center[0]) <= 90 && Math.abs(center[1]) <= 180
  return isUsable && (center[0] !== 0 || center[1] !== 0) ? center : undefined
}
