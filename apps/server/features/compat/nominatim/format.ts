import { findOsmObject, type NativePlace, toBox, toMainTag, toOwnName, toPlaceNumber } from '../places/native-place.ts'
import type { Format } from './query.ts'

export interface FormatOptions {
  readonly format: Format
  readonly attribution: string
  readonly addressdetails: boolean
  readonly namedetails: boolean
  readonly extratags: boolean
  readonly polygonGeojson: boolean
  /** Search text, if any. */
  readonly query?: string
}

const rankByKind: Readonly<Record<string, number>> = {
  country: 4,
  region: 8,
  city: 16,
  town: 18,
  village: 19,
  suburb: 20,
  postcode: 21,
  airport: 30,
  port: 30,
  street: 26,
  crossing: 26,
}
const POINT_RANK = 30

/** Kinds of places with a different name within an address. */
const addressKeyByKind: Readonly<Record<string, string>> = { region: 'state', street: 'road', crossing: 'road' }
const SETTLEMENT_KINDS = ['city', 'town', 'village']
const AREA_KINDS = ['country', 'suburb', 'postcode', ...SETTLEMENT_KINDS]
const geocodejsonTypes: readonly (readonly [maxRank: number, type: string])[] = [
  [4, 'country'],
  [9, 'state'],
  [12, 'county'],
  [16, 'city'],
  [21, 'district'],
  [24, 'locality'],
  [27, 'street'],
  [30, 'house'],
]

/** Formats a list of places, or a single place (`isSingle`), as Nominatim does. */
export function formatPlaces(places: readonly NativePlace[], options: FormatOptions, isSingle: boolean): unknown {
  if (isSingle && places.length === 0) return { error: 'Unable to geocode' }
  const { format, attribution, query } = options
  if (format === 'geojson') {
    const features = places.map((place) => toFeature(place, options))
    return { type: 'FeatureCollection', licence: attribution, features }
  }
  if (format === 'geocodejson') {
    const geocoding = { version: '0.1.0', attribution, licence: 'ODbL', ...(query !== undefined && { query }) }
    return { type: 'FeatureCollection', geocoding, features: places.map((place) => toGeocodejson(place, options)) }
  }
  const list = places.map((place) => toPlain(place, options))
  return isSingle ? list[0] : list
}

function toPlain(place: NativePlace, options: FormatOptions): object {
  const [latitude, longitude] = place.at
  const { key, value } = toMainTag(place)
  const [south, west, north, east] = toBox(place)
  return {
    place_id: toPlaceNumber(place),
    licence: options.attribution,
    ...toOsmFields(place),
    lat: latitude.toFixed(7),
    lon: longitude.toFixed(7),
    [options.format === 'json' ? 'class' : 'category']: key,
    type: value,
    ...toCommonFields(place, key, options),
    boundingbox: [south, north, west, east].map((degrees) => degrees.toFixed(7)),
    ...(options.polygonGeojson && { geojson: toGeometry(place) }),
  }
}

function toFeature(place: NativePlace, options: FormatOptions): object {
  const { key, value } = toMainTag(place)
  const [south, west, north, east] = toBox(place)
  const properties = {
    place_id: toPlaceNumber(place),
    ...toOsmFields(place),
    category: key,
    type: value,
    ...toCommonFields(place, key, options),
  }
  const bbox = [west, south, east, north].map((degrees) => Number(degrees.toFixed(7)))
  return { type: 'Feature', properties, bbox, geometry: toGeometry(place) }
}

function toGeocodejson(place: NativePlace, { addressdetails, extratags }: FormatOptions): object {
  const { key, value } = toMainTag(place)
  const name = toOwnName(place)
  const rank = toRank(place)
  const { house_number, street, suburb, city, region, postcode, country, country_code } = place.address ?? {}
  const geocoding = {
    place_id: toPlaceNumber(place),
    ...toOsmFields(place),
    osm_key: key,
    osm_value: value,
    type: geocodejsonTypes.find(([maxRank]) => rank <= maxRank)?.[1] ?? 'house',
    accuracy: place.distance_m === undefined ? undefined : Math.floor(place.distance_m),
    label: toDisplayName(place),
    ...(name !== '' && { name }),
    ...(addressdetails && {
      housenumber: house_number,
      street,
      postcode,
      district: suburb,
      city,
      state: region,
      country,
      country_code: country_code?.toLowerCase(),
      admin: {},
    }),
    ...(extratags && { extra: place.tags ?? {} }),
  }
  return { type: 'Feature', properties: { geocoding }, geometry: toGeometry(place) }
}

function toOsmFields(place: NativePlace): object {
  const osm = findOsmObject(place)
  return osm ? { osm_type: osm.type, osm_id: osm.id } : {}
}

function toCommonFields(place: NativePlace, mainKey: string, options: FormatOptions): object {
  const name = toOwnName(place)
  return {
    place_rank: toRank(place),
    importance: place.confidence ?? 0,
    addresstype: toAddressType(place, mainKey),
    name,
    display_name: toDisplayName(place),
    ...(options.addressdetails && { address: toAddress(place, mainKey) }),
    ...(options.extratags && { extratags: place.tags ?? {} }),
    ...(options.namedetails && { namedetails: toNames(place, name) }),
  }
}

function toRank({ kind }: NativePlace): number {
  return rankByKind[kind] ?? POINT_RANK
}

function toAddressType({ kind }: NativePlace, mainKey: string): string {
  return addressKeyByKind[kind] ?? (AREA_KINDS.includes(kind) ? kind : mainKey)
}

/** Returns the name of a place, from the smallest part of its address to the country. */
function toDisplayName(place: NativePlace): string {
  const { house_number, street, suburb, city, region, postcode, country } = place.address ?? {}
  const parts = [toOwnName(place), house_number, street, suburb, city, region, postcode, country]
  return [...new Set(parts.filter((part) => part !== undefined && part !== ''))].join(', ')
}

function toAddress(place: NativePlace, mainKey: string): object {
  const { house_number, street, suburb, city, region, postcode, country, country_code } = place.address ?? {}
  const name = toOwnName(place)
  const isPartOfAddress = AREA_KINDS.includes(place.kind) || Object.hasOwn(addressKeyByKind, place.kind)
  const settlementKey = SETTLEMENT_KINDS.includes(place.kind) ? place.kind : 'city'
  return {
    ...(name !== '' && !isPartOfAddress && { [mainKey]: name }),
    house_number,
    road: street,
    suburb,
    [settlementKey]: city,
    state: region,
    postcode,
    country,
    country_code: country_code?.toLowerCase(),
  }
}

/** Returns the name and all tags that are names. */
function toNames({ tags = {} }: NativePlace, name: string): object {
  const otherTags = Object.entries(tags).filter(
    ([key]) => /(^|_)name(:|$)/.test(key) || key === 'brand' || key === 'ref',
  )
  return { ...(name !== '' && { name }), ...Object.fromEntries(otherTags) }
}

function toGeometry({ at: [latitude, longitude] }: NativePlace): object {
  return { type: 'Point', coordinates: [longitude, latitude] }
}
