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
  port: required('PORT', integer(0, 65_535), 8080, 'Port to listen on. 0 picks a free port.'),
  host: required('FAIRWAY_HOST', text, '0.0.0.0', 'Address to listen on.'),
  threads: optional('FAIRWAY_THREADS', integer(1, 256), 'Number of HTTP threads. Default: the number of cores.'),
  computeThreads: optional(
    'FAIRWAY_COMPUTE_THREADS',
    integer(1, 64),
    'Number of threads for large matrices, started on the first one. Default: one less than the cores, from 1 to 4.',
  ),
  dataDir: required('FAIRWAY_DATA_DIR', text, 'var', 'Folder for the embedded database, datasets and extracts.'),
  mirrorUrl: required(
    'FAIRWAY_MIRROR_URL',
    baseUrl,
    'https://download.geofabrik.de',
    'Mirror that `fairway regions add` downloads extracts from: PATH becomes URL/PATH-latest.osm.pbf.',
  ),
  embeddedRegion: required(
    'FAIRWAY_EMBEDDED_REGION',
    boolean,
    true,
    'Compile and serve the built-in map of Montevideo while the data folder contains no other map.',
  ),
  sampleOdd: required(
    'FAIRWAY_SAMPLE_ODD',
    boolean,
    true,
    'Serve the sample domain for self-driving routes in Montevideo unless another domain has its id. No operator uses this domain.',
  ),
  snapRadiusMeters: required(
    'FAIRWAY_SNAP_RADIUS_M',
    integer(1, 100_000),
    1000,
    'Maximum distance from a point to the nearest road. Points farther away get 422.',
  ),
  upstreamUrl: optional(
    'FAIRWAY_UPSTREAM_URL',
    baseUrl,
    'OSRM server for road routes outside the datasets, such as https://user:password@osrm.example. Default: none.',
    true,
  ),
  upstreamTimeoutMs: required(
    'FAIRWAY_UPSTREAM_TIMEOUT_MS',
    integer(100, 60_000),
    5000,
    'Maximum time for its response, including one retry. After that the reply is 502.',
  ),
  upstreamCacheSeconds: required(
    'FAIRWAY_UPSTREAM_CACHE_SECONDS',
    integer(0, 86_400),
    300,
    'How long its responses are cached. 0: no cache.',
  ),
  gazetteer: required(
    'FAIRWAY_GAZETTEER',
    boolean,
    true,
    'Find countries, regions, cities, airports and ports worldwide. The index is built once, in the background of the first start.',
  ),
  compatVendor: required(
    'FAIRWAY_COMPAT_VENDOR',
    word,
    'google',
    'Path segment of the directions endpoint in the format of another provider: /v1/compat/<word>/directions/json.',
  ),
  seas: required(
    'FAIRWAY_SEAS',
    boolean,
    true,
    'Plan routes for ships. The sea map is compiled once, in the background of the first start.',
  ),
  mapTiles: required(
    'FAIRWAY_MAP_TILES',
    boolean,
    true,
    'Serve the map of the web console. The water of the world is cut into tiles once, in the background of the first start.',
  ),
  defaultZones: required(
    'FAIRWAY_DEFAULT_ZONES',
    boolean,
    true,
    'Keep drones away from the aerodromes of the world. Switch it off where you load official zones.',
  ),
  sampleCorridors: required(
    'FAIRWAY_SAMPLE_CORRIDORS',
    boolean,
    true,
    'Serve the sample corridors for drones in Montevideo unless other corridors have their ids. No authority has approved them.',
  ),
  geocoderUrl: optional(
    'FAIRWAY_GEOCODER_URL',
    baseUrl,
    'Nominatim server for addresses that are not found locally, such as https://user:password@nominatim.example. Default: none.',
    true,
  ),
  geocoderContact: optional(
    'FAIRWAY_GEOCODER_CONTACT',
    text,
    'Your e-mail address or web page, sent to that server in User-Agent. The public server requires it.',
  ),
  geocoderTimeoutMs: required(
    'FAIRWAY_GEOCODER_TIMEOUT_MS',
    integer(100, 60_000),
    3000,
    'Maximum time for its response, including the time in the queue. After that the reply contains local results only.',
  ),
  geocoderPerSecond: required(
    'FAIRWAY_GEOCODER_PER_SECOND',
    number(0.01, 1000),
    1,
    'Maximum requests per second to that server, from all threads together.',
  ),
  geocoderCacheDays: required(
    'FAIRWAY_GEOCODER_CACHE_DAYS',
    integer(0, 3650),
    30,
    'How long its responses are kept in the database. 0: not at all.',
  ),
  trafficFeeds: required(
    'FAIRWAY_TRAFFIC_FEEDS',
    sources,
    [],
    'Traffic feeds: paths and URLs, separated by commas (a list in the file). Segment speeds, WZDx work zones or incidents.',
    true,
  ),
  trafficRefreshSeconds: required(
    'FAIRWAY_TRAFFIC_REFRESH_SECONDS',
    integer(1, 86_400),
    60,
    'How often feeds at URLs are refreshed. Changes of files take effect within a second.',
  ),
  trafficMaxAgeMinutes: required(
    'FAIRWAY_TRAFFIC_MAX_AGE_MINUTES',
    integer(0, 10_080),
    15,
    'Age from which live speeds lose weight; at twice this age they are ignored. 0: they never age.',
  ),
  fleetSpeedAccounts: required(
    'FAIRWAY_FLEET_SPEED_ACCOUNTS',
    integer(1, 1000),
    2,
    'Minimum number of accounts whose tracked vehicles must drive a road before their speeds become its live speed. At 1, a single account can fake it.',
  ),
  publicUrl: optional(
    'FAIRWAY_PUBLIC_URL',
    baseUrl,
    'URL under which users reach the service. An https URL makes cookies Secure. Default: http://localhost:PORT.',
  ),
  databaseUrl: optional(
    'DATABASE_URL',
    url('postgres', 'postgresql'),
    'PostgreSQL database to use instead of the embedded SQLite.',
    true,
  ),
  redisUrl: optional(
    'REDIS_URL',
    url('redis', 'rediss'),
    'Redis or Valkey shared by several servers, so that rate limits and quotas apply across machines.',
    true,
  ),
  requireKey: required(
    'FAIRWAY_REQUIRE_KEY',
    boolean,
    false,
    'Close the open beta: requests without a key get 401. Signup stays open.',
  ),
  anonymousPerSecond: required(
    'FAIRWAY_ANONYMOUS_PER_SECOND',
    number(0.01, 1_000_000),
    5,
    'Requests per second per IP address without a key.',
  ),
  anonymousBurst: required(
    'FAIRWAY_ANONYMOUS_BURST',
    integer(1, 10_000_000),
    100,
    'Burst of requests per IP address without a key.',
  ),
  anonymousMatrixPoints: required(
    'FAIRWAY_ANONYMOUS_MATRIX_POINTS',
    integer(2, 10_000),
    100,
    'Maximum points on each side of a matrix requested without a key.',
  ),
  streamsPerAccount: required(
    'FAIRWAY_STREAMS_PER_ACCOUNT',
    integer(1, 1_000_000),
    100,
    'Maximum open live position streams per account and server.',
  ),
  trialDays: required('FAIRWAY_TRIAL_DAYS', integer(1, MAX_DAYS), 7, 'Days until a trial key expires.'),
  quotaAlertPct: required(
    'FAIRWAY_QUOTA_ALERT_PCT',
    number(1, 100),
    90,
    'Percentage of the monthly quota at which the SMS is sent, once a month.',
  ),
  trustProxy: required(
    'FAIRWAY_TRUST_PROXY',
    proxies,
    false,
    'Trusted proxies, whose X-Forwarded-For is used: false, the number of proxies in front, or their networks.',
  ),
  bodyLimitBytes: required(
    'FAIRWAY_BODY_LIMIT_BYTES',
    integer(1024, 1_073_741_824),
    1_048_576,
    'Maximum size of a request body; larger bodies get 413. Reroute requests, which carry a line, and optimize requests may be four times as large. Optimize requests may have 20 more bytes for every cell of their own matrix.',
  ),
  fastPath: required(
    'FAIRWAY_FAST_PATH',
    boolean,
    true,
    "Answer frequent requests past Node's HTTP server and Fastify. Replies are the same without it, but take more CPU time.",
  ),
  shedDelayMs: required(
    'FAIRWAY_SHED_DELAY_MS',
    integer(0, 60_000),
    200,
    'Event-loop delay at which requests without a key get 503. Requests with a key follow at twice the delay, accounts with a phone at four times. 0: never.',
  ),
  shutdownGraceMs: required(
    'FAIRWAY_SHUTDOWN_GRACE_MS',
    integer(0, 600_000),
    10_000,
    'Maximum time for running requests to finish after SIGTERM.',
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
    'Minimum severity of log lines. Ordinary requests are logged at info.',
  ),
  smtpUrl: optional(
    'FAIRWAY_SMTP_URL',
    url('smtp', 'smtps'),
    'Mail server for sign-in codes, such as smtp://user:password@mail.example:587. Without it the codes are logged.',
    true,
  ),
  mailFrom: required('FAIRWAY_MAIL_FROM', sender, 'Fairway <fairway@localhost>', 'Sender of mails.'),
  textProvider: required('FAIRWAY_TEXT_PROVIDER', oneOf('none', 'webhook', 'twilio'), 'none', 'SMS provider.'),
  textWebhookUrl: optional(
    'FAIRWAY_TEXT_WEBHOOK_URL',
    url('http', 'https'),
    'URL that the webhook provider posts to.',
    true,
  ),
  textWebhookSecret: optional('FAIRWAY_TEXT_WEBHOOK_SECRET', signingSecret, 'Secret that signs the webhook.', true),
  twilioAccountSid: optional('FAIRWAY_TWILIO_ACCOUNT_SID', text, 'Twilio account SID.'),
  twilioAuthToken: optional('FAIRWAY_TWILIO_AUTH_TOKEN', text, 'Twilio auth token.', true),
  twilioFrom: optional('FAIRWAY_TWILIO_FROM', text, 'Sender: a number, or a messaging service (MG…).'),
  twilioUrl: required('FAIRWAY_TWILIO_URL', baseUrl, 'https://api.twilio.com', 'Base URL of Twilio.'),
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
