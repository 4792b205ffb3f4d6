import { Redis } from 'ioredis'

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
