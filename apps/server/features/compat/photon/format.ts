import { findOsmObject, type NativePlace, toBox, toMainTag, toOwnName } from '../places/native-place.ts'

const layerByKind: Readonly<Record<string, string>> = {
  country: 'country',
  region: 'state',
  city: 'city',
  town: 'city',
  village: 'city',
  suburb: 'district',
  postcode: 'other',
  street: 'street',
  crossing: 'street',
  address: 'house',
  poi: 'house',
  airport: 'house',
  port: 'house',
}

/** Returns the kind of a place in Photon terms. */
export function toLayer({ kind }: NativePlace): string {
  return layerByKind[kind] ?? 'other'
}

export function toFeatureCollection(places: readonly NativePlace[]): object {
  return { type: 'FeatureCollection', features: places.map(toFeature) }
}

/** Converts a place to a feature. JSON omits undefined properties. */
function toFeature(place: NativePlace): object {
  const [latitude, longitude] = place.at
  const { key, value } = toMainTag(place)
  const osm = findOsmObject(place)
  const layer = toLayer(place)
  const name = toOwnName(place)
  const { house_number, street, suburb, city, region, postcode, country, country_code } = place.address ?? {}
  const [south, west, north, east] = toBox(place)
  const isArea = ['country', 'state', 'city', 'district', 'street'].includes(layer)
  const properties = {
    osm_type: osm?.type.charAt(0).toUpperCase(),
    osm_id: osm?.id,
    osm_key: key,
    osm_value: value,
    type: layer,
    housenumber: house_number,
    name: name === '' ? undefined : name,
    // A place does not repeat its own name as a part of its address.
    street: layer === 'street' ? undefined : street,
    district: layer === 'district' ? undefined : suburb,
    city: layer === 'city' ? undefined : city,
    state: layer === 'state' ? undefined : region,
    country,
    postcode,
    countrycode: country_code,
    extent: isArea ? [west, north, east, south].map((degrees) => Number(degrees.toFixed(7))) : undefined,
  }
  return { type: 'Feature', properties, geometry: { type: 'Point', coordinates: [longitude, latitude] } }
}
