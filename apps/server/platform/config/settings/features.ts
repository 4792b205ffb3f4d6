import { booleanParser, integerParser, mountsParser, wordParser } from '../parsers.ts'
import { requiredSetting } from './setting.ts'

/** Features that can be switched on, off or mounted elsewhere. */
export const featureSettings = {
  gazetteer: requiredSetting(
    'FAIRWAY_GAZETTEER',
    booleanParser,
    true,
    'Find countries, regions, cities, airports and ports worldwide. The index is built once, in the background, on the first start.',
  ),
  compatVendor: requiredSetting(
    'FAIRWAY_COMPAT_VENDOR',
    wordParser,
    'google',
    'Name in the path of the directions endpoint that is compatible with another provider: /v1/compat/<word>/directions/json.',
  ),
  compatMounts: requiredSetting(
    'FAIRWAY_COMPAT_MOUNTS',
    mountsParser,
    [],
    'Formats of other providers, each at the root of its own port or host name, so that clients need to change only the base URL. Example: osrm:5000,nominatim:geo.example.com.',
  ),
  seas: requiredSetting(
    'FAIRWAY_SEAS',
    booleanParser,
    true,
    'Plan routes for ships. The sea map is compiled once, in the background, on the first start.',
  ),
  mapTiles: requiredSetting(
    'FAIRWAY_MAP_TILES',
    booleanParser,
    true,
    'Serve the map of the web console. Water tiles for the whole world are built once, in the background, on the first start.',
  ),
  mapUploadMegabytes: requiredSetting(
    'FAIRWAY_MAP_UPLOAD_MB',
    integerParser(0, 1_000_000),
    0,
    'Maximum size, in MB, of an extract that is uploaded in the console. Uploads are possible only on the machine that runs the service. 0 disables uploads; npm start sets the value to 1024.',
  ),
  localKeys: requiredSetting(
    'FAIRWAY_LOCAL_KEYS',
    booleanParser,
    false,
    'Give the console on this machine a key on the pro plan without signup. npm start switches this on.',
  ),
  defaultZones: requiredSetting(
    'FAIRWAY_DEFAULT_ZONES',
    booleanParser,
    true,
    'Keep drones away from aerodromes worldwide. Switch this off if you load official zones.',
  ),
} as const
