import type { Redis } from 'ioredis'
import { openRedis } from '../../../platform/storage/redis.ts'
import { RedisWays } from '../live/shared-ways.ts'
import { type FanOut, Listeners } from './fan-out.ts'
import { RedisAssetMemory } from './fan-out-memory.ts'

export interface FanOutLog {
  warn(text: string): void
  info(text: string): void
}

const CHANNEL = 'fairway:assets:'
/** Retry interval for a subscription that Redis refused. */
const AGAIN_MS = 1000

/**
 * Fan-out across all servers with Redis publish/subscribe: one channel per account, subscribed only while the account
 * is streamed here. A subscribed connection accepts no other commands, so there are two.
 */
export class RedisFanOut implements FanOut {
  readonly memory: RedisAssetMemory
  readonly ways: RedisWays
  private readonly log: FanOutLog
  private readonly listeners = new Listeners()
  private readonly publisher: Redis
  private readonly subscriber: Redis
  /** Accounts with an active subscription. */
  private readonly heard = new Set<number>()
  private wasWhole = true
  private isClosed = false
  private again: NodeJS.Timeout | undefined

  constructor(url: string, log: FanOutLog) {
    this.log = log
    this.publisher = openRedis(url)
    this.subscriber = openRedis(url)
    this.memory = new RedisAssetMemory(this.publisher)
    this.ways = new RedisWays(this.publisher)
    this.subscriber.on('message', (channel: string) => this.listeners.call(Number(channel.slice(CHANNEL.length))))
    this.subscriber.on('ready', () => void this.subscribeAll())
    this.subscriber.on('close', () => {
      this.heard.clear()
      this.report()
    })
    // The server waits for Redis at startup. From here on, both connections reconnect by themselves.
    for (const connection of [this.publisher, this.subscriber]) connection.connect().catch(() => {})
  }

  get isWhole(): boolean {
    return this.subscriber.status === 'ready' && this.listeners.accounts().every((account) => this.heard.has(account))
  }

  tell(account: number): void {
    // Notify local listeners without waiting for Redis. The duplicate from Redis costs one extra query.
    this.listeners.call(account)
    this.publisher.publish(CHANNEL + account, '').catch(() => {})
  }

  listen(account: number, onHint: () => void): () => void {
    if (this.listeners.add(account, onHint) && this.subscriber.status === 'ready') void this.subscribe([account])
    return () => {
      if (!this.listeners.remove(account, onHint)) return
      this.heard.delete(account)
      this.subscriber.unsubscribe(CHANNEL + account).catch(() => {})
    }
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.again)
    this.publisher.disconnect()
    this.subscriber.disconnect()
  }

  private async subscribeAll(): Promise<void> {
    const accounts = this.listeners.accounts()
    if (accounts.length > 0) await this.subscribe(accounts)
    else this.report()
  }

  private async subscribe(accounts: readonly number[]): Promise<void> {
    try {
      await this.subscriber.subscribe(...accounts.map((account) => CHANNEL + account))
      for (const account of accounts) this.heard.add(account)
    } catch {
      // Either the connection dropped and 'ready' will fire again, or Redis refused and may allow it later.
      clearTimeout(this.again)
      this.again = setTimeout(() => void (this.subscriber.status === 'ready' && this.subscribeAll()), AGAIN_MS).unref()
    }
    // Changes before the subscription are found by querying.
    for (const account of accounts) this.listeners.call(account)
    this.report()
  }

  private report(): void {
    const { isWhole } = this
    if (isWhole === this.wasWhole || this.isClosed) return
    this.wasWhole = isWhole
    this.listeners.callAll()
    if (isWhole) this.log.info('Redis reports changed assets again')
    else this.log.warn('Redis does not report changed assets; streams poll the database until it is back')
  }
}
