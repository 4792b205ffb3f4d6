import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { UpstreamGeocoder } from './geocoder.ts'
import { createNominatim } from './nominatim.ts'
import { RateLimitedGeocoder, type RateLimitedGeocoderOptions } from './rate-limited-geocoder.ts'

type GeocoderConfig = Pick<
  Config,
  'geocoderUrl' | 'geocoderContact' | 'geocoderTimeoutMs' | 'geocoderPerSecond' | 'geocoderCacheDays'
>

/**
 * Creates the configured upstream geocoder. Returns undefined if only local data is used. All threads use one instance,
 * because they share its rate limit.
 */
export function createGeocoder(
  config: GeocoderConfig,
  { clock, store, log }: Pick<RateLimitedGeocoderOptions, 'clock' | 'store' | 'log'> & { readonly clock: Clock },
): UpstreamGeocoder | undefined {
  const { geocoderUrl: url, geocoderContact: contact } = config
  if (url === undefined) return undefined
  return new RateLimitedGeocoder(createNominatim({ url, contact, clock }), {
    clock,
    store,
    log,
    timeoutMs: config.geocoderTimeoutMs,
    perSecond: config.geocoderPerSecond,
    cacheDays: config.geocoderCacheDays,
  })
}
