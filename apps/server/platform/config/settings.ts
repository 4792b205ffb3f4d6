import {
  baseUrlParser,
  booleanParser,
  choiceParser,
  integerParser,
  mountsParser,
  numberParser,
  type Parser,
  proxiesParser,
  regionsParser,
  senderParser,
  signingSecretParser,
  sourcesParser,
  stringParser,
  topicPatternParser,
  urlParser,
  wordParser,
} from './parsers.ts'
import { liveRateScopes, MAX_BUDGET_MS, MAX_DAYS, MIN_BUDGET_MS } from './plans.ts'

/** Single definition of every setting. The loader, `--help`, the reference page and the types are derived from it. */

export interface Setting<T> {
  readonly env: string
  readonly parse: Parser<T>
  readonly fallback: T | undefined
  readonly description: string
  /** True if the value must never be printed. */
  readonly secret?: true
}

function requiredSetting<T>(
  env: string,
  parse: Parser<T>,
  fallback: T,
  description: string,
  secret?: true,
): Setting<T> & { fallback: T } {
  return secret ? { env, parse, fallback, description, secret } : { env, parse, fallback, description }
}
function optionalSetting<T>(env: string, parse: Parser<T>, description: string, secret?: true): Setting<T> {
  return secret
    ? { env, parse, fallback: undefined, description, secret }
    : { env, parse, fallback: undefined, description }
}

