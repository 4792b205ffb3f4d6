import type { Feature } from '../../operations/feature.ts'
import { geocodeOperation, reverseOperation } from './geocode/api/operations.ts'
import { Geocoder } from './geocode/geocoder.ts'
import { nearbyOperation } from './nearby/operation.ts'
import type { NearbyOptions } from './nearby/service.ts'
import type { UpstreamGeocoder } from './upstream/geocoder.ts'

export interface PlacesOptions extends NearbyOptions {
  /** Geocoder for addresses without a local match. */
  readonly upstream: Pick<UpstreamGeocoder, 'query'> | undefined
}

/** Geocoding, reverse geocoding and nearby places. */
export function placesFeature(options: PlacesOptions): Feature {
  const geocoder = new Geocoder(options.places, options.upstream)
  return { operations: [geocodeOperation(geocoder), reverseOperation(geocoder), nearbyOperation(options)] }
}
