import type { Address } from '../geocode/address.ts'
import { labelOf } from '../geocode/label.ts'
import type { GeocoderPlace, KnownPlaces } from './geocoder.ts'

/** The attribution that the public server and its data require when a reply has none. */
const OSM = '© OpenStreetMap contributors (ODbL 1.0)'
const MAX_PLACES = 50

const kinds: Readonly<Record<string, string>> = {
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
/** Kinds whose name is not part of their address. */
const OTHER = 'poi'
const cityKeys = ['city', 'town', 'village', 'hamlet', 'municipality'] as const
const suburbKeys = ['suburb', 'neighbourhood', 'quarter', 'city_district'] as const

/** Parses a reply: the list of a search, one place of a reverse search, or an error that means no result. */
export function readPlaces(json: unknown): KnownPlaces | undefined {
  if (isObject(json) && 'error' in json && !('lat' in json)) {
    // Only an error about the place itself counts as an answer. A server error does not.
    return /unable to geocode/i.test(String(json.error)) ? { places: [], attribution: OSM } : undefined
  }
  const items = Array.isArray(json) ? json.slice(0, MAX_PLACES) : isObject(json) && 'lat' in json ? [json] : undefined
  if (!items) return undefined
  const places = items.map(readPlace).filter((place) => place !== undefined)
  if (items.length > 0 && places.length === 0) return undefined
  const licence = items.map((item) => (isObject(item) ? textOf(item, 'licence') : undefined)).find(Boolean)
  return { places, attribution: licence?.slice(0, 200) ?? OSM }
}

function readPlace(item: unknown): GeocoderPlace | undefined {
  if (!isObject(item)) return undefined
  const [latitude, longitude] = [Number(item.lat ?? Number.NaN), Number(item.lon ?? Number.NaN)]
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return undefined
  const address = readAddress(isObject(item.address) ? item.address : {})
  const said = textOf(item, 'display_name') ?? ''
  const kind = address.house_number ? 'address' : (kinds[textOf(item, 'addresstype') ?? ''] ?? OTHER)
  const given = textOf(item, 'name')
  const name = given ?? (kind === 'address' ? address.street : undefined) ?? said.split(',')[0] ?? ''
  const label = labelOf(address, kind === OTHER || kind === 'address' ? given : undefined)
  if (label === '' && said === '') return undefined
  return { latitude, longitude, label: label || said, name, kind, address, said: `${name}, ${said}` }
}

function readAddress(given: Record<string, unknown>): Address {
  return {
    house_number: textOf(given, 'house_number'),
    street: textOf(given, 'road') ?? textOf(given, 'pedestrian'),
    suburb: firstOf(given, suburbKeys),
    city: firstOf(given, cityKeys),
    region: textOf(given, 'state') ?? textOf(given, 'region') ?? textOf(given, 'county'),
    postcode: textOf(given, 'postcode'),
    country: textOf(given, 'country'),
    country_code: textOf(given, 'country_code')?.toUpperCase(),
  }
}

function firstOf(given: Record<string, unknown>, keys: readonly string[]): string | undefined {
  return keys.map((key) => textOf(given, key)).find((text) => text !== undefined)
}

/** No part of an address is longer. */
const MAX_LETTERS = 500

function textOf(given: Record<string, unknown>, key: string): string | undefined {
  const value = given[key]
  return typeof value === 'string' && value !== '' ? value.slice(0, MAX_LETTERS) : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
