import { Type } from 'typebox'
import type { Address } from '../../features/places/geocode/address.ts'
import { PointSchema } from './schemas.ts'

/** Reply schemas for places. */

export const PlacePoint = PointSchema()

const AddressPart = (description: string) => Type.Optional(Type.String({ description }))

export const AddressReply = Type.Object(
  {
    house_number: AddressPart('House number, as written locally.'),
    street: AddressPart('The street, without the house number.'),
    suburb: AddressPart('Part of the city.'),
    city: AddressPart('City, town or village.'),
    region: AddressPart('State, province or department.'),
    postcode: AddressPart('Postal code, as written locally.'),
    country: AddressPart('Name of the country in English, or in the requested language.'),
    country_code: AddressPart('Two-letter ISO 3166-1 code in capital letters.'),
  } satisfies Record<keyof Address, unknown>,
  { 'x-name': 'Address', description: 'The address. Unknown fields are omitted.' },
)

export const AttributionReply = Type.Object(
  { attribution: Type.String({ description: 'Attribution to display wherever the data is shown.' }) },
  { 'x-name': 'PlaceData', description: 'Where the data comes from.' },
)

/** Rounds a position to about 10 cm, which is finer than any data source. */
export function toPoint({ latitude, longitude }: { latitude: number; longitude: number }): [number, number] {
  return [roundToDecimals(latitude, 6), roundToDecimals(longitude, 6)]
}

export function roundToDecimals(value: number, decimals: number): number {
  const scale = 10 ** decimals
  return Math.round(value * scale) / scale
}
