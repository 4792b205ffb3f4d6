import { baseUrlParser, integerParser, numberParser, stringParser } from '../parsers.ts'
import { optionalSetting, requiredSetting } from './setting.ts'

/** The Nominatim server for addresses that are not found locally. */
export const geocoderSettings = {
  geocoderUrl: optionalSetting(
    'FAIRWAY_GEOCODER_URL',
    baseUrlParser,
    'Nominatim server for addresses that are not found locally, such as https://user:password@nominatim.example. Default: none.',
    true,
  ),
  geocoderContact: optionalSetting(
    'FAIRWAY_GEOCODER_CONTACT',
    stringParser,
    'Your email address or web page, sent to the Nominatim server in the User-Agent header. The public server requires it.',
  ),
  geocoderTimeoutMs: requiredSetting(
    'FAIRWAY_GEOCODER_TIMEOUT_MS',
    integerParser(100, 60_000),
    3000,
    'Maximum time to wait for a response from the Nominatim server, including the time in the queue. After that, the reply contains local results only.',
  ),
  geocoderPerSecond: requiredSetting(
    'FAIRWAY_GEOCODER_PER_SECOND',
    numberParser(0.01, 1000),
    1,
    'Maximum number of requests per second to the Nominatim server, from all threads together.',
  ),
  geocoderCacheDays: requiredSetting(
    'FAIRWAY_GEOCODER_CACHE_DAYS',
    integerParser(0, 3650),
    30,
    'How long responses from the Nominatim server are kept in the database. 0: they are not kept.',
  ),
} as const
