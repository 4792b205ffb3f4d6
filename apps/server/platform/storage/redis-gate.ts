import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { isUnavailable } from './unavailable.ts'

/** Redis is not there, as opposed to the database. */
export class RedisAway extends Error {
  constructor(cause: Error) {
    super(`Redis: ${cause.message}`, { cause })
  }
}

/** Between two questions whether a Redis that hung answers again. */
const AGAIN_MS = 250

/**
 * Stands before the commands of one connection. A Redis that is gone fails them at once; one that hangs would hold each
 * of them until its time-out, and requests need several. After the first that timed out all are turned away at once,
 * until it answers again.
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
    // A connection that is closed fails by itself, and at once.
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
