import { hashKey, isWellFormedKey } from '../features/accounts/api-key.ts'
import { AccountStore } from '../features/accounts/store.ts'
import { type FanOut, LocalFanOut } from '../features/tracking/streams/fan-out.ts'
import { RedisFanOut } from '../features/tracking/streams/fan-out-redis.ts'
import type { KeyRecord } from '../platform/http/guard/caller.ts'
import { KeyDirectory } from '../platform/http/guard/key-directory.ts'
import { LoadGauge } from '../platform/http/guard/load.ts'
import { createHttpServer, type HttpServer } from '../platform/http/server.ts'
import type { Limiter } from '../platform/metering/limiter.ts'
import { MemoryLimiter } from '../platform/metering/memory-limiter.ts'
import { RedisLimiter } from '../platform/metering/redis-limiter.ts'
import { UsageStore } from '../platform/metering/store.ts'
import { Tally } from '../platform/metering/tally.ts'
import { createMailer, type Mailer } from '../platform/notifications/mail/mail.ts'
import { connectRedis, openRedis } from '../platform/storage/redis.ts'
import { RedisAway } from '../platform/storage/redis-gate.ts'
import { isUnavailable } from '../platform/storage/unavailable.ts'
import type { ThreadOptions } from './compose-options.ts'

/** The shared infrastructure of all operations: limits, keys, mail, HTTP. */
export interface Frame {
  readonly accounts: AccountStore
  readonly usage: UsageStore
  readonly limiter: Limiter
  readonly fanOut: FanOut
  readonly tally: Tally
  readonly mailer: Mailer
  readonly keys: KeyDirectory
  readonly load: LoadGauge
  readonly http: HttpServer
  /** Set when the thread shuts down. */
  isDraining: boolean
}

export async function openFrame(options: ThreadOptions): Promise<Frame> {
  const { config, clock, database } = options
  const usage = new UsageStore(database.db)
  const accounts = new AccountStore(database.db)
  const limiter = await openLimiter(options, usage)
  const fanOut = openFanOut(options)
  const tally = new Tally()
  const load = new LoadGauge(config.shedDelayMs)
  const keys = keyDirectory(options, accounts)
  const http = await createHttpServer({
    logger: options.logger,
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    bodyLimitBytes: config.bodyLimitBytes,
    requireKey: config.requireKey,
    fastPath: config.fastPath,
    anonymousRate: { perSecond: config.anonymousPerSecond, burst: config.anonymousBurst },
    keys,
    isUnavailable,
    storeOf: (error) => (error instanceof RedisAway ? 'Redis' : 'database'),
    limiter,
    tally,
    load,
    clock,
  })
  return { accounts, usage, limiter, fanOut, tally, mailer: mailerOf(options), keys, load, http, isDraining: false }
}

async function openLimiter(options: ThreadOptions, usage: UsageStore): Promise<Limiter> {
  const { config, memory, clock } = options
  const loadUsed = (account: number, month: string) => usage.loadUsed(account, month)
  if (!config.redisUrl) return new MemoryLimiter(memory, clock, loadUsed)
  const redis = openRedis(config.redisUrl)
  await connectRedis(redis, config.databaseWaitSeconds, (error) =>
    options.logger.warn({ why: error.message }, 'waiting for Redis'),
  )
  return new RedisLimiter(redis, loadUsed)
}

/** Selects how changes reach streams: Redis, or messages between the threads of this process. */
function openFanOut({ config, database, logger }: ThreadOptions): FanOut {
  return config.redisUrl ? new RedisFanOut(config.redisUrl, logger) : new LocalFanOut(database.kind === 'sqlite')
}

function keyDirectory({ config, clock, memory }: ThreadOptions, accounts: AccountStore): KeyDirectory {
  const findKey = async (key: string): Promise<KeyRecord | undefined> => {
    const found = await accounts.findByKeyHash(hashKey(key))
    if (!found) return undefined
    const { account, key: stored } = found
    return {
      caller: {
        kind: 'account',
        account: account.number,
        accountId: account.id,
        plan: account.plan,
        terms: config.plans[account.plan],
        hasPhone: account.phone !== null,
      },
      revokedAt: stored.revokedAt,
      keyExpiresAt: stored.expiresAt,
      accountExpiresAt: account.expiresAt,
    }
  }
  return new KeyDirectory({ findKey, isWellFormed: isWellFormedKey, clock, revision: memory.revision })
}

function mailerOf({ config, logger }: ThreadOptions): Mailer {
  return createMailer({
    ...(config.smtpUrl ? { smtpUrl: config.smtpUrl } : {}),
    from: config.mailFrom,
    log: ({ to, subject, text }) =>
      logger.error({ to, subject, text }, 'no mail server is configured; the mail is logged instead'),
  })
}
