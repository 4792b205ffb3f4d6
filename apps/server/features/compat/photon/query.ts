import { fail, ok, type Result } from '../../../platform/result.ts'
import type { ForeignInput } from '../foreign-operation.ts'
import { type NativePlace, type Point, toMainTag } from '../places/native-place.ts'
import { parseLanguageList } from '../places/place-calls.ts'
import { toLayer } from './format.ts'

const layers = ['house', 'street', 'locality', 'district', 'city', 'county', 'state', 'country', 'other']
const COMMON_PARAMETERS = ['lang', 'limit', 'debug', 'dedupe', 'geometry', 'osm_tag', 'layer', 'include', 'exclude']
const SEARCH_PARAMETERS = ['lat', 'lon', 'location_bias_scale', 'zoom', 'bbox', 'suggest_addresses', 'q', 'countrycode']
const REVERSE_PARAMETERS = ['lat', 'lon', 'radius', 'query_string_filter', 'distance_sort']

const DEFAULT_SEARCH_LIMIT = 15
const MAX_LIMIT = 50
const BBOX_FORMAT =
  "Invalid number of supplied coordinates for parameter 'bbox', expected format is: minLon,minLat,maxLon,maxLat"
const BBOX_BOUNDS =
  "Invalid bounds for parameter 'bbox', expected values minLat, maxLat element [-90,90], minLon, maxLon element [-180,180]"

export interface PhotonQuery {
  readonly text: string
  readonly limit: number
  readonly position: Point | undefined
  readonly countries: readonly string[]
  readonly language: string | undefined
  /** Radius of reverse geocoding, in kilometers. */
  readonly radiusKm: number | undefined
  /** Whether a filter removes results, so that more results must be requested. */
  readonly isFiltered: boolean
  accepts(place: NativePlace): boolean
}

type Query = ForeignInput['query']

export function parsePhotonQuery(
  { query, headers }: Pick<ForeignInput, 'query' | 'headers'>,
  service: 'api' | 'reverse',
): Result<PhotonQuery, string> {
  const error = findUnknownParameter(query, service) ?? findUnavailable(query)
  if (error !== undefined) return fail(error)
  const limit = parseNumber(query, 'limit')
  if (!limit.ok) return limit
  const radius = parseNumber(query, 'radius')
  if (!radius.ok) return radius
  const position = parsePosition(query, service === 'reverse')
  if (!position.ok) return position
  const box = parseBox(firstValue(query, 'bbox'))
  if (!box.ok) return box
  const tagFilters = parseTagFilters(listValues(query, 'osm_tag'))
  if (!tagFilters.ok) return tagFilters
  const text = firstValue(query, 'q')?.trim() ?? ''
  if (service === 'api' && text === '') return fail('q parameter is required when no include categories are specified')
  const wantedLayers = listValues(query, 'layer')
  const lang = firstValue(query, 'lang')
  const filters = [...tagFilters.value, ...box.value]
  if (wantedLayers.length > 0) filters.push((place) => wantedLayers.includes(toLayer(place)))
  const defaultLimit = service === 'api' ? DEFAULT_SEARCH_LIMIT : 1
  return ok({
    text,
    limit: Math.min(MAX_LIMIT, Math.max(1, Math.floor(limit.value ?? defaultLimit))),
    position: position.value,
    countries: listValues(query, 'countrycode').filter((code) => /^[a-z]{2}$/i.test(code)),
    language: lang === 'default' ? undefined : parseLanguageList(lang ?? firstHeader(headers['accept-language'])),
    radiusKm: radius.value,
    isFiltered: filters.length > 0,
    accepts: (place) => filters.every((accept) => accept(place)),
  })
}

function findUnknownParameter(query: Query, service: 'api' | 'reverse'): string | undefined {
  const allowedParameters = [...COMMON_PARAMETERS, ...(service === 'api' ? SEARCH_PARAMETERS : REVERSE_PARAMETERS)]
  const unknownParameter = Object.keys(query).find((name) => !allowedParameters.includes(name))
  if (unknownParameter === undefined) return undefined
  return `Unknown query parameter '${unknownParameter.slice(0, 60)}'.  Allowed parameters are: [${allowedParameters.join(', ')}]`
}

