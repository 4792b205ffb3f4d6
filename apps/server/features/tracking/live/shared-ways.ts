import type { Redis } from 'ioredis'

/** Lets servers agree on the same reroute, for clients that poll several servers. */
export interface SharedWays {
  /**
   * Returns the first value stored under this key within the given time. Returns the given value if there is none or
   * Redis is unavailable.
   */
  agree(key: string, way: object | undefined, ms: number): Promise<object | undefined>
}

/** Shared by all servers through Redis. */
export class RedisWays implements SharedWays {
  private readonly redis: WaysRedis

  constructor(redis: Redis) {
    redis.defineCommand('fairwayAgree', { numberOfKeys: 1, lua: AGREE })
    this.redis = redis as WaysRedis
  }

  async agree(key: string, way: object | undefined, ms: number): Promise<object | undefined> {
    const own = way === undefined ? '' : JSON.stringify(way)
    const said = await this.redis.fairwayAgree(`fairway:way:${key}`, own, ms).catch(() => null)
    return said === null || said === own ? way : (JSON.parse(said) as object)
  }
}

interface WaysRedis extends Redis {
  fairwayAgree(key: string, text: string, ms: number): Promise<string | null>
}

/** A server without a reroute stores nothing and returns the value of another server. */
const AGREE = `
local said = redis.call('GET', KEYS[1])
if said then return said end
if ARGV[1] == '' then return false end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return ARGV[1]
`
