import { Redis } from 'ioredis'
import { retryUntilAvailable } from './wait.ts'

/**
 * A connection that fails fast while Redis is unavailable, so that callers get an error instead of waiting, and that
 * reconnects by itself. Commands issued in the same event loop turn are pipelined.
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
  // Without a listener, every failed reconnect would be printed. Commands report the error to their callers.
  redis.on('error', () => {})
  return redis
}

/** Waits for a Redis that starts together with the server. */
export async function connectRedis(redis: Redis, seconds: number, onWait?: (error: Error) => void): Promise<void> {
  let lastError: Error | undefined
  const storeError = (error: Error): void => {
    lastError = error
  }
  const tryConnect = async (): Promise<void> => {
    try {
      // After the first attempt the connection reconnects by itself, and calling connect again would be an error.
      await (redis.status === 'wait' ? redis.connect() : redis.ping())
    } catch (error) {
      // The error of a command on a closed connection does not say why it is closed.
      throw lastError ?? error
    }
  }
  redis.on('error', storeError)
  await retryUntilAvailable(tryConnect, seconds, onWait).finally(() => redis.off('error', storeError))
}