/** Finds unsupported options that would change the results. */
function findUnavailable(query: Query): string | undefined {
  if (listValues(query, 'layer').some((layer) => !layers.includes(layer)))
    return `Unknown layer type. Available layers: [${layers.join(', ')}]`
  if (firstValue(query, 'geometry') === 'true') return 'Geometry output requested but not available in database.'
  const unavailableName = ['include', 'exclude', 'query_string_filter'].find((name) => query[name] !== undefined)
  return unavailableName === undefined
    ? undefined
    : `Parameter '${unavailableName}' is not available; use osm_tag or layer.`
}

function parseNumber(query: Query, name: string): Result<number | undefined, string> {
  const parameterText = firstValue(query, name)
  if (parameterText === undefined) return ok(undefined)
  const value = parameterText.trim() === '' ? Number.NaN : Number(parameterText)
  return Number.isFinite(value) ? ok(value) : fail(`Invalid value for '${name}' parameter.`)
}

function parsePosition(query: Query, isRequired: boolean): Result<Point | undefined, string> {
  const latitude = parseNumber(query, 'lat')
  if (!latitude.ok) return latitude
  const longitude = parseNumber(query, 'lon')
  if (!longitude.ok) return longitude
  const [lat, lon] = [latitude.value, longitude.value]
  if (lat !== undefined && Math.abs(lat) > 90) return fail("Invalid value for 'lat' parameter.")
  if (lon !== undefined && Math.abs(lon) > 180) return fail("Invalid value for 'lon' parameter.")
  if (lat === undefined && (isRequired || lon !== undefined)) return fail("Missing parameter 'lat'.")
  if (lon === undefined && lat !== undefined) return fail("Missing parameter 'lon'.")
  return ok(lat === undefined || lon === undefined ? undefined : [lat, lon])
}

type Filter = (place: NativePlace) => boolean

function parseBox(boxText: string | undefined): Result<Filter[], string> {
  if (boxText === undefined) return ok([])
  const numbers = boxText.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  if (numbers.length !== 4 || numbers.some(Number.isNaN)) return fail(BBOX_FORMAT)
  const [west = 0, south = 0, east = 0, north = 0] = numbers
  if (Math.max(Math.abs(west), Math.abs(east)) > 180 || Math.max(Math.abs(south), Math.abs(north)) > 90)
    return fail(BBOX_BOUNDS)
  return ok([
    ({ at: [latitude, longitude] }) => latitude >= south && latitude <= north && longitude >= west && longitude <= east,
  ])
}

/**
 * Parses `key:value`, `key` or `:value`. An exclamation mark excludes the tag. Multiple filters are combined as in
 * Photon.
 */
function parseTagFilters(tagFilters: readonly string[]): Result<Filter[], string> {
  const includedFilters: Filter[] = []
  const filters: Filter[] = []
  for (const text of tagFilters) {
    const [, notKey = '', key = '', colon = '', notValue = '', value = ''] =
      /^(!?)([^:!]*)(:?)(!?)([^:!]*)$/.exec(text.trim()) ?? []
    if (`${key}${value}` === '' || (colon !== '' && value === '')) return fail('Invalid format for osm_tag parameter.')
    const matches = (place: NativePlace, isKeyOnly = false): boolean => {
      const tag = toMainTag(place)
      return (key === '' || tag.key === key) && (isKeyOnly || value === '' || tag.value === value)
    }
    if (notKey === '' && notValue === '') includedFilters.push((place) => matches(place))
    else if (notKey === '' && key !== '') filters.push((place) => matches(place, true) && !matches(place))
    else filters.push((place) => !matches(place))
  }
  if (includedFilters.length > 0) filters.push((place) => includedFilters.some((accept) => accept(place)))
  return ok(filters)
}

function listValues(query: Query, name: string): readonly string[] {
  const value = query[name]
  return value === undefined ? [] : typeof value === 'string' ? [value] : value
}

function firstValue(query: Query, name: string): string | undefined {
  return listValues(query, name)[0]
}

function firstHeader(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}
