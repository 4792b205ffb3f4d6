import {
  baseUrl,
  boolean,
  integer,
  number,
  oneOf,
  type Parser,
  proxies,
  sender,
  signingSecret,
  sources,
  text,
  url,
  word,
} from './parsers.ts'
import { MAX_DAYS } from './plans.ts'

/** The single definition of every setting. The loader, `--help`, the reference page and the types derive from it. */

export interface Setting<T> {
  readonly env: string
  readonly parse: Parser<T>
  readonly fallback: T | undefined
  readonly about: string
  /** The value is never printed. */
  readonly secret?: true
}

function required<T>(
  env: string,
  parse: Parser<T>,
  fallback: T,
  about: string,
  secret?: true,
): Setting<T> & { fallback: T } {
  return secret ? { env, parse, fallback, about, secret } : { env, parse, fallback, about }
}
function optional<T>(env: string, parse: Parser<T>, about: string, secret?: true): Setting<T> {
  return secret ? { env, parse, fallback: undefined, about, secret } : { env, parse, fallback: undefined, about }
}

export const settings = {
  port: required('PORT', integer(0, 65_535), 8080, 'Port to listen on; 0 takes a free one.'),
  host: required('FAIRWAY_HOST', text, '0.0.0.0', 'Address to listen on.'),
  threads: optional('FAIRWAY_THREADS', integer(1, 256), 'HTTP threads on the port. Default: the number of cores.'),
  computeThreads: optional(
    'FAIRWAY_COMPUTE_THREADS',
    integer(1, 64),
    'Threads for large matrices, started when there is one. Default: one less than the cores, but from 1 to 4.',
  ),
  dataDir: required('FAIRWAY_DATA_DIR', text, 'var', 'Folder of the embedded database, datasets and extracts.'),
  mirrorUrl: required(
    'FAIRWAY_MIRROR_URL',
    baseUrl,
    'https://download.geofabrik.de',
    'Where `fairway regions add` downloads extracts: PATH becomes URL/PATH-latest.osm.pbf.',
  ),
  embeddedRegion: required(
    'FAIRWAY_EMBEDDED_REGION',
    boolean,
    true,
    'Compile and serve the map of Montevideo that comes with the program, as long as the data folder has no other.',
  ),
  sampleOdd: required(
    'FAIRWAY_SAMPLE_ODD',
    boolean,
    true,
    'Serve the sample domain for self-driving routes in Montevideo, which nobody drives by, as long as no other has its id.',
  ),
  snapRadiusMeters: required(
    'FAIRWAY_SNAP_RADIUS_M',
    integer(1, 100_000),
    1000,
    'How far from a road a point may be; farther gets 422.',
  ),
  upstreamUrl: optional(
    'FAIRWAY_UPSTREAM_URL',
    baseUrl,
    'OSRM server that is asked for road routes where no dataset is, such as https://user:password@osrm.example. Default: none.',
    true,
  ),
  upstreamTimeoutMs: required(
    'FAIRWAY_UPSTREAM_TIMEOUT_MS',
    integer(100, 60_000),
    5000,
    'How long its answer may take, a second try included; then the reply is 502.',
  ),
  upstreamCacheSeconds: required(
    'FAIRWAY_UPSTREAM_CACHE_SECONDS',
    integer(0, 86_400),
    300,
    'How long its answers are remembered. 0: not at all.',
  ),
  gazetteer: required(
    'FAIRWAY_GAZETTEER',
    boolean,
    true,
    'Find countries, regions, cities, airports and ports of the whole world; their index is made once, beside the first start.',
  ),
  compatVendor: required(
    'FAIRWAY_COMPAT_VENDOR',
    word,
    'google',
    'The word in the path of the directions that speak the format of another provider: /v1/compat/<word>/directions/json.',
  ),
  seas: required(
    'FAIRWAY_SEAS',
    boolean,
    true,
    'Plan routes for ships; the seas are compiled once, beside the first start.',
  ),
  mapTiles: required(
    'FAIRWAY_MAP_TILES',
    boolean,
    true,
    'Draw the map that the web console shows; the water of the world is cut into tiles once, beside the first start.',
  ),
  defaultZones: required(
    'FAIRWAY_DEFAULT_ZONES',
    boolean,
    true,
    'Keep drones away from the aerodromes of the world; switch it off where zones of the authorities are loaded.',
  ),
  sampleCorridors: required(
    'FAIRWAY_SAMPLE_CORRIDORS',
    boolean,
    true,
    'Serve the sample corridors for drones in Montevideo, which no authority has approved, as long as no others have their ids.',
  ),
  geocoderUrl: optional(
    'FAIRWAY_GEOCODER_URL',
    baseUrl,
    'Nominatim server that is asked for addresses that are not known here, such as https://user:password@nominatim.example. Default: none.',
    true,
  ),
  geocoderContact: optional(
    'FAIRWAY_GEOCODER_CONTACT',
    text,
    'Your e-mail address or web page, told to that server in User-Agent: the public one demands it.',
  ),
  geocoderTimeoutMs: required(
    'FAIRWAY_GEOCODER_TIMEOUT_MS',
    integer(100, 60_000),
    3000,
    'How long its answer may take, the wait for its turn included; then the reply is made of what is known here.',
  ),
  geocoderPerSecond: required(
    'FAIRWAY_GEOCODER_PER_SECOND',
    number(0.01, 1000),
    1,
    'Requests per second to that server, from all threads together.',
  ),
  geocoderCacheDays: required(
    'FAIRWAY_GEOCODER_CACHE_DAYS',
    integer(0, 3650),
    30,
    'How long its answers are kept in the database. 0: not at all.',
  ),
  trafficFeeds: required(
    'FAIRWAY_TRAFFIC_FEEDS',
    sources,
    [],
    'Traffic feeds: paths and addresses, separated by commas (a list in the file). Segment speeds, WZDx work zones or incidents.',
    true,
  ),
  trafficRefreshSeconds: required(
    'FAIRWAY_TRAFFIC_REFRESH_SECONDS',
    integer(1, 86_400),
    60,
    'How often feeds at addresses are asked for. Files count within a second of their change.',
  ),
  trafficMaxAgeMinutes: required(
    'FAIRWAY_TRAFFIC_MAX_AGE_MINUTES',
    integer(0, 10_080),
    15,
    'Live speeds that are older count less and less, and nothing at twice that age. 0: they never grow old.',
  ),
  fleetSpeedAccounts: required(
    'FAIRWAY_FLEET_SPEED_ACCOUNTS',
    integer(1, 1000),
    2,
    'How fast tracked vehicles drive becomes the live speed of roads that vehicles of so many accounts drove; at 1, one account alone can make it up.',
  ),
  publicUrl: optional(
    'FAIRWAY_PUBLIC_URL',
    baseUrl,
    'Address under which users reach the service; an https address makes cookies Secure. Default: http://localhost:PORT.',
  ),
  databaseUrl: optional(
    'DATABASE_URL',
    url('postgres', 'postgresql'),
    'PostgreSQL to use instead of the embedded SQLite.',
    true,
  ),
  redisUrl: optional(
    'REDIS_URL',
    url('redis', 'rediss'),
    'Redis or Valkey that several servers share; makes rate limits and quotas hold across machines.',
    true,
  ),
  requireKey: required(
    'FAIRWAY_REQUIRE_KEY',
    boolean,
    false,
    'Close the open beta: calls without a key get 401 (signup stays open).',
  ),
  anonymousPerSecond: required(
    'FAIRWAY_ANONYMOUS_PER_SECOND',
    number(0.01, 1_000_000),
    5,
    'Requests per second and address without a key.',
  ),
  anonymousBurst: required(
    'FAIRWAY_ANONYMOUS_BURST',
    integer(1, 10_000_000),
    100,
    'Requests an address without a key may make at once after a pause.',
  ),
  anonymousMatrixPoints: required(
    'FAIRWAY_ANONYMOUS_MATRIX_POINTS',
    integer(2, 10_000),
    100,
    'Points on each side of a matrix that is asked for without a key.',
  ),
  streamsPerAccount: required(
    'FAIRWAY_STREAMS_PER_ACCOUNT',
    integer(1, 1_000_000),
    100,
    'Streams of live positions that an account may have open at one server.',
  ),
  trialDays: required('FAIRWAY_TRIAL_DAYS', integer(1, MAX_DAYS), 7, 'Days until a trial key ends.'),
  quotaAlertPct: required(
    'FAIRWAY_QUOTA_ALERT_PCT',
    number(1, 100),
    90,
    'Per cent of the monthly quota at which the text message goes out, once a month.',
  ),
  trustProxy: required(
    'FAIRWAY_TRUST_PROXY',
    proxies,
    false,
    'Whose X-Forwarded-For is believed: false, the number of proxies in front, or their networks.',
  ),
  bodyLimitBytes: required(
    'FAIRWAY_BODY_LIMIT_BYTES',
    integer(1024, 1_073_741_824),
    1_048_576,
    'Largest request body; more gets 413. Reroutes, which carry a line, may have four times as much, and so may optimise requests, with 20 bytes more for every cell of a matrix of their own.',
  ),
  shedDelayMs: required(
    'FAIRWAY_SHED_DELAY_MS',
    integer(0, 60_000),
    200,
    'Event-loop delay at which calls without a key are turned away with 503; keys follow at twice that, accounts with a phone at four times. 0: never.',
  ),
  shutdownGraceMs: required(
    'FAIRWAY_SHUTDOWN_GRACE_MS',
    integer(0, 600_000),
    10_000,
    'How long running requests may take to finish after SIGTERM.',
  ),
  databaseWaitSeconds: required(
    'FAIRWAY_DATABASE_WAIT_SECONDS',
    integer(0, 3600),
    30,
    'How long a starting server waits for its database and Redis.',
  ),
  logLevel: required(
    'FAIRWAY_LOG_LEVEL',
    oneOf('debug', 'info', 'warn', 'error', 'silent'),
    'info',
    'Least severe log line written. Ordinary requests are logged at info.',
  ),
  smtpUrl: optional(
    'FAIRWAY_SMTP_URL',
    url('smtp', 'smtps'),
    'Mail server for sign-in codes, such as smtp://user:password@mail.example:587. Without it codes are printed in the log.',
    true,
  ),
  mailFrom: required('FAIRWAY_MAIL_FROM', sender, 'Fairway <fairway@localhost>', 'Sender of mails.'),
  textProvider: required(
    'FAIRWAY_TEXT_PROVIDER',
    oneOf('none', 'webhook', 'twilio'),
    'none',
    'Who sends text messages.',
  ),
  textWebhookUrl: optional(
    'FAIRWAY_TEXT_WEBHOOK_URL',
    url('http', 'https'),
    'Where the webhook provider posts to.',
    true,
  ),
  textWebhookSecret: optional('FAIRWAY_TEXT_WEBHOOK_SECRET', signingSecret, 'Secret that signs the webhook.', true),
  twilioAccountSid: optional('FAIRWAY_TWILIO_ACCOUNT_SID', text, 'Twilio account.'),
  twilioAuthToken: optional('FAIRWAY_TWILIO_AUTH_TOKEN', text, 'Twilio token.', true),
  twilioFrom: optional('FAIRWAY_TWILIO_FROM', text, 'Sender: a number, or a messaging service (MG…).'),
  twilioUrl: required('FAIRWAY_TWILIO_URL', baseUrl, 'https://api.twilio.com', 'Base address of Twilio.'),
} as const

export type SettingKey = keyof typeof settings

type ValueOf<S> = S extends { fallback: infer F; parse: Parser<infer T> }
  ? undefined extends F
    ? T | undefined
    : T
  : never
export type SettingValues = { readonly [K in SettingKey]: ValueOf<(typeof settings)[K]> }

/** The name of a setting in the configuration file: its environment variable in lower case, without the prefix. */
export function fileName(setting: { env: string }): string {
  return setting.env.toLowerCase().replace(/^fairway_/, '')
}
