import type { Redis } from 'ioredis'

/** Shares reroutes between servers, so that clients that poll multiple servers get the same reroute. */
export interface SharedReroutes {
  /**
   * Returns the first value stored under this key within the given time. If there is none, stores and returns the given
   * value. If Redis is unavailable, returns the given value.
   */
  getOrStore(key: string, reroute: object | undefined, ms: number): Promise<object | undefined>
}

/** Shares reroutes between servers through Redis. */
export class RedisReroutes implements SharedReroutes {
  private readonly redis: RerouteRedis

  constructor(redis: Redis) {
    redis.defineCommand('fairwayAgree', { numberOfKeys: 1, lua: GET_OR_STORE_SCRIPT })
    this.redis = redis as RerouteRedis
  }

  async getOrStore(key: string, reroute: object | undefined, ms: number): Promise<object | undefined> {
    const rerouteJson = reroute === undefined ? '' : JSON.stringify(reroute)
    const storedJson = await this.redis.fairwayAgree(`fairway:way:${key}`, rerouteJson, ms).catch(() => null)
    return storedJson === null || storedJson === rerouteJson ? reroute : (JSON.parse(storedJson) as object)
  }
}

interface RerouteRedis extends Redis {
  fairwayAgree(key: string, json: string, ms: number): Promise<string | null>
}

/** Script that returns the stored reroute. A server without a reroute stores nothing. */
const GET_OR_STORE_SCRIPT = `
local stored = redis.call('GET', KEYS[1])
if stored then return stored end
if ARGV[1] == '' then return false end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return ARGV[1]
`
