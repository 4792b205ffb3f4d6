import { baseUrlParser, integerParser } from '../parsers.ts'
import { optionalSetting, requiredSetting } from './setting.ts'

/** Road routes, and the OSRM server for routes outside the maps. */
export const routingSettings = {
  snapRadiusMeters: requiredSetting(
    'FAIRWAY_SNAP_RADIUS_M',
    integerParser(1, 100_000),
    1000,
    'Maximum distance from a point to the nearest road. Points farther away get 422.',
  ),
  upstreamUrl: optionalSetting(
    'FAIRWAY_UPSTREAM_URL',
    baseUrlParser,
    'OSRM server for road routes outside the datasets, such as https://user:password@osrm.example. Default: none.',
    true,
  ),
  upstreamTimeoutMs: requiredSetting(
    'FAIRWAY_UPSTREAM_TIMEOUT_MS',
    integerParser(100, 60_000),
    5000,
    'Maximum time to wait for a response from the OSRM server, including one retry. After that, the reply is 502.',
  ),
  upstreamCacheSeconds: requiredSetting(
    'FAIRWAY_UPSTREAM_CACHE_SECONDS',
    integerParser(0, 86_400),
    300,
    'How long responses from the OSRM server are cached. 0: no cache.',
  ),
} as const
