import { type NativePlace, toBox } from '../places/native-place.ts'
import { toAddressTypes } from './address-types.ts'
import { toPlaceId } from './place-input.ts'

/** Converts a place to a result of the format's geocoding API. */
export function toGeocoderResult(place: NativePlace) {
  return {
    address_components: toAddressComponents(place),
    formatted_address: place.label,
    geometry: { ...toGeometry(place), location_type: toLocationType(place) },
    place_id: toPlaceId(place.at, place.id),
    types: toAddressTypes(place.kind),
    ...(place.confidence !== undefined && place.confidence < FULL_MATCH_CONFIDENCE && { partial_match: true }),
  }
}

/** Minimum confidence of a full match. With a lower confidence, a part of the text was not found. */
const FULL_MATCH_CONFIDENCE = 0.85

export function toGeometry(place: NativePlace) {
  const [south = 0, west = 0, north = 0, east = 0] = toBox(place).map((degrees) => Number(degrees.toFixed(7)))
  const [lat, lng] = place.at
  return {
    location: { lat, lng },
    viewport: { northeast: { lat: north, lng: east }, southwest: { lat: south, lng: west } },
  }
}

const AREA_KINDS = ['country', 'region', 'city', 'town', 'village', 'suburb', 'postcode']

function toLocationType({ kind, interpolated }: NativePlace): string {
  if (interpolated) return 'RANGE_INTERPOLATED'
  if (kind === 'address') return 'ROOFTOP'
  return AREA_KINDS.includes(kind) ? 'APPROXIMATE' : 'GEOMETRIC_CENTER'
}

export function toAddressComponents({ address = {} }: NativePlace) {
  const { house_number, street, suburb, city, region, country, country_code, postcode } = address
  const parts: readonly (readonly [string | undefined, readonly string[], (string | undefined)?])[] = [
    [house_number, ['street_number']],
    [street, ['route']],
    [suburb, ['political', 'sublocality', 'sublocality_level_1']],
    [city, ['locality', 'political']],
    [region, ['administrative_area_level_1', 'political']],
    [country, ['country', 'political'], country_code],
    [postcode, ['postal_code']],
  ]
  return parts.flatMap(([long_name, types, short_name = long_name]) =>
    long_name === undefined ? [] : [{ long_name, short_name, types }],
  )
}

/** Types of the format by Fairway category. */
const typeByCategory: Readonly<Record<string, string>> = {
  airport: 'airport',
  atm: 'atm',
  bank: 'bank',
  bar: 'bar',
  bus_station: 'bus_station',
  cafe: 'cafe',
  car_repair: 'car_repair',
  car_wash: 'car_wash',
  convenience: 'convenience_store',
  dentist: 'dentist',
  doctor: 'doctor',
  food: 'restaurant',
  fuel: 'gas_station',
  hospital: 'hospital',
  hotel: 'lodging',
  library: 'library',
  mall: 'shopping_mall',
  museum: 'museum',
  parking: 'parking',
  pharmacy: 'pharmacy',
  police: 'police',
  post_office: 'post_office',
  school: 'school',
  supermarket: 'supermarket',
  train_station: 'train_station',
  university: 'university',
}

export function toPlaceTypes(categories: readonly string[]): string[] {
  return [...categories.flatMap((category) => typeByCategory[category] ?? []), 'point_of_interest', 'establishment']
}

/** Returns the Fairway category for a type, or undefined if there is none. */
export function findCategory(type: string): string | undefined {
  return Object.keys(typeByCategory).find((category) => typeByCategory[category] === type)
}

/** Returns the known parts of the address, without the country. */
export function toVicinity({ address = {} }: Pick<NativePlace, 'address'>): string {
  const { house_number, street, suburb, city } = address
  const line = street === undefined ? suburb : [street, house_number].filter(Boolean).join(' ')
  return [line, city].filter(Boolean).join(', ')
}
