import type { Feature } from '../../operations/feature.ts'
import { batchOperation, type RunBatchJob } from './batch/operation.ts'
import { elevationOperation, type LookUpHeights } from './elevation/operation.ts'
import { geocodeOperation, reverseOperation } from './geocode/api/operations.ts'
import { Geocoder } from './geocode/geocoder.ts'
import { nearbyOperation } from './nearby/operation.ts'
import type { NearbyOptions } from './nearby/service.ts'
import { placeOperation, splitPlaceOperation } from './place/operation.ts'
import type { UpstreamGeocoder } from './upstream/geocoder.ts'

export interface PlacesOptions extends NearbyOptions {
  /** Function that runs geocoding batches. */
  readonly runBatch: RunBatchJob
  readonly lookUpHeights: LookUpHeights
  readonly upstream: Pick<UpstreamGeocoder, 'query'> | undefined
}

/** Creates the feature for geocoding, reverse geocoding, nearby places and their details, and heights. */
export function placesFeature(options: PlacesOptions): Feature {
  const geocoder = new Geocoder(options.places, options.upstream)
  return {
    operations: [
      geocodeOperation(geocoder),
      batchOperation(options.runBatch),
      reverseOperation(geocoder),
      nearbyOperation(options),
      placeOperation(options.places),
      splitPlaceOperation(options.places),
      elevationOperation(options.lookUpHeights),
    ],
  }
}
