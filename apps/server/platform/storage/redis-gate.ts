import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { isUnavailable } from './unavailable.ts'

/** Redis, and not the database, is unavailable. */
export class RedisAway extends Error {
  constructor(cause: Error) {
    super(`Redis: ${cause.message}`, { cause })
  }
}

/** Interval between pings of a Redis that does not respond. */
const AGAIN_MS = 250

/**
 * Guards the commands of one connection. An unreachable Redis fails them at once, but one that hangs would hold each
 * until its timeout, and requests need several. After the first timeout, all commands are rejected immediately until
 * Redis responds again.
 */
export class RedisGate {
  private readonly redis: Pick<Redis, 'ping'>
  private hung: Error | undefined

  constructor(redis: Pick<Redis, 'ping'>) {
    this.redis = redis
  }

  async ask<T>(command: () => Promise<T>): Promise<T> {
    if (this.hung) throw new RedisAway(this.hung)
    try {
      return await command()
    } catch (error) {
      if (!isUnavailable(error)) throw error
      if (isTimeout(error)) void this.waitForAnswer(error)
      throw new RedisAway(error as Error)
    }
  }

  private async waitForAnswer(error: Error): Promise<void> {
    if (this.hung) return
    this.hung = error
    // A closed connection fails immediately by itself.
    while (await this.isSilent()) await sleep(AGAIN_MS, undefined, { ref: false })
    this.hung = undefined
  }

  private async isSilent(): Promise<boolean> {
    return await this.redis.ping().then(() => false, isTimeout)
  }
}

function isTimeout(error: unknown): error is Error {
  return error instanceof Error && error.message.includes('Command timed out')
}