export const settings = {
  port: requiredSetting('PORT', integerParser(0, 65_535), 8080, 'Port to listen on. 0 picks a free port.'),
  host: requiredSetting(
    'FAIRWAY_HOST',
    stringParser,
    '127.0.0.1',
    'Address to listen on. The default accepts connections from this machine only; 0.0.0.0 accepts them from the network.',
  ),
  threads: optionalSetting(
    'FAIRWAY_THREADS',
    integerParser(1, 256),
    'Number of HTTP threads. Default: the number of cores.',
  ),
  computeThreads: optionalSetting(
    'FAIRWAY_COMPUTE_THREADS',
    integerParser(1, 64),
    'Number of threads for heavy work such as large matrices and optimizations. The threads start when they are first needed. Requests without a paid plan never occupy all threads; if there is only one thread, a second thread starts for paid plans when needed. Another thread may start for small matrices while many of them are waiting. Default: one less than the number of cores, but at least 1 and at most 4.',
  ),
  dataDir: requiredSetting(
    'FAIRWAY_DATA_DIR',
    stringParser,
    'var',
    'Folder for the embedded database, datasets and extracts.',
  ),
  mirrorUrl: requiredSetting(
    'FAIRWAY_MIRROR_URL',
    baseUrlParser,
    'https://download.geofabrik.de',
    'Mirror from which `fairway regions add` downloads extracts. The extract for PATH is URL/PATH-latest.osm.pbf.',
  ),
  regions: optionalSetting(
    'FAIRWAY_REGIONS',
    regionsParser,
    'Regions that this server loads, separated by commas, such as porto,europe/monaco. The value none loads no region. Other regions in the data folder take no memory. If FAIRWAY_NODE_URL is set, requests in those regions are forwarded to a node that has them; otherwise, they get the same reply as requests outside all maps. Default: all regions in the data folder.',
  ),
  datasetsUrl: optionalSetting(
    'FAIRWAY_DATASETS_URL',
    baseUrlParser,
    'URL of a folder to which `fairway regions publish` has copied datasets, on a web server or an object store, such as https://user:password@maps.example/fairway. The server downloads the datasets of the regions in FAIRWAY_REGIONS from there, verifies their checksums, and downloads new datasets when they are published. `fairway regions fetch` downloads the datasets once. Default: the server serves only the datasets in its data folder.',
    true,
  ),
  datasetsRefreshSeconds: requiredSetting(
    'FAIRWAY_DATASETS_REFRESH_S',
    integerParser(1, 86_400),
    60,
    'Seconds between two checks for new datasets at FAIRWAY_DATASETS_URL.',
  ),
  nodeUrl: optionalSetting(
    'FAIRWAY_NODE_URL',
    baseUrlParser,
    'URL at which the other nodes reach this server, such as http://10.0.0.5:8080. The nodes announce their regions in Redis and forward requests to a node that has the map. Requires REDIS_URL. Default: this server answers from its own maps only.',
  ),
  embeddedRegion: requiredSetting(
    'FAIRWAY_EMBEDDED_REGION',
    booleanParser,
    true,
    'Compile and serve the embedded maps of Monaco and Montevideo while the data folder contains no other map. Monaco is ready when the first start completes; Montevideo follows in the background.',
  ),
  samples: requiredSetting(
    'FAIRWAY_SAMPLES',
    booleanParser,
    false,
    'Serve the fictional samples for Montevideo: a domain for self-driving routes and corridors for drones. Your own domains and corridors with the same ids replace them. If a reply uses a sample, its warnings say so.',
  ),
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
    'Maximum size, in MB, of an extract that is uploaded in the console, which is possible only on this machine. 0 disables uploads; npm start sets the value to 1024.',
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
  geocoderUrl: optionalSetting(
    'FAIRWAY_GEOCODER_URL',
    baseUrlParser,
    'Nominatim server for addresses that are not found locally, such as https://user:password@nominatim.example. Default: none.',
    true,
  ),
  geocoderContact: optionalSetting(
    'FAIRWAY_GEOCODER_CONTACT',
    stringParser,
    'Your e-mail address or web page, sent to the Nominatim server in the User-Agent header. The public server requires it.',
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
  trafficFeeds: requiredSetting(
    'FAIRWAY_TRAFFIC_FEEDS',
    sourcesParser,
    [],
    'Paths and URLs of traffic feeds, separated by commas (a list in the file). A feed contains segment speeds, WZDx work zones or incidents.',
    true,
  ),
  trafficRefreshSeconds: requiredSetting(
    'FAIRWAY_TRAFFIC_REFRESH_SECONDS',
    integerParser(1, 86_400),
    60,
    'How often feeds at URLs are refreshed. Changes to files take effect within a second.',
  ),
  trafficMaxAgeMinutes: requiredSetting(
    'FAIRWAY_TRAFFIC_MAX_AGE_MINUTES',
    integerParser(0, 10_080),
    15,
    'Age at which live speeds start to lose weight; at twice this age, they are ignored. 0: live speeds never age.',
  ),
  fleetSpeedAccounts: requiredSetting(
    'FAIRWAY_FLEET_SPEED_ACCOUNTS',
    integerParser(1, 1000),
    2,
    'Minimum number of accounts whose tracked vehicles must drive on a road before their speeds become the live speed of the road. At 1, a single account can fake a live speed.',
  ),
  publicUrl: optionalSetting(
    'FAIRWAY_PUBLIC_URL',
    baseUrlParser,
    'URL at which users reach the service. With an https URL, cookies are marked Secure. Default: http://localhost:PORT.',
  ),
  databaseUrl: optionalSetting(
    'DATABASE_URL',
    urlParser('postgres', 'postgresql'),
    'PostgreSQL database to use instead of the embedded SQLite.',
    true,
  ),
  redisUrl: optionalSetting(
    'REDIS_URL',
    urlParser('redis', 'rediss'),
    'Redis or Valkey shared by several servers, so that rate limits and quotas apply across machines.',
    true,
  ),
  requireKey: requiredSetting(
    'FAIRWAY_REQUIRE_KEY',
    booleanParser,
    false,
    'Close the open beta: requests without a key get 401. Signup stays open.',
  ),
  anonymousPerSecond: requiredSetting(
    'FAIRWAY_ANONYMOUS_PER_SECOND',
    numberParser(0.01, 1_000_000),
    5,
    'Requests per second that an IP address may send without a key.',
  ),
  anonymousBurst: requiredSetting(
    'FAIRWAY_ANONYMOUS_BURST',
    integerParser(1, 10_000_000),
    100,
    'Burst of requests that an IP address may send without a key.',
  ),
  anonymousMatrixPoints: requiredSetting(
    'FAIRWAY_ANONYMOUS_MATRIX_POINTS',
    integerParser(2, 10_000),
    100,
    'Maximum number of points on each side of a matrix requested without a key.',
  ),
  anonymousBudgetMs: requiredSetting(
    'FAIRWAY_ANONYMOUS_BUDGET_MS',
    integerParser(MIN_BUDGET_MS, MAX_BUDGET_MS),
    2000,
    'Maximum search time of an optimization requested without a key. Longer budgets are lowered to this maximum.',
  ),
  liveRateScope: requiredSetting(
    'FAIRWAY_LIVE_RATE_SCOPE',
    choiceParser(...liveRateScopes),
    'asset',
    "Whether the plan's rates for live polling requests and position pushes apply to each asset or to the whole account.",
  ),
  webhookPrivateTargets: requiredSetting(
    'FAIRWAY_WEBHOOK_PRIVATE_TARGETS',
    booleanParser,
    false,
    'Allow customer webhooks to use http URLs and addresses on private networks, such as your own. Never enable this where customers must not reach such addresses.',
  ),
  mqttUrl: optionalSetting(
    'FAIRWAY_MQTT_URL',
    urlParser('mqtt', 'mqtts', 'ws', 'wss'),
    'MQTT broker from which positions are received, such as mqtts://user:password@broker.example. Default: none.',
    true,
  ),
  mqttTopic: requiredSetting(
    'FAIRWAY_MQTT_TOPIC',
    topicPatternParser,
    'owntracks/+/{asset}',
    'Topics of the positions: a topic filter in which {asset} is the reference or the id of the asset. To share the messages among several servers, use $share/fairway/owntracks/+/{asset}. Without {asset}, each position must name its asset.',
  ),
  mqttKey: optionalSetting(
    'FAIRWAY_MQTT_KEY',
    stringParser,
    'API key of the account whose assets receive the positions from the MQTT broker.',
    true,
  ),
  mqttClientId: optionalSetting(
    'FAIRWAY_MQTT_CLIENT_ID',
    stringParser,
    'Client id at the MQTT broker, different for each server. With an id, the broker keeps messages while the server is disconnected. Default: a random id, without this guarantee.',
  ),
  streamsPerAccount: requiredSetting(
    'FAIRWAY_STREAMS_PER_ACCOUNT',
    integerParser(1, 1_000_000),
    100,
    'Maximum number of open live position streams per account on each server.',
  ),
  trialDays: requiredSetting('FAIRWAY_TRIAL_DAYS', integerParser(1, MAX_DAYS), 7, 'Days until a trial key expires.'),
  signupsPerHour: requiredSetting(
    'FAIRWAY_SIGNUPS_PER_HOUR',
    integerParser(0, 1_000_000),
    5,
    'Maximum number of signups per hour from one network (an IPv4 address or an IPv6 /64 network), including those for an address that is already taken. 0: no limit.',
  ),
  auditDays: requiredSetting(
    'FAIRWAY_AUDIT_DAYS',
    integerParser(1, MAX_DAYS),
    365,
    'Number of days that account audit logs are kept.',
  ),
  quotaAlertPct: requiredSetting(
    'FAIRWAY_QUOTA_ALERT_PCT',
    numberParser(1, 100),
    90,
    'Percentage of the monthly quota at which an SMS alert is sent, once a month.',
  ),
  trustProxy: requiredSetting(
    'FAIRWAY_TRUST_PROXY',
    proxiesParser,
    false,
    'Proxies whose X-Forwarded-For header is trusted: false, the number of proxies in front of the server, or their networks.',
  ),
  bodyLimitBytes: requiredSetting(
    'FAIRWAY_BODY_LIMIT_BYTES',
    integerParser(1024, 1_073_741_824),
    1_048_576,
    'Maximum size of a request body; larger bodies get 413. Reroute requests, which carry a line, and optimize requests may be four times as large. Optimize requests that include a matrix may have 20 more bytes per cell, and jobs may be 32 times as large.',
  ),
  jobResultHours: requiredSetting(
    'FAIRWAY_JOB_RESULT_HOURS',
    numberParser(0.01, 8760),
    24,
    'How long a job and its result are kept after the job has ended.',
  ),
  jobLeaseSeconds: requiredSetting(
    'FAIRWAY_JOB_LEASE_SECONDS',
    numberParser(1, 3600),
    15,
    'Time after which a job that was running on a killed server is continued by another server, or by the same server once it has restarted.',
  ),
  bodiesInFlightBytes: requiredSetting(
    'FAIRWAY_BODIES_IN_FLIGHT_BYTES',
    integerParser(1_048_576, 68_719_476_736),
    134_217_728,
    'Maximum total size of large request bodies (above 64 KiB) that are read or processed at once, divided equally among the HTTP threads. Further bodies get 503.',
  ),
  bodiesInFlightPerCaller: requiredSetting(
    'FAIRWAY_BODIES_IN_FLIGHT_PER_CALLER',
    integerParser(1_048_576, 68_719_476_736),
    33_554_432,
    'The same limit as FAIRWAY_BODIES_IN_FLIGHT_BYTES, but for each account, or for each IP address without a key. One body at a time is always accepted.',
  ),
  fastPath: requiredSetting(
    'FAIRWAY_FAST_PATH',
    booleanParser,
    true,
    "Answer frequent requests without going through Node's HTTP server and Fastify. Without the fast path, replies are the same but take more CPU time.",
  ),
  warmUp: requiredSetting(
    'FAIRWAY_WARM_UP',
    booleanParser,
    true,
    'Call each operation on the first map before the server is ready, so that the first requests are as fast as later ones. Without this step, startup takes a third less CPU time.',
  ),
  maxConnections: optionalSetting(
    'FAIRWAY_MAX_CONNECTIONS',
    integerParser(1, 1_000_000),
    'Maximum number of open connections; further connections get 503. Default: 10000, or fewer if the open-file limit is low.',
  ),
  maxConnectionsPerAddress: optionalSetting(
    'FAIRWAY_MAX_CONNECTIONS_PER_ADDRESS',
    integerParser(1, 1_000_000),
    'Maximum number of open connections from one IPv4 address or IPv6 /64 network, except trusted proxies. Default: a quarter of the total, but at most 1000.',
  ),
  shedDelayMs: requiredSetting(
    'FAIRWAY_SHED_DELAY_MS',
    integerParser(0, 60_000),
    200,
    'Event-loop delay at which requests without a key get 503, if the delay lasts for a second while several requests are waiting. Requests with a key get 503 at twice this delay, and requests from accounts with a phone number get 503 at four times this delay. 0: never.',
  ),
  drainSeconds: requiredSetting(
    'FAIRWAY_DRAIN_S',
    integerParser(0, 600),
    5,
    'Seconds after SIGTERM during which /readyz reports 503 while requests are still served, so that load balancers can switch to other servers. SIGINT (Ctrl-C) skips this delay.',
  ),
  shutdownGraceMs: requiredSetting(
    'FAIRWAY_SHUTDOWN_GRACE_MS',
    integerParser(0, 600_000),
    10_000,
    'Maximum time for requests in progress to finish after SIGTERM.',
  ),
  databaseWaitSeconds: requiredSetting(
    'FAIRWAY_DATABASE_WAIT_SECONDS',
    integerParser(0, 3600),
    30,
    'How long a starting server waits for its database and Redis.',
  ),
  minFreeMegabytes: requiredSetting(
    'FAIRWAY_MIN_FREE_MB',
    integerParser(0, 1_000_000),
    16,
    'Free space on the disk that holds the data folder, in megabytes, below which /readyz reports 503. 0: never.',
  ),
  logLevel: requiredSetting(
    'FAIRWAY_LOG_LEVEL',
    choiceParser('debug', 'info', 'warn', 'error', 'silent'),
    'info',
    'Minimum level of log lines. Ordinary requests are logged at the info level.',
  ),
  slowRequestMs: requiredSetting(
    'FAIRWAY_SLOW_REQUEST_MS',
    integerParser(0, 600_000),
    0,
    'Requests that take at least this many milliseconds are logged with the duration of their stages. 0: none.',
  ),
  otlpEndpoint: optionalSetting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    baseUrlParser,
    'OpenTelemetry collector that receives traces and metrics as OTLP over HTTP with JSON, such as http://localhost:4318. Without it, no traces are recorded.',
  ),
  otlpHeaders: optionalSetting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    stringParser,
    'Headers for the collector: name=value, separated by commas.',
    true,
  ),
  serviceName: requiredSetting(
    'OTEL_SERVICE_NAME',
    stringParser,
    'fairway',
    'Name of this service in traces and metrics.',
  ),
  traceSampleRatio: requiredSetting(
    'OTEL_TRACES_SAMPLER_ARG',
    numberParser(0, 1),
    0.05,
    'Share of requests that are traced, from 0 to 1. Requests with a traceparent header follow the sampling decision in that header.',
  ),
  metricIntervalMs: requiredSetting(
    'OTEL_METRIC_EXPORT_INTERVAL',
    integerParser(1000, 3_600_000),
    60_000,
    'Milliseconds between two exports of the metrics to the collector.',
  ),
  smtpUrl: optionalSetting(
    'FAIRWAY_SMTP_URL',
    urlParser('smtp', 'smtps'),
    'Mail server for sign-in codes, such as smtp://user:password@mail.example:587. Without it, the codes are logged.',
    true,
  ),
  mailFrom: requiredSetting(
    'FAIRWAY_MAIL_FROM',
    senderParser,
    'Fairway <fairway@localhost>',
    'Sender of e-mail messages.',
  ),
  textProvider: requiredSetting(
    'FAIRWAY_TEXT_PROVIDER',
    choiceParser('none', 'webhook', 'twilio'),
    'none',
    'SMS provider.',
  ),
  smsPerAccount: requiredSetting(
    'FAIRWAY_SMS_PER_ACCOUNT',
    integerParser(0, 1_000_000),
    5,
    'Maximum number of SMS messages per day (UTC) for one account, including codes and alerts. 0: no limit.',
  ),
  smsPerNumber: requiredSetting(
    'FAIRWAY_SMS_PER_NUMBER',
    integerParser(0, 1_000_000),
    5,
    'Maximum number of SMS messages per day (UTC) to one phone number, across all accounts. 0: no limit.',
  ),
  smsPerDay: requiredSetting(
    'FAIRWAY_SMS_PER_DAY',
    integerParser(0, 100_000_000),
    1000,
    'Maximum number of SMS messages per day (UTC) in total, on all servers that share the database. Codes may use 80 % of this number; the remaining 20 % is reserved for alerts. 0: no limit.',
  ),
  textWebhookUrl: optionalSetting(
    'FAIRWAY_TEXT_WEBHOOK_URL',
    urlParser('http', 'https'),
    'URL that the webhook provider posts to.',
    true,
  ),
  textWebhookSecret: optionalSetting(
    'FAIRWAY_TEXT_WEBHOOK_SECRET',
    signingSecretParser,
    'Secret used to sign webhook requests.',
    true,
  ),
  twilioAccountSid: optionalSetting('FAIRWAY_TWILIO_ACCOUNT_SID', stringParser, 'Twilio account SID.'),
  twilioAuthToken: optionalSetting('FAIRWAY_TWILIO_AUTH_TOKEN', stringParser, 'Twilio auth token.', true),
  twilioFrom: optionalSetting(
    'FAIRWAY_TWILIO_FROM',
    stringParser,
    'Twilio sender: a phone number, or a messaging service (MG…).',
  ),
  twilioUrl: requiredSetting('FAIRWAY_TWILIO_URL', baseUrlParser, 'https://api.twilio.com', 'Base URL of Twilio.'),
} as const

export type SettingKey = keyof typeof settings

type ValueOf<S> = S extends { fallback: infer F; parse: Parser<infer T> }
  ? undefined extends F
    ? T | undefined
    : T
  : never
export type SettingValues = { readonly [K in SettingKey]: ValueOf<(typeof settings)[K]> }

/**
 * Returns the name of a setting in the configuration file. The name is the lowercase environment variable without its
 * prefix.
 */
export function toFileSettingName(setting: { env: string }): string {
  return setting.env.toLowerCase().replace(/^fairway_/, '')
}
