import { Redis } from 'ioredis'
import { waitFor } from './wait.ts'

/**
 * A connection that fails fast while Redis is away, so that callers are told to come back instead of waiting, and that
 * returns by itself. Commands of the same turn of the event loop travel together.
 */
export function openRedis(url: string): Redis {
  const redis = new Redis(url, {
    enableAutoPipelining: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 3000,
    commandTimeout: 2000,
    retryStrategy: (tries) => Math.min(50 * tries, 500),
    lazyConnect: true,
    connectionName: 'fairway',
  })
  // Without a listener every failed reconnection would be printed; the commands carry the error to whoever asked.
  redis.on('error', () => {})
  return redis
}

/** Waits for a Redis that starts beside the server. */
export async function connectRedis(redis: Redis, seconds: number, onWait?: (error: Error) => void): Promise<void> {
  let why: Error | undefined
  const remember = (error: Error): void => {
    why = error
  }
  const attempt = async (): Promise<void> => {
    try {
      // After the first try the connection returns by itself, and asking for another one would be an error.
      await (redis.status === 'wait' ? redis.connect() : redis.ping())
    } catch (error) {
      // What a command says of a closed connection tells nobody why it is closed.
      throw why ?? error
    }
  }
  redis.on('error', remember)
  await waitFor(attempt, seconds, onWait).finally(() => redis.off('error', remember))
}
