/** Place types of the format. Every kind of place in the geocoder maps to types that the format defines. */
const typesByKind = {
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

export type AddressTypeName = (typeof typesByKind)[keyof typeof typesByKind][number]

export function toAddressTypes(kind: string): readonly AddressTypeName[] {
  return Object.hasOwn(typesByKind, kind) ? typesByKind[kind as keyof typeof typesByKind] : typesByKind.position
}
