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
    house_number: Part('As it is written there.'),
    street: Part('Without the number.'),
    suburb: Part('Part of the city.'),
    city: Part('City, town or village.'),
    region: Part('State, province or department.'),
    postcode: Part('As it is written there.'),
    country: Part('In English, or in the language asked for.'),
    country_code: Part('Two capital letters (ISO 3166-1).'),
  } satisfies Record<keyof Address, unknown>,
  { description: 'What is not known is not there.' },
)

export const AttributionReply = Type.Object(
  { attribution: Type.String({ description: 'Whom to name wherever this is shown.' }) },
  { description: 'Where it comes from.' },
)

/** Rounds to about 10 cm, finer than any source position. */
export function toPoint({ latitude, longitude }: { latitude: number; longitude: number }): [number, number] {
  return [round(latitude, 6), round(longitude, 6)]
}

export function round(value: number, decimals: number): number {
  const scale = 10 ** decimals
  return Math.round(value * scale) / scale
}
