import type { Redis } from 'ioredis'
import { openRedis } from '../../../platform/storage/redis.ts'
import { RedisReroutes } from '../live/shared-reroutes.ts'
import { type FanOut, Listeners } from './fan-out.ts'
import { RedisAssetCache } from './fan-out-memory.ts'

export interface FanOutLog {
  warn(message: string): void
  info(message: string): void
}

const CHANNEL_PREFIX = 'fairway:assets:'
/** Retry interval in milliseconds for a subscription that Redis refused. */
const RETRY_MS = 1000

/**
 * Fan-out across all servers with Redis publish/subscribe. Each account has a channel, subscribed only while this
 * server streams the account. A subscribed connection accepts no other commands, so a second connection publishes.
 */
export class RedisFanOut implements FanOut {
  readonly assetCache: RedisAssetCache
  readonly sharedReroutes: RedisReroutes
  private readonly log: FanOutLog
  private readonly listeners = new Listeners()
  private readonly publisher: Redis
  private readonly subscriber: Redis
  /** Accounts with an active subscription. */
  private readonly subscribedAccounts = new Set<number>()
  private wasDelivering = true
  private isClosed = false
  private retryTimer: NodeJS.Timeout | undefined

  constructor(url: string, log: FanOutLog) {
    this.log = log
    this.publisher = openRedis(url)
    this.subscriber = openRedis(url)
    this.assetCache = new RedisAssetCache(this.publisher)
    this.sharedReroutes = new RedisReroutes(this.publisher)
    this.subscriber.on('message', (channel: string) =>
      this.listeners.notify(Number(channel.slice(CHANNEL_PREFIX.length))),
    )
    this.subscriber.on('ready', () => void this.subscribeAll())
    this.subscriber.on('close', () => {
      this.subscribedAccounts.clear()
      this.reportDelivery()
    })
    // The server waits for Redis at startup. After that, both connections reconnect automatically.
    for (const connection of [this.publisher, this.subscriber]) connection.connect().catch(() => {})
  }

  get isDelivering(): boolean {
    return (
      this.subscriber.status === 'ready' &&
      this.listeners.listAccounts().every((account) => this.subscribedAccounts.has(account))
    )
  }

  notify(account: number): void {
    // Local listeners are notified without waiting for Redis. The duplicate from Redis causes one extra query.
    this.listeners.notify(account)
    this.publisher.publish(CHANNEL_PREFIX + account, '').catch(() => {})
  }

  listen(account: number, onHint: () => void): () => void {
    if (this.listeners.add(account, onHint) && this.subscriber.status === 'ready') void this.subscribe([account])
    return () => {
      if (!this.listeners.remove(account, onHint)) return
      this.subscribedAccounts.delete(account)
      this.subscriber.unsubscribe(CHANNEL_PREFIX + account).catch(() => {})
    }
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.retryTimer)
    this.publisher.disconnect()
    this.subscriber.disconnect()
  }

  private async subscribeAll(): Promise<void> {
    const accounts = this.listeners.listAccounts()
    if (accounts.length > 0) await this.subscribe(accounts)
    else this.reportDelivery()
  }

  private async subscribe(accounts: readonly number[]): Promise<void> {
    try {
      await this.subscriber.subscribe(...accounts.map((account) => CHANNEL_PREFIX + account))
      for (const account of accounts) this.subscribedAccounts.add(account)
    } catch {
      // Either the connection dropped and 'ready' will fire again, or Redis refused and may accept the subscription
      // later.
      clearTimeout(this.retryTimer)
      this.retryTimer = setTimeout(
        () => void (this.subscriber.status === 'ready' && this.subscribeAll()),
        RETRY_MS,
      ).unref()
    }
    // A query finds the changes made before the subscription.
    for (const account of accounts) this.listeners.notify(account)
    this.reportDelivery()
  }

  private reportDelivery(): void {
    const { isDelivering } = this
    if (isDelivering === this.wasDelivering || this.isClosed) return
    this.wasDelivering = isDelivering
    this.listeners.notifyAll()
    if (isDelivering) this.log.info('Redis is reporting changed assets again')
    else this.log.warn('Redis is not reporting changed assets; streams poll the database until Redis recovers')
  }
}
