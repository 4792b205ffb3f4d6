import { type Command, Redis } from 'ioredis'
import { retryUntilAvailable } from './wait.ts'

const COMMAND_TIMEOUT_MS = 2000

/**
 * Redis client with a command timeout. Unlike with the option `commandTimeout`, the client reads replies that have
 * already arrived before a command times out. Otherwise, a thread that was busy for longer than the timeout would treat
 * Redis as unavailable.
 */
class TimeLimitedRedis extends Redis {
  private readonly timeoutMs: number

  constructor(url: string, timeoutMs: number) {
    super(url, {
      enableAutoPipelining: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      connectTimeout: 3000,
      retryStrategy: (tries) => Math.min(50 * tries, 500),
      lazyConnect: true,
      connectionName: 'fairway',
    })
    this.timeoutMs = timeoutMs
  }

  override sendCommand(command: Command, stream?: Parameters<Redis['sendCommand']>[1]): unknown {
    // Node runs timers before it reads arrived data, and immediates after it.
    const timer = setTimeout(() => setImmediate(() => command.reject(new Error('Command timed out'))), this.timeoutMs)
    const clear = () => clearTimeout(timer)
    command.promise.then(clear, clear)
    return super.sendCommand(command, stream)
  }
}

/**
 * Opens a connection that reconnects automatically. Commands fail immediately while Redis is unavailable, so that
 * callers do not wait. Commands in the same turn of the event loop are pipelined.
 */
export function openRedis(url: string, timeoutMs = COMMAND_TIMEOUT_MS): Redis {
  const redis = new TimeLimitedRedis(url, timeoutMs)
  // Without a listener, every failed reconnect would be printed. Commands report the error to their callers.
  redis.on('error', () => {})
  return redis
}

/** Waits for a Redis server that starts at the same time as this server. */
export async function connectRedis(redis: Redis, seconds: number, onWait?: (error: Error) => void): Promise<void> {
  let lastError: Error | undefined
  const storeError = (error: Error): void => {
    lastError = error
  }
  const tryConnect = async (): Promise<void> => {
    try {
      // After the first attempt, the client reconnects automatically, and a second call to `connect` would be an error.
      await (redis.status === 'wait' ? redis.connect() : redis.ping())
    } catch (error) {
      // The error of a command on a closed connection does not state why the connection is closed.
      throw lastError ?? error
    }
  }
  redis.on('error', storeError)
  await retryUntilAvailable(tryConnect, seconds, onWait).finally(() => redis.off('error', storeError))
}
