import { Type } from 'typebox'
import type { Address } from '../../features/places/geocode/address.ts'

/** Reply schemas for places. */

export const PlacePoint = Type.Array(Type.Number(), {
  minItems: 2,
  maxItems: 2,
  description: '[latitude, longitude]',
})

const Part = (description: string) => Type.Optional(Type.String({ description }))

export const AddressReply = Type.Object(
  {
    house_number: Part('As written locally.'),
    street: Part('Without the house number.'),
    suburb: Part('Part of the city.'),
    city: Part('City, town or village.'),
    region: Part('State, province or department.'),
    postcode: Part('As written locally.'),
    country: Part('In English, or in the requested language.'),
    country_code: Part('Two-letter ISO 3166-1 code, in capitals.'),
  } satisfies Record<keyof Address, unknown>,
  { description: 'Unknown fields are omitted.' },
)

export const AttributionReply = Type.Object(
  { attribution: Type.String({ description: 'Attribution to show wherever this is shown.' }) },
  { description: 'Where the data comes from.' },
)

/** Rounds to about 10 cm, finer than any source position. */
export function toPoint({ latitude, longitude }: { latitude: number; longitude: number }): [number, number] {
  return [round(latitude, 6), round(longitude, 6)]
}

export function round(value: number, decimals: number): number {
  const scale = 10 ** decimals
  return Math.round(value * scale) / scale
}
