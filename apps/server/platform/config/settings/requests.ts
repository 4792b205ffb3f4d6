import { booleanParser, integerParser, numberParser, proxiesParser } from '../parsers.ts'
import { optionalSetting, requiredSetting } from './setting.ts'

/** Limits on bodies, jobs and connections, and how requests are processed. */
export const requestSettings = {
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
    'Maximum total size of large request bodies and WebSocket messages (above 64 KiB) that are read or processed at once, divided equally among the HTTP threads. Further bodies get 503.',
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
  compression: requiredSetting(
    'FAIRWAY_COMPRESSION',
    booleanParser,
    true,
    'Compress replies above 1 kB with Brotli or gzip if the client accepts it. Turn it off if a proxy in front of the service compresses replies.',
  ),
  warmUp: requiredSetting(
    'FAIRWAY_WARM_UP',
    booleanParser,
    true,
    'Call each operation on the first map before the server is ready, so that the first requests are as fast as later ones, and large matrices in the background when it is ready. Without these calls, startup takes a third less CPU time.',
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
} as const
