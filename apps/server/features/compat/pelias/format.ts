import { findOsmObject, type NativePlace, toBox, toOwnName, toPlaceNumber } from '../places/native-place.ts'

/** Kinds of places in Pelias. The group `coarse` contains all kinds of areas. */
export const layers = [
  ...['venue', 'address', 'street', 'country', 'region', 'locality', 'neighbourhood', 'postalcode', 'coarse'],
]

const layerByKind: Readonly<Record<string, string>> = {
  country: 'country',
  region: 'region',
  city: 'locality',
  town: 'locality',
  village: 'locality',
  suburb: 'neighbourhood',
  postcode: 'postalcode',
  street: 'street',
  crossing: 'street',
  address: 'address',
}

/** Returns the kind of a place in Pelias terms. */
export function toLayer({ kind }: NativePlace): string {
  return layerByKind[kind] ?? 'venue'
}

export interface GeocodingBlock {
  readonly query: object
  readonly attribution: string
  readonly warnings?: readonly string[]
  readonly errors?: readonly string[]
}

/** Creates a reply in Pelias's format, which is GeoJSON with a description of the interpreted request. */
export function toGeocodeJson(places: readonly NativePlace[], geocoding: GeocodingBlock): object {
  const { warnings = [], errors = [], query, attribution } = geocoding
  return {
    geocoding: {
      version: '0.2',
      attribution,
      query,
      ...(warnings.length > 0 && { warnings }),
      ...(errors.length > 0 && { errors }),
      engine: { name: 'Fairway', author: 'Fairway', version: '1.0' },
    },
    type: 'FeatureCollection',
    features: places.map(toFeature),
    ...(places.length > 0 && { bbox: toOuterBox(places) }),
  }
}

/** Converts a place to a feature. JSON omits undefined properties. */
function toFeature(place: NativePlace): object {
  const [latitude, longitude] = place.at
  const layer = toLayer(place)
  const osm = findOsmObject(place)
  const source = osm ? 'openstreetmap' : 'fairway'
  const sourceId = osm ? `${osm.type}/${osm.id}` : String(toPlaceNumber(place))
  const { house_number, street, suburb, city, region, postcode, country, country_code } = place.address ?? {}
  const name = toOwnName(place) || [house_number, street].filter(Boolean).join(' ') || place.label
  const isExact = layer === 'venue' || (layer === 'address' && !place.interpolated)
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties: {
      id: sourceId,
      gid: `${source}:${layer}:${sourceId}`,
      layer,
      source,
      source_id: sourceId,
      country_code: country_code?.toUpperCase(),
      name,
      housenumber: house_number,
      street,
      postalcode: postcode,
      confidence: place.confidence,
      match_type: place.interpolated ? 'interpolated' : undefined,
      distance: place.distance_m === undefined ? undefined : Math.round(place.distance_m) / 1000,
      accuracy: isExact ? 'point' : 'centroid',
      country,
      region,
      locality: city,
      neighbourhood: suburb,
      label: place.label,
    },
    ...(isExact ? {} : { bbox: toWestFirst(toBox(place)) }),
  }
}

function toOuterBox(places: readonly NativePlace[]): number[] {
  const latitudes = places.map(({ at }) => at[0])
  const longitudes = places.map(({ at }) => at[1])
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)]
}

function toWestFirst([south, west, north, east]: readonly [number, number, number, number]): number[] {
  return [west, south, east, north].map((degrees) => Number(degrees.toFixed(7)))
}
