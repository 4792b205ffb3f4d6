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
/** A subscription that Redis has refused is tried again after so long. */
const AGAIN_MS = 1000

/**
 * Among all servers on one Redis, by its publish and subscribe: a channel for each account, subscribed to only while
 * somebody streams it here. A connection that listens can do nothing else, so there are two.
 */
export class RedisFanOut implements FanOut {
  readonly memory: RedisAssetMemory
  readonly ways: RedisWays
  private readonly log: FanOutLog
  private readonly listeners = new Listeners()
  private readonly publisher: Redis
  private readonly subscriber: Redis
  /** Accounts whose hints arrive. */
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
    // Whoever starts the server has waited for Redis already; from here on both return by themselves.
    for (const connection of [this.publisher, this.subscriber]) connection.connect().catch(() => {})
  }

  get isWhole(): boolean {
    return this.subscriber.status === 'ready' && this.listeners.accounts().every((account) => this.heard.has(account))
  }

  tell(account: number): void {
    // Those of this thread need not wait for Redis; what comes from there once more is a look for nothing.
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
      // Gone again, and 'ready' will come again; or refused, and somebody may allow it.
      clearTimeout(this.again)
      this.again = setTimeout(() => void (this.subscriber.status === 'ready' && this.subscribeAll()), AGAIN_MS).unref()
    }
    // What was told before somebody listened is found by looking.
    for (const account of accounts) this.listeners.call(account)
    this.report()
  }

  private report(): void {
    const { isWhole } = this
    if (isWhole === this.wasWhole || this.isClosed) return
    this.wasWhole = isWhole
    this.listeners.callAll()
    if (isWhole) this.log.info('Redis tells of changed assets again')
    else this.log.warn('Redis does not tell of changed assets: streams ask the database instead, until it is back')
  }
}
