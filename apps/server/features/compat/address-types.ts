/** The place types of the format. Every kind of our geocoder maps to types that the format defines. */
const types = {
  country: ['country', 'political'],
  region: ['administrative_area_level_1', 'political'],
  city: ['locality', 'political'],
  town: ['locality', 'political'],
  village: ['locality', 'political'],
  suburb: ['political', 'sublocality', 'sublocality_level_1'],
  postcode: ['postal_code'],
  airport: ['airport', 'establishment', 'point_of_interest'],
  port: ['establishment', 'point_of_interest'],
  street: ['route'],
  address: ['street_address'],
  crossing: ['intersection'],
  poi: ['establishment', 'point_of_interest'],
  position: ['geocode'],
} as const

export type AddressTypeName = (typeof types)[keyof typeof types][number]

export function addressTypes(kind: string): readonly AddressTypeName[] {
  return Object.hasOwn(types, kind) ? types[kind as keyof typeof types] : types.position
}
