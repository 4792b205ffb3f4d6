import { integerParser } from '../parsers.ts'
import { requiredSetting } from './setting.ts'

/** Startup, readiness and shutdown. */
export const lifecycleSettings = {
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
} as const
