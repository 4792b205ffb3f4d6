import type { Address } from '../geocode/address.ts'
import { formatAddressLabel } from '../geocode/label.ts'
import type { UpstreamPlace, UpstreamPlaces } from './geocoder.ts'

/** Attribution that the public server and its data require if a reply has none. */
const OSM_ATTRIBUTION = '© OpenStreetMap contributors (ODbL 1.0)'
const MAX_PLACES = 50

const kindsByType: Readonly<Record<string, string>> = {
  country: 'country',
  state: 'region',
  region: 'region',
  county: 'region',
  city: 'city',
  town: 'town',
  municipality: 'town',
  village: 'village',
  hamlet: 'village',
  suburb: 'suburb',
  neighbourhood: 'suburb',
  quarter: 'suburb',
  postcode: 'postcode',
  road: 'street',
}
/** Kind of a place whose type is unknown. */
const DEFAULT_KIND = 'poi'
const cityKeys = ['city', 'town', 'village', 'hamlet', 'municipality'] as const
const suburbKeys = ['suburb', 'neighbourhood', 'quarter', 'city_district'] as const

/**
 * Parses a reply: the list from a search, one place from a reverse search, or an error message that means that there is
 * no result.
 */
export function parsePlaces(json: unknown): UpstreamPlaces | undefined {
  if (isObject(json) && 'error' in json && !('lat' in json)) {
    // Only an error about the place itself counts as an answer, unlike a server error.
    return /unable to geocode/i.test(String(json.error)) ? { places: [], attribution: OSM_ATTRIBUTION } : undefined
  }
  const items = Array.isArray(json) ? json.slice(0, MAX_PLACES) : isObject(json) && 'lat' in json ? [json] : undefined
  if (!items) return undefined
  const places = items.map(parsePlace).filter((place) => place !== undefined)
  if (items.length > 0 && places.length === 0) return undefined
  const license = items.map((item) => (isObject(item) ? findString(item, 'licence') : undefined)).find(Boolean)
  return { places, attribution: license?.slice(0, 200) ?? OSM_ATTRIBUTION }
}

function parsePlace(item: unknown): UpstreamPlace | undefined {
  if (!isObject(item)) return undefined
  const [latitude, longitude] = [Number(item.lat ?? Number.NaN), Number(item.lon ?? Number.NaN)]
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return undefined
  const address = parseAddress(isObject(item.address) ? item.address : {})
  const displayName = findString(item, 'display_name') ?? ''
  const kind = address.house_number ? 'address' : (kindsByType[findString(item, 'addresstype') ?? ''] ?? DEFAULT_KIND)
  const givenName = findString(item, 'name')
  const name = givenName ?? (kind === 'address' ? address.street : undefined) ?? displayName.split(',')[0] ?? ''
  const label = formatAddressLabel(address, kind === DEFAULT_KIND || kind === 'address' ? givenName : undefined)
  if (label === '' && displayName === '') return undefined
  return { latitude, longitude, label: label || displayName, name, kind, address, said: `${name}, ${displayName}` }
}

function parseAddress(fields: Record<string, unknown>): Address {
  return {
    house_number: findString(fields, 'house_number'),
    street: findString(fields, 'road') ?? findString(fields, 'pedestrian'),
    suburb: findFirstString(fields, suburbKeys),
    city: findFirstString(fields, cityKeys),
    region: findString(fields, 'state') ?? findString(fields, 'region') ?? findString(fields, 'county'),
    postcode: findString(fields, 'postcode'),
    country: findString(fields, 'country'),
    country_code: findString(fields, 'country_code')?.toUpperCase(),
  }
}

function findFirstString(fields: Record<string, unknown>, keys: readonly string[]): string | undefined {
  return keys.map((key) => findString(fields, key)).find((value) => value !== undefined)
}

/** Maximum length of a string. No part of an address is longer. */
const MAX_STRING_LENGTH = 500

function findString(fields: Record<string, unknown>, key: string): string | undefined {
  const value = fields[key]
  return typeof value === 'string' && value !== '' ? value.slice(0, MAX_STRING_LENGTH) : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
