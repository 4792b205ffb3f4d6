import { isWellFormedKey } from '../features/accounts/api-key.ts'
import { checkKey } from '../features/accounts/keys/check-key.ts'
import { AccountStore } from '../features/accounts/store.ts'
import { createMounts } from '../features/compat/mounts.ts'
import { type FanOut, LocalFanOut } from '../features/tracking/streams/fan-out.ts'
import { KeyDirectory } from '../platform/http/guard/key-directory.ts'
import { LoadMonitor } from '../platform/http/guard/load.ts'
import { createHttpServer, type HttpServer } from '../platform/http/server.ts'
import type { Limiter } from '../platform/metering/limiter.ts'
import { openLimiter } from '../platform/metering/open-limiter.ts'
import { UsageStore } from '../platform/metering/store.ts'
import { UsageTally } from '../platform/metering/tally.ts'
import { createMailer, type Mailer } from '../platform/notifications/mail/mail.ts'
import { StorageHealth } from '../platform/storage/storage-health.ts'
import { createRequestTelemetry, type RequestTelemetry } from '../platform/telemetry/telemetry.ts'
import type { ServiceThreadOptions } from './compose-options.ts'
import { isDataUnavailable, toStoreName } from './stored-data.ts'

/** Infrastructure that all operations share: limits, keys, mail and HTTP. */
export interface ServiceCore {
  readonly accounts: AccountStore
  readonly usage: UsageStore
  readonly limiter: Limiter
  readonly fanOut: FanOut
  readonly usageTally: UsageTally
  readonly mailer: Mailer
  readonly keys: KeyDirectory
  readonly loadMonitor: LoadMonitor
  readonly http: HttpServer
  readonly storageHealth: StorageHealth
  /** Telemetry of requests. Undefined if requests are not traced. */
  readonly telemetry: RequestTelemetry | undefined
  /** True until the whole server has started. */
  isStarting: boolean
  /** True while the thread shuts down. */
  isDraining: boolean
}

export async function openServiceCore(options: ServiceThreadOptions): Promise<ServiceCore> {
  const { config, clock, database } = options
  const usageStore = new UsageStore(database.db)
  const accounts = new AccountStore(database.db)
  const limiter = await openLimiter(options, usageStore)
  const fanOut = await openFanOut(options)
  const usageCounter = new UsageTally()
  const serverLoad = new LoadMonitor(config.shedDelayMs)
  const keys = createKeyDirectory(options, accounts)
  const storageHealth = new StorageHealth({
    database,
    dataDir: config.dataDir,
    minFreeBytes: config.minFreeMegabytes * 2 ** 20,
    log: options.logger,
  })
  const telemetry = createRequestTelemetry(config, options.logger)
  const http = await createHttpServer({
    recorder: telemetry?.recorder,
    logger: options.logger,
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    bodyLimitBytes: config.bodyLimitBytes,
    requireKey: config.requireKey,
    fastPath: config.fastPath,
    compressesReplies: config.compression,
    connectionCounter: options.connectionCounter,
    mounts: createMounts(config),
    bytesInFlight: {
      maxTotal: config.bodiesInFlightBytes / config.threads,
      maxPerCaller: config.bodiesInFlightPerCaller / config.threads,
    },
    anonymousRate: { perSecond: config.anonymousPerSecond, burst: config.anonymousBurst },
    keys,
    isUnavailable: isDataUnavailable,
    reportStorageError: (error) => storageHealth.reportError(error),
    toStoreName,
    limiter,
    usageTally: usageCounter,
    loadMonitor: serverLoad,
    clock,
  })
  return {
    accounts,
    usage: usageStore,
    limiter,
    fanOut,
    usageTally: usageCounter,
    mailer: createServiceMailer(options),
    keys,
    loadMonitor: serverLoad,
    http,
    storageHealth,
    telemetry,
    isStarting: options.isStarting ?? false,
    isDraining: false,
  }
}

/** Opens the channel through which changes reach streams: Redis, or messages between the threads of this process. */
async function openFanOut({ config, database, logger }: ServiceThreadOptions): Promise<FanOut> {
  if (!config.redisUrl) return new LocalFanOut(database.kind === 'sqlite')
  const { RedisFanOut } = await import('../features/tracking/streams/fan-out-redis.ts')
  return new RedisFanOut(config.redisUrl, logger)
}

function createKeyDirectory(
  { config, clock, limitMemory }: ServiceThreadOptions,
  accounts: AccountStore,
): KeyDirectory {
  return new KeyDirectory({
    findKey: (key) => checkKey(key, accounts, config.plans),
    isWellFormed: isWellFormedKey,
    clock,
    revision: limitMemory.revision,
  })
}

function createServiceMailer({ config, logger }: ServiceThreadOptions): Mailer {
  return createMailer({
    ...(config.smtpUrl ? { smtpUrl: config.smtpUrl } : {}),
    from: config.mailFrom,
    log: ({ to, subject, text }) =>
      logger.error({ to, subject, text }, 'no mail server is configured; the mail is logged instead'),
  })
}
