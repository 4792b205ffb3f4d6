import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { isUnavailable } from './unavailable.ts'

/** Error that reports that Redis, and not the database, is unavailable. */
export class RedisUnavailableError extends Error {
  constructor(cause: Error) {
    super(`Redis: ${cause.message}`, { cause })
  }
}

/** Interval between pings while Redis does not respond. */
const PING_INTERVAL_MS = 250

/**
 * Guards the commands of one connection. If Redis is unreachable, commands fail immediately. If Redis hangs, each
 * command would wait for its timeout, and a request needs several commands. After the first timeout, all commands are
 * therefore rejected until Redis responds again.
 */
export class RedisCircuitBreaker {
  private readonly redis: Pick<Redis, 'ping'>
  private timeoutError: Error | undefined

  constructor(redis: Pick<Redis, 'ping'>) {
    this.redis = redis
  }

  async run<T>(command: () => Promise<T>): Promise<T> {
    if (this.timeoutError) throw new RedisUnavailableError(this.timeoutError)
    try {
      return await command()
    } catch (error) {
      if (!isUnavailable(error)) throw error
      if (isTimeout(error)) void this.waitForResponse(error)
      throw new RedisUnavailableError(error as Error)
    }
  }

  private async waitForResponse(error: Error): Promise<void> {
    if (this.timeoutError) return
    this.timeoutError = error
    // A closed connection also ends this loop, because commands then fail immediately.
    while (await this.isUnresponsive()) await sleep(PING_INTERVAL_MS, undefined, { ref: false })
    this.timeoutError = undefined
  }

  private async isUnresponsive(): Promise<boolean> {
    return await this.redis.ping().then(() => false, isTimeout)
  }
}

function isTimeout(error: unknown): error is Error {
  return error instanceof Error && error.message.includes('Command timed out')
}
